/**
 * The interface of transports for protocol messages, and the pipe to a browser that svc started. `websocket.ts` is the other
 * transport; it is loaded only when needed.
 */
import type { Readable, Writable } from "node:stream";
import { Failure } from "../errors.ts";
import { trace } from "../lib/trace.ts";
import { MessageTrace } from "./trace.ts";

export interface Transport {
  send(message: string): void;
  /** Set once by the connection, before the first message can arrive. */
  receive: (message: string) => void;
  /** Called once, with the reason. */
  ended: (reason: Failure) => void;
  close(): void;
  /** While the peer has much left to read: a promise that resolves when it has caught up. Absent if that is unknown. */
  backlog?(): Promise<void> | undefined;
}

/**
 * Limit of a message from a browser. A page can make the browser write half a gigabyte, which would be in memory several
 * times. An error replaces a longer answer; a longer event is dropped.
 */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

/** Bytes kept of both ends of a message that is too long: they contain its id and session. */
const END_BYTES = 64;

/** Unread bytes from which on senders wait for the browser. */
const BACKLOG_BYTES = 4 * 1024 * 1024;

/** The error of every call after the connection ended. */
export function closedFailure(): Failure {
  return new Failure(
    "closed",
    "the connection to the browser is closed",
    "Run the command again: a new session starts.",
  );
}

/** The URL without user, password, query, fragment and long path segments, all of which may contain tokens. */
export function withoutSecrets(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return "the address";
  // A segment longer than a UUID, which browsers use as their id.
  return `${parsed.protocol}//${parsed.host}${parsed.pathname.replace(/[^/]{37,}/g, "…")}`;
}

/** The pipe of `--remote-debugging-pipe`. Messages end with a NUL byte. The browser exits when the pipe closes. */
export function pipeTransport(
  toBrowser: Writable,
  fromBrowser: Readable,
  maxMessageBytes = MAX_MESSAGE_BYTES,
): Transport {
  const message = new Assembly(maxMessageBytes);
  const messages = new MessageTrace();
  let over = false;
  let behind: PromiseWithResolvers<void> | undefined;
  const caughtUp = () => {
    behind?.resolve();
    behind = undefined;
  };
  const transport: Transport = {
    send: (message) => {
      if (trace.cdp) messages.sent(message);
      toBrowser.write(`${message}\0`);
    },
    receive: () => {},
    ended: () => {},
    close: () => toBrowser.end(),
    backlog() {
      if (over || toBrowser.writableLength < BACKLOG_BYTES) return undefined;
      behind ??= Promise.withResolvers<void>();
      return behind.promise;
    },
  };
  toBrowser.on("drain", caughtUp);
  const end = () => {
    if (over) return;
    over = true;
    caughtUp();
    transport.ended(closedFailure());
  };
  fromBrowser.on("data", (chunk: Buffer) => {
    let start = 0;
    for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, start)) {
      message.add(chunk.subarray(start, at));
      start = at + 1;
      const text = message.take();
      if (text === undefined) continue;
      if (trace.cdp) messages.received(text);
      transport.receive(text);
    }
    message.add(chunk.subarray(start));
  });
  for (const stream of [toBrowser, fromBrowser]) {
    stream.on("close", end);
    stream.on("error", end);
  }
  fromBrowser.on("end", end);
  return transport;
}

/** Joins a message from its pieces. */
class Assembly {
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (this.#bytes > this.#maxBytes) this.#pieces = this.#ends();
  }

  /** Returns the message and begins the next one. Undefined for an event that is too long. */
  take(): string | undefined {
    const [pieces, isTooLong] = [this.#pieces, this.#bytes > this.#maxBytes];
    this.#pieces = [];
    this.#bytes = 0;
    if (isTooLong) return tooLong(Buffer.concat(pieces).toString("latin1"), this.#maxBytes);
    return pieces.length === 1 ? pieces[0]?.toString() : Buffer.concat(pieces).toString();
  }

  /** Copies of the two ends, so that the buffers they are cut from can be freed. */
  #ends(): Buffer[] {
    const head = Buffer.concat(this.#pieces.slice(0, 2)).subarray(0, END_BYTES);
    const tail = Buffer.concat(this.#pieces.slice(-2)).subarray(-END_BYTES);
    return [Buffer.from(head), Buffer.from(tail)];
  }
}

/** The error that replaces an answer that is too long, made from its two ends. Undefined for an event. */
function tooLong(ends: string, maxBytes: number): string | undefined {
  const id = /^\{"id":(\d+),/.exec(ends)?.[1];
  if (id === undefined) return undefined;
  const sessionId = /,"sessionId":"([0-9A-F]{32})"\}$/.exec(ends)?.[1];
  const error = { code: -32_000, message: `the answer has more than ${maxBytes} bytes` };
  return JSON.stringify({ id: Number(id), error, sessionId });
}
