/** The WebSocket transport to a running browser. Only this file imports `ws`, which costs a daemon 5 ms and 5 MB. */
import WebSocket from "ws";
import { Failure } from "../errors.ts";
import { trace } from "../lib/trace.ts";
import { MessageTrace } from "./trace.ts";
import { closedFailure, type Transport, withoutSecrets } from "./transport.ts";

/** The screenshot of a long page is one message of tens of megabytes. */
const MAX_MESSAGE_BYTES = 512 * 1024 * 1024;

/**
 * Opens a WebSocket. Errors: `refused` if nothing listens, `not_a_browser` if the server does not speak WebSocket,
 * `timeout` if it has not responded when `signal` is aborted.
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
  await opened(socket, withoutSecrets(url), signal);
  socket.on("message", (data: Buffer) => {
    const text = data.toString();
    if (trace.cdp) messages.received(text);
    transport.receive(text);
  });
  socket.on("close", () => transport.ended(closedFailure()));
  socket.on("error", () => transport.ended(closedFailure()));
  return transport;
}

/** Resolves when the socket is open. `shown` names its address in errors. */
async function opened(socket: WebSocket, shown: string, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = () => {
    socket.terminate();
    reject(new Failure("timeout", `${shown} accepted the connection but did not respond`, CHECK_ADDRESS));
  };
  const refused = (code: number) =>
    new Failure(
      "not_a_browser",
      `${shown} refused the WebSocket (${code})`,
      "Check the path and the token of the CDP URL.",
    );
  socket.on("open", resolve);
  socket.on("error", (error: Error) => reject(openFailure(shown, error)));
  socket.on("close", (code: number) => reject(refused(code)));
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  await promise.finally(() => signal.removeEventListener("abort", abort));
}

const CHECK_ADDRESS = "Check that the address is the debugging address of a browser.";

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
    : new Failure("not_a_browser", `${shown} does not speak WebSocket: ${error.message}`, CHECK_ADDRESS);
}
