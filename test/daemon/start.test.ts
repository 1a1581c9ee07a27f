/** Starting a daemon from here starts this very file, which is no daemon and ends at once: what a broken one looks like. */
import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startDaemon } from "../../src/daemon/start.ts";
import { Failure } from "../../src/errors.ts";
import { noteCovered, ROOT } from "../fixture.ts";

const COMMON = { begins: false, notify() {} };

test("a daemon that does not come up is told at once, and leaves no lock", async () => {
  mkdirSync(ROOT, { recursive: true });
  const home = mkdtempSync(join(ROOT, "s"));
  try {
    const request = {
      home,
      name: "default",
      options: {},
      timeoutMs: 10_000,
      ...COMMON,
      signal: AbortSignal.timeout(10_000),
    };
    const error = await startDaemon(request).catch((error) => error);
    expect(error).toBeInstanceOf(Failure);
    expect(error).toMatchObject({ code: "daemon", hint: expect.stringContaining("cli.log") });
    expect(readFileSync(join(home, "cli.log"), "utf8")).not.toBe("");
    expect(readdirSync(home)).toEqual(["cli.log"]);
    noteCovered({ command: "", code: "daemon" });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

test("options that cannot be used together are refused before anything is started", async () => {
  const request = { home: "/nowhere", name: "x", timeoutMs: 1_000, ...COMMON, signal: AbortSignal.timeout(1_000) };
  for (const options of [
    { profile: "a", cdpUrl: "http://x" },
    { connect: true, cdpUrl: "http://x" },
    { headed: true, connect: true },
  ]) {
    expect(await startDaemon({ ...request, options }).catch((error) => error)).toMatchObject({ code: "usage" });
  }
});
