/** Which elements listen to what is typed, as the browser told at the last walk. */
import type { Listening } from "../../core/library.ts";
import { nodeOf } from "./ids.ts";
import { closest } from "./tree.ts";

let keyed: ReadonlySet<Element> = new Set();
let isEveryField = false;
/** Absent until the first walk: then anybody may listen. */
let heard: ReadonlySet<Element> | undefined;

export function noteKeyed({ keys, filtersAll, input, inputAll }: Listening): void {
  const elements = (ids: number[]) => new Set(ids.flatMap((id) => nodeOf(id) ?? []));
  keyed = elements(keys);
  isEveryField = filtersAll;
  heard = inputAll ? undefined : elements(input);
}

/** True when a key pressed in the field is listened to, there or around it: text is typed key by key then. */
export function isKeyed(field: Element): boolean {
  return isEveryField || isIn(field, keyed);
}

/** True when the page may react to what is typed into the field. */
export function isHeard(field: Element): boolean {
  return heard === undefined || isIn(field, heard);
}

function isIn(field: Element, listening: ReadonlySet<Element>): boolean {
  return listening.size > 0 && closest(field, (one) => listening.has(one)) !== null;
}
