/** Numbers for elements: small, given once, never moved to another element. The page cannot see them. */

import { plain } from "./plain.ts";

const ids = new WeakMap<Element, number>();
const elements = new Map<number, WeakRef<Element>>();
let next = 1;

export function idOf(element: Element): number {
  let id = ids.get(element);
  if (id === undefined) {
    id = next++;
    ids.set(element, id);
    elements.set(id, new WeakRef(element));
  }
  return id;
}

/** The element, when it is still in the document. */
export function elementOf(id: number): Element | undefined {
  const element = elements.get(id)?.deref();
  return element && plain(element).isConnected ? element : undefined;
}
