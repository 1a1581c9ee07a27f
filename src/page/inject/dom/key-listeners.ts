/** Elements with listeners for keys and input, as the browser reported them at the last walk. */
import type { Listening } from "../../core/library.ts";
import { nodeOf } from "./ids.ts";
import { closest } from "./tree.ts";

let keyListeners: ReadonlySet<Element> = new Set();
let isDocumentListening = false;
/** Undefined until the first walk: then every element may have a listener. */
let inputListeners: ReadonlySet<Element> | undefined;

export function recordListeners({ keys, filtersAll, input, inputAll }: Listening): void {
  const elements = (ids: number[]) => new Set(ids.flatMap((id) => nodeOf(id) ?? []));
  keyListeners = elements(keys);
  isDocumentListening = filtersAll;
  inputListeners = inputAll ? undefined : elements(input);
}

/** True when the field or an ancestor listens to keys. Text is then typed key by key. */
export function hasKeyListener(field: Element): boolean {
  return isDocumentListening || isIn(field, keyListeners);
}

/** True when the page may react to input in the field. */
export function hasInputListener(field: Element): boolean {
  return inputListeners === undefined || isIn(field, inputListeners);
}

function isIn(field: Element, listening: ReadonlySet<Element>): boolean {
  return listening.size > 0 && closest(field, (one) => listening.has(one)) !== null;
}
