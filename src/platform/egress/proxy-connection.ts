/**
 * One connection of a browser to its proxy: a tunnel, or sequential plain requests of which only the heads are parsed. It leads
 * to one checked destination for its whole life. Rules are applied by `dial`.
 */
import type { Socket } from "node:net";
import { reasonOf, Unreachable } from "./connect.ts";
import type { Dial, Dialed } from "./dial.ts";
import { Denied } from "./guard.ts";
import {
  type Framing,
  framingOf,
  headLength,
  MAX_HEAD_BYTES,
  Malformed,
  parseHead,
  type RequestHead,
  writeHead,
} from "./head.ts";
import { BAD_CREDENTIALS, firstHead, statusOf } from "./through.ts";

export interface ConnectionSetup {
  /** Undefined while the browser has no owner; it has no network then. */
  dial(): Dial | undefined;
  /** Called when a rule refuses a connection. */
  denied(denied: Denied): void;
  /** Called for unexpected errors. */
  failed(error: unknown): void;
}

/** Timeout of connecting, also through another proxy. */
const DIAL_MS = 30_000;

/** Timeout of connections without a request; browsers open some in advance. */
const UNUSED_MS = 300_000;

/** Timeout of silence after one side has ended. */
const HALF_OPEN_MS = 60_000;

/** Time for the last response to arrive. */
const LAST_WORDS_MS = 2_000;

export class ProxyConnection {
  readonly #client: Socket;
  readonly #setup: ConnectionSetup;
  readonly #onClosed: () => void;
  /** Received bytes that are not processed yet. */
  #bytes: Buffer = Buffer.alloc(0);
  #dialing: AbortController | undefined;
  #isOver = false;
  /** Destination of plain requests. */
  #target: Dialed | undefined;
  #authority = "";
  /** Body of the current request; undefined before a head. */
  #framing: Framing | undefined;
  readonly #read = (chunk: Buffer) => {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
    this.#advance();
  };

  /** `onClosed` is called when both sockets are closed. */
  constructor(client: Socket, setup: ConnectionSetup, onClosed: () => void) {
    this.#client = client;
    this.#setup = setup;
    this.#onClosed = onClosed;
    client.on("error", () => this.end());
    client.once("close", () => {
      if (!this.#target) this.end();
      this.#closed();
    });
    client.once("end", () => {
      // A client that leaves before its first request needs no answer.
      if (!this.#target && !this.#dialing) this.end();
    });
    client.setTimeout(UNUSED_MS, () => this.end());
    client.on("data", this.#read);
  }

  /** Closes both sockets. */
  end(): void {
    this.#isOver = true;
    this.#dialing?.abort();
    this.#client.destroy();
    this.#target?.socket.destroy();
  }

  #closed(): void {
    if (this.#client.destroyed && (this.#target?.socket.destroyed ?? true)) this.#onClosed();
  }

  #advance(): void {
    try {
      while (!this.#isOver && !this.#dialing && this.#bytes.length > 0) if (!this.#step()) return;
    } catch (error) {
      if (!(error instanceof Malformed)) this.#broke(error);
      // Our answer within a response of the site would be read as a part of it.
      else if (this.#target) this.end();
      else this.#answer(400, error.message);
    }
  }

  /** Forwards a head or a part of a body. False if more bytes are needed. */
  #step(): boolean {
    if (this.#framing) {
      const taken = this.#framing.take(this.#bytes, 0);
      this.#send(this.#cut(taken));
      if (this.#framing.isDone) this.#framing = undefined;
      return true;
    }
    const length = headLength(this.#bytes);
    if ((length ?? this.#bytes.length) > MAX_HEAD_BYTES) {
      this.#answer(431, "the head of the request is too long");
      return false;
    }
    if (length === undefined) return false;
    const head = parseHead(this.#cut(length));
    if (!this.#target) void this.#dial(head);
    // Browsers use a connection for one host. Another host would need a check, and the order of responses.
    else if (opensTunnel(head) || head.authority !== this.#authority) this.end();
    else this.#request(head, this.#target);
    return true;
  }

  #cut(length: number): Buffer {
    const part = this.#bytes.subarray(0, length);
    this.#bytes = this.#bytes.subarray(length);
    return part;
  }

  async #dial(head: RequestHead): Promise<void> {
    const dialing = new AbortController();
    this.#dialing = dialing;
    this.#client.setTimeout(0);
    this.#client.pause();
    const timer = setTimeout(() => dialing.abort(new DOMException("", "TimeoutError")), DIAL_MS);
    try {
      if (!head.isTunnel) framingOf(head);
      const dial = this.#setup.dial();
      if (!dial) return void this.#answer(503, "this browser has no network before it is assigned");
      const target = await dial({ host: head.host, port: head.port, isTunnel: opensTunnel(head) }, dialing.signal);
      if (this.#isOver) return void target.socket.destroy();
      this.#target = target;
      target.socket.setNoDelay(true).setKeepAlive(true, 60_000);
      this.#dialing = undefined;
      if (head.isTunnel) return this.#join(target);
      this.#authority = head.authority;
      this.#forwardResponses(target);
      this.#request(head, target);
      this.#client.resume();
      this.#advance();
    } catch (error) {
      this.#refuse(error);
    } finally {
      clearTimeout(timer);
      this.#dialing = undefined;
    }
  }

  #refuse(error: unknown): void {
    if (this.#isOver) return;
    if (error instanceof Denied) {
      this.#setup.denied(error);
      this.#answer(403, error.message);
    } else if (error instanceof Malformed) this.#answer(400, error.message);
    else if (error instanceof Unreachable) this.#answer(502, error.message);
    else this.#broke(error);
  }

  #broke(error: unknown): void {
    this.#setup.failed(error);
    this.end();
  }

  /** Forwards bytes in both directions. */
  #join(target: Dialed): void {
    const client = this.#client;
    client.off("data", this.#read);
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    if (target.first.length > 0) client.write(target.first);
    if (this.#bytes.length > 0) target.socket.write(this.#bytes);
    this.#bytes = Buffer.alloc(0);
    this.#watch(target.socket);
    client.pipe(target.socket);
    target.socket.pipe(client);
  }

  #request(head: RequestHead, { socket, relay }: Dialed): void {
    this.#framing = framingOf(head);
    if (this.#framing.isDone) this.#framing = undefined;
    socket.write(writeHead(head, { absolute: relay !== undefined, authorization: relay?.authorization }));
  }

  #send(part: Buffer): void {
    const target = this.#target?.socket;
    if (!target || target.write(part)) return;
    this.#client.pause();
    target.once("drain", () => this.#client.resume());
  }

  /** Forwards the responses to plain requests. */
  #forwardResponses({ socket, relay }: Dialed): void {
    this.#watch(socket);
    // A client that ends its side of plain HTTP has left.
    this.#client.once("end", () => this.end());
    if (this.#client.readableEnded) this.end();
    else if (!relay) socket.pipe(this.#client);
    else this.#forwardRelayResponse(socket);
  }

  /** A 407 of the other proxy must not become a login prompt. */
  #forwardRelayResponse(socket: Socket): void {
    firstHead(socket)
      .then(({ head, rest }) => {
        if (this.#isOver) return;
        if (statusOf(head) === 407)
          throw new Unreachable(`connecting through the proxy of this browser failed: ${BAD_CREDENTIALS}`);
        this.#client.write(Buffer.concat([head, rest]));
        socket.pipe(this.#client);
      })
      .catch((error) => this.#refuse(error instanceof Unreachable ? error : new Unreachable(reasonOf(error))));
  }

  /** Passes the end or an error of one side to the other, after all bytes. */
  #watch(target: Socket): void {
    const client = this.#client;
    target.on("error", () => {
      if (this.#isOver) return;
      client.resetAndDestroy();
      this.end();
    });
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      one.once("end", () => other.setTimeout(HALF_OPEN_MS, () => this.end()));
      // Remaining bytes for a closed side are discarded, so that the end is noticed.
      one.once("close", () => {
        if (!other.writableEnded) other.end();
        other.resume();
        other.setTimeout(HALF_OPEN_MS, () => this.end());
        this.#closed();
      });
    }
  }

  /** Sends a response and ends the connection. */
  #answer(status: number, words: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const client = this.#client;
    const target = this.#target?.socket;
    target?.unpipe(client);
    target?.destroy();
    client.off("data", this.#read);
    const body = `${words}\n`;
    client.end(
      `HTTP/1.1 ${status} ${STATUS[status] ?? "Refused"}\r\nContent-Type: text/plain; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
    );
    client.resume();
    client.setTimeout(LAST_WORDS_MS, () => this.end());
  }
}

/** An upgrade also leads to a protocol that proxies should not parse. */
function opensTunnel({ isTunnel, headers }: RequestHead): boolean {
  return isTunnel || headers.some(([name]) => name.toLowerCase() === "upgrade");
}

const STATUS: Record<number, string> = {
  400: "Bad Request",
  403: "Forbidden",
  431: "Request Header Fields Too Large",
  502: "Bad Gateway",
  503: "Service Unavailable",
};
