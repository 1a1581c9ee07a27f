/** Timeout and idle timeout of one browser. */
import type { RunningBrowser } from "./running.ts";

export type Expiry = "timeout" | "idle";

export class Deadlines {
  readonly #browser: RunningBrowser;
  readonly #end: (reason: Expiry) => void;
  #timeout: Timer | undefined;
  #idle: Timer | undefined;

  /** `end` is called when a deadline passes, possibly more than once. */
  constructor(browser: RunningBrowser, end: (reason: Expiry) => void) {
    this.#browser = browser;
    this.#end = end;
    const { timeoutAt, settings } = browser.record;
    this.#timeout = setTimeout(() => end("timeout"), timeoutAt - Date.now());
    if (settings.idleTimeoutMs > 0) this.#watch(settings.idleTimeoutMs);
  }

  /** Checks the wall clock, because timers stop while a machine sleeps. Call it regularly. */
  check(): void {
    if (Date.now() >= this.#browser.record.timeoutAt) this.#end("timeout");
  }

  cancel(): void {
    clearTimeout(this.#timeout);
    clearTimeout(this.#idle);
  }

  /** Checks at the earliest possible time, instead of resetting a timer for each message. */
  #watch(idleTimeoutMs: number): void {
    const remainingMs = idleTimeoutMs - this.#browser.idleMs;
    if (remainingMs <= 0) this.#end("idle");
    else this.#idle = setTimeout(() => this.#watch(idleTimeoutMs), remainingMs);
  }
}
