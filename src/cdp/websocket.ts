/** The WebSocket of a browser that runs already. The one door of `ws`, which costs a daemon 5 ms and 5 MB to load. */
import WebSocket from "ws";
import { Failure } from "../errors.ts";
import { trace } from "../lib/trace.ts";
import { MessageTrace } from "./trace.ts";
import { closedFailure, type Transport, withoutSecrets } from "./transport.ts";

/** A screenshot of a long page is tens of megabytes of base64 in one message. */
const MAX_MESSAGE_BYTES = 512 * 1024 * 1024;

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
  const messages = new MessageTrace();
  const transport: Transport = {
    send: (message) => {
      if (trace.cdp) messages.sent(message);
      socket.send(message);
    },
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
  socket.on("message", (data: Buffer) => {
    const text = data.toString();
    if (trace.cdp) messages.received(text);
    transport.receive(text);
  });
  socket.on("close", () => transport.ended(closedFailure()));
  socket.on("error", () => transport.ended(closedFailure()));
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
