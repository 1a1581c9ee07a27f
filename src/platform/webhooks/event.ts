/** What webhooks tell: the body of an event in the one form that is signed, and the words for a status. Pure. */
import type { EventType } from "../store/records/webhooks.ts";

/** A task as those who listen hear of it. */
export interface TaskNews {
  taskId: string;
  sessionId: string;
  status: string;
  metadata: Readonly<Record<string, string>>;
}

/** The API version that a task was sent with: each has words of its own. */
export type Words = "v2" | "v3";

/** What became of a task, and whether its session stays for more. */
export interface Change {
  status: "started" | "finished" | "stopped";
  isSessionOver: boolean;
}

/** v2 tells of tasks, v3 of the session that carries them; a session that failed or timed out has stopped. */
export function statusIn(words: Words, { status, isSessionOver }: Change): string {
  if (words === "v2") return status;
  if (status === "started") return "running";
  return isSessionOver ? "stopped" : "idle";
}

export function taskBody({ taskId, sessionId, status, metadata }: TaskNews, at: number): string {
  const payload = { task_id: taskId, session_id: sessionId, status, metadata };
  return bodyOf("agent.task.status_update", payload, at);
}

export function testBody(at: number): string {
  return bodyOf("test", { test: "ok" }, at);
}

function bodyOf(type: EventType, payload: object, at: number): string {
  return canonical({ type, timestamp: new Date(at).toISOString(), payload });
}

/**
 * JSON with sorted keys, without spaces, in ASCII: byte by byte what Python's `json.dumps(…, separators=(",", ":"),
 * sort_keys=True)` writes, with which receivers of the published service check signatures. Sorted by code points, not UTF-16.
 */
function canonical(value: unknown): string {
  return written(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Members are written one by one: an object of JavaScript puts names that are numbers before all others. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${written(member)}`).join(",")}}`;
}
