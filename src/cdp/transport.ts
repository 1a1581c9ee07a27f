/**
 * What carries protocol messages, and the pipe of a browser that we started ourselves. (`websocket.ts` is the other way;
 * it is loaded only where it is needed.) Knows neither sessions nor methods.
 */
import type { Readable, Writable } from "node:stream";
import { Failure } from "../errors.ts";
import { trace } from "../lib/trace.ts";
import { MessageTrace } from "./trace.ts";

export interface Transport {
  send(message: string): void;
  /** Set once by the connection before the first message can arrive. */
  receive: (message: string) => void;
  /** Called once, with the reason. */
  ended: (reason: Failure) => void;
  close(): void;
  /** When the peer is far behind with what was sent: resolves when it has caught up. Absent: nobody knows. */
  backlog?(): Promise<void> | undefined;
}

/**
 * The longest message that is taken from a browser: a page can have it write half a gigabyte, which many would hold several
 * times. Of a longer answer an error comes instead; a longer event is left out.
 */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

/** Enough of both ends of a message to know whose answer it is. */
const END_BYTES = 64;

/** What may wait for a browser to read it, before whoever sends is held up. */
const BACKLOG_BYTES = 4 * 1024 * 1024;

/** The connection is over, for whatever reason. */
export function closedFailure(): Failure {
  return new Failure(
    "closed",
    "the connection to the browser is closed",
    "Run the command again: a new session starts.",
  );
}

/** The URL without user, password, query and fragment, and without long parts of its path: those carry tokens. */
export function withoutSecrets(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return "the address";
  // Longer than a UUID, by which browsers name themselves.
  return `${parsed.protocol}//${parsed.host}${parsed.pathname.replace(/[^/]{37,}/g, "…")}`;
}

/** The pipe of `--remote-debugging-pipe`: messages end with a NUL byte. The browser ends when the pipe closes. */
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

/** A message that comes in pieces. */
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

  /** The message, and begins the next; undefined for one that is left out. */
  take(): string | undefined {
    const [pieces, isTooLong] = [this.#pieces, this.#bytes > this.#maxBytes];
    this.#pieces = [];
    this.#bytes = 0;
    if (isTooLong) return tooLong(Buffer.concat(pieces).toString("latin1"), this.#maxBytes);
    return pieces.length === 1 ? pieces[0]?.toString() : Buffer.concat(pieces).toString();
  }

  /** Copies: what they are cut from is to be let go. */
  #ends(): Buffer[] {
    const head = Buffer.concat(this.#pieces.slice(0, 2)).subarray(0, END_BYTES);
    const tail = Buffer.concat(this.#pieces.slice(-2)).subarray(-END_BYTES);
    return [Buffer.from(head), Buffer.from(tail)];
  }
}

/** The error that stands for an answer too long, by its two ends. */
function tooLong(ends: string, maxBytes: number): string | undefined {
  const id = /^\{"id":(\d+),/.exec(ends)?.[1];
  if (id === undefined) return undefined;
  const sessionId = /,"sessionId":"([0-9A-F]{32})"\}$/.exec(ends)?.[1];
  const error = { code: -32_000, message: `the answer has more than ${maxBytes} bytes` };
  return JSON.stringify({ id: Number(id), error, sessionId });
}
