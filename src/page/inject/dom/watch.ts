/** Waiting inside the page: looks at a condition when the page changed, and now and then for what no mutation tells. */
import type { Condition, Look } from "../../core/library.ts";
import { isVisible } from "./boxes.ts";
import { holdsText, showsText } from "./find-text.ts";
import { doc } from "./plain.ts";
import { isSelector, queryAll, roots } from "./query.ts";

/** How often to look when nothing tells of a change: styles, sizes and new shadow roots send no mutation. */
const POLL_MS = 50;

/** The share of the page's time that looking may take: after a look of 10 ms the next comes 40 ms later. */
const PAUSE_FACTOR = 4;

/** A burst of mutations is looked at once. */
const BURST_MS = 8;

/**
 * Resolves with what is so when it is another than `before`, when frames came or went, or after `maxMs`. At once without
 * a `before`.
 */
export async function watch(condition: Condition, before: Look | null, maxMs: number): Promise<Look> {
  if ("selector" in condition && !isSelector(condition.selector)) return { ...NOTHING, invalid: true };
  const end = performance.now() + maxMs;
  for (;;) {
    const started = performance.now();
    const so = isSo(condition);
    const isOver = started >= end || before === null || so !== before.so || frameCount() !== before.frames;
    if (isOver) return lookAt(condition, so);
    const pause = Math.max(BURST_MS, PAUSE_FACTOR * (performance.now() - started));
    await change(Math.max(pause, Math.min(POLL_MS, end - started)), pause);
  }
}

const NOTHING: Look = { so: false, matches: 0, visible: 0, frames: 0 };

/** `so` is true when the element or text is what its state says: attached or shown; the negative states turn it round. */
function isSo(condition: Condition): boolean {
  if ("text" in condition) return isPainted() && showsText(condition.text);
  const found = queryAll(condition.selector);
  if (condition.state === "attached" || condition.state === "detached") return found.length > 0;
  return isPainted() && found.some(isVisible);
}

function lookAt(condition: Condition, so: boolean): Look {
  const frames = frameCount();
  if ("text" in condition) {
    const matches = so || holdsText(condition.text) ? 1 : 0;
    return { so, matches, visible: so ? 1 : 0, frames };
  }
  // One is enough to end a wait; all are counted for a message only.
  if (so && (condition.state === "visible" || condition.state === "attached"))
    return { so, matches: 1, visible: 1, frames };
  const found = queryAll(condition.selector);
  const visible = isPainted() ? found.filter(isVisible).length : 0;
  return { so, matches: found.length, visible, frames };
}

/** Nothing of a frame without an area can be seen. */
function isPainted(): boolean {
  return innerWidth > 0 && innerHeight > 0;
}

function frameCount(): number {
  return window.length;
}

/** Resolves after a mutation, though not before `leastMs`; without one after `mostMs`. */
export function change(mostMs: number, leastMs: number): Promise<void> {
  return new Promise((resolve) => {
    const earliest = performance.now() + leastMs;
    const done = () => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    let timer = setTimeout(done, mostMs);
    const observer = new MutationObserver(() => {
      observer.disconnect();
      clearTimeout(timer);
      timer = setTimeout(done, Math.max(0, earliest - performance.now()));
    });
    const what = { subtree: true, childList: true, attributes: true, characterData: true };
    observer.observe(document, what);
    for (const root of roots()) if (root !== doc) observer.observe(root, what);
  });
}
