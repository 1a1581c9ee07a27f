/**
 * The elements of a frame that an address means. Looks at what `state` lists; at other elements only where none of those
 * fits.
 */
import type { Address, Fit, Match, Matches, MatchOptions } from "../../core/library.ts";
import { captionOf, takesCaption } from "../accessibility/captions.ts";
import { controlOf, factsOf } from "../accessibility/facts.ts";
import { kindOf } from "../accessibility/field-kinds.ts";
import { isFileInput } from "../accessibility/interactive.ts";
import { customCount } from "../accessibility/internals.ts";
import { FOCUSABLE_WIDGETS, roleOf, WIDGET_ROLES } from "../accessibility/roles.ts";
import { calledOf } from "../accessibility/spoken-name.ts";
import { isVisible } from "../dom/boxes.ts";
import { idOf } from "../dom/ids.ts";
import { labelsOf } from "../dom/labelled.ts";
import { bestFit, evened, likeness } from "../dom/likeness.ts";
import { looking } from "../dom/memory.ts";
import { nearness } from "../dom/nearness.ts";
import { doc, plain } from "../dom/plain.ts";
import { queryAll, roots } from "../dom/query.ts";
import { SILENT, visibleText } from "../dom/text.ts";
import { contains, everyElement, parentOf } from "../dom/tree.ts";
import { elementOf } from "../identity/registry.ts";
import { suspectsOf, walkWith } from "./survey.ts";

/** More than this are not told of. */
const MOST_MATCHES = 200;

/** The surroundings of more than this are not told. */
const MOST_TOLD = 10;

/** Elements that are told where nothing fits, and how alike they must be. */
const MOST_ALIKE = 3;
const LEAST_LIKENESS = 0.3;

/** A longer text is no name that could be meant. */
const MOST_TEXT = 400;

/** An element that fits. */
interface Fitting {
  element: Element;
  fit: Fit;
}

export function matches(options: MatchOptions): Matches {
  return looking(() => find(options));
}

function find({ listening, address, near }: MatchOptions): Matches {
  const beside = near === undefined ? undefined : elementOf(near);
  const { found } = walkWith(listening);
  const listed = found.flatMap((one) => (one.kind === "element" && !one.dropped ? [one.element] : []));
  let fitting = narrowed(innermost(fittingOf(listed, address), address), address);
  const isLoose = fitting.length === 0;
  if (isLoose) fitting = innermost(loose(address), address);
  const best = Math.min(...fitting.map(({ fit }) => fit));
  const chosen = fitting.filter(({ element, fit }) => fit === best && element !== beside).slice(0, MOST_MATCHES);
  const elements = chosen.map(({ element }) => element);
  return {
    matches: chosen.map(({ element, fit }, n): Match => {
      const around = n < MOST_TOLD && elements.length > 1 ? surroundings(element, elements) : "";
      return { id: idOf(element), facts: factsOf(element), fit, around, ...(beside ? nearness(beside, element) : {}) };
    }),
    isLoose: isLoose && chosen.length > 0,
    alike: chosen.length > 0 ? [] : alikeOf(listed, address),
    isNearGone: near !== undefined && !beside,
    suspects: suspectsOf().length,
    custom: customCount(),
  };
}

/** The name as `state` tells it: the accessible one, or the caption beside a field. */
function calledName(element: Element): string {
  return calledOf(element).name;
}

function fittingOf(elements: readonly Element[], address: Address): Fitting[] {
  return elements.flatMap((element) => {
    const fit = addressFit(element, address);
    return fit === undefined ? [] : [{ element, fit }];
  });
}

/** The worst fit of all that is asked for; undefined where one of it does not fit. */
function addressFit(element: Element, { text, role, name, label, placeholder }: Address): Fit | undefined {
  if (role !== undefined && !hasRole(element, evened(role))) return undefined;
  let worst: Fit = 0;
  const asked: [string | undefined, () => string[]][] = [
    [placeholder, () => placeholdersOf(element)],
    [name, () => [calledName(element)]],
    [label, () => labelTexts(element)],
    [text, () => textsOf(element)],
  ];
  for (const [wanted, texts] of asked) {
    if (wanted === undefined) continue;
    const fit = bestFit(texts(), evened(wanted));
    if (fit === undefined) return undefined;
    if (fit > worst) worst = fit;
  }
  return worst;
}

/** Roles that count as another one, too. */
const ALSO: Record<string, string> = { searchbox: "textbox" };

/** A label that stands for a hidden control has the role of both. */
function hasRole(element: Element, wanted: string): boolean {
  const roles = [roleOf(element), roleOf(controlOf(element))];
  return roles.some((role) => role === wanted || ALSO[role] === wanted);
}

function placeholdersOf(element: Element): string[] {
  const attributes = ["placeholder", "aria-placeholder"].map((key) => plain(element).getAttribute(key) ?? "");
  return attributes.filter(Boolean);
}

/** What names a field; nothing for what is no field. */
function labelTexts(element: Element): string[] {
  const control = controlOf(element);
  if (!isField(control)) return [];
  const labels = labelsOf(control).map((label) => visibleText(label, MOST_TEXT));
  const name = calledName(control);
  // A placeholder is the last resort of a name: the text beside the field says more.
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

/** What a person reads of an element: its name and its text. A field is never known by what it holds. */
function textsOf(element: Element): string[] {
  const name = calledName(element);
  const control = controlOf(element);
  if (kindOf(control) !== "none") return [name];
  const text = visibleText(element, MOST_TEXT + 1);
  return text.length > MOST_TEXT ? [name] : [name, text];
}

/** What is pressed is what shows the text itself, not the row or card around it; and what can be seen. */
function innermost(fitting: Fitting[], { text, name }: Address): Fitting[] {
  if (text === undefined && name === undefined) return fitting.filter(({ element }) => !isPartOf(element, fitting));
  const seen = fitting.filter(({ element }) => !isFileInput(element) || isVisible(element));
  const rest = seen.length > 0 ? seen : fitting;
  const least = Math.min(...rest.map(({ fit }) => fit));
  const best = rest.filter(({ fit }) => fit === least);
  const all = new Set(best.map(({ element }) => element));
  const holding = new Set<Element>();
  for (const element of all) for (let at = parentOf(element); at; at = parentOf(at)) if (all.has(at)) holding.add(at);
  return best.filter(({ element }) => !holding.has(element));
}

/** True for the field for searching in a list that is known by the same label. */
function isPartOf(element: Element, fitting: readonly Fitting[]): boolean {
  const lists = fitting.filter((one) => one.element !== element && roleOf(one.element) === "combobox");
  return lists.some((list) => contains(list.element, element));
}

/**
 * Replaces a box of which only a part was asked for by what shows that part. The middle of the box may be another part of
 * it: a press on a list that handles the clicks of its items would choose the item in the middle.
 */
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

/** Elements that nothing can be done with: of the role, or the innermost that show the text. */
function loose(address: Address): Fitting[] {
  const { text, role, label, placeholder } = address;
  if (placeholder !== undefined) return [];
  // A group of choices is no control itself, but has a label like one.
  if (label !== undefined) return fittingOf(queryAll("fieldset, [role=radiogroup]").filter(isVisible), address);
  if (role !== undefined) {
    const wanted = evened(role);
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

function lettersOf(text: string): string {
  return text.replace(/\s+/g, "").toLowerCase();
}

/** The innermost elements that show the text. Their sources are compared first, which needs no layout. */
function showing(element: Element, letters: string, address: Address): Fitting[] {
  const source = plain(element).textContent ?? "";
  if (SILENT.has(plain(element).localName) || !source.replace(/\s+/g, "").toLowerCase().includes(letters)) return [];
  const inner = [...plain(element).children].flatMap((child) => showing(child, letters, address));
  if (inner.length > 0) return inner;
  return isVisible(element) ? fittingOf([element], address) : [];
}

/** The text of the outermost element around this match that holds no other one, without the match's own. */
function surroundings(element: Element, others: readonly Element[]): string {
  let around: Element | undefined;
  for (let at = parentOf(element); at && at !== doc.body; at = parentOf(at)) {
    const box = at;
    if (others.some((other) => other !== element && contains(box, other))) break;
    around = at;
  }
  if (!around) return "";
  const own = visibleText(element, MOST_TEXT);
  const text = visibleText(around, MOST_TEXT);
  const at = own === "" ? -1 : text.indexOf(own);
  return (at < 0 ? text : `${text.slice(0, at)}${text.slice(at + own.length)}`).replace(/\s+/g, " ").trim();
}

/** The listed elements whose name is most like what was asked for. */
function alikeOf(listed: readonly Element[], { text, name, label, placeholder }: Address): Matches["alike"] {
  const wanted = text ?? name ?? label ?? placeholder;
  if (wanted === undefined) return [];
  const scored = listed.flatMap((element) => {
    const texts = placeholder === undefined ? [calledName(element)] : placeholdersOf(element);
    const score = Math.max(0, ...texts.map((one) => likeness(one, wanted)));
    return score >= LEAST_LIKENESS ? [{ element, likeness: score }] : [];
  });
  scored.sort((a, b) => b.likeness - a.likeness);
  return scored.slice(0, MOST_ALIKE).map(({ element, likeness }) => ({
    id: idOf(element),
    facts: factsOf(element),
    likeness,
  }));
}
