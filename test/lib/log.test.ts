/** Errors in the log: the message of an expected one, the stack of a bug. */
import { expect, test } from "bun:test";
import { join } from "node:path";

const SOURCES = join(import.meta.dir, "../../src");

function logged(environment: Record<string, string> = {}): string[] {
  const script = `
    const { log, logAsJson } = await import("${SOURCES}/lib/log.ts");
    const { Failure } = await import("${SOURCES}/errors.ts");
    logAsJson();
    log.error("expected:", new Failure("io", "the disk is full"));
    log.error("a bug:", new TypeError("x is not a function"));`;
  const { stderr } = Bun.spawnSync([process.execPath, "-e", script], {
    env: { ...process.env, ...environment },
    stderr: "pipe",
  });
  return stderr
    .toString()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).message);
}

test("logs the message of a failure, and the stack of a bug", () => {
  const [expected, bug] = logged({ SVC_DEBUG: "" });
  expect(expected).toBe("expected: the disk is full");
  expect(bug).toMatch(/^a bug: TypeError: x is not a function\n\s+at /);
});

test("with SVC_DEBUG, logs the stack of a failure too", () => {
  expect(logged({ SVC_DEBUG: "1" })[0]).toMatch(/^expected: Failure: the disk is full\n\s+at /);
});
