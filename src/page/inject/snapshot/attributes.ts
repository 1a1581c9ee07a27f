/** What is printed inside an element's brackets: the attributes that tell it, in the predecessor's order. */
import type { ElementFacts } from "../../core/library.ts";
import { choiceOf } from "../accessibility/chosen-class.ts";
import { controlOf } from "../accessibility/facts.ts";
import { internalOf } from "../accessibility/internals.ts";
import { explicitRole } from "../accessibility/roles.ts";
import { bare } from "../dom/likeness.ts";
import { plain } from "../dom/plain.ts";
import { squash } from "../dom/text.ts";

/** Attributes worth a reader's time, in the order they are printed. Values are cut to this many characters. */
const SHOWN = [
  "type",
  "id",
  "name",
  "role",
  "placeholder",
  "aria-label",
  "title",
  "alt",
  "accept",
  "multiple",
  "pattern",
  "min",
  "max",
  "step",
  "maxlength",
  "contenteditable",
  "aria-haspopup",
];
const VALUE_LENGTH = 100;

/** Options that are listed by name; how many there are is told. */
const MAX_OPTIONS = 10;

/** Formats that a field takes, where its type alone does not tell them. */
const FORMATS: Record<string, string> = {
  date: "YYYY-MM-DD",
  time: "HH:MM",
  "datetime-local": "YYYY-MM-DDTHH:MM",
  month: "YYYY-MM",
  week: "YYYY-W##",
};

/**
 * The attributes of a listed element. `printed` are the texts that stand below it, `name` what they do not say of its name.
 * Frames have no facts.
 */
export function attributesOf(
  raw: Element,
  facts?: ElementFacts,
  printed: readonly string[] = [],
  name = "",
): [string, string][] {
  const element = plain(raw);
  const shown = new Map<string, string>();
  for (const key of SHOWN) {
    const value = element.getAttribute(key) ?? internalOf(raw, key);
    if (value === null || (value === "" && key !== "multiple" && key !== "contenteditable")) continue;
    shown.set(key, squash(value).slice(0, VALUE_LENGTH));
  }
  dropRepeated(element, shown, printed);
  const control = controlOf(raw);
  if (control !== raw && facts?.type) shown.set("type", facts.type);
  if (element instanceof HTMLInputElement && FORMATS[element.type]) shown.set("format", FORMATS[element.type] ?? "");
  const href = element.getAttribute("href") ?? element.getAttribute("xlink:href");
  if (href && facts?.href) shown.set("href", squash(href).slice(0, VALUE_LENGTH));
  const src = element instanceof HTMLIFrameElement ? element.getAttribute("src") : null;
  if (src) shown.set("src", src.slice(0, VALUE_LENGTH));
  const options = optionsOf(element);
  if (options) shown.set("options", options);
  if (facts) sayName(facts, shown, name, printed.length > 0);
  const chosen = facts && choiceOf(raw, facts.states, facts.traits?.class);
  if (chosen) shown.set("class", chosen);
  return [...shown];
}

/** What the tag, or another attribute, says already. */
function dropRepeated(element: Element, shown: Map<string, string>, printed: readonly string[]): void {
  if (shown.get("type") === "text" && element.localName === "input") shown.delete("type");
  if (shown.get("name") === shown.get("id")) shown.delete("name");
  if (shown.has("role") && (explicitRole(element) === undefined || shown.get("role") === element.localName))
    shown.delete("role");
  if (/^(inherit|false)$/.test(shown.get("contenteditable") ?? "")) shown.delete("contenteditable");
  if (shown.get("contenteditable") === "true") shown.set("contenteditable", "");
  if (printed.includes(shown.get("title") ?? "")) shown.delete("title");
}

/** The name as `label`, once: not beside the attribute that it comes from, nor beside a placeholder or value that says it. */
function sayName(
  { name: whole, traits }: ElementFacts,
  shown: Map<string, string>,
  name: string,
  hasText: boolean,
): void {
  shown.delete("aria-label");
  shown.delete("alt");
  const isTip = shown.get("title") === whole.slice(0, VALUE_LENGTH);
  // A tooltip beside a text stays one.
  if (isTip && name !== "" && hasText) return;
  if (isTip) shown.delete("title");
  if (name !== "" && bare(shown.get("placeholder") ?? "") !== bare(name).slice(0, VALUE_LENGTH))
    shown.set("label", name);
  for (const [key, value] of Object.entries(traits ?? {})) shown.set(key, value);
}

/** The first options by label, and how many there are. */
function optionsOf(element: Element): string {
  const list =
    element instanceof HTMLSelectElement
      ? element.options
      : element instanceof HTMLInputElement && element.list
        ? element.list.options
        : undefined;
  if (!list || list.length === 0) return "";
  const labels = [...list].slice(0, MAX_OPTIONS).map((one) => squash(one.label || one.value).slice(0, 30));
  const more = list.length - labels.length;
  return `${labels.join("|")}${more > 0 ? `|… ${more} more` : ""}`;
}
