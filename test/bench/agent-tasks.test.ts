/** The tasks of the agent bench: no scorer may take a wrong end for the right one. Without a browser. */
import { expect, test } from "bun:test";
import { TASKS } from "../../bench/agent/tasks.ts";

test("there are at least 60 tasks, each with a name of its own, wrong ends and an oracle", () => {
  expect(TASKS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(TASKS.map(({ name }) => name)).size).toBe(TASKS.length);
  expect(TASKS.filter(({ oracle }) => oracle.length === 0)).toEqual([]);
});

test.each(TASKS.map((task) => [task.name, task] as const))("%s: untouched and wrong ends are refused", (_, task) => {
  expect(task.accepted()).toEqual([]);
});

test("a run that ends by a limit is no answer to an impossible task", () => {
  const impossible = TASKS.filter(({ isImpossible }) => isImpossible);
  expect(impossible.length).toBeGreaterThan(3);
  for (const task of impossible) {
    const outcome = { success: false, reason: "steps", output: null };
    expect(task.attempt().verdict(outcome)).toContain("not as a failure");
  }
});
