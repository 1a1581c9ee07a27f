/**
 * What has to be said inside an element's brackets beside what is printed below it: the name, as far as the text that really
 * goes out does not say it; the caption in place of its text; and where elements are called the same, what is around each.
 */
import type { ElementFacts } from "../../core/library.ts";
import { isLooseLabel, takesCaption } from "../accessibility/captions.ts";
import { captionNodeOf } from "../accessibility/facts.ts";
import { NAMED_BY_CONTENT, TOLD_BY_TEXT } from "../accessibility/names.ts";
import { forgetBoards } from "../accessibility/traits.ts";
import type { Found, FoundElement, FoundText } from "../dom/found.ts";
import { labelsOf } from "../dom/labelled.ts";
import { plain } from "../dom/plain.ts";
import { squash } from "../dom/text.ts";
import { CELL_BAR } from "../dom/text-run.ts";
import { contextsOf } from "../identity/context.ts";
import { attributesOf } from "./attributes.ts";

export type Details = Map<Found, ElementFacts & { attributes: [string, string][] }>;

/** Characters of the text below an element that are compared with its name; names are no longer than half of it. */
const MAX_PRINTED = 400;

/** Elements of one name whose surroundings are looked at. */
const MAX_TWINS = 1_000;

/** Attributes that tell one element from another where nothing names it. */
const TELLING = new Set(["id", "name", "href", "src", "options"]);

/** What is printed below an element: in the same part of the page (in view or not), and elsewhere. */
interface Printed {
  /** By its place among what was found. */
  here: Map<number, string>;
  elsewhere: Found[];
  /** Other elements are listed in it. */
  holdsOthers: boolean;
  chars: number;
}

/** Completes the attributes of all elements that are shown. Returns the texts that are said by an element and need no line. */
export function tell(found: readonly Found[], isPrinted: (one: Found) => boolean, details: Details): Set<Found> {
  const said = captionsAmong(found, isPrinted, details);
  const printed = printedBelow(found, (one) => isPrinted(one) && !said.has(one), details);
  const lost: FoundElement[] = [];
  /** What stands below each element. */
  const texts = new Map<Found, string>();
  // What is inside comes after what is around it, and has to be told first.
  for (let n = found.length - 1; n >= 0; n--) {
    const one = found[n] as Found;
    const facts = details.get(one);
    if (one.kind !== "element" || !facts) continue;
    const below = printed.get(one) ?? nothing();
    // A box around other elements is told by them.
    const isBox = below.holdsOthers && !NAMED_BY_CONTENT.has(facts.role) && !takesCaption(one.element);
    const lines = [...below.here].sort(([a], [b]) => a - b).map(([, text]) => text);
    if (isBox || lines.length > 0) delete facts.traits;
    texts.set(one, lines.join(" "));
    // A part of the page that has no name is told by its text, where none of it goes out.
    const isSilent = facts.name === "" && lines.length === 0 && !takesCaption(one.element);
    const name = isSilent ? facts.text : labelOf(one, facts, lines, below.holdsOthers);
    facts.attributes = attributesOf(one.element, facts, lines, name);
    for (const text of below.elsewhere)
      if (text.kind === "text" && text.around === one && !text.inView && name.includes(text.text)) said.add(text);
    if (name !== "") for (const at of aroundOf(one)) addLine(printed, at, n, one, name);
    const isTold = lines.length > 0 || facts.traits || facts.attributes.some(([key]) => TELLING.has(key));
    if (facts.name === "" && !isTold && !isBox && one.reason !== "scroll") lost.unshift(one);
  }
  tellApart(details, texts, lost);
  forgetBoards();
  return said;
}

/** The lines of text that are captions, and told as the names of their controls: not where one is seen, and its control is not. */
function captionsAmong(found: readonly Found[], isPrinted: (one: Found) => boolean, details: Details): Set<Found> {
  const captions = new Map<Node, { name: string; inViewport: boolean }>();
  for (const [one, facts] of details) {
    const node = one.kind === "element" ? captionNodeOf(one.element) : undefined;
    if (node) captions.set(node, facts);
  }
  const said = new Set<Found>();
  for (let n = 0; n < found.length; n++) {
    const one = found[n] as Found;
    if (one.kind !== "text" || !isPrinted(one)) continue;
    const next = found[n + 1];
    // The field has the words of its label from an attribute, too.
    const isBeside = next?.kind === "element" && next.around === one.around && next.inView === one.inView;
    const isNamed = isBeside && takesCaption(next.element) && details.get(next)?.name === one.text;
    const isLabel = isNamed && one.first instanceof Text && isLooseLabel(one.first);
    const control = captions.get(one.first);
    const isCaption = control?.name === one.text && (control.inViewport || !one.inView);
    if (isLabel || isCaption) said.add(one);
  }
  return said;
}

function nothing(): Printed {
  return { here: new Map(), elsewhere: [], holdsOthers: false, chars: 0 };
}

function* aroundOf(one: Found): Generator<FoundElement> {
  for (let at = one.around; at; at = at.around) yield at;
}

/** What is printed below the elements that are shown. */
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

/** Names know nothing of the bars between cells. */
function spokenOf({ text, isRow }: FoundText): string {
  return isRow ? text.replaceAll(CELL_BAR, " ") : text;
}

function addLine(printed: Map<FoundElement, Printed>, at: FoundElement, n: number, one: Found, text: string): void {
  let below = printed.get(at);
  if (!below) {
    below = nothing();
    printed.set(at, below);
  }
  if (one.kind === "element") below.holdsOthers = true;
  if (text === "" || below.chars > MAX_PRINTED) return;
  below.chars += text.length;
  if (one.inView || !at.inView) below.here.set(n, text);
  else below.elsewhere.push(one);
}

/** The part of an element's name that nothing printed says; empty where all of it is said. */
function labelOf(
  { element, reason }: FoundElement,
  { name, role, value }: ElementFacts,
  lines: readonly string[],
  holdsOthers: boolean,
): string {
  if (name === "" || (value !== undefined && name === value)) return "";
  // What is called by all that it holds is told by that.
  if (reason === "scroll" || TOLD_BY_TEXT.has(role))
    if (lines.length > 0 && (holdsOthers || reason === "scroll")) return "";
  if (says(lines, name)) return "";
  const isByOthers = plain(element).matches("[aria-label],[aria-labelledby]") || labelsOf(element).length > 0;
  // Beside one text alone the whole name is told, in the order in which it is read.
  const isWhole = isByOthers || (lines.length === 1 && !holdsOthers && name.includes(lines[0] ?? ""));
  return isWhole ? name : without(name, lines);
}

/** True when lines have a name in them, as words of its own. Spaces do not count: boxes side by side have none between. */
function says(lines: readonly string[], name: string): boolean {
  const text = lines.join(" ");
  if (` ${text} `.includes(` ${name} `)) return true;
  const [all, part] = [packed(text), packed(name)];
  return part.length > 3 && (all.startsWith(part) || all.endsWith(part));
}

function packed(text: string): string {
  return text.replaceAll(" ", "");
}

/** A name without the lines that are printed: what is left is told by pictures and hidden text. */
function without(name: string, lines: readonly string[]): string {
  const places = name.split("").flatMap((char, n) => (char === " " ? [] : [n]));
  const chars = name.split("");
  const all = packed(name);
  let from = 0;
  for (const line of lines) {
    const part = packed(line);
    let at = all.indexOf(part, from);
    // The name is cut within this line.
    if (at < 0 && all.length > 100) at = part.startsWith(all.slice(from)) ? from : -1;
    if (at < 0 || (part.length < 3 && !` ${name} `.includes(` ${line} `))) continue;
    for (let n = at; n < at + part.length && n < places.length; n++) chars[places[n] ?? 0] = "";
    from = at + part.length;
  }
  const rest = squash(chars.join(""));
  return /[\p{L}\p{N}]/u.test(rest) || rest === name ? rest : "";
}

/** Adds `in` to elements that are called the same, and to those that nothing tells at all. */
function tellApart(details: Details, texts: ReadonlyMap<Found, string>, lost: readonly FoundElement[]): void {
  const twins = new Map<string, FoundElement[]>();
  for (const [one, { role, name, traits }] of details) {
    const words = name || (texts.get(one) ?? "");
    if (one.kind !== "element" || (words === "" && !traits) || one.reason === "scroll") continue;
    const key = `${role} ${words} ${JSON.stringify(traits ?? "")}`;
    const like = twins.get(key);
    if (like) like.push(one);
    else twins.set(key, [one]);
  }
  for (const like of twins.values()) if (like.length > 1 && !leadToOne(like, details)) tellGroup(like, details);
  for (const one of lost) addContext(one, contextsOf(one.element)[0], details);
}

/** Links to one place need not be told apart; what a script does with a link that leads nowhere is another thing for each. */
function leadToOne([first, ...others]: readonly FoundElement[], details: Details): boolean {
  const href = first && details.get(first)?.href;
  if (href === undefined || !/^(https?|file):/.test(href) || /#!?$/.test(href)) return false;
  return others.every((one) => details.get(one)?.href === href);
}

/** Each is told by the innermost of its surroundings that it shares with the fewest others. */
function tellGroup(like: readonly FoundElement[], details: Details): void {
  const all = like.slice(0, MAX_TWINS).map((one) => ({ one, titles: contextsOf(one.element) }));
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
  // Where it lies in an element that is called so, the tree shows it.
  for (const at of aroundOf(one)) if (at.reason !== "scroll" && details.get(at)?.name.startsWith(title)) return;
  facts.attributes.push(["in", title]);
}
