/**
 * Prevents a press from reaching another element than its target when the page moves things under the pointer. Such a
 * press is stopped before the page receives it and reported, so that the caller can retry. The listeners are in this
 * world, invisible to the page.
 */
import type { PressResult } from "../../core/library-pointer.ts";
import { closest, shadowOf } from "../dom/tree.ts";
import { tagText } from "./covering.ts";
import { receives } from "./covers.ts";

/** All events that one press of a mouse button causes. */
const EVENTS = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "dblclick", "contextmenu"];

/** A later press is not the announced one: that command was cancelled. */
const STALE_MS = 1_000;

interface Aim {
  element: Element;
  /** Remaining presses: two for a double click. */
  presses: number;
  announcedAt: number;
  result?: "hit" | "missed";
  /** The element that a missed press would have hit. */
  hitText?: string;
  /** The element moves. Without pointer capture the release would hit another element, so that no click results. */
  isMoving: boolean;
}

let aim: Aim | undefined;
let isListening = false;

/** Announces that the next `presses` presses are for the element. */
export function aimAt(element: Element, presses: number, isMoving: boolean): void {
  aim = { element, presses, announcedAt: performance.now(), isMoving };
  if (isListening) return;
  isListening = true;
  for (const type of EVENTS) addEventListener(type, onEvent, { capture: true, passive: false });
}

/** The result of the announced press. Returns it only once. */
export function pressResult(): PressResult {
  const last = aim;
  aim = undefined;
  return last?.result === "missed" ? { missed: last.hitText ?? "another element" } : {};
}

function onEvent(event: Event): void {
  if (!aim || !event.isTrusted) return;
  if (event.type === "pointerdown" || (event.type === "mousedown" && !aim.result)) {
    const isStale = !aim.result && performance.now() - aim.announcedAt > STALE_MS;
    if (isStale || aim.presses === 0) {
      aim = undefined;
      return;
    }
    aim.presses--;
    aim.result ??= resultOf(aim, event);
    if (aim.isMoving && aim.result === "hit") capture(event);
  }
  // A key can cause a click or context menu as well. Such an event has no pointer type and no click count.
  const isByKey = event instanceof PointerEvent && event.pointerType === "" && event.detail === 0;
  if (isByKey) return;
  if (aim.result === "missed") {
    event.stopImmediatePropagation();
    event.preventDefault();
  }
}

function capture(event: Event): void {
  const [hit] = event.composedPath();
  if (event instanceof PointerEvent && hit instanceof Element) hit.setPointerCapture(event.pointerId);
}

function resultOf(one: Aim, event: Event): "hit" | "missed" {
  if (reaches(one.element, event)) return "hit";
  const [hit] = event.composedPath();
  one.hitText = hit instanceof Element ? tagText(hit) : "the page";
  return "missed";
}

function reaches(element: Element, event: Event): boolean {
  const [hit] = event.composedPath();
  if (!(hit instanceof Element)) return false;
  if (!element.isConnected) return isReplacementOf(element, hit);
  // Events inside a closed shadow root show only its host.
  return receives(element, hit) || shadowOf(hit) !== undefined;
}

/** True when the page replaced the element by another one with the same tag and text as the pointer arrived. */
function isReplacementOf(gone: Element, hit: Element): boolean {
  const like = closest(hit, (one) => one.localName === gone.localName);
  return like !== null && like.textContent === gone.textContent;
}
