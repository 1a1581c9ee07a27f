/** Skills from goal to run: the real agent, a scripted model, a real browser. */

import { expect, test } from "bun:test";
import type { Data } from "../../fixture.ts";
import type { Conversation } from "../../models/conversation.ts";
import { call, type Turn } from "../../models/server.ts";
import { htmlResponse, localServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { ASKED, handIn, isDrafting, lookUp, openShop, scriptOf, skillFixture } from "./skill-fixture.ts";

const NOBODY = "00000000-0000-4000-8000-000000000000";

test("a skill is demonstrated once, generated, verified, and then runs without a model", async () => {
  using shop = openShop();
  const drafts = [handIn("return params.product + ("), handIn(scriptOf(shop))];
  await using t = await skillFixture((asked) => (isDrafting(asked) ? (drafts.shift() ?? "none") : lookUp(shop)(asked)));
  const { p, model } = t;
  const skill = await t.made();
  expect(skill).toMatchObject({
    ...{ status: "finished", title: ASKED.goal, description: "The price of a product", goal: ASKED.goal, reason: null },
    ...{ categories: ["e_commerce"], domains: [shop.host], currentVersion: 1, isEnabled: true, isPublic: false },
    parameters: [{ name: "product", type: "string", required: true, description: "Its name" }],
    outputSchema: { required: ["price"] },
  });
  expect(Buffer.from(skill.code, "base64").toString()).toContain("params.product");
  const [first, second] = model.requests.filter(isDrafting);
  expect(first?.last).toContain('type({"text":"blue kettle","role":"textbox","name":"Product"})');
  expect(second?.last).toContain("SyntaxError");
  expect(shop.asked).toEqual(["blue kettle", "blue kettle"]);

  const asked = model.requests.length;
  const path = `/v2/skills/${skill.id}`;
  const run = (parameters: object, more = {}) => p.call("POST", `${path}/execute`, { parameters, ...more });
  const answer = await run({ product: "red pot" });
  expect(answer).toMatchObject({ status: 200, body: { success: true, result: { price: "31.00 EUR" }, error: null } });
  expect(answer.body).toMatchObject({ stderr: "looked for red pot", latencyMs: expect.any(Number) });
  const wrong = await run({ product: 7, colour: "blue" });
  expect(wrong.status).toBe(422);
  expect(wrong.body.detail.map(({ loc }: Data) => loc.join("."))).toEqual([
    "body.parameters.product",
    "body.parameters.colour",
  ]);
  expect((await run({})).body.detail[0].msg).toBe("Field required");
  const failed = await run({ product: "green pan" }, { autoHeal: false });
  expect(failed.body).toMatchObject({ success: false, result: null });
  expect(failed.body.error).toContain("there is no such product");
  expect(failed.body.error).toContain(`${shop.url}found?q=green+pan`);
  expect(model.requests).toHaveLength(asked);

  const { items, totalItems } = (await p.call("GET", `${path}/executions`)).body;
  expect(totalItems).toBe(2);
  expect(items).toMatchObject([
    { skillId: skill.id, status: "failed", success: false, hasOutput: false },
    { skillId: skill.id, status: "completed", success: true, hasOutput: true, latencyMs: answer.body.latencyMs },
  ]);
  const { downloadUrl } = (await p.call("GET", `${path}/executions/${items[1].id}/output`)).body;
  expect(await (await fetch(downloadUrl)).json()).toEqual({ price: "31.00 EUR" });
  expect((await p.call("GET", `${path}/executions/${items[0].id}/output`)).status).toBe(404);
  const ofRun = (await p.call("GET", `/v2/tasks/${items[1].id}`)).body;
  expect(ofRun).toMatchObject({ status: "finished", llm: "none", cost: "0", steps: [{ number: 1 }] });
});

test("a run in a session leaves its page there; a busy or deleted session is refused", async () => {
  using shop = openShop();
  await using t = await skillFixture((asked) => (isDrafting(asked) ? handIn(scriptOf(shop)) : lookUp(shop)(asked)));
  const { p } = t;
  const { id } = await t.made();
  const session = (await p.call("POST", "/v2/sessions", { proxyCountryCode: null })).body.id;
  const run = (sessionId: string) =>
    p.call("POST", `/v2/skills/${id}/execute`, { parameters: { product: "red pot" }, sessionId });
  expect((await run(session)).body).toMatchObject({ success: true, result: { price: "31.00 EUR" } });
  const { tasks } = (await p.call("GET", `/v2/sessions/${session}`)).body;
  expect(tasks).toMatchObject([{ status: "finished", isSuccess: true }]);
  expect((await p.call("GET", `/v2/tasks/${tasks[0].id}`)).body.steps[0].url).toBe(`${shop.url}found?q=red+pot`);
  expect((await run(NOBODY)).status).toBe(404);
  await p.call("PATCH", `/v2/sessions/${session}`, { action: "stop" });
  expect(await run(session)).toMatchObject({ status: 400, body: { detail: "Session is stopped" } });
});

test("updates a skill and refuses invalid changes", async () => {
  using shop = openShop();
  await using t = await skillFixture((asked) => (isDrafting(asked) ? handIn(scriptOf(shop)) : lookUp(shop)(asked)));
  const { p } = t;
  const { id } = await t.made({ title: "Kettles", description: "Mine" });
  const path = `/v2/skills/${id}`;
  const patched = await p.call("PATCH", path, { title: "Pots", categories: ["travel"], isEnabled: false });
  expect(patched.body).toMatchObject({ title: "Pots", description: "Mine", categories: ["travel"], isEnabled: false });
  expect((await p.call("POST", `${path}/execute`, {})).body.detail).toBe("Skill is not enabled");
  expect((await p.call("PATCH", path, { domains: ["no host/"] })).status).toBe(422);
  const elsewhere = await p.call("PATCH", path, { domains: ["example.com"], isEnabled: true });
  expect(elsewhere.body.domains).toEqual(["example.com"]);
  const parameters = { product: "red pot" };
  const refused = await p.call("POST", `${path}/execute`, { parameters, autoHeal: false });
  expect(refused.body).toMatchObject({ success: false });
  expect(shop.asked).toHaveLength(2);
  expect((await p.call("PATCH", path, { domains: [] })).body.domains).toEqual([shop.host]);
  const listed = async (query: string) => (await p.call("GET", `/v2/skills?${query}`)).body.totalItems;
  expect(await listed("query=POTS&category=travel&isEnabled=true&fromDate=2020-01-01T00:00:00Z")).toBe(1);
  expect(await listed("category=search")).toBe(0);
  expect(await listed("isPublic=true")).toBe(0);
  expect(await listed("toDate=2020-01-01T00:00:00Z")).toBe(0);
  for (const [end, detail] of [
    ["cancel", "Skill generation is not cancellable: nothing is being generated"],
    ["rollback", "There is no previous version"],
  ])
    expect(await p.call("POST", `${path}/${end}`)).toMatchObject({ status: 400, body: { detail } });
  expect((await p.call("DELETE", path)).status).toBe(204);
  expect(await p.call("GET", path)).toMatchObject({ status: 404, body: { detail: "Skill not found" } });
});

test("agents of the project get enabled skills as tools", async () => {
  using shop = openShop();
  let slug = "";
  const using = (asked: Conversation): Turn => {
    if (asked.turns === 0) return call("skill", { name: slug, parameters: { product: "red pot" } });
    return call("done", { success: true, output: "It costs 31.00 EUR", evidence: "31.00 EUR" });
  };
  await using t = await skillFixture((asked) =>
    isDrafting(asked) ? handIn(scriptOf(shop)) : /red pot/.test(asked.first) ? using(asked) : lookUp(shop)(asked),
  );
  const { p, model } = t;
  const skill = await t.made();
  slug = skill.slug;
  const task = `Find the price of the red pot on ${shop.url}`;
  const toolsOf = async (method: string, path: string, body: object) => {
    const { sessionId, id } = (await p.call(method, path, { task, ...body })).body;
    await until(async () => (await p.call("GET", `/v3/sessions/${sessionId ?? id}`)).body.status === "stopped");
    expect((await p.call("GET", `/v3/sessions/${sessionId ?? id}`)).body.isTaskSuccessful).toBe(true);
    return model.requests.at(-1)?.tools.find(({ name }) => name === "skill")?.description ?? "";
  };
  expect(await toolsOf("POST", "/v3/sessions", { proxyCountryCode: null })).toContain(
    `${slug}(product: string): The price of a product`,
  );
  expect(shop.asked.at(-1)).toBe("red pot");
  expect(await toolsOf("POST", "/v2/tasks", { skillIds: [skill.id] })).toContain(slug);
  expect((await p.call("POST", "/v2/tasks", { task, skillIds: [NOBODY] })).body.detail).toBe("Skill not found");
  await p.call("PATCH", `/v2/skills/${skill.id}`, { isEnabled: false });
  expect((await p.call("POST", "/v2/tasks", { task, skillIds: [skill.id] })).status).toBe(404);
});

test("a script cannot act on a host that the agent only read", async () => {
  using shop = openShop();
  using other = localServer(() => htmlResponse("<title>Reviews</title>It is good"));
  const wandering = (asked: Conversation): Turn => {
    if (asked.turns === 0) return call("open", { url: other.url.href });
    const first = asked.messages.findIndex(({ role }) => role === "assistant");
    return lookUp(shop)({ ...asked, messages: asked.messages.toSpliced(first, 1) });
  };
  await using t = await skillFixture((asked) => (isDrafting(asked) ? handIn(scriptOf(shop)) : wandering(asked)));
  const skill = await t.made({ agentPrompt: `Look up the price of the blue kettle on ${shop.url}` });
  expect(skill).toMatchObject({ status: "finished", domains: [shop.host] });
});

test("lists the versions of a skill with their scripts, for its project only", async () => {
  using shop = openShop();
  await using t = await skillFixture((asked) => (isDrafting(asked) ? handIn(scriptOf(shop)) : lookUp(shop)(asked)));
  const { id, code } = await t.made();
  const { status, body } = await t.p.call("GET", `/v2/skills/${id}/versions`);
  expect(status).toBe(200);
  expect(body.versions).toMatchObject([{ number: 1, isCurrent: true, code, parameters: [{ name: "product" }] }]);
  expect((await t.p.call("GET", `/v2/skills/${NOBODY}/versions`)).status).toBe(404);
});
