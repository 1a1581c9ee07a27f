/** Connections to a daemon's socket: to ask it something, or to ask it to end. Knows nothing of sessions. */
import { readFileSync } from "node:fs";
import type { Closed } from "../command.ts";
import { Failure } from "../errors.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { BUILD } from "../version.ts";
import { decode, type Greeting, Lines, Outbox, PROTOCOL, type Reply } from "./wire.ts";

export interface Connected {
  outbox: Outbox;
  /** Set by whoever waits for replies. */
  onReply: (reply: Reply) => void;
  onClose: () => void;
  end(): void;
}

/** Connects to the socket; undefined when nobody listens there. Nothing is written yet. */
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

/** Asks the daemon to end, whatever its version. Resolves when it said it did, or closed; undefined when nobody listens. */
export async function stopDaemon(path: string, signal: AbortSignal): Promise<Closed | undefined> {
  const answer = await askToStop(path, { stop: true }, signal);
  if (answer === undefined) return undefined;
  return answer.type === "stopped" && typeof answer.profileError === "string"
    ? { profileError: answer.profileError }
    : {};
}

/**
 * Asks the daemon to end unless it is at work. Resolves with `busy` when it goes on, and also for a daemon of a version
 * that does not know the question; with `gone` when nobody listens.
 */
export async function stopIdleDaemon(path: string, signal: AbortSignal): Promise<"stopped" | "busy" | "gone"> {
  const answer = await askToStop(path, { stopIfIdle: true }, signal);
  if (answer === undefined) return "gone";
  return answer.type === "busy" || answer.type === "mismatch" ? "busy" : "stopped";
}

/** What a daemon may answer to a request to end; one of another version may answer anything. */
type StopAnswer = { type?: string; profileError?: unknown };

/** Sends the greeting and resolves with the answer, empty when the daemon only closed; undefined when nobody listens. */
async function askToStop(
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
