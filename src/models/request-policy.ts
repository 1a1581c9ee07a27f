/** Timeouts and retries of requests to models. */
import { durationMs, type Environment, setting } from "../lib/settings.ts";
import { IncompleteAnswer, type WireError } from "./wire.ts";

export interface RequestPolicy {
  /** Until the answer begins; 0 means no timeout, as for the others. */
  firstByteMs: number;
  /** Between two parts of the answer. */
  idleMs: number;
  /** For the whole answer. */
  totalMs: number;
  /** Attempts after the first one. */
  retries: number;
}

export function readRequestPolicy(home: string, environment: Environment): RequestPolicy {
  const ms = (key: "llm_first_byte_timeout" | "llm_idle_timeout" | "llm_timeout") =>
    durationMs(String(setting(home, key, environment))) ?? 0;
  return {
    firstByteMs: ms("llm_first_byte_timeout"),
    idleMs: ms("llm_idle_timeout"),
    totalMs: ms("llm_timeout"),
    retries: Number(setting(home, "llm_retries", environment)),
  };
}

/** A signal that aborts when the model is too slow, or when the caller aborts. */
export class AnswerDeadline implements Disposable {
  readonly #cut = new AbortController();
  readonly #total: ReturnType<typeof setTimeout> | undefined;
  #next: ReturnType<typeof setTimeout> | undefined;
  readonly #idleMs: number;
  readonly signal: AbortSignal;

  constructor({ firstByteMs, idleMs, totalMs }: RequestPolicy, isStreamed: boolean, caller: AbortSignal) {
    // An answer without streaming has no first part.
    this.#idleMs = isStreamed ? idleMs : 0;
    this.signal = AbortSignal.any([caller, this.#cut.signal]);
    this.#total = this.#arm(totalMs, `no complete answer within ${totalMs / 1_000} s`);
    this.#next = isStreamed ? this.#arm(firstByteMs, `no answer within ${firstByteMs / 1_000} s`) : undefined;
  }

  /** Restarts the idle timeout: a part of the answer arrived. */
  progress(): void {
    clearTimeout(this.#next);
    this.#next = this.#arm(this.#idleMs, `the answer stopped for ${this.#idleMs / 1_000} s`);
  }

  #arm(ms: number, why: string): ReturnType<typeof setTimeout> | undefined {
    return ms > 0 ? setTimeout(() => this.#cut.abort(new IncompleteAnswer(why)), ms) : undefined;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#next);
    clearTimeout(this.#total);
  }
}

/** True for errors that may pass, including 529 of an overloaded Anthropic server. */
export function isRetryable({ status }: WireError): boolean {
  return status === undefined || status === 408 || status === 409 || status === 425 || status === 429 || status >= 500;
}

/** Longest delay before a retry; otherwise the fallback is used. */
const MAX_DELAY_MS = 60_000;

const FIRST_DELAY_MS = 1_000;

/** Delay before the next attempt: `Retry-After`, or else doubled each time. Undefined when it is too long. */
export function retryDelayMs({ headers }: WireError, tried: number, now = Date.now()): number | undefined {
  const named = retryAfterMs(headers, now);
  const ms = named ?? FIRST_DELAY_MS * 2 ** (tried - 1);
  return ms > MAX_DELAY_MS ? undefined : ms;
}

function retryAfterMs(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const exact = Number.parseFloat(headers["retry-after-ms"] ?? "");
  if (exact >= 0) return exact;
  const value = headers["retry-after"]?.trim();
  if (!value) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
