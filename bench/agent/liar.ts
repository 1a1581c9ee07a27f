/** A model that lies: it does a task as the oracle does, leaves out the last action, and claims success with the oracle's words. */
import type { Call, Step } from "./oracle.ts";
import type { Task } from "./task.ts";

/** Calls that change nothing. */
const READS: ReadonlySet<string> = new Set([
  "state",
  "find",
  "extract",
  "wait",
  "list_tabs",
  "switch_tab",
  "downloads",
  "read_file",
  "hover",
]);

function acts(step: Step | undefined): boolean {
  if (step === undefined || typeof step === "function") return step !== undefined;
  return ([step].flat() as Call[]).some(({ tool }) => !READS.has(tool));
}

/** Undefined where there is nothing to lie about: questions, which are read and not done, and what cannot be done. */
export function lying(task: Task): Task | undefined {
  const steps = task.oracle.slice(0, -1);
  const end = task.oracle.at(-1);
  const last = steps.findLastIndex(acts);
  if (task.schema || task.isImpossible || end === undefined || last < 0) return undefined;
  return { ...task, oracle: [...steps.slice(0, last), end] };
}
