/**
 * One run in this process: stop, answer and pause it. A run awaits the handler of each of its events, so a handler that does not
 * resolve pauses the run. It is also paused while a person controls the browser.
 */
import type { Run, RunEvent, RunResult } from "../../../agent/loop/assignment.ts";
import { log } from "../../../lib/log.ts";
import type { RunningBrowser } from "../../engine/lifecycle/running.ts";

/** The answer to an open question of the agent when a person returns control of the browser. */
const CONTROL_RETURNED = "The person has returned control of the browser. Look at the page again before you continue.";

export class ActiveRun {
  readonly browser: RunningBrowser;
  /** Resolves after `close`. */
  readonly closed: Promise<void>;
  readonly #closed = Promise.withResolvers<void>();
  readonly #unsubscribe: () => void;
  #run: Run | undefined;
  #isAsking = false;
  #isPaused = false;
  #isControlled = false;
  #paused: PromiseWithResolvers<void> | undefined;
  #stopped: string | undefined;

  constructor(browser: RunningBrowser) {
    this.browser = browser;
    this.closed = this.#closed.promise;
    this.#unsubscribe = browser.onControl((isControlled) => this.#onControl(isControlled));
    // Counts as a client, so that the browser is not idle while the model thinks.
    browser.clients++;
  }

  /** Starts the run and resolves with its result. The run continues after an event when the promise of `onEvent` resolves. */
  async run(
    start: (emit: (event: RunEvent) => Promise<void>) => Run,
    onEvent: (event: RunEvent) => Promise<void>,
  ): Promise<RunResult> {
    this.#run = start(async (event) => {
      if (event.kind === "ask") this.#isAsking = true;
      if (event.kind === "answered" || event.kind === "end") this.#isAsking = false;
      await onEvent(event).catch((error) => {
        // A run without records could not be audited.
        log.error("stopping a run because its events could not be stored:", error);
        this.stop("The actions of the agent could not be recorded.");
      });
      if (event.kind !== "end") await this.#paused?.promise;
    });
    if (this.#stopped !== undefined) this.#run.stop(this.#stopped);
    return await this.#run.result;
  }

  stop(why: string): void {
    this.#stopped ??= why;
    this.#run?.stop(why);
    this.#paused?.resolve();
  }

  get isStopped(): boolean {
    return this.#stopped !== undefined;
  }

  answer(text: string): void {
    this.#run?.answer(text);
  }

  /** Pauses the run before its next event, or resumes it. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#updatePause();
  }

  close(): void {
    this.#unsubscribe();
    this.#paused?.resolve();
    this.browser.clients--;
    this.browser.touch(Date.now());
    this.#closed.resolve();
  }

  /** A person takes control of the browser or returns it. */
  #onControl(isControlled: boolean): void {
    this.#isControlled = isControlled;
    this.#updatePause();
    if (!isControlled && this.#isAsking) this.answer(CONTROL_RETURNED);
  }

  #updatePause(): void {
    const isPaused = (this.#isPaused || this.#isControlled) && this.#stopped === undefined;
    if (isPaused) this.#paused ??= Promise.withResolvers();
    else {
      this.#paused?.resolve();
      this.#paused = undefined;
    }
  }
}
