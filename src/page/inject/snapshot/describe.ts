/** Completes the attributes of shown elements: the name that the text below lacks, and the context of equal names. */
import type { ElementFacts } from "../../core/library.ts";
import { isLooseLabel, takesCaption } from "../accessibility/captions.ts";
import { captionNodeOf } from "../accessibility/facts.ts";
import { DESCRIBED_BY_TEXT, NAMED_BY_CONTENT } from "../accessibility/names.ts";
import { forgetBoards } from "../accessibility/traits.ts";
import type { Found, FoundElement, FoundText } from "../dom/found.ts";
import { labelsOf } from "../dom/labels.ts";
import { plain } from "../dom/plain.ts";
import { squash } from "../dom/text.ts";
import { CELL_BAR } from "../dom/text-run.ts";
import { contextsOf } from "../identity/context.ts";
import { attributesOf } from "./attributes.ts";

type Detail = ElementFacts & { attributes: [string, string][] };
export type Details = Map<Found, Detail>;

/** Characters of the text below an element that are compared with its name. Names are at most half as long. */
const MAX_PRINTED = 400;

/** Maximum number of elements with the same name to distinguish. */
const MAX_SAME_NAME = 1_000;

/** Attributes that identify an element without a name. */
const IDENTIFYING = new Set(["id", "name", "href", "src", "options"]);

/** The text below an element: in the same part of the page (in view or not), and elsewhere. */
interface Printed {
  /** By index in `found`. */
  here: Map<number, string>;
  elsewhere: Found[];
  /** Other elements are listed inside. */
  holdsOthers: boolean;
  chars: number;
}

/** Completes the attributes of all shown elements. Returns the texts that need no line, because an element shows them. */
export function describe(found: readonly Found[], isPrinted: (one: Found) => boolean, details: Details): Set<Found> {
  const redundant = captionsAmong(found, isPrinted, details);
  const printed = printedBelow(found, (one) => isPrinted(one) && !redundant.has(one), details);
  const unidentified: FoundElement[] = [];
  /** The text below each element. */
  const texts = new Map<Found, string>();
  // Descendants come after their ancestors and must be completed first.
  for (let n = found.length - 1; n >= 0; n--) {
    const one = found[n] as Found;
    const facts = details.get(one);
    if (one.kind !== "element" || !facts) continue;
    const below = printed.get(one) ?? nonePrinted();
    const lines = linesOf(below);
    texts.set(one, lines.join(" "));
    const { name, isIdentified } = complete(one, facts, lines, below.holdsOthers);
    for (const text of repeatedTexts(one, name, below)) redundant.add(text);
    if (name !== "") for (const at of aroundOf(one)) addLine(printed, at, n, one, name);
    if (!isIdentified) unidentified.unshift(one);
  }
  disambiguate(details, texts, unidentified);
  forgetBoards();
  return redundant;
}

/** Texts of the element out of view that its printed name contains. */
function repeatedTexts(one: FoundElement, name: string, { elsewhere }: Printed): Found[] {
  return elsewhere.filter(
    (text) => text.kind === "text" && text.around === one && !text.inView && name.includes(text.text),
  );
}

/** The lines printed below an element, in document order. */
function linesOf({ here }: Printed): string[] {
  return [...here].sort(([a], [b]) => a - b).map(([, text]) => text);
}

/** Completes the attributes of one element. Returns the printed name, and whether anything identifies the element. */
function complete(
  one: FoundElement,
  facts: Detail,
  lines: readonly string[],
  holdsOthers: boolean,
): { name: string; isIdentified: boolean } {
  // A box with other elements is identified by them.
  const isBox = holdsOthers && !NAMED_BY_CONTENT.has(facts.role) && !takesCaption(one.element);
  if (isBox || lines.length > 0) delete facts.traits;
  // A group without a name is identified by its text, if none of that is printed.
  const isUnnamed = facts.name === "" && lines.length === 0 && !takesCaption(one.element);
  const name = isUnnamed ? facts.text : labelOf(one, facts, lines, holdsOthers);
  facts.attributes = attributesOf(one.element, facts, lines, name);
  const isDescribed =
    lines.length > 0 || facts.traits !== undefined || facts.attributes.some(([key]) => IDENTIFYING.has(key));
  return { name, isIdentified: facts.name !== "" || isDescribed || isBox || one.reason === "scroll" };
}

/** Caption lines that are printed as the names of their controls, unless only the caption is in view. */
function captionsAmong(found: readonly Found[], isPrinted: (one: Found) => boolean, details: Details): Set<Found> {
  const captions = new Map<Node, { name: string; inViewport: boolean }>();
  for (const [one, facts] of details) {
    const node = one.kind === "element" ? captionNodeOf(one.element) : undefined;
    if (node) captions.set(node, facts);
  }
  const redundant = new Set<Found>();
  for (let n = 0; n < found.length; n++) {
    const one = found[n] as Found;
    if (one.kind !== "text" || !isPrinted(one)) continue;
    const control = captions.get(one.first);
    const isCaption = control?.name === one.text && (control.inViewport || !one.inView);
    if (isCaption || isLabelOf(one, found[n + 1], details)) redundant.add(one);
  }
  return redundant;
}

/** True for a text beside a field that has the same name from an attribute. */
function isLabelOf(text: FoundText, next: Found | undefined, details: Details): boolean {
  if (next?.kind !== "element" || next.around !== text.around || next.inView !== text.inView) return false;
  if (!takesCaption(next.element) || details.get(next)?.name !== text.text) return false;
  return text.first instanceof Text && isLooseLabel(text.first);
}

function nonePrinted(): Printed {
  return { here: new Map(), elsewhere: [], holdsOthers: false, chars: 0 };
}

function* aroundOf(one: Found): Generator<FoundElement> {
  for (let at = one.around; at; at = at.around) yield at;
}

/** The text below each shown element. */
function printedBelow(
  found: readonly Found[],
  isPrinted: (one: Found) => boolean,
  details: Details,
): Map<FoundElement, Printed> {
  const printed = new Map<FoundElement, Printed>();
  for (let n = 0; n < found.length; n++) {
    const one = found[n] as Found;
    if (!one.around || one.kind === "frame" || !isPrinted(one)) continue;
    const text = one.kind === "text" ? spokenOf(one) : "";
    for (let at: FoundElement | undefined = one.around; at; at = at.around)
      if (details.has(at)) addLine(printed, at, n, one, text);
  }
  return printed;
}

/** The text without the bars between cells, which names do not contain. */
function spokenOf({ text, isRow }: FoundText): string {
  return isRow ? text.replaceAll(CELL_BAR, " ") : text;
}

function addLine(printed: Map<FoundElement, Printed>, at: FoundElement, n: number, one: Found, text: string): void {
  let below = printed.get(at);
  if (!below) {
    below = nonePrinted();
    printed.set(at, below);
  }
  if (one.kind === "element") below.holdsOthers = true;
  if (text === "" || below.chars > MAX_PRINTED) return;
  below.chars += text.length;
  if (one.inView || !at.inView) below.here.set(n, text);
  else below.elsewhere.push(one);
}

/** The part of an element's name that the printed text does not contain; empty when it contains all. */
function labelOf(
  { element, reason }: FoundElement,
  { name, role, value }: ElementFacts,
  lines: readonly string[],
  holdsOthers: boolean,
): string {
  if (name === "" || (value !== undefined && name === value)) return "";
  // An element named by all of its content is described by that.
  if (reason === "scroll" || DESCRIBED_BY_TEXT.has(role))
    if (lines.length > 0 && (holdsOthers || reason === "scroll")) return "";
  if (containName(lines, name)) return "";
  const isByOthers = plain(element).matches("[aria-label],[aria-labelledby]") || labelsOf(element).length > 0;
  // With only one text, the whole name is printed in its natural order.
  const isFullName = isByOthers || (lines.length === 1 && !holdsOthers && name.includes(lines[0] ?? ""));
  return isFullName ? name : remainderOf(name, lines);
}

/** True when the lines contain a name as separate words. Spaces are ignored, because adjacent boxes have none between. */
function containName(lines: readonly string[], name: string): boolean {
  const text = lines.join(" ");
  if (` ${text} `.includes(` ${name} `)) return true;
  const [all, part] = [withoutSpaces(text), withoutSpaces(name)];
  return part.length > 3 && (all.startsWith(part) || all.endsWith(part));
}

function withoutSpaces(text: string): string {
  return text.replaceAll(" ", "");
}

/** A name without the printed lines. The rest comes from images and hidden text. */
function remainderOf(name: string, lines: readonly string[]): string {
  const indexes = name.split("").flatMap((char, n) => (char === " " ? [] : [n]));
  const chars = name.split("");
  const all = withoutSpaces(name);
  let from = 0;
  for (const line of lines) {
    const part = withoutSpaces(line);
    const at = indexIn(all, part, from);
    if (at < 0 || (part.length < 3 && !` ${name} `.includes(` ${line} `))) continue;
    for (let n = at; n < at + part.length && n < indexes.length; n++) chars[indexes[n] ?? 0] = "";
    from = at + part.length;
  }
  const rest = squash(chars.join(""));
  return /[\p{L}\p{N}]/u.test(rest) || rest === name ? rest : "";
}

/** Where a part begins in a name. A long name may be cut within the part. */
function indexIn(name: string, part: string, from: number): number {
  const at = name.indexOf(part, from);
  return at < 0 && name.length > 100 && part.startsWith(name.slice(from)) ? from : at;
}

/** Adds `in` to elements with the same name and to elements that nothing identifies. */
function disambiguate(
  details: Details,
  texts: ReadonlyMap<Found, string>,
  unidentified: readonly FoundElement[],
): void {
  const sameName = new Map<string, FoundElement[]>();
  for (const [one, facts] of details) {
    const words = facts.name || (texts.get(one) ?? "");
    if (one.kind !== "element" || one.reason === "scroll" || !(words || facts.traits)) continue;
    const key = `${facts.role} ${words} ${JSON.stringify(facts.traits ?? "")}`;
    const like = sameName.get(key) ?? [];
    sameName.set(key, like);
    like.push(one);
  }
  for (const like of sameName.values())
    if (like.length > 1 && !haveSameTarget(like, details)) disambiguateGroup(like, details);
  for (const one of unidentified) addContext(one, contextsOf(one.element)[0], details);
}

/** True for links to the same URL, which need not be distinguished. Links that only run a script do. */
function haveSameTarget([first, ...others]: readonly FoundElement[], details: Details): boolean {
  const href = first && details.get(first)?.href;
  if (href === undefined || !/^(https?|file):/.test(href) || /#!?$/.test(href)) return false;
  return others.every((one) => details.get(one)?.href === href);
}

/** Gives each element the innermost context that it shares with the fewest others. */
function disambiguateGroup(like: readonly FoundElement[], details: Details): void {
  const all = like.slice(0, MAX_SAME_NAME).map((one) => ({ one, titles: contextsOf(one.element) }));
  const counts = new Map<string, number>();
  for (const { titles } of all) for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1);
  for (const { one, titles } of all) {
    const countOf = (title: string) => counts.get(title) ?? 0;
    const best = titles.reduce<string | undefined>(
      (best, title) => (best === undefined || countOf(title) < countOf(best) ? title : best),
      undefined,
    );
    if (best !== undefined && countOf(best) < all.length) addContext(one, best, details);
  }
}

function addContext(one: FoundElement, title: string | undefined, details: Details): void {
  const facts = details.get(one);
  if (!facts || !title || title === facts.name) return;
  facts.in = title;
  // Inside an element with that name, the tree already shows it.
  for (const at of aroundOf(one)) if (at.reason !== "scroll" && details.get(at)?.name.startsWith(title)) return;
  facts.attributes.push(["in", title]);
}
