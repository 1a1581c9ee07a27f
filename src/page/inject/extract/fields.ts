/** Reads values by selectors from the live document, including shadow roots. */
import type { Field, FieldAnswer } from "../../reading/extraction.ts";
import { plain } from "../dom/plain.ts";
import { isSelector, queryAll } from "../dom/query.ts";
import { squash, visibleText } from "../dom/text.ts";
import { shadowOf } from "../dom/tree.ts";
import { booleanIn, numberIn } from "./convert.ts";

/** Maximum length of the text of an element. */
const MAX_TEXT = 1_000_000;

/** The values of the fields, or the first invalid selector. */
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

/** `within`: the ancestor to search in; undefined for the whole document. */
function valueIn(field: Field, within: Element | undefined): unknown {
  if (field.kind === "list") return allIn(field.item, within).map((element) => valueOfMatch(field.item, element));
  const element = firstIn(field.selector, within);
  if (field.kind === "value") return element ? valueOfMatch(field, element) : null;
  if (field.selector === undefined) return objectOf(field.fields, within);
  return element ? valueOfMatch(field, element) : null;
}

/** The value of a matched element. The selector of the field does not apply again inside it. */
function valueOfMatch(field: Field, element: Element): unknown {
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

/** Matches inside an element and in all shadow roots inside it, including its own. */
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
  // Elements that are not displayed, such as a title, have their text content.
  const shown = element.checkVisibility() ? visibleText(element, MAX_TEXT) : "";
  return shown || squash(one.textContent ?? "");
}

/** The absolute URL in the attribute, or in the first attribute with one. */
function addressOf(element: Element, attribute: string | undefined): string | null {
  const names = attribute === undefined ? ["href", "src", "action", "content"] : [attribute];
  const value = names.map((name) => plain(element).getAttribute(name)).find((one) => one !== null);
  if (value === undefined || value === null) return null;
  return URL.parse(value, document.baseURI)?.href ?? null;
}
