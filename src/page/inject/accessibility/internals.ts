/**
 * Roles and states that custom elements define with `ElementInternals`. Scripts cannot read them. The browser's
 * accessibility tree contains them; page/locate/internals.ts passes them in.
 */
import type { Semantics } from "../../core/library.ts";
import type { Found } from "../dom/found.ts";
import { plain } from "../dom/plain.ts";

const semanticsOf = new WeakMap<Element, Semantics>();

/** Custom elements that were queried. Each is queried once, because the class sets the role from the start. */
const queried = new WeakSet<Element>();

/** Maximum number of elements to query in one snapshot. */
const MAX_QUERIES = 200;

let pending: Element[] = [];

/** Collects the listed custom elements without a `role` attribute that were not queried yet. */
export function collectCustom(found: readonly Found[]): void {
  pending = [];
  for (const one of found)
    if (one.kind === "element" && !one.dropped && plain(one.element).localName.includes("-") && isToQuery(one.element))
      pending.push(one.element);
}

function isToQuery(element: Element): boolean {
  return (
    pending.length < MAX_QUERIES &&
    !queried.has(element) &&
    !element.hasAttribute("role") &&
    element.matches(":defined")
  );
}

/** The elements that the last walk collected. From now on they count as queried. */
export function takeCustom(): Element[] {
  for (const one of pending) queried.add(one);
  return pending;
}

export function customCount(): number {
  return pending.length;
}

/** Records the semantics of an element; null (not in the accessibility tree, for example behind a dialog) changes nothing. */
export function learnInternals(element: Element, semantics: Semantics | null): void {
  if (semantics) semanticsOf.set(element, semantics);
}

/** The role from the internals of the element. */
export function internalRole(element: Element): string | undefined {
  return semanticsOf.get(element)?.role;
}

/** An ARIA value by its name without `aria-`, such as `checked`: from the attribute, else from the internals. */
export function ariaOf(element: Element, name: string): string | null {
  const attribute = `aria-${name}`;
  return plain(element).getAttribute(attribute) ?? internalOf(element, attribute);
}

/** The value that the internals give for an attribute. */
export function internalOf(element: Element, attribute: string): string | null {
  const semantics = semanticsOf.get(element);
  if (!semantics) return null;
  return (attribute === "role" ? semantics.role : semantics.aria[attribute.replace("aria-", "")]) ?? null;
}

/** True when the element matches one of several `[role=…]` by attribute or by internals. */
export function matchesRole(element: Element, selector: string): boolean {
  const role = internalRole(element);
  return plain(element).matches(selector) || (role !== undefined && selector.includes(`[role=${role}]`));
}
