/** The walk of a frame as it is asked for: where it begins, what it answers, and which hosts are worth asking after. */
import type { FrameWalk, Listening, WalkOptions } from "../../core/library.ts";
import { customCount, noteCustom } from "../accessibility/internals.ts";
import type { Walked } from "../dom/found.ts";
import { nodeOf } from "../dom/ids.ts";
import { noteKeyed } from "../dom/keyed.ts";
import { looking } from "../dom/memory.ts";
import { doc, plain } from "../dom/plain.ts";
import { queryAll } from "../dom/query.ts";
import { contains } from "../dom/tree.ts";
import { watchOverlays } from "../hit-testing/covering.ts";
import { noteHovering } from "../hit-testing/hover.ts";
import { noteWheel } from "../pointer/wheel.ts";
import { holdsControl, hoveredOf, hoverHosts, itemsOf, markedOf } from "./delegates.ts";
import { outline } from "./outline.ts";
import { walk } from "./walk.ts";

/** Elements looked at. What lies beyond is told as cut. */
const MAX_ELEMENTS = 250_000;

/** Hosts that are asked after in one go. */
const MAX_SUSPECTS = 500;

/** A box that listens to the wheel and takes this share of the viewport both ways stands for the page. */
const ROOT_SHARE = 0.9;

/** Boxes that were asked for a closed shadow root, with the size they had then: one that grows is asked again. */
const asked = new WeakMap<Element, string>();
let suspects: Element[] = [];

export function survey(options: WalkOptions): FrameWalk {
  return looking(() => lookAt(options));
}

function lookAt({ listening, budgetChars, selector, groups, boxes }: WalkOptions): FrameWalk {
  watchOverlays();
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

/** Walks the document, or what the selector matches, and notes which hosts are suspect. */
export function walkWith(listening: Listening, selector?: string): Walked {
  const elements = (ids: number[]) => new Set(ids.flatMap((id) => nodeOf(id) ?? []));
  const keyed = elements(listening.keys);
  noteKeyed(listening);
  noteHovering(elements(listening.hover), hoverHosts());
  const pointed = elements(listening.pointer);
  const roots = rootsOf(selector);
  // What was asked for by its selector gets a number whether it seems to act or not, unless what it holds says more.
  const named = selector === undefined ? [] : roots.filter((root) => !holdsControl(root));
  const wheeled = new Set([...elements(listening.wheel)].filter((one) => !isRoot(one)));
  noteWheel(wheeled);
  const others = [...[...keyed].filter(takesKeys), ...wheeled];
  const acting = new Set([...pointed, ...itemsOf(pointed), ...hoveredOf(), ...markedOf(), ...others, ...named]);
  const walked = walk(roots, acting, MAX_ELEMENTS);
  noteCustom(walked.found);
  suspects = walked.suspects.filter(isUnasked).slice(0, MAX_SUSPECTS);
  return walked;
}

/** True for what can be given the focus for its keys, and holds nothing that they could be meant for. */
function takesKeys(element: Element): boolean {
  return plain(element).hasAttribute("tabindex") && !holdsControl(element);
}

/** True for a box that is about as large as the viewport: it turns wheels into the scrolling of the page. */
function isRoot(element: Element): boolean {
  const { width, height } = plain(element).getBoundingClientRect();
  return width > ROOT_SHARE * innerWidth && height > ROOT_SHARE * innerHeight;
}

function isUnasked(element: Element): boolean {
  const { clientWidth, clientHeight } = element;
  const size = `${clientWidth}x${clientHeight}`;
  if (asked.get(element) === size) return false;
  asked.set(element, size);
  return true;
}

/** Where the walk begins: the document, or the outermost elements that match. */
function rootsOf(selector: string | undefined): Element[] {
  if (selector === undefined) return doc.documentElement ? [doc.documentElement] : [];
  const found = queryAll(selector);
  return found.filter((one) => !found.some((other) => other !== one && contains(other, one)));
}

/** The hosts that the last walk found suspect. */
export function suspectsOf(): Element[] {
  return suspects;
}
