/** Workspaces in the dashboard, used as a person uses them: files and folders are dropped, sent, cancelled, read and deleted. */
import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Data, type Fixture, fixture, ROOT } from "../fixture.ts";
import { click, index, signIn } from "./dashboards.ts";
import { served, type TestPlatform } from "./served.ts";
import { personsBrowser, type TestTab, until } from "./viewing.ts";

const evaluated = async (t: Fixture, expression: string): Promise<Data> => (await t.svc("eval", expression)).result;
const rows = `[...document.querySelectorAll("td[data-head=Name]")].map((one) => one.textContent)`;

async function workspace(p: TestPlatform, name: string): Promise<string> {
  const { status, body } = await p.call("POST", "/v3/workspaces", { name });
  expect(status).toBe(201);
  return body.id;
}

/** Puts a file there, as a caller of the API does. */
async function put(p: TestPlatform, id: string, path: string, text: string): Promise<void> {
  const files = [{ name: path, contentType: "text/plain", size: text.length }];
  const { body } = await p.call("POST", `/v3/workspaces/${id}/files/upload`, { files });
  const headers = { "content-type": "text/plain" };
  expect((await fetch(body.files[0].uploadUrl, { method: "PUT", body: text, headers })).status).toBe(200);
}

async function paths(p: TestPlatform, id: string, prefix = ""): Promise<string[]> {
  const query = new URLSearchParams({ prefix, limit: "100" });
  const { body } = await p.call("GET", `/v3/workspaces/${id}/files?${query}`);
  return body.files.map(({ path, size }: Data) => `${path} ${size}`);
}

test("a workspace is made, renamed and deleted, which is asked before", async () => {
  await using p = await served();
  await using t = await fixture();
  await signIn(t, p.url, p.key);
  await click(t, "link", "Workspaces");
  await t.svc("wait", "text", "No workspace yet");
  await click(t, "button", "Make a workspace");
  await t.svc("input", await index(t, "textbox", "Name"), "Invoices");
  await click(t, "button", "Make");
  await t.svc("wait", "text", "No file yet");
  await click(t, "button", "Rename Invoices");
  await t.svc("input", await index(t, "textbox", "Name"), "<b>Bills</b>");
  await t.svc("keys", "Enter");
  await until(async () => (await evaluated(t, `document.querySelector("h1").textContent`)) === "<b>Bills</b>");
  await click(t, "link", "All workspaces");
  await t.svc("wait", "text", "1 workspace");
  await click(t, "button", "Delete <b>Bills</b>");
  await t.svc("wait", "text", "All its files are lost for good");
  await t.svc("keys", "Escape");
  expect((await p.call("GET", "/v3/workspaces")).body.totalItems).toBe(1);
  await click(t, "button", "Delete <b>Bills</b>");
  await click(t, "button", "Delete");
  await t.svc("wait", "text", "No workspace yet");
  expect((await p.call("GET", "/v3/workspaces")).body.totalItems).toBe(0);
});

test("files are read in their folders, downloaded, replaced after a question, and deleted with their folder", async () => {
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
  await t.svc("wait", "text", "2 files (6 B) in it are lost for good.");
  await click(t, "button", "Delete");
  await t.svc("wait", "text", "No file yet");
  expect(await paths(p, id)).toEqual([]);
});

/** Drops files and folders of this machine on the page. */
async function drop({ session }: TestTab, ...files: string[]): Promise<void> {
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await session.send("Input.dispatchDragEvent", { type, x: 200, y: 400, data });
}

async function opened(p: TestPlatform, person: Data, id: string): Promise<TestTab> {
  const page: TestTab = await person.open(`${p.url}/dashboard/`);
  await page.evaluate(`sessionStorage.setItem("svc-key", ${JSON.stringify(p.key)})`);
  await page.evaluate(`void (location.hash = "#/workspaces/${id}")`);
  await until(() => page.evaluate(`document.body.innerText.includes("No file yet")`));
  return page;
}

test("files and folders that are dropped are sent with all that they hold, and go on while another page is looked at", async () => {
  await using p = await served();
  await using person = await personsBrowser(p);
  const id = await workspace(p, "Drops");
  const page = await opened(p, person, id);
  const folder = join(p.home, "dropped");
  mkdirSync(join(folder, "deep", "er"), { recursive: true });
  for (let n = 0; n < 120; n++) writeFileSync(join(folder, "deep", `${n}.txt`), "x".repeat(n));
  writeFileSync(join(folder, "deep", "er", "ünï.txt"), "deepest");
  writeFileSync(join(p.home, "single.bin"), new Uint8Array(5_000));
  await drop(page, folder, join(p.home, "single.bin"));
  await until(() => page.evaluate(`!document.getElementById("uploads").hidden`), "the list of uploads");
  await page.evaluate(`void (location.hash = "#/profiles")`);
  await until(() => page.evaluate(`document.getElementById("status").textContent === "122 files were uploaded."`));
  expect(await paths(p, id, "single")).toEqual(["single.bin 5000"]);
  expect(await paths(p, id, "dropped/deep/er/")).toEqual(["dropped/deep/er/ünï.txt 7"]);
  expect(await paths(p, id, "dropped/deep/0")).toEqual(["dropped/deep/0.txt 0"]);
  expect(await paths(p, id, "dropped/deep/99")).toEqual(["dropped/deep/99.txt 99"]);
});

/** Bytes in a second. */
const slowly = (uploadThroughput: number) => ({
  ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput },
});

const moving = `document.querySelector("#uploads li progress")?.value`;

test("an upload is cancelled by keyboard, and leaves nothing; what the server refuses is told", async () => {
  await using p = await served();
  await using person = await personsBrowser(p);
  const id = await workspace(p, "Slow");
  const page = await opened(p, person, id);
  const { session } = page;
  const file = join(p.home, "slow.bin");
  writeFileSync(file, new Uint8Array(400_000));
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slowly(50_000));
  await drop(page, file);
  await until(async () => (await page.evaluate(moving)) > 0, "progress");
  await page.evaluate(`document.querySelector("[aria-label='Cancel slow.bin']").focus()`);
  await session.send("Input.dispatchKeyEvent", { type: "keyDown", key: "Enter", code: "Enter", text: "\r" });
  await session.send("Input.dispatchKeyEvent", { type: "keyUp", key: "Enter", code: "Enter" });
  await until(() => page.evaluate(`document.getElementById("uploads").hidden`), "the end of the upload");
  expect(await page.evaluate("document.activeElement.id")).toBe("main");
  expect(await paths(p, id)).toEqual([]);
  await p.call("DELETE", `/v3/workspaces/${id}`);
  await drop(page, file);
  await until(() => page.evaluate(`document.getElementById("failure").textContent.includes("not found")`), "refusal");
});

test("a file is sent again when the server was away meanwhile", async () => {
  const home = mkdtempSync(join(ROOT, "h"));
  const first = await served({ home });
  await using person = await personsBrowser(first);
  try {
    const id = await workspace(first, "Lost");
    const page = await opened(first, person, id);
    const file = join(home, "lost.bin");
    writeFileSync(file, new Uint8Array(400_000));
    await page.session.send("Network.enable");
    await page.session.send("Network.emulateNetworkConditions", slowly(50_000));
    await drop(page, file);
    await until(async () => (await page.evaluate(moving)) > 0, "progress");
    await first[Symbol.asyncDispose]();
    const waits = `document.getElementById("uploads").innerText.includes("waits for the server")`;
    await until(() => page.evaluate(waits), "waiting");
    await page.session.send("Network.emulateNetworkConditions", slowly(-1));
    await using again = await served({ home, port: Number(new URL(first.url).port) });
    await until(async () => (await paths(again, id)).includes("lost.bin 400000"), "the file");
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
