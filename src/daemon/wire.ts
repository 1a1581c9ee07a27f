/**
 * What client and daemon say to each other: one message a line. The one door of devalue, which carries what JSON cannot
 * (undefined, dates, bytes). The greeting is plain JSON, so that programs of different versions understand that much.
 */
import { parse, stringify } from "devalue";
import type { Closed } from "../command.ts";
import { Failure, type FailureCode } from "../errors.ts";
import type { Outcome } from "../outcome.ts";

/** Raised when the messages below change. The greeting never changes. */
export const PROTOCOL = 2;

/** A message larger than this is refused: nobody types it, and it would fill the memory. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** Timers hold no more. */
const MAX_TIMEOUT_MS = 2_147_483_647;

/** First line of a connection. `stop` asks the daemon to end, whatever its version. */
export interface Greeting {
  svc: number;
  build: string;
  /** Of the socket file, where the socket is a TCP port that any local user can reach. */
  secret?: string;
  stop?: true;
  /** Asks the daemon to end, unless it starts its browser or runs a command: then it answers `busy` and goes on. */
  stopIfIdle?: true;
  /** A whole command line and the folder it was typed in: the daemon parses it and answers what to print, in plain JSON. */
  line?: string[];
  cwd?: string;
  /** With a line: what the environment of whoever typed it says of the rules of safety. */
  callerRules?: Record<string, string>;
  /** With a line: the variables that every line carries, as far as they are set there. */
  environment?: Record<string, string>;
}

/** Answers to a `line`, as plain JSON: its client loads no devalue. `slow_path`: nothing was done, the line needs its client. */
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
  /** The deadline as it was asked for, and how much of it is used up already. */
  timeoutMs: number;
  spentMs: number;
  /** Variables of the caller's environment that the command asked for. */
  environment: Record<string, string>;
  /** The caller's folder. */
  cwd: string;
  /** Asked beside the user's own commands: what happened is left for the next of those to tell. */
  isInternal: boolean;
  /** What that environment says of the rules of safety. */
  callerRules: Record<string, string>;
  /** A person has said yes to this very command. */
  confirmed: boolean;
  /** What the command prints is wanted as it comes. */
  streams: boolean;
}

/** Ends a request of the same connection. */
export interface CancelRequest {
  cancel: number;
}

export type Reply =
  /** The command begins: from here on it must not be sent again. */
  | { type: "accepted"; id: number }
  | { type: "outcome"; id: number; outcome: Outcome }
  | { type: "progress"; id: number; message: string }
  | { type: "output"; id: number; text: string; stream: "stdout" | "stderr" }
  /** What the daemon exchanged with others meanwhile, where SVC_TRACE of the caller asks for it. */
  | { type: "trace"; id: number; line: string }
  /** The daemon is of another version. */
  | { type: "mismatch"; build: string }
  /** What was sent is no request; the connection ends. */
  | { type: "malformed"; error: { code: FailureCode; message: string; hint?: string } }
  /** The answer to `stopIfIdle` of a daemon that has work to do. */
  | { type: "busy" }
  | ({ type: "stopped" } & Closed);

export function encode(message: RunRequest | CancelRequest | Reply): string {
  return `${stringify(message)}\n`;
}

/** A request as it goes over. `usage` when it is larger than a daemon takes. */
export function encodeRequest(request: RunRequest): string {
  const line = encode(request);
  if (Buffer.byteLength(line) <= MAX_MESSAGE_BYTES) return line;
  throw new Failure("usage", `the arguments are larger than ${MAX_MESSAGE_BYTES / 1024 / 1024} MB`);
}

/** A request as it came, with every field of its type. Throws `usage` for what is none. */
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
  // Arguments are what JSON holds: whoever tells of a wrong one must be able to show it.
  if (isRequest && malformed(() => JSON.stringify(args))) return message as unknown as RunRequest;
  throw MALFORMED();
}

/** The greeting, with every field of its type. Throws for what is none: it is of another program, or another version. */
export function readGreeting(line: string): Greeting {
  const greeting = JSON.parse(line) as unknown;
  if (!isRecord(greeting) || typeof greeting.svc !== "number" || typeof greeting.build !== "string")
    throw new Error("no greeting of svc");
  const { line: words, cwd = "", callerRules = {}, environment = {} } = greeting;
  const isLine = words === undefined || (Array.isArray(words) && words.every((word) => typeof word === "string"));
  if (!isLine || typeof cwd !== "string" || !isTexts(callerRules) || !isTexts(environment))
    throw new Error("a malformed greeting");
  return greeting as unknown as Greeting;
}

const MALFORMED = () =>
  new Failure("usage", "a message on the socket is not a request", "Talk to the daemon with the svc of this version.");

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

/** Cuts a stream of bytes into lines. A line over the limit throws `usage`. */
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

/** More than this waiting to be written means that the other side reads slower than we write. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

interface Writable {
  write(data: Uint8Array): number;
}

/** Writes to a socket that takes only as much as its buffer holds: the rest waits for `drain`. */
export class Outbox {
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #then: (() => void) | undefined;
  #eased: PromiseWithResolvers<void> | undefined;
  readonly #socket: Writable;

  constructor(socket: Writable) {
    this.#socket = socket;
  }

  /** Runs `then` when everything sent is written. */
  whenEmpty(then: () => void): void {
    if (this.#waiting.length === 0) then();
    else this.#then = then;
  }

  send(text: string): void {
    const bytes = Buffer.from(text);
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waiting.length === 1) this.drain();
  }

  /** Resolves when the other side has caught up; undefined where it is not behind. */
  eased(): Promise<void> | undefined {
    if (this.#waitingBytes <= MAX_WAITING_BYTES) return undefined;
    this.#eased ??= Promise.withResolvers<void>();
    return this.#eased.promise;
  }

  drain(): void {
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      const written = this.#socket.write(first);
      this.#waitingBytes -= Math.max(written, 0);
      if (written < first.length) {
        this.#waiting[0] = first.subarray(Math.max(written, 0));
        return;
      }
      this.#waiting.shift();
    }
    this.#eased?.resolve();
    this.#eased = undefined;
    this.#then?.();
    this.#then = undefined;
  }
}
