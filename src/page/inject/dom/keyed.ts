/** Elements with listeners for keys and input, as the browser reported them at the last walk. */
import type { Listening } from "../../core/library.ts";
import { nodeOf } from "./ids.ts";
import { closest } from "./tree.ts";

let keyed: ReadonlySet<Element> = new Set();
let isEveryField = false;
/** Undefined until the first walk: then every element may have a listener. */
let heard: ReadonlySet<Element> | undefined;

export function noteKeyed({ keys, filtersAll, input, inputAll }: Listening): void {
  const elements = (ids: number[]) => new Set(ids.flatMap((id) => nodeOf(id) ?? []));
  keyed = elements(keys);
  isEveryField = filtersAll;
  heard = inputAll ? undefined : elements(input);
}

/** True when the field or an ancestor listens to keys. Text is then typed key by key. */
export function isKeyed(field: Element): boolean {
  return isEveryField || isIn(field, keyed);
}

/** True when the page may react to input in the field. */
export function isHeard(field: Element): boolean {
  return heard === undefined || isIn(field, heard);
}

function isIn(field: Element, listening: ReadonlySet<Element>): boolean {
  return listening.size > 0 && closest(field, (one) => listening.has(one)) !== null;
}
