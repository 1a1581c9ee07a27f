/** The daemon's end of the socket: greetings checked, requests read, replies written. Knows nothing of what they mean. */
import { writeFileSync } from "node:fs";
import { Failure } from "../errors.ts";
import { log } from "../lib/log.ts";
import { describe } from "../run-command.ts";
import {
  encode,
  type Greeting,
  type LineReply,
  Lines,
  Outbox,
  type Reply,
  type RunRequest,
  readGreeting,
  readRequest,
} from "./wire.ts";

/** One connection. Its signal is aborted when the other side goes. */
export interface Peer {
  readonly signal: AbortSignal;
  send(reply: Reply): void;
  /** The same to a client that sent a line and reads plain JSON. */
  sendLine(reply: LineReply): void;
  /** Resolves when the other side has read what was sent; undefined where it is not behind. */
  eased(): Promise<void> | undefined;
  /** Closes the connection when everything sent is written. */
  end(): void;
}

export interface Handlers {
  /** False: nothing more is read from this peer. */
  greet(peer: Peer, greeting: Greeting): boolean;
  request(peer: Peer, request: RunRequest): Promise<void>;
  /** The peer no longer wants the answer to its request of that number. */
  cancel(peer: Peer, id: number): void;
}

interface Connection {
  lines: Lines;
  outbox: Outbox;
  gone: AbortController;
  peer: Peer;
  greeted: boolean;
  ignored: boolean;
}

/** How long a client that is refused may go on sending before the connection is closed under it. */
const LAST_WORDS_MS = 1_000;

const GONE = () => new Failure("interrupted", "the client went away");

/** Listens at the path; on Windows on a loopback port that the file at the path names, with a secret. Returns the end of it. */
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
        // Garbage, a web page, another program: whoever does not speak our language gets no answer.
        if (greeted) peer.send({ type: "malformed", error: describe(error, "a message on the socket") });
        peer.end();
      }
    },
    drain: (raw: Bun.Socket<Connection>) => raw.data.outbox.drain(),
    close: (raw: Bun.Socket<Connection>) => over(raw.data),
    error: (raw: Bun.Socket<Connection>) => over(raw.data),
  };
  if (secret === undefined) {
    const server = Bun.listen<Connection>({ unix: path, socket });
    return () => server.stop();
  }
  const server = Bun.listen<Connection>({ hostname: "127.0.0.1", port: 0, socket });
  writeFileSync(path, JSON.stringify({ port: server.port, secret }), { mode: 0o600 });
  return () => server.stop();
}

/** Says that this was all. Closed at once, what a client is still sending would take the last words away from it. */
function finish(raw: Bun.Socket<Connection>): void {
  raw.shutdown();
  setTimeout(() => raw.end(), LAST_WORDS_MS).unref();
}

function over(connection: Connection | undefined): void {
  if (!connection || connection.gone.signal.aborted) return;
  connection.gone.abort(GONE());
}

function receive(connection: Connection, chunk: Buffer, handlers: Handlers, secret: string | undefined): void {
  if (connection.ignored) return;
  for (const line of connection.lines.feed(chunk)) {
    if (connection.greeted) {
      const request = readRequest(line);
      if ("cancel" in request) handlers.cancel(connection.peer, request.cancel);
      else void handlers.request(connection.peer, request);
      continue;
    }
    const greeting = readGreeting(line);
    if (secret !== undefined && !sameText(greeting.secret ?? "", secret)) throw new Error("wrong secret");
    connection.greeted = true;
    if (handlers.greet(connection.peer, greeting)) continue;
    connection.ignored = true;
    return;
  }
}

/** Compares in a time that does not depend on where the texts differ. */
function sameText(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && crypto.timingSafeEqual(x, y);
}
