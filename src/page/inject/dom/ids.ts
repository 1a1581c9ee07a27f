/**
 * Ids of elements: small numbers, given once, stable for the life of the document. The page cannot see them. Whether an id
 * still means what it meant when it was listed is decided in `identity/registry.ts`.
 */
import { plain } from "./plain.ts";

const ids = new WeakMap<Element, number>();
const elements = new Map<number, WeakRef<Element>>();
let next = 1;

/** The id of an element; a new one for an element that has none. */
export function idOf(element: Element): number {
  const known = ids.get(element);
  if (known !== undefined) return known;
  const id = next++;
  bindId(id, element);
  return id;
}

/** The id of an element that has one. */
export function knownIdOf(element: Element): number | undefined {
  return ids.get(element);
}

/** The element with this id, if it is in the document; nothing around it is compared. */
export function nodeOf(id: number): Element | undefined {
  const element = elements.get(id)?.deref();
  return element && plain(element).isConnected ? element : undefined;
}

/** Makes an id stand for this element from now on. */
export function bindId(id: number, element: Element): void {
  ids.set(element, id);
  elements.set(id, new WeakRef(element));
}

/** Takes the id from its element: the next question gives that element a new one. */
export function releaseId(id: number, element: Element): void {
  ids.delete(element);
  elements.delete(id);
}
