/**
 * What custom elements say of themselves by `ElementInternals`: a role, and states that are no attributes. No script but
 * their own can read that. The browser's accessibility tree knows it, and page/locate/internals.ts brings it here.
 */
import type { Semantics } from "../../core/library.ts";
import type { Found } from "../dom/found.ts";
import { plain } from "../dom/plain.ts";

const told = new WeakMap<Element, Semantics>();

/** Custom elements that were asked about, each once: whose class gives a role gives it from the start. */
const asked = new WeakSet<Element>();

/** More than these are not asked about in one look. */
const MAX_ASKED = 200;

let unasked: Element[] = [];

/** Notes the listed custom elements that write no role, and were not asked about yet. */
export function noteCustom(found: readonly Found[]): void {
  unasked = [];
  for (const one of found)
    if (one.kind === "element" && !one.dropped && plain(one.element).localName.includes("-") && isUnasked(one.element))
      unasked.push(one.element);
}

function isUnasked(element: Element): boolean {
  return (
    unasked.length < MAX_ASKED && !asked.has(element) && !element.hasAttribute("role") && element.matches(":defined")
  );
}

/** Those that the last walk noted. */
export function customOf(): Element[] {
  for (const one of unasked) asked.add(one);
  return unasked;
}

export function customCount(): number {
  return unasked.length;
}

/** What the browser told of an element. Nothing, for one that it leaves out of its tree now, as behind a dialog. */
export function learnInternals(element: Element, semantics: Semantics | null): void {
  if (semantics) told.set(element, semantics);
}

/** The role that the element has by its internals. */
export function internalRole(element: Element): string | undefined {
  return told.get(element)?.role;
}

/** What ARIA says of the element by this name, as `checked` or `label`: its own attribute, else what its internals say. */
export function ariaOf(element: Element, name: string): string | null {
  const attribute = `aria-${name}`;
  return plain(element).getAttribute(attribute) ?? internalOf(element, attribute);
}

/** What its internals say in the place of an attribute. */
export function internalOf(element: Element, attribute: string): string | null {
  const semantics = told.get(element);
  if (!semantics) return null;
  return (attribute === "role" ? semantics.role : semantics.aria[attribute.replace("aria-", "")]) ?? null;
}

/** True where the element matches one of several `[role=…]`, by its attributes or by its internals. */
export function matchesRole(element: Element, selector: string): boolean {
  const role = internalRole(element);
  return plain(element).matches(selector) || (role !== undefined && selector.includes(`[role=${role}]`));
}
