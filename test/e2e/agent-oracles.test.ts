/** Oracles of the agent bench through the built executable: `svc run` uses them as its model, and the sites verify the result. */
import { expect, test } from "bun:test";
import { done } from "../../bench/agent/oracle.ts";
import { ORACLE, playTask } from "../../bench/agent/run.ts";
import type { Task } from "../../bench/agent/task.ts";
import { TASKS } from "../../bench/agent/tasks.ts";
import { EXECUTABLE } from "../fixture.ts";

/** One task of each kind: form, secret with a code, upload and download, frames, script, raw mouse, and an impossible one. */
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

test.each(HANDFUL)("the oracle of %s passes verification and claims the right result", async (name) => {
  const task = taskOf(name);
  const { why, isClaimed, prompts, transcript } = await play(task);
  if (why !== undefined) console.error(transcript);
  expect({ why, isClaimed }).toEqual({ why: undefined, isClaimed: !task.isImpossible });
  // Each prompt starts with the whole one before it, because the conversation only grows.
  for (const [n, { kept }] of prompts.slice(1).entries()) expect(kept).toBe(prompts[n]?.all ?? 0);
});

test("a false claim of success fails verification", async () => {
  // As an action this claim would be rejected, because nothing was done.
  const falseClaim = done("It is ordered.", "Sencha Fukuyu", "question");
  const task = { ...taskOf("teashop-order-with-coupon"), oracle: [falseClaim] };
  expect(await play(task)).toMatchObject({ isClaimed: true, why: expect.stringContaining("orders is []") });
});
