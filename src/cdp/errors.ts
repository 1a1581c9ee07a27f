/** Classifies Chrome's errors. No other file inspects the text of an error message. */
import { Failure, type FailureCode } from "../errors.ts";

/**
 * - `context_gone`: the document or its JavaScript context was replaced while the call was pending
 * - `node_gone`: the node is no longer in a document
 * - `closed`: the target or its session is gone
 * - `unserializable`: the value cannot be copied
 * - `other`: anything else
 */
export type ProtocolErrorKind = "context_gone" | "node_gone" | "closed" | "unserializable" | "other";

const KNOWN: readonly (readonly [RegExp, ProtocolErrorKind])[] = [
  [
    /Cannot find context|context was destroyed|uniqueContextId not found|navigated or closed|Cannot find object|find object with given id|No frame (with|for) given id|Frame with the given id was not found/i,
    "context_gone",
  ],
  [
    /node with given id|does not belong to the document|Could not find node|Node is detached|No node found/i,
    "node_gone",
  ],
  [
    /Session with given id not found|Target closed|Not attached to an active page|No target with given id|Browser context management|Target is being closed/i,
    "closed",
  ],
  [/reference chain is too long|couldn't be returned by value|could not be serialized/i, "unserializable"],
];

export function kindOf(message: string): ProtocolErrorKind {
  return KNOWN.find(([pattern]) => pattern.test(message))?.[1] ?? "other";
}

const CODES: Record<ProtocolErrorKind, FailureCode> = {
  context_gone: "stale",
  node_gone: "stale",
  closed: "closed",
  unserializable: "script",
  other: "internal",
};

const MESSAGES: Partial<Record<ProtocolErrorKind, string>> = {
  context_gone: "the page changed while the command ran",
  closed: "the tab was closed, or its page does not respond",
};

const HINTS: Partial<Record<ProtocolErrorKind, string>> = {
  context_gone: "Run the command again.",
  closed: "Run `svc tab list` to see the open tabs; close one that does not respond with `svc tab close`.",
};

/** A call that Chrome answered with an error. `stackOf` is an error created where the call was sent: its stack is used. */
export class ProtocolError extends Failure {
  readonly kind: ProtocolErrorKind;
  readonly method: string;

  constructor(method: string, message: string, stackOf?: Error) {
    const kind = kindOf(message);
    super(CODES[kind], MESSAGES[kind] ?? `${method}: ${message}`, HINTS[kind]);
    this.kind = kind;
    this.method = method;
    if (stackOf?.stack) this.stack = stackOf.stack.replace(/^.*\n/, `${this.name}: ${this.message}\n`);
  }
}

export function isProtocolError(error: unknown, kind: ProtocolErrorKind): boolean {
  return error instanceof ProtocolError && error.kind === kind;
}
