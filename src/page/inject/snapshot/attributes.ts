/** The attributes in an element's brackets. */
import type { ElementFacts } from "../../core/library.ts";
import { chosenClassOf } from "../accessibility/chosen-class.ts";
import { controlOf } from "../accessibility/facts.ts";
import { internalOf } from "../accessibility/internals.ts";
import { explicitRole } from "../accessibility/roles.ts";
import { plain } from "../dom/plain.ts";
import { squash } from "../dom/text.ts";
import { withoutLabelMarks } from "../dom/text-match.ts";

/** Attributes in the order of output. Values are cut to VALUE_LENGTH characters. */
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

/** Maximum number of options to name. The number of the others is added. */
const MAX_OPTIONS = 10;

/** Formats of fields whose type alone does not show them. */
const FORMATS: Record<string, string> = {
  date: "YYYY-MM-DD",
  time: "HH:MM",
  "datetime-local": "YYYY-MM-DDTHH:MM",
  month: "YYYY-MM",
  week: "YYYY-W##",
};

/**
 * The attributes of a listed element. `printed`: the texts printed below it; `name`: the part of its name that they do
 * not contain. Frames have no facts.
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
  addDerived(raw, facts, shown);
  if (!facts) return [...shown];
  setLabel(facts, shown, name, printed.length > 0);
  const chosen = chosenClassOf(raw, facts.states, facts.traits?.class);
  if (chosen) shown.set("class", chosen);
  return [...shown];
}

/** Adds computed attributes: the type of a label's control, formats, addresses and options. */
function addDerived(raw: Element, facts: ElementFacts | undefined, shown: Map<string, string>): void {
  const element = plain(raw);
  const href = element.getAttribute("href") ?? element.getAttribute("xlink:href");
  const derived: Record<string, string | null | undefined> = {
    type: controlOf(raw) === raw ? undefined : facts?.type,
    format: element instanceof HTMLInputElement ? FORMATS[element.type] : undefined,
    href: href && facts?.href ? squash(href).slice(0, VALUE_LENGTH) : undefined,
    src: element instanceof HTMLIFrameElement ? element.getAttribute("src")?.slice(0, VALUE_LENGTH) : undefined,
    options: optionsOf(element),
  };
  for (const [key, value] of Object.entries(derived)) if (value) shown.set(key, value);
}

/** Removes attributes that the tag or another attribute already expresses. */
function dropRepeated(element: Element, shown: Map<string, string>, printed: readonly string[]): void {
  if (shown.get("type") === "text" && element.localName === "input") shown.delete("type");
  if (shown.get("name") === shown.get("id")) shown.delete("name");
  if (shown.has("role") && (explicitRole(element) === undefined || shown.get("role") === element.localName))
    shown.delete("role");
  if (/^(inherit|false)$/.test(shown.get("contenteditable") ?? "")) shown.delete("contenteditable");
  if (shown.get("contenteditable") === "true") shown.set("contenteditable", "");
  if (printed.includes(shown.get("title") ?? "")) shown.delete("title");
}

/** Sets the name as `label`, unless a placeholder or the value already shows it. Removes the attribute that it comes from. */
function setLabel(
  { name: fullName, traits }: ElementFacts,
  shown: Map<string, string>,
  name: string,
  hasText: boolean,
): void {
  shown.delete("aria-label");
  shown.delete("alt");
  const isTooltip = shown.get("title") === fullName.slice(0, VALUE_LENGTH);
  // A tooltip beside a text remains a `title`.
  if (isTooltip && name !== "" && hasText) return;
  if (isTooltip) shown.delete("title");
  if (
    name !== "" &&
    withoutLabelMarks(shown.get("placeholder") ?? "") !== withoutLabelMarks(name).slice(0, VALUE_LENGTH)
  )
    shown.set("label", name);
  for (const [key, value] of Object.entries(traits ?? {})) shown.set(key, value);
}

/** The first options by label, and the number of the others. */
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
