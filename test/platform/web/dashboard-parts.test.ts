/** Parts that all pages of the dashboard share: the menu on a phone, dialogs, errors with hints, names of controls. */

import { expect, test } from "bun:test";
import { type Data, type Fixture, fixture } from "../../fixture.ts";
import { until } from "../../support/until.ts";
import { served } from "../served.ts";
import { click, index, PAGES, signIn, workspace } from "./dashboards.ts";

const evaluated = async (t: Fixture, expression: string): Promise<Data> => (await t.svc("eval", expression)).result;
const focused = "(document.activeElement.ariaLabel ?? document.activeElement.textContent)";

/** Texts of cards that scroll sideways. */
const tooWide = `[...document.querySelectorAll(".card")].flatMap((one) =>
  one.scrollWidth > one.clientWidth ? [one.innerText] : [])`;

/** A scripted drop without a readable file. */
const DROPPED = `(() => { const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(["x"], "x.txt"));
  document.querySelector("main").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true })); })()`;

test("on a phone the menu opens the pages, also by keyboard, and no page is wider than the screen", async () => {
  await using p = await served();
  await using t = await fixture();
  const name = "averylongnamewithoutend".repeat(4);
  await p.call("POST", "/v3/profiles", { name });
  await p.call("POST", "/v3/workspaces", { name });
  await p.call("POST", "/v3/webhooks", { name, url: "https://example.com/" });
  await t.svc("viewport", "390x844");
  await signIn(t, p.url, p.key);
  const shown = `[...document.querySelectorAll("#nav a")].filter((one) => one.checkVisibility()).length`;
  expect(await evaluated(t, shown)).toBe(0);
  await t.svc("focus", await index(t, "button", "Menu"));
  await t.svc("keys", "Enter");
  expect(await evaluated(t, shown)).toBe(PAGES.length);
  await t.svc("keys", "Tab");
  expect(await evaluated(t, focused)).toBe("Browsers");
  await t.svc("keys", "Escape");
  expect(await evaluated(t, `${shown} + ${focused}`)).toBe("0Menu");
  for (const name of PAGES) {
    await click(t, "button", "Menu");
    await click(t, "link", name);
    await until(async () => (await evaluated(t, `document.querySelector("h1")?.textContent`)) === name, name);
    expect([name, await evaluated(t, `${shown} + " " + document.documentElement.scrollWidth`)]).toEqual([
      name,
      "0 390",
    ]);
    expect([name, await evaluated(t, tooWide)]).toEqual([name, []]);
  }
  // A long error does not wrap its button.
  await t.svc("eval", `void (location.hash = "/workspaces/${await workspace(p, "Files")}")`);
  await t.svc("wait", "text", "No file yet");
  await evaluated(t, DROPPED);
  await t.svc("wait", "text", "The dropped items contain no files.");
  const lines = `(() => { const all = document.createRange(); all.selectNodeContents(document.querySelector("#failure button"));
    return all.getClientRects().length; })()`;
  expect(await evaluated(t, lines)).toBe(1);
});

test("every control of every page has a name", async () => {
  await using p = await served();
  await using t = await fixture();
  await p.call("POST", "/v3/profiles", { name: "Work" });
  const { id } = await p.browser();
  const space = await workspace(p, "Files");
  const hook = (await p.call("POST", "/v3/webhooks", { url: "https://example.com/" })).body;
  await signIn(t, p.url, p.key);
  const unnamed = async () => {
    const { elements } = await t.svc("state", "--all");
    return elements.filter((one: Data) => !one.name).map((one: Data) => one.role);
  };
  for (const name of PAGES) {
    await click(t, "link", name);
    await until(async () => (await evaluated(t, `document.querySelector("h1")?.textContent`)) === name, name);
    expect([name, await unnamed()]).toEqual([name, []]);
  }
  for (const [path, there] of [
    [`browsers/${id}`, "All browsers"],
    [`workspaces/${space}`, "No file yet"],
    [`webhooks/${hook.id}`, "Nothing was sent yet"],
    ["skills/market", "No skill is public yet"],
    ["settings/server", "Database"],
  ] as const) {
    await t.svc("eval", `void (location.hash = "/${path}")`);
    await t.svc("wait", "text", there);
    expect([path, await unnamed()]).toEqual([path, []]);
  }
  await t.svc("eval", `void (location.hash = "/webhooks")`);
  await click(t, "button", "Create a webhook");
  await t.svc("wait", "selector", "dialog[open]");
  expect(await unnamed()).toEqual([]);
});

/** Refuses the next change with a hint, or fails it like a lost connection. */
const REFUSE = (how: "refused" | "cut") => `(() => { const real = fetch; window.fetch = async (...args) => {
  if ((args[1]?.method ?? "GET") === "GET") return real(...args);
  window.fetch = real;
  if (${JSON.stringify(how)} === "cut") throw new TypeError("connection lost");
  return Response.json({ detail: "Too many of them", hint: "Delete one." }, { status: 400 }); }; })()`;

test("a dialog keeps its input after a refusal, which it shows with its hint, and after a lost connection", async () => {
  await using p = await served();
  await using t = await fixture();
  await signIn(t, p.url, p.key);
  await click(t, "link", "Profiles");
  await t.svc("wait", "text", "No profile yet");
  await click(t, "button", "Create a profile");
  await t.svc("input", await index(t, "textbox", "Name"), "Work");
  for (const [how, message] of [
    ["refused", "Too many of them. Delete one."],
    ["cut", "The server does not answer."],
  ] as const) {
    await t.svc("eval", REFUSE(how));
    await click(t, "button", "Create");
    await t.svc("wait", "text", message);
    expect(await evaluated(t, `document.querySelector("dialog input").value`)).toBe("Work");
  }
  await click(t, "button", "Create");
  await t.svc("wait", "selector", "td code");
});

test("a dialog traps the focus and returns it to its opener, also if that was rendered again", async () => {
  await using p = await served();
  await using t = await fixture();
  await p.call("POST", "/v3/profiles", { name: "Work" });
  await signIn(t, p.url, p.key);
  await click(t, "link", "Profiles");
  await t.svc("wait", "selector", "td code");
  await t.svc("focus", await index(t, "button", "Rename Work"));
  await t.svc("keys", "Enter");
  await t.svc("wait", "selector", "dialog[open]");
  for (let n = 0; n < 5; n++) {
    await t.svc("keys", "Tab");
    expect(await evaluated(t, `document.activeElement.closest("dialog, html").tagName`)).toMatch(/DIALOG|HTML/);
    expect(await evaluated(t, `document.activeElement.closest("main, header")`)).toBeNull();
  }
  await t.svc("keys", "Escape");
  await t.svc("wait", "selector", "dialog", "--state", "detached");
  expect(await evaluated(t, focused)).toBe("Rename Work");
  await t.svc("keys", "Enter");
  await t.svc("wait", "selector", "dialog[open]");
  await click(t, "button", "Rename");
  await t.svc("wait", "selector", "dialog", "--state", "detached");
  expect(await evaluated(t, focused)).toBe("Rename Work");
});

test("a failed action is shown with its hint until it is dismissed", async () => {
  await using p = await served();
  await using t = await fixture();
  await p.browser();
  await signIn(t, p.url, p.key);
  await t.svc("wait", "text", "1 running");
  await t.svc("eval", REFUSE("refused"));
  const { elements } = await t.svc("state", "--all");
  await t.svc("click", String(elements.find((one: Data) => /^Stop /.test(one.name)).index));
  await t.svc("wait", "text", "Too many of them. Delete one.");
  await click(t, "button", "Dismiss");
  expect(await evaluated(t, `document.getElementById("failure").textContent + document.activeElement.id`)).toBe("main");
});

test("a missing item shows an error with links to its list and to try again", async () => {
  await using p = await served();
  await using t = await fixture();
  await signIn(t, p.url, p.key);
  for (const [path, message, name] of [
    ["workspaces", "Workspace not found", "Workspaces"],
    ["skills", "Skill not found", "Skills"],
    ["webhooks", "Webhook not found", "Webhooks"],
  ] as const) {
    await t.svc("eval", `void (location.hash = "/${path}/${crypto.randomUUID()}")`);
    await t.svc("wait", "text", message);
    await index(t, "button", "Try again");
    await click(t, "link", `Back to ${name}`);
    await until(async () => (await evaluated(t, `document.querySelector("h1")?.textContent`)) === name, name);
  }
});
