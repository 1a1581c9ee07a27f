/** The daemon's end of the socket: checks greetings, reads requests and writes replies. */
import { writeFileSync } from "node:fs";
import type { Closed } from "../command.ts";
import { Failure } from "../errors.ts";
import { log } from "../lib/log.ts";
import { describe } from "../run-command.ts";
import { BUILD } from "../version.ts";
import { encode, type Greeting, Lines, Outbox, PROTOCOL, readGreeting, readRequest } from "./wire.ts";
import type { Peer, Worker } from "./worker.ts";

/** Who acts on what clients send. */
export interface Handlers {
  worker: Worker;
  /** Ends the daemon. Undefined when `onlyIfIdle` is set and the daemon is busy. */
  stop(onlyIfIdle: boolean): Promise<Closed> | undefined;
}

interface Connection {
  lines: Lines;
  outbox: Outbox;
  gone: AbortController;
  peer: Peer;
  greeted: boolean;
  /** Nothing more is read from this client. */
  ignored: boolean;
}

/** How long a refused client may go on sending before its connection is closed. */
const LINGER_MS = 1_000;

/**
 * Listens at the path. On Windows it listens on a loopback port and writes the port and a secret into a file at the path.
 * Returns a function that stops listening.
 */
export function listen(path: string, handlers: Handlers): () => void {
  const secret = process.platform === "win32" ? crypto.randomUUID() : undefined;
  const socket = {
    open(raw: Bun.Socket<Connection>) {
      const outbox = new Outbox(raw);
      const gone = new AbortController();
      const peer: Peer = {
        signal: gone.signal,
        send: (reply) => outbox.send(encode(reply)),
        eased: () => outbox.eased(),
        sendLine: (reply) => outbox.send(`${JSON.stringify(reply)}\n`),
        end: () => outbox.whenEmpty(() => finish(raw)),
      };
      raw.data = { lines: new Lines(), outbox, gone, peer, greeted: false, ignored: false };
    },
    data(raw: Bun.Socket<Connection>, chunk: Buffer) {
      try {
        receive(raw.data, chunk, handlers, secret);
      } catch (error) {
        log.warn(`refused a connection: ${(error as Error).message}`);
        const { greeted, peer } = raw.data;
        raw.data.ignored = true;
        // Before the greeting it may be a web page or another program: no reply.
        if (greeted) peer.send({ type: "malformed", error: describe(error, "a message on the socket") });
        peer.end();
      }
    },
    drain: (raw: Bun.Socket<Connection>) => raw.data.outbox.drain(),
    close: (raw: Bun.Socket<Connection>) => closed(raw.data),
    error: (raw: Bun.Socket<Connection>) => closed(raw.data),
  };
  if (secret === undefined) {
    const server = Bun.listen<Connection>({ unix: path, socket });
    return () => server.stop();
  }
  const server = Bun.listen<Connection>({ hostname: "127.0.0.1", port: 0, socket });
  writeFileSync(path, JSON.stringify({ port: server.port, secret }), { mode: 0o600 });
  return () => server.stop();
}

/** Ends the connection. Closing at once, while the client still sends, would discard the last reply. */
function finish(raw: Bun.Socket<Connection>): void {
  raw.shutdown();
  setTimeout(() => raw.end(), LINGER_MS).unref();
}

function closed(connection: Connection | undefined): void {
  if (!connection || connection.gone.signal.aborted) return;
  connection.gone.abort(new Failure("interrupted", "the client disconnected"));
}

function receive(connection: Connection, chunk: Buffer, handlers: Handlers, secret: string | undefined): void {
  if (connection.ignored) return;
  for (const line of connection.lines.feed(chunk)) {
    if (connection.greeted) {
      const request = readRequest(line);
      if ("cancel" in request) handlers.worker.cancel(connection.peer, request.cancel);
      else void handlers.worker.run(connection.peer, request);
      continue;
    }
    const greeting = readGreeting(line);
    if (secret !== undefined && !isSameText(greeting.secret ?? "", secret)) throw new Error("wrong secret");
    connection.greeted = true;
    connection.ignored = !greet(connection.peer, greeting, handlers);
    if (connection.ignored) return;
  }
}

/** Acts on a greeting. A command line and `stop` come with it. Returns true when requests follow on this connection. */
function greet(peer: Peer, greeting: Greeting, { worker, stop }: Handlers): boolean {
  const isSame = greeting.svc === PROTOCOL && greeting.build === BUILD;
  const { line, cwd = "/", callerRules = {}, environment = {} } = greeting;
  if (greeting.stop || greeting.stopIfIdle) {
    const ended = stop(greeting.stopIfIdle === true);
    if (ended) void ended.then((closed) => peer.send({ type: "stopped", ...closed }));
    else refuse(peer, { type: "busy" });
  } else if (line) {
    if (isSame) void worker.runLine(peer, { line, cwd, callerRules, environment });
    else peer.sendLine({ type: "slow_path" });
  } else if (isSame) {
    return true;
  } else {
    refuse(peer, { type: "mismatch", build: BUILD });
  }
  return false;
}

function refuse(peer: Peer, reply: Parameters<Peer["send"]>[0]): void {
  peer.send(reply);
  peer.end();
}

/** Compares in a time that does not depend on where the texts differ. */
function isSameText(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && crypto.timingSafeEqual(x, y);
}
