/** The walk of one frame: where it starts, what it returns, and which elements may have unknown shadow roots. */
import type { FrameWalk, Listening, WalkOptions } from "../../core/library.ts";
import { collectCustom, customCount } from "../accessibility/internals.ts";
import { withCache } from "../dom/cache.ts";
import type { Walked } from "../dom/found.ts";
import { nodeOf } from "../dom/ids.ts";
import { recordListeners } from "../dom/key-listeners.ts";
import { doc, plain } from "../dom/plain.ts";
import { outermost } from "../dom/query.ts";
import { trackOverlays } from "../hit-testing/covering.ts";
import { recordHoverListeners } from "../hit-testing/hover.ts";
import { recordWheelListeners } from "../pointer/wheel.ts";
import { holdsControl, hoverSelectors, hoverTargets, itemsOf, markedElements } from "./delegates.ts";
import { outline } from "./outline.ts";
import { walk } from "./walk.ts";

/** Maximum number of elements to visit. The result says when there are more. */
const MAX_ELEMENTS = 250_000;

/** Maximum number of possible shadow hosts to query at once. */
const MAX_SUSPECTS = 500;

/** A box with a wheel listener and this share of the viewport in both directions represents the page. */
const ROOT_SHARE = 0.9;

/** Elements that were queried for a closed shadow root, with their size. A size change leads to another query. */
const queried = new WeakMap<Element, string>();
let suspects: Element[] = [];

export function survey(options: WalkOptions): FrameWalk {
  return withCache(() => readFrame(options));
}

function readFrame({ listening, budgetChars, selector, groups, boxes }: WalkOptions): FrameWalk {
  trackOverlays();
  const walked = walkWith(listening, selector);
  const root = doc.scrollingElement ?? doc.documentElement;
  return {
    url: location.href,
    title: doc.title,
    isParsing: doc.readyState === "loading",
    nodes: outline(walked, budgetChars, { groups, boxes }),
    isPart: selector !== undefined,
    cut: walked.cut,
    suspects: suspects.length,
    custom: customCount(),
    viewport: { width: innerWidth, height: innerHeight },
    page: { width: root?.scrollWidth ?? 0, height: root?.scrollHeight ?? 0 },
    scroll: { x: Math.round(scrollX), y: Math.round(scrollY) },
  };
}

/** Walks the document or the matches of a selector, and collects possible shadow hosts. */
export function walkWith(listening: Listening, selector?: string): Walked {
  const elements = (ids: number[]) => new Set(ids.flatMap((id) => nodeOf(id) ?? []));
  const keys = elements(listening.keys);
  recordListeners(listening);
  recordHoverListeners(elements(listening.hover), hoverSelectors());
  const pointer = elements(listening.pointer);
  const roots = rootsOf(selector);
  // An element that the caller selected is listed even without a known action, unless it contains controls.
  const selected = selector === undefined ? [] : roots.filter((root) => !holdsControl(root));
  const wheel = new Set([...elements(listening.wheel)].filter((one) => !isRoot(one)));
  recordWheelListeners(wheel);
  const others = [...[...keys].filter(takesKeys), ...wheel];
  const acting = new Set([
    ...pointer,
    ...itemsOf(pointer),
    ...hoverTargets(),
    ...markedElements(),
    ...others,
    ...selected,
  ]);
  const walked = walk(roots, acting, MAX_ELEMENTS);
  collectCustom(walked.found);
  suspects = walked.suspects.filter(isToQuery).slice(0, MAX_SUSPECTS);
  return walked;
}

/** True for a focusable element without controls inside, to which its key listener must belong. */
function takesKeys(element: Element): boolean {
  return plain(element).hasAttribute("tabindex") && !holdsControl(element);
}

/** True for a box about as large as the viewport. Its wheel listener scrolls the page. */
function isRoot(element: Element): boolean {
  const { width, height } = plain(element).getBoundingClientRect();
  return width > ROOT_SHARE * innerWidth && height > ROOT_SHARE * innerHeight;
}

function isToQuery(element: Element): boolean {
  const { clientWidth, clientHeight } = element;
  const size = `${clientWidth}x${clientHeight}`;
  if (queried.get(element) === size) return false;
  queried.set(element, size);
  return true;
}

/** Where the walk starts: the document element, or the outermost matches. */
function rootsOf(selector: string | undefined): Element[] {
  if (selector === undefined) return doc.documentElement ? [doc.documentElement] : [];
  return outermost(selector);
}

/** The possible shadow hosts of the last walk. */
export function suspectsOf(): Element[] {
  return suspects;
}
