/** Finds elements in the document and its shadow roots. */

import { idOf } from "./ids.ts";
import { doc } from "./plain.ts";
import { contains, shadowOf } from "./tree.ts";

/** The document and all its shadow roots, outer before inner. */
export function roots(root: Document | ShadowRoot = doc): (Document | ShadowRoot)[] {
  const found = [root];
  for (const one of root.querySelectorAll("*")) {
    const inner = shadowOf(one);
    if (inner) found.push(...roots(inner));
  }
  return found;
}

/** All matches in the document and its shadow roots. The selector must be valid. */
export function queryAll(selector: string): Element[] {
  return roots().flatMap((root) => [...root.querySelectorAll(selector)]);
}

/** The matches that are not inside another match. */
export function outermost(selector: string): Element[] {
  const found = queryAll(selector);
  return found.filter((one) => !found.some((other) => other !== one && contains(other, one)));
}

/** The id of the match at index `nth` and the number of matches; `invalid` for an invalid selector. */
export function find(selector: string, nth: number): { count: number; id?: number } | "invalid" {
  if (!isSelector(selector)) return "invalid";
  const found = queryAll(selector);
  const element = found[nth];
  return { count: found.length, ...(element ? { id: idOf(element) } : {}) };
}

export function isSelector(selector: string): boolean {
  try {
    doc.createDocumentFragment().querySelector(selector);
    return true;
  } catch {
    return false;
  }
}
