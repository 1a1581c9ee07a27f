/** Values by selectors, from the live document: elements are found as `state` finds them, shadow roots included. */
import type { Field, FieldAnswer } from "../../reading/extraction.ts";
import { plain } from "../dom/plain.ts";
import { isSelector, queryAll } from "../dom/query.ts";
import { squash, visibleText } from "../dom/text.ts";
import { shadowOf } from "../dom/tree.ts";
import { booleanIn, numberIn } from "./convert.ts";

/** No text of an element is longer. */
const MAX_TEXT = 1_000_000;

/** What the fields hold, or the first selector that is none. */
export function fields(field: Field): FieldAnswer {
  const invalid = invalidIn(field);
  return invalid === undefined ? { value: valueIn(field, undefined) } : { invalid };
}

function invalidIn(field: Field): string | undefined {
  if (field.kind === "list") return invalidIn(field.item);
  const { selector } = field;
  if (selector && !isSelector(selector)) return selector;
  if (field.kind === "value") return undefined;
  for (const one of Object.values(field.fields)) {
    const invalid = invalidIn(one);
    if (invalid !== undefined) return invalid;
  }
  return undefined;
}

/** `within` is undefined for the whole document. */
function valueIn(field: Field, within: Element | undefined): unknown {
  if (field.kind === "list") return allIn(field.item, within).map((element) => taken(field.item, element));
  const element = firstIn(field.selector, within);
  if (field.kind === "value") return element ? taken(field, element) : null;
  if (field.selector === undefined) return objectOf(field.fields, within);
  return element ? taken(field, element) : null;
}

/** The item's own elements; the selector is not looked for again inside them. */
function taken(field: Field, element: Element): unknown {
  if (field.kind === "value") return read(field, element);
  return field.kind === "object" ? objectOf(field.fields, element) : valueIn(field, element);
}

function objectOf(all: Record<string, Field>, within: Element | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(all).map(([name, field]) => [name, valueIn(field, within)]));
}

function allIn(field: Field, within: Element | undefined): Element[] {
  const selector = field.kind === "list" ? undefined : field.selector;
  if (!selector) return within ? [within] : [document.documentElement];
  return within ? queryWithin(within, selector) : queryAll(selector);
}

function firstIn(selector: string | undefined, within: Element | undefined): Element | undefined {
  if (!selector) return within ?? document.documentElement;
  return (within ? queryWithin(within, selector) : queryAll(selector))[0];
}

/** Matches inside an element and in the shadow roots inside it, its own included. */
function queryWithin(element: Element, selector: string): Element[] {
  const found = [...plain(element).querySelectorAll(selector)];
  const hosts = [element, ...plain(element).querySelectorAll("*")];
  for (const root of hosts.map(shadowOf)) if (root) found.push(...inRoot(root, selector));
  return found;
}

function inRoot(root: ShadowRoot, selector: string): Element[] {
  const inner = [...root.querySelectorAll("*")].flatMap((host) => {
    const next = shadowOf(host);
    return next ? inRoot(next, selector) : [];
  });
  return [...root.querySelectorAll(selector), ...inner];
}

function read(field: Field & { kind: "value" }, element: Element): unknown {
  const { filters } = field;
  const raw = rawOf(field, element);
  if (raw === null) return filters.includes("boolean") && field.attribute !== undefined ? false : null;
  if (filters.includes("boolean")) return field.attribute !== undefined && raw === "" ? true : booleanIn(raw);
  if (filters.includes("integer")) {
    const number = numberIn(raw);
    return number !== null && Number.isSafeInteger(number) ? number : null;
  }
  if (filters.includes("number")) return numberIn(raw);
  return filters.includes("trim") ? raw.trim() : raw;
}

function rawOf({ attribute, filters }: Field & { kind: "value" }, element: Element): string | null {
  const one = plain(element);
  if (filters.includes("html")) return one.innerHTML;
  if (filters.includes("url")) return addressOf(element, attribute);
  if (attribute !== undefined) return one.getAttribute(attribute);
  if (filters.includes("trim")) return one.textContent ?? "";
  // What is not drawn, such as a title, says what it says.
  const shown = element.checkVisibility() ? visibleText(element, MAX_TEXT) : "";
  return shown || squash(one.textContent ?? "");
}

/** Absolute: of the attribute, or of whichever the element has. */
function addressOf(element: Element, attribute: string | undefined): string | null {
  const names = attribute === undefined ? ["href", "src", "action", "content"] : [attribute];
  const value = names.map((name) => plain(element).getAttribute(name)).find((one) => one !== null);
  if (value === undefined || value === null) return null;
  return URL.parse(value, document.baseURI)?.href ?? null;
}
