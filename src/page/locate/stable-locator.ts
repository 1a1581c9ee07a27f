/**
 * The address by which an element can be found again, also after the page was loaded anew: what it says of itself, as long as
 * that means this element alone. The opposite of `resolveAddress`.
 */

import type { Page } from "../core/page.ts";
import { callOn } from "./click-target.ts";
import { type Addressing, choose, look } from "./locator.ts";

/** A longer name is mostly the whole text of a card, which changes. */
const MOST_NAME = 120;

/** Undefined where nothing that it says leads to it. Throws `not_found` or `stale` for an index that leads nowhere. */
export async function addressOf(page: Page, index: number, signal: AbortSignal): Promise<Addressing | undefined> {
  const handle = page.elements.get(index);
  const [kind, attributes] = await Promise.all([
    callOn(handle, "fillKind", handle.id),
    callOn(handle, "attributes", handle.id),
  ]);
  const role = kind?.facts.role ?? handle.what?.role ?? "";
  const name = kind?.facts.name ?? handle.what?.name ?? "";
  const placeholder = attributes?.placeholder ?? "";
  const isNamed = name !== "" && name.length <= MOST_NAME;
  const wanted: Addressing[] = [
    ...(isNamed && role !== "" ? [{ role, name }] : []),
    ...(isNamed ? [{ label: name }, { text: name }] : []),
    ...(placeholder !== "" ? [{ placeholder }] : []),
    ...(role !== "" ? [{ role }] : []),
  ];
  let numbered: Addressing | undefined;
  for (const address of wanted) {
    const { placed, isLoose } = await look(page, address, performance.now(), signal);
    const fitting = isLoose ? [] : choose(placed, address);
    const at = fitting.findIndex((one) => one.library === handle.library && one.id === handle.id);
    if (at >= 0 && fitting.length === 1) return address;
    // Of several it is the n-th: the last resort, as the others may change.
    if (at >= 0) numbered ??= { ...address, nth: at + 1 };
  }
  return numbered;
}
