/** What a run leaves so that it can be done again, and the run of a script without a model. */
import { expect, test } from "bun:test";
import { createGuard } from "../../../src/agent/guard/guard.ts";
import { type ScriptAssignment, startScript } from "../../../src/agent/loop/script-run.ts";
import { Toolbox } from "../../../src/agent/loop/toolbox.ts";
import { CallRecorder } from "../../../src/agent/scripts/call-recorder.ts";
import { type AgentFixture, agentFixture, notingServer } from "../fixture.ts";

const { signal } = new AbortController();

const SHOP = `<title>Shop</title><input placeholder="Search">
  <form action="/found"><label>Colour <input name="colour"></label><label>Size <select name="size"><option>S<option>L</select></label>
  <button>Look</button></form>
  <ul><li><span>Kettle</span> <button>Buy</button></li><li><span>Pot</span> <button>Buy</button></li></ul>
  <a href="/about">About us</a>`;

const FOUND = `<title>Found</title><p id="q"></p><ul><li><h2>Blue kettle</h2><p class="p">12.50 EUR</p></li></ul>
  <script>q.textContent = "You looked for " + new URLSearchParams(location.search).get("colour")</script>`;

const shop = () => notingServer((path) => (path === "/found" ? FOUND : path === "/" ? SHOP : undefined));

/** Calls of tools as a model makes them, and what was recorded of them. */
async function recorded(fixture: AgentFixture, origin: string, calls: [string, Record<string, unknown>][]) {
  const recorder = new CallRecorder();
  const { runner, workspace } = fixture;
  const guard = createGuard(recorder.wrap(runner), { task: origin, secrets: [], workspace });
  const ask = async () => "";
  const toolbox = new Toolbox({ guard, workspace, sees: false, schema: undefined, signal, ask, recorder });
  for (const [name, args] of calls) {
    const { ok, text } = await toolbox.run({ id: "1", name, args });
    expect([ok, text]).toEqual([true, expect.any(String)]);
  }
  await guard.end();
  return recorder.recording;
}

function ran(fixture: AgentFixture, scripting: Partial<ScriptAssignment>) {
  const { runner, workspace } = fixture;
  const nothing = { params: {}, schema: undefined, hosts: [], secrets: [], workspace };
  return startScript({ scripting: { script: "", ...nothing, ...scripting }, runner, onEvent: () => {}, signal }).result;
}

test("elements are recorded by what they say of themselves, never by number", async () => {
  using at = shop();
  await using fixture = await agentFixture();
  const { calls, hosts } = await recorded(fixture, at.origin, [
    ["open", { url: `${at.origin}/` }],
    ["state", {}],
    ["type", { index: 1, text: "kettle" }],
    ["fill", { fields: ["2=blue", "3=L"] }],
    ["click", { index: 6 }],
    ["click", { text: "Buy", near: 6 }],
    ["click", { index: 4 }],
    ["extract", { schema: '{"price":".p"}' }],
  ]);
  expect(hosts).toEqual([new URL(at.origin).host]);
  expect(calls.map(({ tool, args }) => [tool, args])).toEqual([
    ["open", { url: `${at.origin}/` }],
    ["type", { text: "kettle", role: "textbox", name: "Search" }],
    ["fill", { fields: ["Colour=blue", "Size=L"] }],
    ["click", { role: "button", name: "Buy", nth: 2 }],
    ["click", { role: "button", name: "Buy", nth: 1 }],
    ["click", { role: "button", name: "Look" }],
    ["extract", { schema: '{"price":".p"}' }],
  ]);
  expect(calls.at(-2)).toMatchObject({ acted: true, url: `${at.origin}/found?colour=blue&size=L` });
});

const LOOK = `await open({ url: params.shop }); await fill({ fields: ["Colour=" + params.colour] });
  await click({ role: "button", name: "Look" }); return (await extract({ schema: '{"price":".p","said":"#q"}' })).result`;
const SCHEMA = { type: "object", properties: { price: { type: "string" } }, required: ["price"] };

test("a script does the task again with other parameters, without a model", async () => {
  using at = shop();
  await using fixture = await agentFixture();
  const hosts = [new URL(at.origin).host];
  const params = { shop: `${at.origin}/`, colour: "green" };
  const result = await ran(fixture, { script: LOOK, params, schema: SCHEMA, hosts });
  expect(result).toMatchObject({
    ...{ reason: "done", success: true, usage: { input: 0, output: 0, costUsd: 0 } },
    output: { price: "12.50 EUR", said: "You looked for green" },
  });
});

test("a script that fails says where; its output must fit, hold something, and have been read", async () => {
  using at = shop();
  await using fixture = await agentFixture();
  const open = `await open({ url: ${JSON.stringify(`${at.origin}/`)} });`;
  const why = async (script: string) => {
    const { success, explanation } = await ran(fixture, { script, schema: SCHEMA, hosts: [new URL(at.origin).host] });
    expect(success).toBe(false);
    return explanation;
  };
  const missing = await why(`${open} await click({ role: "button", name: "Checkout" })`);
  expect(missing).toContain('no element matches --role "button" --name "Checkout"');
  expect(missing).not.toContain("Hint");
  expect(missing).toContain(`The page was ${at.origin}/.`);
  expect(await why(`${open} return { price: 12 }`)).toContain(
    'price: Instance type "number" is invalid. Expected "string".',
  );
  expect(await why(`${open} return`)).toContain("the script returned nothing");
  expect(await why(`${open} return { price: "99.95 EUR" }`)).toContain('no page showed: "99.95 EUR"');
  expect(
    await why(
      `${open} return { price: "99.95 EUR", title: (await extract({ schema: '{"title":"a"}' })).result.title }`,
    ),
  ).toContain('"99.95 EUR"');
  // Words of its own around what it read are none of that.
  const own = `${open} return { price: "The link says " + (await extract({ schema: '{"title":"a"}' })).result.title }`;
  expect(await ran(fixture, { script: own, schema: SCHEMA, hosts: [new URL(at.origin).host] })).toMatchObject({
    output: { price: "The link says About us" },
  });
});

test("a script keeps to its hosts", async () => {
  using at = shop();
  using other = notingServer(() => "elsewhere");
  await using fixture = await agentFixture();
  const script = `await open({ url: ${JSON.stringify(`${other.origin}/?q=1`)} }); return "there"`;
  const result = await ran(fixture, { script, allowedDomains: [new URL(at.origin).host] });
  expect(result.success).toBe(false);
  expect(other.received).toEqual([]);
});
