/** Workspaces in the dashboard: files are listed, downloaded, replaced and deleted, and sessions use them. */

import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Data, type Fixture, fixture } from "../../fixture.ts";
import { until } from "../../support/until.ts";
import { scripted } from "../agents/agents.ts";
import { serverHome } from "../process.ts";
import { served, type TestPlatform } from "../served.ts";
import { click, index, paths, signIn, workspace } from "./dashboards.ts";

const evaluated = async (t: Fixture, expression: string): Promise<Data> => (await t.svc("eval", expression)).result;
const rows = `[...document.querySelectorAll("td[data-head=Name]")].map((one) => one.textContent)`;

/** Uploads a file through the API. */
async function put(p: TestPlatform, id: string, path: string, text: string): Promise<void> {
  const files = [{ name: path, contentType: "text/plain", size: text.length }];
  const { body } = await p.call("POST", `/v3/workspaces/${id}/files/upload`, { files });
  const headers = { "content-type": "text/plain" };
  expect((await fetch(body.files[0].uploadUrl, { method: "PUT", body: text, headers })).status).toBe(200);
}

test("a workspace is created, renamed, and deleted after confirmation", async () => {
  await using p = await served();
  await using t = await fixture();
  await signIn(t, p.url, p.key);
  await click(t, "link", "Workspaces");
  await t.svc("wait", "text", "No workspace yet");
  await click(t, "button", "Create a workspace");
  await t.svc("input", await index(t, "textbox", "Name"), "Invoices");
  await click(t, "button", "Create");
  await t.svc("wait", "text", "No file yet");
  await click(t, "button", "Rename Invoices");
  await t.svc("input", await index(t, "textbox", "Name"), "<b>Bills</b>");
  await t.svc("keys", "Enter");
  await until(async () => (await evaluated(t, `document.querySelector("h1").textContent`)) === "<b>Bills</b>");
  await click(t, "link", "All workspaces");
  await t.svc("wait", "text", "1 workspace");
  await click(t, "button", "Delete <b>Bills</b>");
  await t.svc("wait", "text", "All its files will be deleted permanently");
  await t.svc("keys", "Escape");
  expect((await p.call("GET", "/v3/workspaces")).body.totalItems).toBe(1);
  await click(t, "button", "Delete <b>Bills</b>");
  await click(t, "button", "Delete");
  await t.svc("wait", "text", "No workspace yet");
  expect((await p.call("GET", "/v3/workspaces")).body.totalItems).toBe(0);
});

test("files are listed by folder, downloaded, replaced after confirmation, and deleted with their folder", async () => {
  await using p = await served();
  await using t = await fixture();
  const id = await workspace(p, "Invoices");
  await put(p, id, "notes.txt", "first");
  await put(p, id, "reports/2026/may #1.txt", "may");
  await put(p, id, "reports/old.txt", "old");
  await signIn(t, p.url, p.key);
  await t.svc("eval", `void (location.hash = "/workspaces/${id}")`);
  await t.svc("wait", "text", "notes.txt");
  expect(await evaluated(t, rows)).toEqual(["reports/", "notes.txt"]);
  await click(t, "link", "Folder reports/");
  await t.svc("wait", "text", "old.txt");
  expect(await evaluated(t, rows)).toEqual(["2026/", "old.txt"]);
  await click(t, "link", "Folder 2026/");
  await t.svc("wait", "text", "may #1.txt");
  await t.svc(
    "eval",
    `void addEventListener("click", (event) => {
    if (event.target.localName !== "a") return;
    event.preventDefault();
    window.text = fetch(event.target.href).then((answer) => answer.text());
  }, true), HTMLAnchorElement.prototype.click = function () { this.ownerDocument.body.append(this); this.dispatchEvent(new MouseEvent("click", { cancelable: true })); }`,
  );
  await click(t, "button", "Download may #1.txt");
  await until(() => evaluated(t, "typeof window.text === 'object'"));
  expect(await evaluated(t, "window.text")).toBe("may");
  await t.svc("reload");
  await t.svc("wait", "text", "may #1.txt");
  await click(t, "link", "Invoices");
  await t.svc("wait", "text", "notes.txt");
  const choose = `(() => { const given = new DataTransfer();
    given.items.add(new File(["second!"], "notes.txt", { type: "text/plain" }));
    const field = [...document.querySelectorAll("input[type=file]")].find((one) => !one.webkitdirectory);
    field.files = given.files; field.dispatchEvent(new Event("change")); })()`;
  await t.svc("eval", choose);
  await t.svc("wait", "text", "Replace this file?");
  await click(t, "button", "Cancel");
  expect(await paths(p, id)).toContain("notes.txt 5");
  await t.svc("eval", choose);
  await t.svc("wait", "text", "Replace this file?");
  await click(t, "button", "Replace");
  await until(async () => (await paths(p, id)).includes("notes.txt 7"));
  await click(t, "button", "Delete notes.txt");
  await click(t, "button", "Delete");
  await click(t, "button", "Delete reports/");
  await t.svc("wait", "text", "2 files (6 B) in it will be deleted permanently.");
  await click(t, "button", "Delete");
  await t.svc("wait", "text", "No file yet");
  expect(await paths(p, id)).toEqual([]);
});

test("a session starts in a workspace and links to its files", async () => {
  const parts = scripted({ look: async () => ({ output: "looked" }) });
  using home = serverHome();
  const models = [{ name: "scripted", model: "scripted", baseUrl: "http://127.0.0.1:9/v1" }];
  writeFileSync(join(home.path, "models.json"), JSON.stringify({ models }));
  await using p = await served({ home: home.path }, parts);
  await using t = await fixture();
  const id = await workspace(p, "Shared");
  await put(p, id, "notes.txt", "first");
  await signIn(t, p.url, p.key);
  await t.svc("eval", `void (location.hash = "/workspaces/${id}")`);
  await t.svc("wait", "text", "notes.txt");
  await click(t, "button", "Start a session");
  await t.svc("wait", "selector", "dialog[open]");
  expect(await evaluated(t, `document.querySelector("[name=workspaceId]").selectedOptions[0].text`)).toStartWith(
    "Shared",
  );
  await t.svc("input", await index(t, "textbox", "Task"), "look");
  await click(t, "button", "Start");
  await t.svc("wait", "text", "All sessions");
  const [session] = (await p.call("GET", "/v3/sessions")).body.sessions;
  expect(session).toMatchObject({ workspaceId: id });
  await click(t, "link", "Files");
  await t.svc("wait", "text", "notes.txt");
  // A session without a workspace gets one of its own, which is not listed.
  const own = (await p.call("POST", "/v3/sessions", { task: "look", proxyCountryCode: null })).body;
  await t.svc("eval", `void (location.hash = "/sessions/${own.id}")`);
  await t.svc("wait", "text", "All sessions");
  await click(t, "link", "Files");
  await t.svc("wait", "text", "No file yet");
  expect(await evaluated(t, "location.hash")).toBe(`#/workspaces/${own.workspaceId}`);
});

test("on a phone each value of a file has its own line", async () => {
  await using p = await served();
  await using t = await fixture();
  const id = await workspace(p, "Invoices");
  await put(p, id, "notes.txt", "first");
  await t.svc("viewport", "390x844");
  await signIn(t, p.url, p.key);
  await t.svc("eval", `void (location.hash = "/workspaces/${id}")`);
  await t.svc("wait", "text", "notes.txt");
  const widths = `["Name", "Size", "Changed"].map((one) => document.querySelector("td[data-head=" + one + "]").clientWidth)`;
  const [name, size, changed] = await evaluated(t, widths);
  expect([size, changed]).toEqual([name, name]);
});
