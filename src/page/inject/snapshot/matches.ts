/** The elements of a frame that match a locator, among those that `state` lists, or else among all. */
import type { Address, Fit, Match, Matches, MatchOptions } from "../../core/library.ts";
import { captionOf, takesCaption } from "../accessibility/captions.ts";
import { controlOf, factsOf } from "../accessibility/facts.ts";
import { kindOf } from "../accessibility/field-kinds.ts";
import { isFileInput } from "../accessibility/interactive.ts";
import { customCount } from "../accessibility/internals.ts";
import { FOCUSABLE_WIDGETS, roleOf, WIDGET_ROLES } from "../accessibility/roles.ts";
import { spokenNameOf } from "../accessibility/spoken-name.ts";
import { isVisible } from "../dom/boxes.ts";
import { withCache } from "../dom/cache.ts";
import { idOf } from "../dom/ids.ts";
import { labelsOf } from "../dom/labels.ts";
import { nearness } from "../dom/nearness.ts";
import { doc, plain } from "../dom/plain.ts";
import { queryAll, roots } from "../dom/query.ts";
import { lettersOf, UNRENDERED, visibleText } from "../dom/text.ts";
import { bestFit, likeness, normalized } from "../dom/text-match.ts";
import { contains, everyElement, parentOf } from "../dom/tree.ts";
import { elementOf } from "../identity/registry.ts";
import { suspectsOf, walkWith } from "./survey.ts";

/** Maximum number of matches to report. */
const MAX_MATCHES = 200;

/** Maximum number of matches to report with their surroundings. */
const MAX_SURROUNDINGS = 10;

/** Maximum number of similar elements to report without a match, and their minimum similarity. */
const MAX_SIMILAR = 3;
const MIN_SIMILARITY = 0.3;

/** A longer text is not used for matching. */
const MAX_TEXT = 400;

/** A matching element. */
interface Fitting {
  element: Element;
  fit: Fit;
}

export function matches(options: MatchOptions): Matches {
  return withCache(() => find(options));
}

function find({ listening, address, near }: MatchOptions): Matches {
  const beside = near === undefined ? undefined : elementOf(near);
  const { found } = walkWith(listening);
  const listed = found.flatMap((one) => (one.kind === "element" && !one.dropped ? [one.element] : []));
  let fitting = narrowed(innermost(fittingOf(listed, address), address), address);
  const isLoose = fitting.length === 0;
  if (isLoose) fitting = innermost(unlistedMatches(address), address);
  const best = Math.min(...fitting.map(({ fit }) => fit));
  const chosen = fitting.filter(({ element, fit }) => fit === best && element !== beside).slice(0, MAX_MATCHES);
  const elements = chosen.map(({ element }) => element);
  return {
    matches: chosen.map(({ element, fit }, n): Match => {
      const around = n < MAX_SURROUNDINGS && elements.length > 1 ? surroundings(element, elements) : "";
      return { id: idOf(element), facts: factsOf(element), fit, around, ...(beside ? nearness(beside, element) : {}) };
    }),
    isLoose: isLoose && chosen.length > 0,
    alike: chosen.length > 0 ? [] : similarTo(listed, address),
    isNearGone: near !== undefined && !beside,
    suspects: suspectsOf().length,
    custom: customCount(),
  };
}

/** The name in `state`: the accessible name, or the caption beside a field. */
function nameIn(element: Element): string {
  return spokenNameOf(element).name;
}

function fittingOf(elements: readonly Element[], address: Address): Fitting[] {
  return elements.flatMap((element) => {
    const fit = addressFit(element, address);
    return fit === undefined ? [] : [{ element, fit }];
  });
}

/** The worst match of all wanted properties; undefined when one of them does not match. */
function addressFit(element: Element, { text, role, name, label, placeholder }: Address): Fit | undefined {
  if (role !== undefined && !hasRole(element, normalized(role))) return undefined;
  let worst: Fit = 0;
  const criteria: [string | undefined, () => string[]][] = [
    [placeholder, () => placeholdersOf(element)],
    [name, () => [nameIn(element)]],
    [label, () => labelTexts(element)],
    [text, () => textsOf(element)],
  ];
  for (const [wanted, texts] of criteria) {
    if (wanted === undefined) continue;
    const fit = bestFit(texts(), normalized(wanted));
    if (fit === undefined) return undefined;
    if (fit > worst) worst = fit;
  }
  return worst;
}

/** Roles that also match another one. */
const ROLE_ALIASES: Record<string, string> = { searchbox: "textbox" };

/** The label of a hidden control matches with both roles. */
function hasRole(element: Element, wanted: string): boolean {
  const roles = [roleOf(element), roleOf(controlOf(element))];
  return roles.some((role) => role === wanted || ROLE_ALIASES[role] === wanted);
}

function placeholdersOf(element: Element): string[] {
  const attributes = ["placeholder", "aria-placeholder"].map((key) => plain(element).getAttribute(key) ?? "");
  return attributes.filter(Boolean);
}

/** The texts that label a field; empty for other elements. */
function labelTexts(element: Element): string[] {
  const control = controlOf(element);
  if (!isField(control)) return [];
  const labels = labelsOf(control).map((label) => visibleText(label, MAX_TEXT));
  const name = nameIn(control);
  // A name from the placeholder is the last resort. A caption beside the field is better.
  const isPlaceholder = placeholdersOf(control).includes(name) && takesCaption(control);
  const caption = isPlaceholder ? (captionOf(control)?.text ?? "") : "";
  return [name, caption, ...labels].filter(Boolean);
}

const FIELD_ROLES = new Set(
  "checkbox combobox listbox menuitemcheckbox menuitemradio radio radiogroup searchbox slider spinbutton switch textbox".split(
    " ",
  ),
);

function isField(control: Element): boolean {
  return kindOf(control) !== "none" || control instanceof HTMLFieldSetElement || FIELD_ROLES.has(roleOf(control));
}

/** The visible texts of an element: its name and its content. The value of a field is not included. */
function textsOf(element: Element): string[] {
  const name = nameIn(element);
  const control = controlOf(element);
  if (kindOf(control) !== "none") return [name];
  const text = visibleText(element, MAX_TEXT + 1);
  return text.length > MAX_TEXT ? [name] : [name, text];
}

/** Keeps the innermost matches instead of the rows or cards around them, and visible instead of hidden file inputs. */
function innermost(fitting: Fitting[], { text, name }: Address): Fitting[] {
  if (text === undefined && name === undefined) return fitting.filter(({ element }) => !isPartOf(element, fitting));
  const visible = fitting.filter(({ element }) => !isFileInput(element) || isVisible(element));
  const candidates = visible.length > 0 ? visible : fitting;
  const bestFitValue = Math.min(...candidates.map(({ fit }) => fit));
  const best = candidates.filter(({ fit }) => fit === bestFitValue);
  const all = new Set(best.map(({ element }) => element));
  const containers = new Set<Element>();
  for (const element of all)
    for (let at = parentOf(element); at; at = parentOf(at)) if (all.has(at)) containers.add(at);
  return best.filter(({ element }) => !containers.has(element));
}

/** True for the search field of a combobox, which has the same label. */
function isPartOf(element: Element, fitting: readonly Fitting[]): boolean {
  const lists = fitting.filter((one) => one.element !== element && roleOf(one.element) === "combobox");
  return lists.some((list) => contains(list.element, element));
}

/** Replaces a box that matched by a part of its text with that part. A click in its center could hit another part. */
function narrowed(fitting: Fitting[], { text }: Address): Fitting[] {
  if (text === undefined) return fitting;
  const isBox = ({ element, fit }: Fitting) => fit > 0 && !isWidget(element) && kindOf(controlOf(element)) === "none";
  return fitting.flatMap((one) => {
    const parts = isBox(one) ? showing(one.element, lettersOf(text), { text }) : [];
    return parts.length > 0 ? parts : [one];
  });
}

function isWidget(element: Element): boolean {
  const role = roleOf(element);
  return WIDGET_ROLES.has(role) && !FOCUSABLE_WIDGETS.has(role);
}

/** Elements that are not listed: by role, or the innermost elements with the text. */
function unlistedMatches(address: Address): Fitting[] {
  const { text, role, label, placeholder } = address;
  if (placeholder !== undefined) return [];
  // A group of choices is not a control, but has a label.
  if (label !== undefined) return fittingOf(queryAll("fieldset, [role=radiogroup]").filter(isVisible), address);
  if (role !== undefined) {
    const wanted = normalized(role);
    const pool = [...everyElement(doc)].filter((one) => roleOf(one) === wanted && isVisible(one));
    return fittingOf(pool, address);
  }
  if (text === undefined || address.name !== undefined) return [];
  const letters = lettersOf(text);
  return roots().flatMap((root) => {
    const starts = root instanceof ShadowRoot ? [...root.children] : [doc.body ?? doc.documentElement];
    return starts.flatMap((start) => (start ? showing(start, letters, address) : []));
  });
}

/** The innermost elements that show the text. Compares `textContent` first, which needs no layout. */
function showing(element: Element, letters: string, address: Address): Fitting[] {
  const source = plain(element).textContent ?? "";
  if (UNRENDERED.has(plain(element).localName) || !lettersOf(source).includes(letters)) return [];
  const inner = [...plain(element).children].flatMap((child) => showing(child, letters, address));
  if (inner.length > 0) return inner;
  return isVisible(element) ? fittingOf([element], address) : [];
}

/** The text of the largest ancestor without another match, without the text of the match itself. */
function surroundings(element: Element, others: readonly Element[]): string {
  let around: Element | undefined;
  for (let at = parentOf(element); at && at !== doc.body; at = parentOf(at)) {
    const box = at;
    if (others.some((other) => other !== element && contains(box, other))) break;
    around = at;
  }
  if (!around) return "";
  const own = visibleText(element, MAX_TEXT);
  const text = visibleText(around, MAX_TEXT);
  const at = own === "" ? -1 : text.indexOf(own);
  return (at < 0 ? text : `${text.slice(0, at)}${text.slice(at + own.length)}`).replace(/\s+/g, " ").trim();
}

/** The listed elements with the most similar names. */
function similarTo(listed: readonly Element[], { text, name, label, placeholder }: Address): Matches["alike"] {
  const wanted = text ?? name ?? label ?? placeholder;
  if (wanted === undefined) return [];
  const scored = listed.flatMap((element) => {
    const texts = placeholder === undefined ? [nameIn(element)] : placeholdersOf(element);
    const score = Math.max(0, ...texts.map((one) => likeness(one, wanted)));
    return score >= MIN_SIMILARITY ? [{ element, likeness: score }] : [];
  });
  scored.sort((a, b) => b.likeness - a.likeness);
  return scored.slice(0, MAX_SIMILAR).map(({ element, likeness }) => ({
    id: idOf(element),
    facts: factsOf(element),
    likeness,
  }));
}
