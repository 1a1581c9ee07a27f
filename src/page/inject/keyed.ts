/** Which elements listen to keys, as the browser told at the last walk: text for their fields is typed key by key. */
import { closest } from "./tree.ts";

let keyed: ReadonlySet<Element> = new Set();
let isEveryField = false;

export function noteKeyed(elements: ReadonlySet<Element>, filtersAll: boolean): void {
  keyed = elements;
  isEveryField = filtersAll;
}

/** True when a key pressed in the field is listened to, there or around it. */
export function isKeyed(field: Element): boolean {
  return isEveryField || (keyed.size > 0 && closest(field, (one) => keyed.has(one)) !== null);
}
