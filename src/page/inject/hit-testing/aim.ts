/**
 * Keeps a press from landing on another element than the one it is aimed at: pages move things as the pointer comes. Such a press is
 * stopped before the page hears of it, and reported, so that it can be aimed anew. Listens in this world alone, where no page can see it.
 */
import type { PressResult } from "../../core/library.ts";
import { closest, shadowOf } from "../dom/tree.ts";
import { tagText } from "./covering.ts";
import { receives } from "./covers.ts";

/** Everything that one press of a mouse button makes a page hear. */
const EVENTS = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "dblclick", "contextmenu"];

/** A press that comes later than this was not the one that was announced: its command was given up. */
const STALE_MS = 1_000;

interface Aim {
  element: Element;
  /** Presses still to come: two for a double click. */
  presses: number;
  armedAt: number;
  verdict?: "hit" | "missed";
  /** What a press that missed would have landed on. */
  instead?: string;
  /** It moves on: without a capture of the pointer the release would land elsewhere, and no click would come of it. */
  isMoving: boolean;
}

let aim: Aim | undefined;
let isListening = false;

/** Announces that the next `presses` presses are meant for the element. */
export function aimAt(element: Element, presses: number, isMoving: boolean): void {
  aim = { element, presses, armedAt: performance.now(), isMoving };
  if (isListening) return;
  isListening = true;
  for (const type of EVENTS) addEventListener(type, judge, { capture: true, passive: false });
}

/** What became of the press that was announced. Can be asked once. */
export function pressResult(): PressResult {
  const last = aim;
  aim = undefined;
  return last?.verdict === "missed" ? { missed: last.instead ?? "another element" } : {};
}

function judge(event: Event): void {
  if (!aim || !event.isTrusted) return;
  if (event.type === "pointerdown" || (event.type === "mousedown" && !aim.verdict)) {
    const isStale = !aim.verdict && performance.now() - aim.armedAt > STALE_MS;
    if (isStale || aim.presses === 0) {
      aim = undefined;
      return;
    }
    aim.presses--;
    aim.verdict ??= verdictOf(aim, event);
    if (aim.isMoving && aim.verdict === "hit") capture(event);
  }
  // A key can click and open a menu as well; such an event has no count of clicks, or no button.
  const isByKey = event instanceof PointerEvent && event.pointerType === "" && event.detail === 0;
  if (isByKey) return;
  if (aim.verdict === "missed") {
    event.stopImmediatePropagation();
    event.preventDefault();
  }
}

function capture(event: Event): void {
  const [hit] = event.composedPath();
  if (event instanceof PointerEvent && hit instanceof Element) hit.setPointerCapture(event.pointerId);
}

function verdictOf(one: Aim, event: Event): "hit" | "missed" {
  if (arrives(one.element, event)) return "hit";
  const [hit] = event.composedPath();
  one.instead = hit instanceof Element ? tagText(hit) : "the page";
  return "missed";
}

function arrives(element: Element, event: Event): boolean {
  const [hit] = event.composedPath();
  if (!(hit instanceof Element)) return false;
  if (!element.isConnected) return isLike(element, hit);
  // Behind a closed root only its host is told.
  return receives(element, hit) || shadowOf(hit) !== undefined;
}

/** A page that draws an element anew when the pointer comes has put another one of the same words in its place. */
function isLike(gone: Element, hit: Element): boolean {
  const like = closest(hit, (one) => one.localName === gone.localName);
  return like !== null && like.textContent === gone.textContent;
}
