/** Skills in the dashboard: created, run by a form, improved, restored, published and cloned. */

import { expect, test } from "bun:test";
import { diff } from "../../../src/platform/web/page/views/skills/diff.ts";
import { type Data, type Fixture, fixture } from "../../fixture.ts";
import { call } from "../../models/server.ts";
import { until } from "../../support/until.ts";
import { ASKED, handIn, isDrafting, lookUp, openShop, scriptOf, skillFixture } from "../skills/skill-fixture.ts";
import { click, index, signIn } from "./dashboards.ts";

const evaluated = async (t: Fixture, expression: string): Promise<Data> => (await t.svc("eval", expression)).result;
const cells = (head: string) =>
  `[...document.querySelectorAll("td[data-head='${head}']")].map((one) => one.textContent)`;
const go = (t: Fixture, path: string) => t.svc("eval", `void (location.hash = "/${path}")`);

test("a skill is created from a goal, shows its progress, and runs with a form for its parameters", async () => {
  using shop = openShop();
  const release = Promise.withResolvers<void>();
  await using s = await skillFixture(async (asked) => {
    await release.promise;
    return isDrafting(asked) ? handIn(scriptOf(shop)) : lookUp(shop)(asked);
  });
  await using t = await fixture();
  await signIn(t, s.p.url, s.p.key);
  await click(t, "link", "Skills");
  await t.svc("wait", "text", "No skill yet");
  await click(t, "button", "Create a skill");
  await t.svc("wait", "selector", "dialog[open]");
  await t.svc("input", await index(t, "textbox", "Goal"), ASKED.goal);
  await t.svc("input", await index(t, "textbox", "Task of the demonstration"), ASKED.agentPrompt);
  await t.svc("input", await index(t, "textbox", "Title"), "<b>Prices</b>");
  await click(t, "button", "Create");
  await t.svc("wait", "text", "An agent demonstrates the task");
  release.resolve();
  await t.svc("wait", "text", "Version 1");
  await t.svc("wait", "selector", "form.run");
  expect(await evaluated(t, `document.querySelector("h1").textContent`)).toBe("<b>Prices</b> ready");
  await t.svc("input", await index(t, "textbox", "product"), "red pot");
  await click(t, "button", "Run");
  await t.svc("wait", "text", "31.00 EUR");
  expect(await evaluated(t, `document.querySelector("main").innerText`)).toContain("looked for red pot");
  // The input stays when the page reloads its data.
  expect(await evaluated(t, `document.querySelector("form.run input").value`)).toBe("red pot");
  await t.svc("input", await index(t, "textbox", "product"), "green pan");
  await t.svc(
    "uncheck",
    await index(t, "checkbox", "If the script fails, let an agent do the task and repair the script"),
  );
  await click(t, "button", "Run");
  await t.svc("wait", "text", "there is no such product");
  await click(t, "link", "Runs");
  await t.svc("wait", "text", "2 runs");
  expect(await evaluated(t, cells("State"))).toEqual(["failed", "completed"]);
  const { elements } = await t.svc("state", "--all");
  await t.svc("click", String(elements.find(({ name }: Data) => name.startsWith("Output of")).index));
  await t.svc("wait", "selector", "dialog[open]");
  expect(await evaluated(t, `document.querySelector("dialog pre").textContent`)).toContain('"price": "31.00 EUR"');
  await t.svc("keys", "Escape");
  await t.svc("click", String(elements.find(({ name }: Data) => name.startsWith("Session of")).index));
  await t.svc("wait", "text", "All sessions");
  await go(t, "skills");
  await t.svc("wait", "text", "1 skill");
  await t.svc("input", await index(t, "searchbox", "Search skills"), "kettles");
  await t.svc("wait", "text", "No skill matches");
  await t.svc("input", await index(t, "searchbox", "Search skills"), "prices");
  await t.svc("select", await index(t, "combobox", "Category"), "e-commerce");
  await t.svc("wait", "text", "1 skill");
  await click(t, "button", "Disable <b>Prices</b>");
  await t.svc("wait", "text", "disabled");
  expect((await s.p.call("GET", "/v2/skills")).body.items).toMatchObject([{ isEnabled: false }]);
});

test("a version is improved, compared and restored, and a running generation is cancelled", async () => {
  using shop = openShop();
  const release = Promise.withResolvers<void>();
  let drafts = 0;
  await using s = await skillFixture(async (asked) => {
    if (!isDrafting(asked)) return lookUp(shop)(asked);
    drafts++;
    if (drafts > 2) await release.promise;
    return handIn(
      drafts === 1 ? scriptOf(shop) : scriptOf(shop).replace("return result;", "return { price: result.price };"),
    );
  });
  const { id } = await s.made();
  await using t = await fixture();
  await signIn(t, s.p.url, s.p.key);
  await go(t, `skills/${id}`);
  await t.svc("wait", "selector", "form.run");
  const improve = async () => {
    await click(t, "button", "Improve");
    await t.svc("input", await index(t, "textbox", "What should be different"), "Give the price alone, please");
    await t.svc("eval", `document.querySelector("dialog [type=submit]").click()`);
  };
  await improve();
  await t.svc("wait", "text", "Version 2");
  await click(t, "link", "Versions");
  await t.svc("wait", "text", "1 line added, 1 removed");
  expect(await evaluated(t, `document.querySelector("ins").textContent`)).toBe("+     return { price: result.price };");
  expect(await evaluated(t, `document.querySelector("del").textContent`)).toBe("−     return result;");
  await click(t, "button", "Restore version 1");
  await click(t, "button", "Restore");
  await until(async () => (await evaluated(t, cells("State"))).join() === ",in use");
  expect((await s.p.call("GET", `/v2/skills/${id}`)).body.currentVersion).toBe(1);
  await improve();
  await t.svc("wait", "text", "Version 1 can be run meanwhile");
  await click(t, "button", "Cancel the generation");
  await t.svc("wait", "text", "Cancelled");
  release.resolve();
  expect(await s.settled(id)).toMatchObject({ status: "finished", currentVersion: 1 });
});

test("a skill is published after confirmation, run and cloned in the marketplace, edited, and deleted", async () => {
  using shop = openShop();
  const parameters = [
    { name: "product", type: "string", required: true, description: "Its name", example: "blue kettle" },
    { name: "sizes", type: "array", required: false, description: "Any of them", example: [] },
  ];
  const script = `print(params.sizes ?? "any");\n${scriptOf(shop)}`;
  await using s = await skillFixture((asked) =>
    isDrafting(asked) ? handIn(script, { parameters }) : lookUp(shop)(asked),
  );
  const { id } = await s.made();
  await using t = await fixture();
  await signIn(t, s.p.url, s.p.key);
  await go(t, `skills/${id}`);
  await t.svc("wait", "selector", "form.run");
  await click(t, "button", "Edit");
  await t.svc("input", await index(t, "textbox", "Title"), "Prices of the shop");
  await t.svc("check", await index(t, "checkbox", "seo"));
  await click(t, "button", "Save");
  await t.svc("wait", "text", "e-commerce, seo");
  await click(t, "button", "Publish");
  await t.svc("wait", "text", "it may contain text that was typed");
  await t.svc("eval", `document.querySelector("dialog [type=submit]").click()`);
  await t.svc("wait", "text", "Withdraw");
  await go(t, "skills/market");
  await click(t, "link", "Prices of the shop");
  await t.svc("wait", "selector", "form.run");
  await t.svc("input", await index(t, "textbox", "product"), "red pot");
  await t.svc("input", await index(t, "textbox", "sizes (optional)"), "large");
  await click(t, "button", "Run");
  await t.svc("wait", "text", "sizes is not JSON");
  await t.svc("input", await index(t, "textbox", "sizes (optional)"), '["large"]');
  await click(t, "button", "Run");
  await t.svc("wait", "text", "31.00 EUR");
  await click(t, "button", "Clone Prices of the shop");
  await t.svc("wait", "text", "All skills");
  await until(async () => (await evaluated(t, "location.hash")).endsWith(id) === false);
  await t.svc("wait", "selector", "form.run");
  await click(t, "button", "Delete");
  await t.svc("wait", "text", "All its versions will be deleted permanently");
  await t.svc("eval", `document.querySelector("dialog [type=submit]").click()`);
  await t.svc("wait", "text", "1 skill");
  expect((await s.p.call("GET", "/v2/skills")).body.items).toMatchObject([{ id, title: "Prices of the shop" }]);
});

test("secrets of a script are requested for runs and improvements and never shown", async () => {
  using shop = openShop();
  const script = scriptOf(shop).replaceAll("params.product", '"<secret>product</secret>"');
  await using s = await skillFixture((asked) =>
    isDrafting(asked) ? handIn(script, { parameters: [] }) : lookUp(shop)(asked),
  );
  const { id, secrets } = await s.made({ secrets: { product: "blue kettle" } });
  expect(secrets).toEqual(["product"]);
  await using t = await fixture();
  await signIn(t, s.p.url, s.p.key);
  await go(t, `skills/${id}`);
  await t.svc("wait", "selector", "form.run");
  expect(await evaluated(t, `document.querySelector("form.run input").type`)).toBe("password");
  await t.svc("input", await index(t, "textbox", "product"), "red pot");
  await click(t, "button", "Run");
  await t.svc("wait", "text", "31.00 EUR");
  expect(await evaluated(t, `document.querySelector("main").innerText`)).not.toContain("red pot");
  await click(t, "button", "Improve");
  await t.svc("input", await index(t, "textbox", "What should be different"), "Give the price alone, please");
  const dialog = "document.querySelector('dialog')";
  await t.svc(
    "eval",
    `${dialog}.querySelector("[type=password]").value = "red pot"; ${dialog}.querySelector("[type=submit]").click()`,
  );
  await t.svc("wait", "text", "Version 2");
  expect(shop.asked.at(-1)).toBe("red pot");
});

test("a skill whose generation failed shows the reason", async () => {
  await using s = await skillFixture((asked) =>
    isDrafting(asked) ? "no" : call("done", { success: false, output: "The shop is closed", evidence: "" }),
  );
  const { id } = await s.made();
  await using t = await fixture();
  await signIn(t, s.p.url, s.p.key);
  await go(t, `skills/${id}`);
  await t.svc("wait", "text", "The shop is closed");
  await t.svc("wait", "text", "the generation did not finish");
});

test("scripts are compared line by line", () => {
  const lines = (a: string, b: string) =>
    diff(a, b).map(({ kind, text }) => `${{ same: "=", added: "+", removed: "-" }[kind]}${text}`);
  expect(lines("a\nb\nc", "a\nx\nc\nd")).toEqual(["=a", "-b", "+x", "=c", "+d"]);
  expect(lines("same", "same")).toEqual(["=same"]);
  expect(lines("", "new")).toEqual(["-", "+new"]);
});
