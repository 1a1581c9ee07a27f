/**
 * One run under way in this process: how it is stopped, answered, and held up while a person has the browser. A run waits for
 * each event that it tells: not resolving that is how it is held up.
 */
import type { Run, RunEvent, RunResult } from "../../../agent/loop/assignment.ts";
import { log } from "../../../lib/log.ts";
import type { RunningBrowser } from "../../engine/lifecycle/running.ts";

/** What a run hears when a person gives the browser back after it had asked. */
const GIVEN_BACK = "The person has given the browser back. Look at the page again before you go on.";

export class Active {
  readonly browser: RunningBrowser;
  /** Resolves when it holds nothing any more. */
  readonly closed: Promise<void>;
  readonly #over = Promise.withResolvers<void>();
  readonly #forgetControl: () => void;
  #run: Run | undefined;
  #isAsking = false;
  #isPaused = false;
  #isTaken = false;
  #gate: PromiseWithResolvers<void> | undefined;
  #stopped: string | undefined;

  constructor(browser: RunningBrowser) {
    this.browser = browser;
    this.closed = this.#over.promise;
    this.#forgetControl = browser.onControl((isHeld) => this.#taken(isHeld));
    // It is used, whatever the agent thinks about for so long.
    browser.clients++;
  }

  /** Resolves with how it ended. `tell` may take its time. */
  async run(
    start: (tell: (event: RunEvent) => Promise<void>) => Run,
    tell: (event: RunEvent) => Promise<void>,
  ): Promise<RunResult> {
    this.#run = start(async (event) => {
      if (event.kind === "ask") this.#isAsking = true;
      if (event.kind === "answered" || event.kind === "end") this.#isAsking = false;
      await tell(event).catch((error) => {
        // Without a record the run would do what nobody can see.
        log.error("what a run did could not be recorded, so it is stopped:", error);
        this.stop("What the agent did could not be recorded.");
      });
      if (event.kind !== "end") await this.#gate?.promise;
    });
    if (this.#stopped !== undefined) this.#run.stop(this.#stopped);
    return await this.#run.result;
  }

  stop(why: string): void {
    this.#stopped ??= why;
    this.#run?.stop(why);
    this.#gate?.resolve();
  }

  get isStopped(): boolean {
    return this.#stopped !== undefined;
  }

  answer(text: string): void {
    this.#run?.answer(text);
  }

  /** Held up before its next event, or let go on. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#hold();
  }

  close(): void {
    this.#forgetControl();
    this.#gate?.resolve();
    this.browser.clients--;
    this.browser.touch(Date.now());
    this.#over.resolve();
  }

  /** A person takes the browser over, or gives it back. */
  #taken(isHeld: boolean): void {
    this.#isTaken = isHeld;
    this.#hold();
    if (!isHeld && this.#isAsking) this.answer(GIVEN_BACK);
  }

  #hold(): void {
    const isHeld = (this.#isPaused || this.#isTaken) && this.#stopped === undefined;
    if (isHeld) this.#gate ??= Promise.withResolvers();
    else {
      this.#gate?.resolve();
      this.#gate = undefined;
    }
  }
}
