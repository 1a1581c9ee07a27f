/** How long a run may go on, and when it is told and ended for going nowhere. */
import { expect, test } from "bun:test";
import { Budget, Progress } from "../../../src/agent/loop/limits.ts";

const usage = (costUsd: number) => ({ input: 1_000, cachedInput: 0, output: 100, costUsd });

test("the model is warned once at three quarters of a limit, and has one turn left at its end", () => {
  const budget = new Budget({ steps: 8, seconds: 3_600 });
  const warnings: (string | undefined)[] = [];
  while (!budget.exhausted) {
    warnings.push(budget.warning());
    budget.steps++;
  }
  expect(budget.exhausted).toBe("steps");
  expect(budget.steps).toBe(7);
  expect(warnings.filter(Boolean)).toEqual(["6 of 8 turns are used. Finish what matters most, and call done in time."]);
});

test("money is kept for a last answer, and none is spent above the limit", () => {
  const budget = new Budget({ steps: 100, seconds: 3_600, costUsd: 1 });
  let turns = 0;
  for (; !budget.exhausted; turns++) budget.add(usage(0.2));
  expect({ turns, spent: budget.exhausted, isOver: budget.isOver }).toEqual({ turns: 4, spent: "cost", isOver: false });
  budget.add(usage(0.2));
  expect(budget.isOver).toBe(true);
  expect(budget.usage.costUsd).toBeCloseTo(1);
});

test("a loop ends a run only after the model has read the warning and gone on", () => {
  const progress = new Progress();
  progress.turn("page", false);
  const turn = () => {
    progress.note({ name: "click", args: { index: 3 } }, "Error: covered");
    progress.turn("page", true);
    return { warning: progress.warning() !== undefined, end: progress.end };
  };
  const turns = Array.from({ length: 7 }, turn);
  expect(turns.findIndex(({ warning }) => warning)).toBe(2);
  expect(turns.filter(({ warning }) => warning)).toHaveLength(1);
  expect(turns.findIndex(({ end }) => end === "loop")).toBe(5);
});

test("six equal calls in one turn end nothing: no warning was read", () => {
  const progress = new Progress();
  progress.turn("page", false);
  for (let n = 0; n < 6; n++) progress.note({ name: "keys", args: { keys: "ArrowDown" } }, "pressed");
  progress.turn("page", true);
  expect(progress.end).toBeUndefined();
  expect(progress.warning()).toContain("6 times");
});

test("a page that changes is progress, and so is a new answer of what only reads", () => {
  const progress = new Progress();
  for (let n = 0; n < 20; n++) {
    progress.note({ name: "click", args: { text: "Next" } }, "clicked");
    progress.turn(`page ${n}`, true);
  }
  for (let n = 0; n < 20; n++) {
    progress.note({ name: "extract", args: { page: n } }, `part ${n}`);
    progress.turn("page 19", false);
  }
  expect(progress.warning()).toBeUndefined();
  for (let n = 0; n < 16; n++) {
    progress.note({ name: "click", args: { index: n } }, "clicked");
    progress.turn("page 19", true);
    progress.warning();
  }
  expect(progress.end).toBe("stalled");
});
