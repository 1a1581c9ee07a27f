/** Skills shared between the projects of a server. */
import { expect, test } from "bun:test";
import type { Data } from "../../fixture.ts";
import { handIn, isDrafting, lookUp, openShop, scriptOf, skillFixture } from "./skill-fixture.ts";

test("another project finds, runs and clones a public skill until it is withdrawn", async () => {
  using shop = openShop();
  await using t = await skillFixture((asked) => (isDrafting(asked) ? handIn(scriptOf(shop)) : lookUp(shop)(asked)));
  const { p, model } = t;
  const { keys, platform } = p.server;
  const other = crypto.randomUUID();
  const { sql } = platform.agents.records.database;
  await sql`insert into projects ${sql({ id: other, name: "other", created_at: Date.now() })}`;
  const { key } = await keys.create(other, "other");
  const theirs = (method: string, path: string, body?: object) => p.call(method, path, body, { "X-Svc-API-Key": key });

  const skill = await t.made({ title: "Prices of the shop" });
  const path = `/v2/skills/${skill.id}`;
  const parameters = { product: "red pot" };
  expect((await theirs("GET", path)).status).toBe(404);
  expect((await theirs("POST", `/v2/marketplace/skills/${skill.id}/execute`, { parameters })).status).toBe(404);
  expect((await p.call("PATCH", path, { isPublic: true })).body).toMatchObject({
    ...{ isPublic: true, firstPublishedAt: expect.any(String) },
  });
  expect((await p.call("POST", `${path}/rollback`)).body.detail).toBe("Cannot roll back a public skill");

  const found = (await theirs("GET", "/v2/marketplace/skills?query=shop&category=e_commerce")).body;
  expect(found).toMatchObject({ totalItems: 1, items: [{ id: skill.id, slug: skill.slug, cloneCount: 0 }] });
  expect((await theirs("GET", "/v2/marketplace/skills?fromDate=2100-01-01T00:00:00Z")).body.totalItems).toBe(0);
  const shown = (await theirs("GET", `/v2/marketplace/skills/${skill.slug}`)).body;
  expect(shown).toMatchObject({ title: "Prices of the shop", parameters: skill.parameters, isOfficial: false });
  expect(JSON.stringify(shown)).not.toContain("blue kettle");

  const asked = model.requests.length;
  const run = await theirs("POST", `/v2/marketplace/skills/${skill.id}/execute`, { parameters });
  expect(run.body).toMatchObject({ success: true, result: { price: "31.00 EUR" } });
  expect((await theirs("GET", "/v3/sessions")).body.total).toBe(1);
  expect((await p.call("GET", `${path}/executions`)).body.totalItems).toBe(0);

  const clone: Data = (await theirs("POST", `/v2/marketplace/skills/${skill.id}/clone`)).body;
  expect(clone).toMatchObject({ clonedFromSkillId: skill.id, currentVersion: 1, isPublic: false, code: skill.code });
  expect(clone.slug).not.toBe(skill.slug);
  expect((await theirs("GET", `/v2/marketplace/skills/${skill.id}`)).body.cloneCount).toBe(1);
  expect((await p.call("PATCH", path, { isPublic: false })).body.isPublic).toBe(false);
  expect((await theirs("GET", `/v2/marketplace/skills/${skill.id}`)).status).toBe(404);
  expect((await theirs("POST", `/v2/marketplace/skills/${skill.id}/clone`)).status).toBe(404);
  await p.call("DELETE", path);
  const own = await theirs("POST", `/v2/skills/${clone.id}/execute`, { parameters });
  expect(own.body).toMatchObject({ success: true, result: { price: "31.00 EUR" } });
  // A failure of another project starts no healing at the owner's cost.
  shop.button = "Go";
  expect((await theirs("POST", `/v2/skills/${clone.id}/execute`, { parameters, autoHeal: false })).body.success).toBe(
    false,
  );
  expect(model.requests).toHaveLength(asked);
});
