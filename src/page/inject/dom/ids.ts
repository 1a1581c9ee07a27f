/**
 * Ids of elements: small numbers, assigned once, stable for the life of the document and invisible to the page.
 * `identity/registry.ts` decides whether an id is still valid.
 */
import { plain } from "./plain.ts";

const ids = new WeakMap<Element, number>();
const elements = new Map<number, WeakRef<Element>>();
let next = 1;

/** The id of an element; assigns one when it has none. */
export function idOf(element: Element): number {
  const known = ids.get(element);
  if (known !== undefined) return known;
  const id = next++;
  bindId(id, element);
  return id;
}

/** The id of an element, if one was assigned. */
export function knownIdOf(element: Element): number | undefined {
  return ids.get(element);
}

/** The element with this id, if it is in the document. Does not check its surroundings. */
export function nodeOf(id: number): Element | undefined {
  const element = elements.get(id)?.deref();
  return element && plain(element).isConnected ? element : undefined;
}

/** Binds an id to an element. */
export function bindId(id: number, element: Element): void {
  ids.set(element, id);
  elements.set(id, new WeakRef(element));
}

/** Removes the id from its element. The next `idOf` assigns a new one. */
export function releaseId(id: number, element: Element): void {
  ids.delete(element);
  elements.delete(id);
}
