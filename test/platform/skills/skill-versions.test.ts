/** Versions of skills: verification, healing, refinement, rollback. */
import { expect, test } from "bun:test";
import type { Data } from "../../fixture.ts";
import type { Conversation } from "../../models/conversation.ts";
import { call, type Turn } from "../../models/server.ts";
import { handIn, isDrafting, lookUp, openShop, scriptOf, skillFixture } from "./skill-fixture.ts";

test("an agent heals a skill after its page changed, and a rollback reverts that", async () => {
  using shop = openShop();
  await using t = await skillFixture((asked) => {
    if (isDrafting(asked)) return handIn(scriptOf(shop));
    return lookUp(shop, asked.first.includes("red pot") ? "red pot" : "blue kettle")(asked);
  });
  const { p, model } = t;
  const { id } = await t.made();
  const path = `/v2/skills/${id}`;
  const run = async (more = {}) =>
    (await p.call("POST", `${path}/execute`, { parameters: { product: "red pot" }, ...more })).body;
  shop.button = "Find it";
  const asked = model.requests.length;
  expect(await run({ autoHeal: false })).toMatchObject({ success: false });
  expect((await p.call("GET", path)).body.status).toBe("finished");
  expect(model.requests).toHaveLength(asked);
  const failed = await run();
  expect(failed.error).toContain('no element matches --role "button" --name "Search"');
  const healed = await t.settled(id);
  expect(healed).toMatchObject({
    status: "finished",
    currentVersion: 2,
    reason: null,
    parameters: [{ name: "product" }],
  });
  const told = model.requests.slice(asked).find((one) => !isDrafting(one))?.first ?? "";
  expect(told).toContain('{"product":"red pot"}');
  expect(told).toContain('--name "Search"');
  expect(await run()).toMatchObject({ success: true, result: { price: "31.00 EUR" } });
  expect((await p.call("POST", `${path}/rollback`)).body).toMatchObject({ currentVersion: 1, status: "finished" });
  expect(await run({ autoHeal: false })).toMatchObject({ success: false });
});

test("failed healing keeps the skill, with a limit of attempts", async () => {
  using shop = openShop();
  await using t = await skillFixture((asked) => {
    if (isDrafting(asked)) return handIn(scriptOf(shop));
    if (asked.first.includes("green pan"))
      return call("done", { success: false, output: "There is none", evidence: "" });
    return lookUp(shop)(asked);
  });
  const { id } = await t.made();
  const run = () => t.p.call("POST", `/v2/skills/${id}/execute`, { parameters: { product: "green pan" } });
  for (let n = 0; n < 3; n++) {
    await run();
    const { status, currentVersion, reason } = await t.settled(id);
    expect({ status, currentVersion }).toEqual({ status: "finished", currentVersion: 1 });
    expect(reason).toContain("There is none");
  }
  const asked = t.model.requests.length;
  await run();
  await t.settled(id);
  expect(t.model.requests).toHaveLength(asked);
});

test("refines a skill by feedback and verifies it again", async () => {
  using shop = openShop();
  const number = scriptOf(shop).replace("return result;", "return { price: Number.parseFloat(result.price) };");
  const schema = { type: "object", properties: { price: { type: "number" } }, required: ["price"] };
  const better = (asked: Conversation): Turn =>
    asked.turns === 0 ? handIn("throw new Error(params.product)") : handIn(number, { output_schema: schema });
  await using t = await skillFixture((asked) => {
    if (isDrafting(asked)) return asked.first.includes("Requested change") ? better(asked) : handIn(scriptOf(shop));
    return lookUp(shop)(asked);
  });
  const { p } = t;
  const { id } = await t.made();
  const path = `/v2/skills/${id}`;
  const feedback = "The price is to be a number without its currency";
  expect((await p.call("POST", `${path}/refine`, { feedback: "short" })).status).toBe(422);
  const reply = await p.call("POST", `${path}/refine`, { feedback, testOutput: '{"price":"12.50 EUR"}' });
  expect(reply).toMatchObject({ status: 202, body: { id } });
  // The previous version works meanwhile.
  const meanwhile = await p.call("POST", `${path}/execute`, { parameters: { product: "red pot" } });
  expect(meanwhile.body.success).toBe(true);
  expect(await t.settled(id)).toMatchObject({ status: "finished", currentVersion: 2, outputSchema: schema });
  const now = await p.call("POST", `${path}/execute`, { parameters: { product: "red pot" } });
  expect(now.body).toMatchObject({ success: true, result: { price: 31 } });
  const [first, second] = t.model.requests.filter((one) => one.first.includes("Requested change"));
  expect(first?.first).toContain('Output of a run:\n{"price":"12.50 EUR"}');
  expect(second?.last).toContain("Rejected: The script failed: Error: blue kettle");
});

test("an unverified script is replaced by the recorded calls, or the generation fails", async () => {
  using shop = openShop();
  const parrot = handIn('await open({ url: "about:blank" }); params.product; return { price: "12.50 EUR" }');
  let turns: (asked: Conversation) => Turn = lookUp(shop);
  await using t = await skillFixture((asked) => (isDrafting(asked) ? parrot : turns(asked)));
  const { p, model } = t;
  const plain = await t.made();
  expect(model.requests.filter(isDrafting)).toHaveLength(3);
  expect(model.requests.filter(isDrafting).at(-1)?.last).toContain('no page showed: "12.50 EUR"');
  expect(plain).toMatchObject({
    status: "finished",
    parameters: [{ name: "product", type: "string", required: true }],
  });
  const script = Buffer.from(plain.code, "base64").toString();
  expect(script).toContain('await type({ "text": params.product, "role": "textbox", "name": "Product" });');
  const { body } = await p.call("POST", `/v2/skills/${plain.id}/execute`, { parameters: { product: "red pot" } });
  expect(body).toMatchObject({ success: true, result: { price: "31.00 EUR" } });

  // The page changes when the agent has finished.
  turns = (asked) => {
    const turn = lookUp(shop)(asked);
    if (asked.turns === 4) shop.button = "Go";
    return turn;
  };
  const failed: Data = await t.made();
  expect(failed).toMatchObject({ status: "failed", currentVersion: null, parameters: [] });
  expect(failed.reason).toContain("No script passed verification.");
  expect(failed.reason).toContain("no element matches");
  const refused = await p.call("POST", `/v2/skills/${failed.id}/execute`, {});
  expect(refused).toMatchObject({ status: 400, body: { detail: "Skill is not finished" } });
  expect((await p.call("POST", `/v2/skills/${failed.id}/refine`, { feedback: "Do it better" })).status).toBe(400);
});
