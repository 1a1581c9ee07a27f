/** Builds event bodies in the canonical form that is signed, and maps statuses to the API versions. Pure. */
import type { EventType } from "../store/records/webhooks.ts";

/** Payload of a task event. */
export interface TaskNews {
  taskId: string;
  sessionId: string;
  status: string;
  metadata: Readonly<Record<string, string>>;
}

/** The API version of a task; each has its own status names. */
export type ApiVersion = "v2" | "v3";

/** A status change of a task, and whether its session ends with it. */
export interface Change {
  status: "started" | "finished" | "stopped";
  isSessionOver: boolean;
}

/** Status in an event: that of the task in v2, that of its session in v3, where failed and timed out sessions are `stopped`. */
export function statusIn(version: ApiVersion, { status, isSessionOver }: Change): string {
  if (version === "v2") return status;
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
 * JSON with sorted keys, without spaces, in ASCII: the bytes of Python's `json.dumps(…, separators=(",", ":"), sort_keys=True)`, with
 * which receivers of the published service verify signatures. Sorted by code points, not UTF-16.
 */
function canonical(value: unknown): string {
  return sortedJson(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Not `JSON.stringify` of a sorted object: JavaScript objects put integer keys first. */
function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${sortedJson(member)}`).join(",")}}`;
}
