/**
 * The messages between client and daemon, one per line. devalue encodes what JSON cannot (undefined, dates, bytes). The
 * greeting is plain JSON, so that programs of different versions understand it. The only file that imports devalue.
 */
import { parse, stringify } from "devalue";
import type { Closed } from "../command.ts";
import { Failure, type FailureCode } from "../errors.ts";
import type { Outcome } from "../outcome.ts";

/** Increased when the messages below change. The greeting never changes. */
export const PROTOCOL = 2;

/** Larger messages are refused, because they would fill the memory. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** The longest delay of a timer. */
const MAX_TIMEOUT_MS = 2_147_483_647;

/** The first line of a connection. `stop` ends the daemon, whatever its version. */
export interface Greeting {
  svc: number;
  build: string;
  /** Content of the socket file, when the socket is a TCP port that any local user can reach. */
  secret?: string;
  stop?: true;
  /** Ends the daemon unless it starts its browser or runs a command. Then it replies `busy` and continues. */
  stopIfIdle?: true;
  /** A whole command line and its folder. The daemon parses it and replies in plain JSON with what to print. */
  line?: string[];
  cwd?: string;
  /** With a line: the safety rules in the caller's environment. */
  callerRules?: Record<string, string>;
  /** With a line: the variables that every line carries, as far as they are set. */
  environment?: Record<string, string>;
}

/** Replies to a `line` in plain JSON, because its client does not load devalue. `slow_path`: nothing was done, and the client must run the line. */
export type LineReply =
  | { type: "printed"; stdout: string; stderr: string; code: number }
  | { type: "deadline"; ms: number }
  | { type: "progress"; message: string }
  | { type: "output"; text: string; stream: "stdout" | "stderr" }
  | { type: "slow_path" };

export interface RunRequest {
  id: number;
  command: string;
  args: Record<string, unknown>;
  /** The whole deadline, and the part of it that is used up. */
  timeoutMs: number;
  spentMs: number;
  /** Variables of the caller's environment that the command reads. */
  environment: Record<string, string>;
  /** The caller's folder. */
  cwd: string;
  /** Sent by svc itself: events are left for the next command of the user. */
  isInternal: boolean;
  /** The safety rules in the caller's environment. */
  callerRules: Record<string, string>;
  /** A person has confirmed this command. */
  confirmed: boolean;
  /** The client prints output while the command runs. */
  streams: boolean;
}

/** Cancels a request of the same connection. */
export interface CancelRequest {
  cancel: number;
}

export type Reply =
  /** The command starts: the client must not send it again. */
  | { type: "accepted"; id: number }
  | { type: "outcome"; id: number; outcome: Outcome }
  | { type: "progress"; id: number; message: string }
  | { type: "output"; id: number; text: string; stream: "stdout" | "stderr" }
  /** A trace line of the daemon, when SVC_TRACE of the caller requests it. */
  | { type: "trace"; id: number; line: string }
  /** The daemon has another version. */
  | { type: "mismatch"; build: string }
  /** The message is not a request. The connection ends. */
  | { type: "malformed"; error: { code: FailureCode; message: string; hint?: string } }
  /** The reply to `stopIfIdle` of a daemon that is busy. */
  | { type: "busy" }
  | ({ type: "stopped" } & Closed);

export function encode(message: RunRequest | CancelRequest | Reply): string {
  return `${stringify(message)}\n`;
}

/** Encodes a request. Throws `usage` when it is larger than a daemon accepts. */
export function encodeRequest(request: RunRequest): string {
  const line = encode(request);
  if (Buffer.byteLength(line) <= MAX_MESSAGE_BYTES) return line;
  throw new Failure("usage", `the arguments are larger than ${MAX_MESSAGE_BYTES / 1024 / 1024} MB`);
}

/** Decodes a request and checks its fields. Throws `usage`. */
export function readRequest(line: string): RunRequest | CancelRequest {
  const message = malformed(() => parse(line) as unknown);
  if (!isRecord(message)) throw MALFORMED();
  if (Number.isInteger(message.cancel)) return { cancel: message.cancel as number };
  const { id, command, args, timeoutMs, spentMs, environment, cwd, isInternal, callerRules, confirmed, streams } =
    message;
  const isRequest =
    Number.isInteger(id) &&
    typeof command === "string" &&
    isRecord(args) &&
    typeof timeoutMs === "number" &&
    timeoutMs > 0 &&
    timeoutMs <= MAX_TIMEOUT_MS &&
    typeof spentMs === "number" &&
    spentMs >= 0 &&
    isTexts(environment) &&
    isTexts(callerRules) &&
    typeof cwd === "string" &&
    [isInternal, confirmed, streams].every((one) => typeof one === "boolean");
  // Arguments must be JSON, because error messages show them.
  if (isRequest && malformed(() => JSON.stringify(args))) return message as unknown as RunRequest;
  throw MALFORMED();
}

/** Decodes a greeting and checks its fields. Throws when it comes from another program or version. */
export function readGreeting(line: string): Greeting {
  const greeting = JSON.parse(line) as unknown;
  if (!isRecord(greeting) || typeof greeting.svc !== "number" || typeof greeting.build !== "string")
    throw new Error("the first line is not a greeting of svc");
  const { line: words, cwd = "", callerRules = {}, environment = {} } = greeting;
  const isLine = words === undefined || (Array.isArray(words) && words.every((word) => typeof word === "string"));
  if (!isLine || typeof cwd !== "string" || !isTexts(callerRules) || !isTexts(environment))
    throw new Error("the greeting is malformed");
  return greeting as unknown as Greeting;
}

const MALFORMED = () =>
  new Failure("usage", "a message on the socket is not a request", "Use the same version of svc as the daemon.");

function malformed<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw MALFORMED();
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((one) => typeof one === "string");
}

export function decode<T extends Reply>(line: string): T {
  return parse(line) as T;
}

/** Splits a stream of bytes into lines. Throws `usage` for a line over the limit. */
export class Lines {
  #pieces: Buffer[] = [];
  #length = 0;

  feed(chunk: Uint8Array): string[] {
    const bytes = Buffer.from(chunk);
    const lines: string[] = [];
    let start = 0;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, start)) {
      const piece = bytes.subarray(start, at);
      lines.push(this.#pieces.length === 0 ? piece.toString() : Buffer.concat([...this.#pieces, piece]).toString());
      this.#pieces = [];
      this.#length = 0;
      start = at + 1;
    }
    if (start < bytes.length) {
      this.#pieces.push(bytes.subarray(start));
      this.#length += bytes.length - start;
    }
    if (this.#length > MAX_MESSAGE_BYTES)
      throw new Failure("usage", `a message is larger than ${MAX_MESSAGE_BYTES / 1024 / 1024} MB`);
    return lines;
  }
}

/** More unwritten bytes than this mean that the other side reads too slowly. */
const MAX_QUEUED_BYTES = 4 * 1024 * 1024;

interface Writable {
  write(data: Uint8Array): number;
}

/** Writes to a socket that accepts only as much as its buffer holds. The rest waits for `drain`. */
export class Outbox {
  #queue: Uint8Array[] = [];
  #queuedBytes = 0;
  #then: (() => void) | undefined;
  #caughtUp: PromiseWithResolvers<void> | undefined;
  readonly #socket: Writable;

  constructor(socket: Writable) {
    this.#socket = socket;
  }

  /** Calls `then` when everything is written. */
  whenEmpty(then: () => void): void {
    if (this.#queue.length === 0) then();
    else this.#then = then;
  }

  send(text: string): void {
    const bytes = Buffer.from(text);
    this.#queue.push(bytes);
    this.#queuedBytes += bytes.length;
    if (this.#queue.length === 1) this.drain();
  }

  /** Resolves when the other side has caught up. Undefined when it is not behind. */
  eased(): Promise<void> | undefined {
    if (this.#queuedBytes <= MAX_QUEUED_BYTES) return undefined;
    this.#caughtUp ??= Promise.withResolvers<void>();
    return this.#caughtUp.promise;
  }

  drain(): void {
    for (let first = this.#queue[0]; first; first = this.#queue[0]) {
      const written = this.#socket.write(first);
      this.#queuedBytes -= Math.max(written, 0);
      if (written < first.length) {
        this.#queue[0] = first.subarray(Math.max(written, 0));
        return;
      }
      this.#queue.shift();
    }
    this.#caughtUp?.resolve();
    this.#caughtUp = undefined;
    this.#then?.();
    this.#then = undefined;
  }
}
