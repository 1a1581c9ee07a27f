/** Creates a locator that finds an element again, also after a reload. The opposite of `resolveAddress`. */

import type { Page } from "../core/page.ts";
import { callOn } from "./click-target.ts";
import { type Addressing, choose, search } from "./locator.ts";

/** Limit of a name in characters: a longer one is usually the whole text of a card, which changes. */
const MAX_NAME = 120;

/** A locator that matches only this element, else one with `nth`. Undefined if there is none. Errors: `not_found`, `stale`. */
export async function addressOf(page: Page, index: number, signal: AbortSignal): Promise<Addressing | undefined> {
  const handle = page.elements.get(index);
  const [kind, attributes] = await Promise.all([
    callOn(handle, "fillKind", handle.id),
    callOn(handle, "attributes", handle.id),
  ]);
  const { role = "", name = "" } = kind?.facts ?? handle.what ?? {};
  const wanted = candidates(role, name.length <= MAX_NAME ? name : "", attributes?.placeholder ?? "");
  let numbered: Addressing | undefined;
  for (const address of wanted) {
    const { matches, isLoose } = await search(page, address, performance.now(), signal);
    const chosen = isLoose ? [] : choose(matches, address);
    const at = chosen.findIndex((match) => match.library === handle.library && match.id === handle.id);
    if (at >= 0 && chosen.length === 1) return address;
    // One of several matches: the last resort, as the others may change.
    if (at >= 0) numbered ??= { ...address, nth: at + 1 };
  }
  return numbered;
}

/** Locators for an element with these facts, the most exact first; an empty text is left out. */
function candidates(role: string, name: string, placeholder: string): Addressing[] {
  return [
    ...(name && role ? [{ role, name }] : []),
    ...(name ? [{ label: name }, { text: name }] : []),
    ...(placeholder ? [{ placeholder }] : []),
    ...(role ? [{ role }] : []),
  ];
}
