/** What happens as the pointer arrives: where a page is known to react to it, and what shows then that did not show before. */
import { intersection, type Sides, viewport } from "../dom/boxes.ts";
import { frame } from "../dom/motion.ts";
import { doc, plain } from "../dom/plain.ts";
import { visibleText } from "../dom/text.ts";
import { childrenOf, closest } from "../dom/tree.ts";
import { tagText } from "./covering.ts";

/** Elements that are compared before and after; a larger page is compared as far as that. */
const MAX_ELEMENTS = 20_000;

/** What shows in less than this many pixels of height or width is no menu. */
const LEAST_SIDE = 8;

const MOST_TOLD = 3;
const TEXT_CHARS = 120;

/** How long the page must be unchanged before the effects of the pointer's arrival are over. */
const QUIET_MS = 50;

let listening: ReadonlySet<Element> = new Set();
let hosts: readonly string[] = [];
let shownBefore: ReadonlySet<Element> = new Set();

/** Called by the walk: the elements that listen for the pointer's arrival, and the selectors that style sheets show something under. */
export function noteHovering(elements: ReadonlySet<Element>, selectors: readonly string[]): void {
  listening = elements;
  hosts = selectors;
}

/** True where the page is known to react to the pointer over the element, and the pointer is not there yet. */
export function isHoverTarget(element: Element): boolean {
  if (listening.size === 0 && hosts.length === 0) return false;
  if (plain(element).matches(":hover")) return false;
  const reacts = (one: Element) => one !== doc.body && one !== doc.documentElement && listening.has(one);
  return closest(element, reacts) !== null || hosts.some((host) => isWithin(element, host));
}

function isWithin(element: Element, host: string): boolean {
  try {
    return plain(element).closest(host) !== null;
  } catch {
    return false;
  }
}

/** Remembers what shows before the pointer moves. */
export function beforeHover(): void {
  shownBefore = new Set(shownElements());
}

/**
 * Waits until what the pointer's arrival started is over, at most `mostMs`; `firstMs` is how long the first effect may take to show.
 * Returns what shows now that did not show before, each as `<ul#menu> "New, Open"`.
 */
export async function afterHover(firstMs: number, mostMs: number): Promise<string[]> {
  const start = performance.now();
  let changedAt = start;
  let isChanged = false;
  const observer = new MutationObserver(() => {
    changedAt = performance.now();
    isChanged = true;
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  await frame();
  await frame();
  for (;;) {
    const now = performance.now();
    const isMoving = doc.getAnimations().some(isPassing);
    const isQuiet = isChanged ? now - changedAt >= QUIET_MS : now - start >= firstMs;
    if (now - start >= mostMs || (isQuiet && !isMoving)) break;
    await frame();
  }
  observer.disconnect();
  return appeared();
}

function isPassing(animation: Animation): boolean {
  return animation.playState === "running" && Number(animation.effect?.getComputedTiming().endTime) < 2_000;
}

function appeared(): string[] {
  const before = shownBefore;
  shownBefore = new Set();
  const fresh = [...shownElements()].filter((one) => !before.has(one));
  const all = new Set(fresh);
  return fresh
    .filter((one) => closest(one, (at) => at !== one && all.has(at)) === null && isLarge(one) && saysSomething(one))
    .slice(0, MOST_TOLD)
    .map((one) => {
      const text = visibleText(one, TEXT_CHARS);
      return text === "" ? tagText(one) : `${tagText(one)} ${JSON.stringify(text)}`;
    });
}

/** A ripple, a bar or an arrow without a word is decoration. */
function saysSomething(element: Element): boolean {
  const shows = "a,button,input,select,textarea,img,svg,canvas,video,iframe,[role],[aria-label],[tabindex]";
  return (
    plain(element).matches(shows) || plain(element).querySelector(shows) !== null || visibleText(element, 1) !== ""
  );
}

function isLarge(element: Element): boolean {
  const { width, height } = plain(element).getBoundingClientRect();
  return width >= LEAST_SIDE && height >= LEAST_SIDE;
}

/** The elements that show something in the viewport: neither hidden by styles nor clipped away. */
function* shownElements(): Generator<Element> {
  let left = MAX_ELEMENTS;
  const stack: { element: Element; clip: Sides }[] = [{ element: doc.documentElement, clip: viewport() }];
  for (let next = stack.pop(); next && left-- > 0; next = stack.pop()) {
    const { element, clip } = next;
    const style = getComputedStyle(element);
    if (style.display === "none" || Number(style.opacity) === 0) continue;
    const box = plain(element).getBoundingClientRect();
    const inner = style.overflow === "visible" ? clip : intersection(clip, box);
    if (style.visibility === "visible" && box.width > 0 && box.height > 0 && intersection(box, clip)) yield element;
    if (!inner && style.display !== "contents") continue;
    for (const child of [...childrenOf(element)].reverse())
      if (child instanceof Element) stack.push({ element: child, clip: inner ?? clip });
  }
}
