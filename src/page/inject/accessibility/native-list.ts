/** The native list behind a list made of other elements. */
import { doc, plain } from "../dom/plain.ts";
import { inside, isReachable } from "../dom/reachable.ts";
import { parentOf } from "../dom/tree.ts";

/** Maximum levels between the element that opens a list and the whole widget. */
const MAX_LEVELS = 4;

/** The native list that a library replaced and hid: directly before the widget or inside it. */
export function replacedBy(opener: Element): HTMLSelectElement | undefined {
  const within = inside(opener).find((one) => one instanceof HTMLSelectElement);
  if (within instanceof HTMLSelectElement) return within;
  for (const box of boxesAround(opener)) {
    const before = plain(box).previousElementSibling;
    if (before instanceof HTMLSelectElement && !isReachable(before)) return before;
  }
  return undefined;
}

export function* boxesAround(opener: Element): Generator<Element> {
  let at: Element | null = opener;
  for (let level = 0; at && at !== doc.body && level < MAX_LEVELS; level++, at = parentOf(at)) yield at;
}
