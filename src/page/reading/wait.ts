/** Waiting until an element or a text is there, or gone: every frame watches inside its page, and tells when something changed. */
import { Failure } from "../../errors.ts";
import { shorten } from "../../lib/shorten.ts";
import type { Frame } from "../core/frame.ts";
import type { Condition, ConditionState } from "../core/library.ts";
import type { Page } from "../core/page.ts";
import { isFrameShown, selectorFailure } from "../locate/read-element.ts";

/** What a command hands over: when to end, and how long that is, for the message. */
export interface Deadline {
  signal: AbortSignal;
  timeoutMs: number;
}

/** How long a frame watches before it says what is there: bounds what is left behind in it, and how old a message is. */
const WATCH_MS = 250;

/** How long to leave a frame alone that could not be asked, because it is being replaced. */
const RETRY_MS = 50;

const PATIENCE_HINT = "Run `svc state` to see what is there, or give it longer with --timeout <ms>.";

/** Runs a wait. When its deadline ends it, the failure says what was not so; `message` is asked then. */
export async function inTime<T>(
  { signal, timeoutMs }: Deadline,
  wait: () => Promise<T>,
  message: () => string,
  hint = PATIENCE_HINT,
): Promise<T> {
  try {
    return await wait();
  } catch (error) {
    const isLate = signal.aborted && signal.reason instanceof Failure && signal.reason.code === "timeout";
    if (!isLate) throw error;
    throw new Failure("timeout", message().replace("{time}", `${timeoutMs} ms`), hint);
  }
}

/** Rejects when the signal is aborted, or the tab is closed or crashes. To be raced against work that knows none of it. */
export function ended(page: Page, signal: AbortSignal): Promise<never> {
  const end = page.until(() => false, signal) as Promise<never>;
  // Raced promises that lose must not count as unhandled.
  end.catch(() => {});
  return end;
}

/** Resolves when the condition holds in a frame of the page; for `detached` and `hidden`, in all of them. */
export async function waitFor(page: Page, condition: Condition, deadline: Deadline): Promise<void> {
  const watch = new Watch(page, condition);
  const done = new AbortController();
  const end = ended(page, AbortSignal.any([deadline.signal, done.signal]));
  try {
    await inTime(
      deadline,
      () => watch.run(end),
      () => watch.message(),
    );
  } finally {
    done.abort();
  }
}

/** The looks of all frames at one condition, while it is waited for. */
class Watch {
  readonly #page: Page;
  readonly #condition: Condition;
  /** False for what must be so in all frames. */
  readonly #wantsOne: boolean;
  readonly #asked = new Set<Frame>();
  readonly #raw = new Map<Frame, ConditionState>();
  /** The looks as they count: nothing of a hidden frame is visible. */
  readonly #looks = new Map<Frame, ConditionState>();
  #failure: unknown;
  #wake = () => {};

  constructor(page: Page, condition: Condition) {
    this.#page = page;
    this.#condition = condition;
    this.#wantsOne = !("state" in condition) || condition.state === "visible" || condition.state === "attached";
  }

  async run(end: Promise<never>): Promise<void> {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      const frames = [...this.#page.frames.values()];
      for (const frame of frames) if (!this.#asked.has(frame)) void this.#ask(frame);
      await Promise.race([woken, end]);
      if (this.#failure) throw this.#failure;
      if (this.#holds()) return;
    }
  }

  async #ask(frame: Frame): Promise<void> {
    this.#asked.add(frame);
    try {
      const look = await frame.call("watch", [this.#condition, this.#raw.get(frame) ?? null, WATCH_MS]);
      if (look.invalid && "selector" in this.#condition) throw selectorFailure(this.#condition.selector);
      this.#raw.set(frame, look);
      const isUnseen = look.visible > 0 && frame !== this.#page.main && !(await isFrameShown(this.#page, frame));
      this.#looks.set(frame, isUnseen ? { ...look, visible: 0 } : look);
    } catch (error) {
      // A frame that is being replaced has nothing; the main frame always has something.
      const isPassing = error instanceof Failure && error.code !== "usage";
      if (!isPassing || (error.code === "internal" && this.#isThere(frame))) this.#failure = error;
      else await Bun.sleep(RETRY_MS);
      this.#raw.delete(frame);
      if (frame === this.#page.main) this.#looks.delete(frame);
      else this.#looks.set(frame, { isMet: false, matches: 0, visible: 0, frames: 0 });
    }
    this.#asked.delete(frame);
    this.#wake();
  }

  #isThere(frame: Frame): boolean {
    return this.#page.frames.get(frame.id) === frame;
  }

  #present(): (ConditionState | undefined)[] {
    return [...this.#page.frames.values()].map((frame) => this.#looks.get(frame));
  }

  #holds(): boolean {
    const state = "state" in this.#condition ? this.#condition.state : "visible";
    const counts = (look: ConditionState) => (state === "visible" || state === "hidden" ? look.visible : look.matches);
    const looks = this.#present();
    if (this.#wantsOne) return looks.some((look) => look !== undefined && counts(look) > 0);
    return looks.every((look) => look !== undefined && counts(look) === 0);
  }

  /** What was not so, and what is there instead. */
  message(): string {
    const looks = this.#present();
    const main = this.#looks.get(this.#page.main);
    const sum = (key: "matches" | "visible") => looks.reduce((total, look) => total + (look?.[key] ?? 0), 0);
    const silent = main === undefined ? ": the page has not answered" : undefined;
    if ("text" in this.#condition) {
      const there = sum("matches") > 0 ? ": it is in the page, but not shown" : "";
      return `'${shorten(this.#condition.text)}' did not appear within {time}${silent ?? there}`;
    }
    const { selector, state } = this.#condition;
    const found = silent ?? `: ${foundText(sum("matches"), sum("visible"))}`;
    return `'${shorten(selector)}' ${MISSED[state]} after {time}${found}`;
  }
}

const MISSED = {
  attached: "is not in the page",
  detached: "is still in the page",
  visible: "is not visible",
  hidden: "is still visible",
};

function foundText(matches: number, visible: number): string {
  if (matches === 0) return "no element matches";
  if (matches === 1) return `1 element matches, it is ${visible === 1 ? "" : "not "}visible`;
  return `${matches} elements match, ${visible === 0 ? "none" : visible} of them visible`;
}
