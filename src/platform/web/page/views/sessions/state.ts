/** The state of a session as the dashboard names it. Pure. */
import type { SessionResponse } from "../../api/v3.gen.ts";

export const STATES = {
  starting: "starting",
  running: "running",
  waiting: "needs you",
  idle: "idle",
  done: "done",
  failed: "not done",
  ended: "ended",
} as const;
export type State = keyof typeof STATES;

export function stateOf({ status, question, isTaskSuccessful }: SessionResponse): State {
  if (status === "running") return question === null ? "running" : "waiting";
  if (status === "created") return "starting";
  if (status === "idle") return "idle";
  if (isTaskSuccessful === true) return "done";
  // A session without a task ends without an outcome.
  return isTaskSuccessful === false || status === "error" ? "failed" : "ended";
}

export const isLive = ({ status }: SessionResponse) =>
  status === "created" || status === "idle" || status === "running";

export const titleOf = ({ id, title }: SessionResponse) => title ?? `Session ${id.slice(0, 8)}`;

/** The output of a task as text; undefined for no output. */
export function textOf(output: unknown): string | undefined {
  if (output === null || output === undefined) return undefined;
  return typeof output === "string" ? output : JSON.stringify(output, null, 2);
}
