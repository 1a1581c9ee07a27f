/**
 * What carries protocol messages, and the pipe of a browser that we started ourselves. (`websocket.ts` is the other way;
 * it is loaded only where it is needed.) Knows neither sessions nor methods.
 */
import type { Readable, Writable } from "node:stream";
import { Failure } from "../errors.ts";

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
export function pipeTransport(toBrowser: Writable, fromBrowser: Readable): Transport {
  let pieces: Buffer[] = [];
  let over = false;
  let behind: PromiseWithResolvers<void> | undefined;
  const caughtUp = () => {
    behind?.resolve();
    behind = undefined;
  };
  const transport: Transport = {
    send: (message) => {
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
      const piece = chunk.subarray(start, at);
      const message = pieces.length === 0 ? piece.toString() : Buffer.concat([...pieces, piece]).toString();
      pieces = [];
      start = at + 1;
      transport.receive(message);
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start));
  });
  for (const stream of [toBrowser, fromBrowser]) {
    stream.on("close", end);
    stream.on("error", end);
  }
  fromBrowser.on("end", end);
  return transport;
}
