/**
 * Models that lie: they do a task as the oracle does, leave out the last action, and claim success. One quotes what the oracle quotes; the
 * sly one quotes what its last action changed.
 */
import { type Call, type Seen, type Step, turn } from "./oracle.ts";
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
export function lying(task: Task, isSly: boolean): Task | undefined {
  const steps = task.oracle.slice(0, -1);
  const end = task.oracle.at(-1);
  const last = steps.findLastIndex(acts);
  if (task.schema || task.isImpossible || end === undefined || last < 0) return undefined;
  const claim: Step = isSly ? (seen) => turn(end, seen).map((one) => quotingNews(one, seen)) : end;
  return { ...task, oracle: [...steps.slice(0, last), claim] };
}

/** Lines that were changed or came, and no typed field. Without any, the newest line. */
const NEWS = /^[+~] +(?!.*<(?:textarea|input(?! type=checkbox)))(.*)$/gm;

function quotingNews({ tool, args }: Call, { all }: Seen): Call {
  const changes = all.map((one) => one.split(/^changes:/m)[1]).findLast((one) => one !== undefined) ?? "";
  const lines = [...changes.matchAll(NEWS)].map(([, line = ""]) => line);
  const line =
    lines.at(-1) ??
    changes
      .replace(/\n<\/page .*/, "")
      .split("\n")
      .at(-1) ??
    "";
  const words = line.replace(/\[\d+\]<[^>]*>|\|/g, " ").trim();
  return { tool, args: { ...args, evidence: words || args.evidence } };
}
