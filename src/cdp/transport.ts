/**
 * Ways to carry protocol messages: a WebSocket, and the pipe of a browser that we started ourselves. The one door of
 * `ws`. Knows neither sessions nor methods.
 */
import type { Readable, Writable } from "node:stream";
import WebSocket from "ws";
import { Failure } from "../errors.ts";

export interface Transport {
  send(message: string): void;
  /** Set once by the connection before the first message can arrive. */
  receive: (message: string) => void;
  /** Called once, with the reason. */
  ended: (reason: Failure) => void;
  close(): void;
}

/** A screenshot of a long page is tens of megabytes of base64 in one message. */
const MAX_MESSAGE_BYTES = 512 * 1024 * 1024;

const CLOSED = () =>
  new Failure("closed", "the connection to the browser is closed", "Run the command again: a new session starts.");

/**
 * Opens a WebSocket. Errors: `refused` when nothing listens, `not_a_browser` when the peer does not speak WebSocket,
 * `timeout` when it is silent until `signal` is aborted.
 */
export async function openWebSocket(
  url: string,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<Transport> {
  const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: MAX_MESSAGE_BYTES, headers });
  const transport: Transport = {
    send: (message) => socket.send(message),
    receive: () => {},
    ended: () => {},
    close: () => socket.close(),
  };
  const shown = withoutSecrets(url);
  await new Promise<void>((resolve, reject) => {
    const abort = () => {
      socket.terminate();
      reject(
        new Failure(
          "timeout",
          `${shown} accepted the connection but said nothing`,
          "Check that the address is the debugging address of a browser.",
        ),
      );
    };
    signal.addEventListener("abort", abort, { once: true });
    const settle = (action: () => void) => {
      signal.removeEventListener("abort", abort);
      action();
    };
    socket.on("open", () => settle(resolve));
    socket.on("error", (error: Error) => settle(() => reject(openFailure(shown, error))));
    socket.on("close", (code: number) =>
      settle(() =>
        reject(
          new Failure(
            "not_a_browser",
            `${shown} refused the WebSocket (${code})`,
            "Check the path and the token of the CDP URL.",
          ),
        ),
      ),
    );
    if (signal.aborted) abort();
  });
  socket.on("message", (data: Buffer) => transport.receive(data.toString()));
  socket.on("close", () => transport.ended(CLOSED()));
  socket.on("error", () => transport.ended(CLOSED()));
  return transport;
}

function openFailure(shown: string, error: Error): Failure {
  const text = `${(error as NodeJS.ErrnoException).code ?? ""} ${error.message}`;
  const refused =
    /ECONNREFUSED|ConnectionRefused|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|Failed to connect|Unable to connect/i.test(
      text,
    );
  return refused
    ? new Failure(
        "refused",
        `nothing accepts connections at ${shown}`,
        "Start the browser with --remote-debugging-port and check the port.",
      )
    : new Failure(
        "not_a_browser",
        `${shown} does not speak WebSocket: ${error.message}`,
        "Check that the address is the debugging address of a browser.",
      );
}

/** The URL without user, password, query and fragment: those carry tokens. */
export function withoutSecrets(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return "the address";
  return `${parsed.protocol}//${parsed.host}${parsed.pathname}`;
}

/** The pipe of `--remote-debugging-pipe`: messages end with a NUL byte. The browser ends when the pipe closes. */
export function pipeTransport(toBrowser: Writable, fromBrowser: Readable): Transport {
  let pieces: Buffer[] = [];
  let over = false;
  const transport: Transport = {
    send: (message) => {
      toBrowser.write(`${message}\0`);
    },
    receive: () => {},
    ended: () => {},
    close: () => toBrowser.end(),
  };
  const end = () => {
    if (over) return;
    over = true;
    transport.ended(CLOSED());
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
