/** Starting a daemon from a test starts this file, which is not a daemon and ends at once, like a broken one. */

import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startDaemon } from "../../src/daemon/start.ts";
import { noteCovered } from "../fixture.ts";
import { failureOf } from "../support/failure.ts";
import { temporaryFolder } from "../support/folder.ts";

const COMMON = { begins: false, notify() {} };

test("reports at once that a daemon did not start, and leaves no lock", async () => {
  using home = temporaryFolder();
  const request = {
    home: home.path,
    name: "default",
    options: {},
    timeoutMs: 10_000,
    ...COMMON,
    signal: AbortSignal.timeout(10_000),
  };
  expect(await failureOf(startDaemon(request))).toMatchObject({
    code: "daemon",
    hint: expect.stringContaining("cli.log"),
  });
  expect(readFileSync(join(home.path, "cli.log"), "utf8")).not.toBe("");
  expect(readdirSync(home.path)).toEqual(["cli.log"]);
  noteCovered({ command: "", code: "daemon" });
});

test("refuses incompatible options before anything starts", async () => {
  const request = { home: "/nowhere", name: "x", timeoutMs: 1_000, ...COMMON, signal: AbortSignal.timeout(1_000) };
  for (const options of [
    { profile: "a", cdpUrl: "http://x" },
    { connect: true, cdpUrl: "http://x" },
    { headed: true, connect: true },
  ]) {
    expect(await failureOf(startDaemon({ ...request, options }))).toMatchObject({ code: "usage" });
  }
});
