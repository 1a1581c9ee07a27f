/** Waits until an element or a text appears or disappears. A script in every frame observes changes. */
import { Failure } from "../../errors.ts";
import { shorten } from "../../lib/shorten.ts";
import type { Frame } from "../core/frame.ts";
import type { Condition, ConditionState } from "../core/library.ts";
import type { Page } from "../core/page.ts";
import { isFrameShown, selectorFailure } from "../locate/read-element.ts";

/** The end of a wait, and the timeout for the message. */
export interface Deadline {
  signal: AbortSignal;
  timeoutMs: number;
}

/** Duration of one call in a frame: a wait that has ended leaves no older observer behind, and its message is not older. */
const WATCH_MS = 250;

/** Pause before a retry in a frame that is being replaced. */
const RETRY_MS = 50;

const TIMEOUT_HINT = "Run `svc state` to see the page, or give it more time with --timeout <ms>.";

/** Runs a wait. Errors: `timeout` at the deadline, with the text of `message`, in which `{time}` is replaced. */
export async function inTime<T>(
  { signal, timeoutMs }: Deadline,
  wait: () => Promise<T>,
  message: () => string,
  hint = TIMEOUT_HINT,
): Promise<T> {
  try {
    return await wait();
  } catch (error) {
    const isLate = signal.aborted && signal.reason instanceof Failure && signal.reason.code === "timeout";
    if (!isLate) throw error;
    throw new Failure("timeout", message().replace("{time}", `${timeoutMs} ms`), hint);
  }
}

/** Rejects when the signal is aborted, or the tab is closed or crashes. For a race against work that does not detect this. */
export function ended(page: Page, signal: AbortSignal): Promise<never> {
  const end = page.until(() => false, signal) as Promise<never>;
  // A promise that loses a race must not count as unhandled.
  end.catch(() => {});
  return end;
}

/** Resolves when the condition is true in a frame of the page; for `detached` and `hidden`, in all of them. Errors: `timeout`, `usage`. */
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

/** The results of all frames for one condition. */
class Watch {
  readonly #page: Page;
  readonly #condition: Condition;
  /** True if one frame suffices; false if the condition must be true in all frames. */
  readonly #wantsOne: boolean;
  readonly #pending = new Set<Frame>();
  readonly #raw = new Map<Frame, ConditionState>();
  /** The results that count: elements of a hidden frame are not visible. */
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
      for (const frame of frames) if (!this.#pending.has(frame)) void this.#watch(frame);
      await Promise.race([woken, end]);
      if (this.#failure) throw this.#failure;
      if (this.#holds()) return;
    }
  }

  async #watch(frame: Frame): Promise<void> {
    this.#pending.add(frame);
    try {
      const look = await frame.call("watch", [this.#condition, this.#raw.get(frame) ?? null, WATCH_MS]);
      if (look.invalid && "selector" in this.#condition) throw selectorFailure(this.#condition.selector);
      this.#raw.set(frame, look);
      const isUnseen = look.visible > 0 && frame !== this.#page.main && !(await isFrameShown(this.#page, frame));
      this.#looks.set(frame, isUnseen ? { ...look, visible: 0 } : look);
    } catch (error) {
      // A frame that is being replaced is empty; for the main frame the result is unknown.
      const isTemporary = error instanceof Failure && error.code !== "usage";
      if (!isTemporary || (error.code === "internal" && this.#isThere(frame))) this.#failure = error;
      else await Bun.sleep(RETRY_MS);
      this.#raw.delete(frame);
      if (frame === this.#page.main) this.#looks.delete(frame);
      else this.#looks.set(frame, { isMet: false, matches: 0, visible: 0, frames: 0 });
    }
    this.#pending.delete(frame);
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

  /** The message of a timeout: the condition, and the actual state. */
  message(): string {
    const looks = this.#present();
    const main = this.#looks.get(this.#page.main);
    const sum = (key: "matches" | "visible") => looks.reduce((total, look) => total + (look?.[key] ?? 0), 0);
    const silent = main === undefined ? ": the page does not respond" : undefined;
    if ("text" in this.#condition) {
      const there = sum("matches") > 0 ? ": it is in the page, but not visible" : "";
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
  if (matches === 1) return `1 element matches and is ${visible === 1 ? "" : "not "}visible`;
  return `${matches} elements match, ${visible === 0 ? "none" : visible} of them visible`;
}
