/** Connects to a daemon's socket, to send requests or to stop the daemon. */
import { readFileSync } from "node:fs";
import type { Closed } from "../command.ts";
import { Failure } from "../errors.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { BUILD } from "../version.ts";
import { decode, type Greeting, Lines, Outbox, PROTOCOL, type Reply } from "./wire.ts";

export interface Connected {
  outbox: Outbox;
  /** Set by the owner of the connection. */
  onReply: (reply: Reply) => void;
  onClose: () => void;
  end(): void;
}

/** Connects to the socket. Undefined when no daemon listens there. */
export async function connect(path: string, signal: AbortSignal): Promise<Connected | undefined> {
  const lines = new Lines();
  let connected: Connected | undefined;
  const socket = {
    data(_: unknown, chunk: Buffer) {
      for (const line of lines.feed(chunk)) connected?.onReply(decode<Reply>(line));
    },
    drain: () => connected?.outbox.drain(),
    close: () => connected?.onClose(),
    error: () => connected?.onClose(),
  };
  const target = process.platform === "win32" ? tcpTarget(path) : { address: { unix: path }, secret: undefined };
  if (!target) return undefined;
  try {
    const raw = await Promise.race([
      Bun.connect({ ...target.address, socket } as Parameters<typeof Bun.connect>[0]),
      rejectOnAbort(signal),
    ]);
    connected = { outbox: new Outbox(raw), onReply: () => {}, onClose: () => {}, end: () => raw.end() };
    connected.outbox.send(greeting(target.secret));
    return connected;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (code === "EACCES" || code === "EPERM")
      throw new Failure("daemon", `not allowed to connect to ${path}`, "Set SVC_HOME to a folder of your own.");
    return undefined;
  }
}

function tcpTarget(path: string): { address: { hostname: string; port: number }; secret: string } | undefined {
  try {
    const { port, secret } = JSON.parse(readFileSync(path, "utf8")) as { port: number; secret: string };
    return { address: { hostname: "127.0.0.1", port }, secret };
  } catch {
    return undefined;
  }
}

function greeting(secret: string | undefined, how: Pick<Greeting, "stop" | "stopIfIdle"> = {}): string {
  const message: Greeting = { svc: PROTOCOL, build: BUILD, ...(secret === undefined ? {} : { secret }), ...how };
  return `${JSON.stringify(message)}\n`;
}

/** Stops the daemon, whatever its version. Resolves when it has replied or closed the connection. Undefined when no daemon listens. */
export async function stopDaemon(path: string, signal: AbortSignal): Promise<Closed | undefined> {
  const answer = await requestStop(path, { stop: true }, signal);
  if (answer === undefined) return undefined;
  return answer.type === "stopped" && typeof answer.profileError === "string"
    ? { profileError: answer.profileError }
    : {};
}

/**
 * Stops the daemon if it is idle. Resolves with `busy` when it continues, also for a version that does not know this
 * request, and with `gone` when no daemon listens.
 */
export async function stopIdleDaemon(path: string, signal: AbortSignal): Promise<"stopped" | "busy" | "gone"> {
  const answer = await requestStop(path, { stopIfIdle: true }, signal);
  if (answer === undefined) return "gone";
  return answer.type === "busy" || answer.type === "mismatch" ? "busy" : "stopped";
}

/** The reply of a daemon to a request to stop. Another version may send anything. */
type StopAnswer = { type?: string; profileError?: unknown };

/** Sends the greeting and returns the reply, which is empty when the daemon only closed the connection. Undefined when no daemon listens. */
async function requestStop(
  path: string,
  how: Pick<Greeting, "stop" | "stopIfIdle">,
  signal: AbortSignal,
): Promise<StopAnswer | undefined> {
  const lines = new Lines();
  const { promise, resolve } = Promise.withResolvers<StopAnswer>();
  const target = process.platform === "win32" ? tcpTarget(path) : { address: { unix: path }, secret: undefined };
  if (!target) return undefined;
  const socket = {
    open(raw: { write(text: string): number }) {
      raw.write(greeting(target.secret, how));
    },
    data(_: unknown, chunk: Buffer) {
      const [line] = lines.feed(chunk);
      if (line !== undefined) resolve(stopAnswer(line));
    },
    close: () => resolve({}),
    error: () => resolve({}),
  };
  try {
    await Promise.race([
      Bun.connect({ ...target.address, socket } as Parameters<typeof Bun.connect>[0]),
      rejectOnAbort(signal),
    ]);
  } catch {
    return undefined;
  }
  return await Promise.race([promise, rejectOnAbort(signal)]);
}

function stopAnswer(line: string): StopAnswer {
  try {
    return decode<Reply>(line);
  } catch {
    return {};
  }
}
