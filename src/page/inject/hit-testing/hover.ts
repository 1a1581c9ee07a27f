/** Hover effects: where a page is known to react to the pointer, and what appears when it arrives. */
import { intersection, type Sides, viewport } from "../dom/boxes.ts";
import { frame } from "../dom/motion.ts";
import { doc, plain } from "../dom/plain.ts";
import { visibleText } from "../dom/text.ts";
import { childrenOf, closest } from "../dom/tree.ts";
import { tagText } from "./covering.ts";

/** Maximum number of elements to compare. */
const MAX_ELEMENTS = 20_000;

/** Minimum width and height in pixels of an element that counts as appeared. */
const MIN_SIDE_PX = 8;

const MAX_REPORTED = 3;
const TEXT_CHARS = 120;

/** Time without changes after which the hover effects are over. */
const QUIET_MS = 50;

let listening: ReadonlySet<Element> = new Set();
let hoverSelectors: readonly string[] = [];
let shownBefore: ReadonlySet<Element> = new Set();

/** Called by the walk with the elements that listen for hover, and the selectors of `:hover` rules that show something. */
export function recordHoverListeners(elements: ReadonlySet<Element>, selectors: readonly string[]): void {
  listening = elements;
  hoverSelectors = selectors;
}

/** True when the page is known to react to hovering over the element and the pointer is not over it yet. */
export function isHoverTarget(element: Element): boolean {
  if (listening.size === 0 && hoverSelectors.length === 0) return false;
  if (plain(element).matches(":hover")) return false;
  const reacts = (one: Element) => one !== doc.body && one !== doc.documentElement && listening.has(one);
  return closest(element, reacts) !== null || hoverSelectors.some((host) => isWithin(element, host));
}

function isWithin(element: Element, host: string): boolean {
  try {
    return plain(element).closest(host) !== null;
  } catch {
    return false;
  }
}

/** Records the visible elements before the pointer moves. */
export function beforeHover(): void {
  shownBefore = new Set(shownElements());
}

/**
 * Waits until the hover effects are over, at most `maxMs`; `firstMs` is the maximum delay of the first effect. Returns
 * the elements that appeared, each as `<ul#menu> "New, Open"`.
 */
export async function afterHover(firstMs: number, maxMs: number): Promise<string[]> {
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
    const isMoving = doc.getAnimations().some(isShortAnimation);
    const isQuiet = isChanged ? now - changedAt >= QUIET_MS : now - start >= firstMs;
    if (now - start >= maxMs || (isQuiet && !isMoving)) break;
    await frame();
  }
  observer.disconnect();
  return appeared();
}

function isShortAnimation(animation: Animation): boolean {
  return animation.playState === "running" && Number(animation.effect?.getComputedTiming().endTime) < 2_000;
}

function appeared(): string[] {
  const before = shownBefore;
  shownBefore = new Set();
  const fresh = [...shownElements()].filter((one) => !before.has(one));
  const all = new Set(fresh);
  return fresh
    .filter((one) => closest(one, (at) => at !== one && all.has(at)) === null && isLarge(one) && hasContent(one))
    .slice(0, MAX_REPORTED)
    .map((one) => {
      const text = visibleText(one, TEXT_CHARS);
      return text === "" ? tagText(one) : `${tagText(one)} ${JSON.stringify(text)}`;
    });
}

/** False for decoration such as a ripple, a bar or an arrow. */
function hasContent(element: Element): boolean {
  const contentSelector = "a,button,input,select,textarea,img,svg,canvas,video,iframe,[role],[aria-label],[tabindex]";
  return (
    plain(element).matches(contentSelector) ||
    plain(element).querySelector(contentSelector) !== null ||
    visibleText(element, 1) !== ""
  );
}

function isLarge(element: Element): boolean {
  const { width, height } = plain(element).getBoundingClientRect();
  return width >= MIN_SIDE_PX && height >= MIN_SIDE_PX;
}

function showsIn(clip: Sides, box: DOMRect): boolean {
  return box.width > 0 && box.height > 0 && intersection(box, clip) !== undefined;
}

/** The visible elements in the viewport: not hidden by styles and not clipped. */
function* shownElements(): Generator<Element> {
  let left = MAX_ELEMENTS;
  const stack: { element: Element; clip: Sides }[] = [{ element: doc.documentElement, clip: viewport() }];
  for (let next = stack.pop(); next && left-- > 0; next = stack.pop()) {
    const { element, clip } = next;
    const style = getComputedStyle(element);
    if (style.display === "none" || Number(style.opacity) === 0) continue;
    const box = plain(element).getBoundingClientRect();
    if (style.visibility === "visible" && showsIn(clip, box)) yield element;
    const inner = style.overflow === "visible" ? clip : intersection(clip, box);
    if (!inner && style.display !== "contents") continue;
    const children = [...childrenOf(element)].filter((child) => child instanceof Element).reverse();
    stack.push(...children.map((child) => ({ element: child, clip: inner ?? clip })));
  }
}
