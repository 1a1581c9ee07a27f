/** Which elements listen to keys and edits, as the browser told at the last walk: text for the former is typed key by key. */
import { closest } from "./tree.ts";

let keyed: ReadonlySet<Element> = new Set();
let isEveryField = false;

export function noteKeyed(elements: ReadonlySet<Element>, filtersAll: boolean): void {
  keyed = elements;
  isEveryField = filtersAll;
}

let edited: ReadonlySet<Element> = new Set();
/** Until a walk tells otherwise, a page may react to any edit. */
let isEveryEdit = true;

export function noteEdited(elements: ReadonlySet<Element>, hearsAll: boolean): void {
  edited = elements;
  isEveryEdit = hearsAll;
}

/** True when the page hears that the field holds something else. */
export function isEdited(field: Element): boolean {
  return isEveryEdit || isKeyed(field) || (edited.size > 0 && closest(field, (one) => edited.has(one)) !== null);
}

/** True when a key pressed in the field is listened to, there or around it. */
export function isKeyed(field: Element): boolean {
  return isEveryField || (keyed.size > 0 && closest(field, (one) => keyed.has(one)) !== null);
}
