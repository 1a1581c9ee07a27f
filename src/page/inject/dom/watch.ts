/** Waits inside the page: checks a condition after mutations, and at intervals for changes without one. */
import type { Condition, ConditionState } from "../../core/library.ts";
import { isVisible } from "./boxes.ts";
import { holdsText, showsText } from "./find-text.ts";
import { doc } from "./plain.ts";
import { isSelector, queryAll, roots } from "./query.ts";

/** Polling interval for changes without a mutation: styles, sizes and new shadow roots. */
const POLL_MS = 50;

/** Limits the share of the page's time that checks take: after a check of 10 ms the next comes 40 ms later. */
const PAUSE_FACTOR = 4;

/** Mutations within this time are checked once. */
const BURST_MS = 8;

/** Resolves when the condition or the number of frames differs from `before`, after `maxMs`, or at once without `before`. */
export async function watch(
  condition: Condition,
  before: ConditionState | null,
  maxMs: number,
): Promise<ConditionState> {
  if ("selector" in condition && !isSelector(condition.selector)) return { ...NOTHING, invalid: true };
  const end = performance.now() + maxMs;
  for (;;) {
    const started = performance.now();
    const isMet = check(condition);
    const isOver = started >= end || before === null || isMet !== before.isMet || frameCount() !== before.frames;
    if (isOver) return stateOf(condition, isMet);
    const pause = Math.max(BURST_MS, PAUSE_FACTOR * (performance.now() - started));
    await change(Math.max(pause, Math.min(POLL_MS, end - started)), pause);
  }
}

const NOTHING: ConditionState = { isMet: false, matches: 0, visible: 0, frames: 0 };

/** True when the element or text is attached or shown, as the condition requires. The caller inverts negative states. */
function check(condition: Condition): boolean {
  if ("text" in condition) return isPainted() && showsText(condition.text);
  const found = queryAll(condition.selector);
  if (condition.state === "attached" || condition.state === "detached") return found.length > 0;
  return isPainted() && found.some(isVisible);
}

function stateOf(condition: Condition, isMet: boolean): ConditionState {
  const frames = frameCount();
  if ("text" in condition) {
    const matches = isMet || holdsText(condition.text) ? 1 : 0;
    return { isMet, matches, visible: isMet ? 1 : 0, frames };
  }
  // One match is enough to end a wait. The full count is only for a message.
  if (isMet && (condition.state === "visible" || condition.state === "attached"))
    return { isMet, matches: 1, visible: 1, frames };
  const found = queryAll(condition.selector);
  const visible = isPainted() ? found.filter(isVisible).length : 0;
  return { isMet, matches: found.length, visible, frames };
}

/** A frame without an area shows nothing. */
function isPainted(): boolean {
  return innerWidth > 0 && innerHeight > 0;
}

function frameCount(): number {
  return window.length;
}

/** Resolves after a mutation, but not before `minMs`; without a mutation after `maxMs`. */
export function change(maxMs: number, minMs: number): Promise<void> {
  return new Promise((resolve) => {
    const earliest = performance.now() + minMs;
    const done = () => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    let timer = setTimeout(done, maxMs);
    const observer = new MutationObserver(() => {
      observer.disconnect();
      clearTimeout(timer);
      timer = setTimeout(done, Math.max(0, earliest - performance.now()));
    });
    const options = { subtree: true, childList: true, attributes: true, characterData: true };
    observer.observe(document, options);
    for (const root of roots()) if (root !== doc) observer.observe(root, options);
  });
}
