/** The native list behind a list made of other elements. */
import { doc, plain } from "../dom/plain.ts";
import { inside, isReachable } from "../dom/reachable.ts";
import { parentOf } from "../dom/tree.ts";

/** Boxes between what opens a list and the widget as a whole. */
const MAX_LEVELS = 4;

/** The native list that a library replaced and hid: it is kept right before the widget, or in it. */
export function replacedBy(speaker: Element): HTMLSelectElement | undefined {
  const within = inside(speaker).find((one) => one instanceof HTMLSelectElement);
  if (within instanceof HTMLSelectElement) return within;
  for (const box of boxesAround(speaker)) {
    const before = plain(box).previousElementSibling;
    if (before instanceof HTMLSelectElement && !isReachable(before)) return before;
  }
  return undefined;
}

export function* boxesAround(speaker: Element): Generator<Element> {
  let at: Element | null = speaker;
  for (let level = 0; at && at !== doc.body && level < MAX_LEVELS; level++, at = parentOf(at)) yield at;
}
