/** Oracles of the agent bench through the built executable: `svc run` asks them as a model, and the sites tell what came of it. */
import { expect, test } from "bun:test";
import { done } from "../../bench/agent/oracle.ts";
import { ORACLE, playTask } from "../../bench/agent/run.ts";
import type { Task } from "../../bench/agent/task.ts";
import { TASKS } from "../../bench/agent/tasks.ts";
import { EXECUTABLE } from "../fixture.ts";

/** One of each: form, secrets with a code, files both ways, frames, script, raw mouse, and one that cannot be done. */
const HANDFUL = [
  "clinic-registration",
  "vault-rotate-key",
  "careers-two-files",
  "statements-fee-in-file",
  "tickets-payment-frames",
  "invoices-owed",
  "signature-canvas",
  "teashop-sold-out",
];

function play(task: Task) {
  const { signal } = new AbortController();
  return playTask(task, { svc: EXECUTABLE, model: ORACLE, home: undefined, count: (text) => text.length / 4, signal });
}

function taskOf(name: string): Task {
  const found = TASKS.find((task) => task.name === name);
  if (!found) throw new Error(`no task ${name}`);
  return found;
}

test.each(HANDFUL)("the oracle of %s is verified, and claims what is so", async (name) => {
  const task = taskOf(name);
  const { why, isClaimed, prompts, transcript } = await play(task);
  if (why !== undefined) console.error(transcript);
  expect({ why, isClaimed }).toEqual({ why: undefined, isClaimed: !task.isImpossible });
  // The conversation only grows: each prompt begins with the whole one before it.
  for (const [n, { kept }] of prompts.slice(1).entries()) expect(kept).toBe(prompts[n]?.all ?? 0);
});

test("a claim of success without the work is told apart", async () => {
  // As a deed it would not be believed: nothing was done.
  const lie = done("It is ordered.", "Sencha Fukuyu", "question");
  const task = { ...taskOf("teashop-order-with-coupon"), oracle: [lie] };
  expect(await play(task)).toMatchObject({ isClaimed: true, why: expect.stringContaining("orders is []") });
});
