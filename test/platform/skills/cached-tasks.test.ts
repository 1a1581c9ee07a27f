/** Repeated tasks: done by an agent once, then by a script. */

import { expect, test } from "bun:test";
import type { Data } from "../../fixture.ts";
import { until } from "../../support/until.ts";
import { handIn, isDrafting, lookUp, openShop, type SkillFixture, scriptOf, skillFixture } from "./skill-fixture.ts";

const taskOf = (product: string) => `Find the price of @{{${product}}} in the shop`;

async function workspace({ p }: SkillFixture): Promise<string> {
  return (await p.call("POST", "/v3/workspaces", { name: "kept" })).body.id;
}

async function done({ p }: SkillFixture, body: object): Promise<Data> {
  const made = await p.call("POST", "/v3/sessions", { proxyCountryCode: null, ...body });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  let over: Data;
  await until(async () => {
    over = (await p.call("GET", `/v3/sessions/${made.body.id}`)).body;
    return over.status === "stopped" || over.status === "error";
  });
  return over;
}

/** Waits until no generation runs. */
async function settled({ p }: SkillFixture): Promise<void> {
  const { sql } = p.server.platform.agents.records.database;
  await until(async () => Number((await sql`select count(*) as n from skill_makings`)[0]?.n) === 0);
}

/** Prices as texts, as the agent returns them. */
const draft = (script: string) =>
  handIn(
    script
      .replaceAll("params.product", "params.value1")
      .replace("return result;", 'return "It costs " + result.price;'),
    {
      output_schema: { type: "string" },
    },
  );

test("a script without a model does a repeated task, with other values", async () => {
  using shop = openShop();
  await using t = await skillFixture((asked) => (isDrafting(asked) ? draft(scriptOf(shop)) : lookUp(shop)(asked)));
  const workspaceId = await workspace(t);
  const first = await done(t, { task: taskOf("blue kettle"), workspaceId });
  expect(first).toMatchObject({ isTaskSuccessful: true, output: "It costs 12.50 EUR", model: "ours" });
  await settled(t);
  const { model, p } = t;
  expect(model.requests.some((asked) => asked.first.includes("Find the price of blue kettle in the shop"))).toBe(true);
  expect(model.requests.find(isDrafting)?.first).toContain("Find the price of <value1> in the shop");
  // No verification run is made.
  expect(shop.asked).toEqual(["blue kettle"]);
  const asked = model.requests.length;
  const second = await done(t, { task: taskOf("red pot"), workspaceId });
  expect(second).toMatchObject({
    isTaskSuccessful: true,
    output: "It costs 31.00 EUR",
    totalInputTokens: 0,
    llmCostUsd: "0",
  });
  expect(model.requests).toHaveLength(asked);
  expect((await p.call("GET", "/v2/skills")).body.totalItems).toBe(0);
  // Other words, another schema or another workspace make another task.
  await done(t, { task: `Please ${taskOf("blue kettle")}`, workspaceId });
  expect(model.requests.length).toBeGreaterThan(asked);
  const after = model.requests.length;
  await done(t, { task: taskOf("blue kettle"), workspaceId, cacheScript: false });
  expect(model.requests.length).toBeGreaterThan(after);
  await settled(t);
  await p.call("DELETE", `/v3/workspaces/${workspaceId}`);
  const { sql } = p.server.platform.agents.records.database;
  expect(Number((await sql`select count(*) as n from skills`)[0]?.n)).toBe(0);
});

test("an agent does the task if the script fails, and a new script is generated", async () => {
  using shop = openShop();
  await using t = await skillFixture((asked) => {
    if (isDrafting(asked)) return draft(scriptOf(shop));
    return lookUp(shop, asked.first.includes("red pot") ? "red pot" : "blue kettle")(asked);
  });
  const workspaceId = await workspace(t);
  await done(t, { task: taskOf("blue kettle"), workspaceId, cacheScript: true });
  await settled(t);
  shop.button = "Go";
  const bare = await done(t, { task: taskOf("red pot"), workspaceId, autoHeal: false });
  expect(bare).toMatchObject({ isTaskSuccessful: false, totalInputTokens: 0 });
  expect(bare.endReason).toContain('--name "Search"');
  const healed = await done(t, { task: taskOf("red pot"), workspaceId });
  expect(healed).toMatchObject({ isTaskSuccessful: true, output: "It costs 31.00 EUR" });
  const { messages } = (await t.p.call("GET", `/v3/sessions/${healed.id}/messages?limit=100`)).body;
  const ends = messages.filter(({ type }: Data) => type === "completion");
  expect(ends.map(({ data }: Data) => data)).toEqual(["It costs 31.00 EUR"]);
  expect(messages.some(({ data, hidden }: Data) => hidden && data.includes("The script failed"))).toBe(true);
  await settled(t);
  const asked = t.model.requests.length;
  expect(await done(t, { task: taskOf("blue kettle"), workspaceId })).toMatchObject({ output: "It costs 12.50 EUR" });
  expect(t.model.requests).toHaveLength(asked);
});

test("a cached script requires a workspace; marks are not part of the task", async () => {
  using shop = openShop();
  await using t = await skillFixture((asked) => lookUp(shop)(asked));
  const refused = await t.p.call("POST", "/v3/sessions", { task: taskOf("blue kettle"), cacheScript: true });
  expect(refused.status).toBe(422);
  expect(refused.body.detail[0].loc).toEqual(["body", "workspaceId"]);
  await done(t, { task: taskOf("blue kettle") });
  expect(t.model.requests.filter(isDrafting)).toEqual([]);
  expect(t.model.requests[0]?.first).toContain("Find the price of blue kettle in the shop");
});
