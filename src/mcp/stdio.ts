/**
 * One line of JSON a message, in on stdin and out on stdout. Lines that are no message are answered as such, answers of
 * any size are written whole, and when the input ends what was asked is answered first. Knows nothing of tools.
 */

import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { withTimeout } from "../lib/deadline.ts";

type Message = {
  jsonrpc: "2.0";
  id?: string | number;
  method?: string;
  params?: unknown;
  [other: string]: unknown;
};

/** How long what was asked may take once the input has ended: clients end a server that stays a few seconds later. */
const LINGER_MS = 10_000;

/** A longer line is no message: nothing that is asked of a browser takes as much. */
const MAX_LINE = 16 * 1024 * 1024;

/** Stays open by its nature: nothing is waited for. */
const OPEN_ENDED = "subscriptions/listen";

/** How often is looked whether whoever started the server still lives. */
const PARENT_MS = 2_000;

/** How long a client may take to answer whether it is still there. */
const PING_MS = 10_000;

const PING_ID = "svc-still-there";

const PARSE_ERROR = -32700;

/** Why a line that is JSON cannot be handed on. */
export interface Refusal {
  code: number;
  message: string;
}

export class Stdio implements Transport {
  onmessage?: Transport["onmessage"];
  onclose?: Transport["onclose"];
  readonly #reader = Bun.stdin.stream().getReader();
  readonly #writer = Bun.stdout.writer();
  readonly #unanswered = new Set<string | number>();
  #written: Promise<unknown> = Promise.resolve();
  #idle: (() => void) | undefined;
  #isClosed = false;
  #heard = 0;
  readonly #refusal: (message: unknown) => Refusal | undefined;

  /** `refusal` says what is wrong with a message that nobody would answer. */
  constructor(refusal: (message: unknown) => Refusal | undefined) {
    this.#refusal = refusal;
  }

  async start(): Promise<void> {
    this.#watchParent();
    void this.#read().finally(() => this.close());
  }

  async send(message: object): Promise<void> {
    const { id, method } = message as Message;
    if (this.#isClosed) throw new Error("the connection is closed");
    this.#written = this.#written.then(() => this.#write(`${JSON.stringify(message)}\n`));
    try {
      await this.#written;
    } catch {
      // Nobody reads any more: there is nobody left to serve.
      void this.close();
    }
    if (id !== undefined && method === undefined) this.#settle(id);
  }

  /** `Bun.write` loses a part of what a pipe does not take at once. */
  async #write(text: string): Promise<void> {
    this.#writer.write(text);
    await this.#writer.flush();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#idle?.();
    this.#reader.cancel().catch(() => {});
    this.onclose?.();
  }

  /**
   * A client that was killed may leave its ends of the pipes open in programs that it started. When our parent is gone, the
   * client is asked; one that only started us through another program answers.
   */
  #watchParent(): void {
    const parent = process.ppid;
    const timer = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(timer);
      const before = this.#heard;
      this.send({ jsonrpc: "2.0", id: PING_ID, method: "ping" }).catch(() => {});
      setTimeout(() => this.#heard === before && void this.close(), PING_MS).unref();
    }, PARENT_MS);
    timer.unref();
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    let pieces: string[] = [];
    let length = 0;
    for (;;) {
      const { value, done } = await this.#reader.read();
      if (done) break;
      const [first = "", ...rest] = decoder.decode(value, { stream: true }).split("\n");
      length += first.length;
      if (length <= MAX_LINE) pieces.push(first);
      for (const next of rest) {
        this.#receive(length <= MAX_LINE ? pieces.join("") : "{");
        pieces = [next];
        length = next.length;
      }
    }
    if (length <= MAX_LINE) this.#receive(pieces.join(""));
    await withTimeout(this.#answered(), LINGER_MS);
  }

  #receive(line: string): void {
    if (line.trim() === "") return;
    this.#heard++;
    let parsed: unknown;
    try {
      parsed = JSON.parse(line);
    } catch {
      this.#refuse({ code: PARSE_ERROR, message: "Parse error: a line is not JSON" });
      return;
    }
    const refusal = this.#refusal(parsed);
    if (refusal) {
      this.#refuse(refusal, idOf(parsed));
      return;
    }
    const message = parsed as Message;
    const { id, method, params } = message;
    if (id === PING_ID && method === undefined) return;
    if (id !== undefined && method !== undefined && method !== OPEN_ENDED) this.#unanswered.add(id);
    // What was cancelled is not answered.
    if (method === "notifications/cancelled")
      this.#settle((params as { requestId?: string | number })?.requestId ?? "");
    this.onmessage?.(message as JSONRPCMessage);
  }

  #refuse(error: Refusal, id: string | number | null = null): void {
    void this.send({ jsonrpc: "2.0", id, error }).catch(() => {});
  }

  #settle(id: string | number): void {
    this.#unanswered.delete(id);
    if (this.#unanswered.size === 0) this.#idle?.();
  }

  async #answered(): Promise<void> {
    if (this.#unanswered.size > 0 && !this.#isClosed) await new Promise<void>((resolve) => (this.#idle = resolve));
  }
}

/** The number of what was asked, so that whoever waits for its answer gets the refusal. */
function idOf(message: unknown): string | number | null {
  const { id, method } = (message ?? {}) as Partial<Message>;
  return method !== undefined && (typeof id === "string" || typeof id === "number") ? id : null;
}
