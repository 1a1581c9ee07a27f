/** Uploads in the dashboard: files and folders are dropped, sent, cancelled and retried. */

import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Data } from "../../fixture.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { until } from "../../support/until.ts";
import { personsBrowser, type TestTab } from "../live/viewing.ts";
import { served, type TestPlatform } from "../served.ts";
import { paths, workspace } from "./dashboards.ts";

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

test("dropped files and folders are uploaded completely, also while another page is open", async () => {
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

/** Network conditions with an upload rate in bytes per second. */
const slowly = (uploadThroughput: number) => ({
  ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput },
});

const moving = `document.querySelector("#uploads li progress")?.value`;

test("cancelling an upload by keyboard leaves no file, and a refused upload is reported", async () => {
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

test("an upload is retried after the server was unreachable", async () => {
  using home = temporaryFolder();
  const first = await served({ home: home.path });
  await using person = await personsBrowser(first);
  const id = await workspace(first, "Lost");
  const page = await opened(first, person, id);
  const file = join(home.path, "lost.bin");
  writeFileSync(file, new Uint8Array(400_000));
  await page.session.send("Network.enable");
  await page.session.send("Network.emulateNetworkConditions", slowly(50_000));
  await drop(page, file);
  await until(async () => (await page.evaluate(moving)) > 0, "progress");
  await first[Symbol.asyncDispose]();
  const waits = `document.getElementById("uploads").innerText.includes("waiting for the server")`;
  await until(() => page.evaluate(waits), "waiting");
  await page.session.send("Network.emulateNetworkConditions", slowly(-1));
  await using again = await served({ home: home.path, port: Number(new URL(first.url).port) });
  await until(async () => (await paths(again, id)).includes("lost.bin 400000"), "the file");
});
