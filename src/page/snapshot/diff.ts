/** What is different between two looks at a page: every line that came, changed, moved or went. Pure. */

import { isOfBeneath } from "./beneath.ts";
import { rangeText } from "./compose.ts";
import { parentsOf } from "./filter.ts";
import type { Line, Look, StateElement } from "./model.ts";
import { longestRise } from "./rising-subsequence.ts";

/** `+` came, `~` changed, `>` moved, `-` went. */
type Mark = "+" | "~" | ">" | "-";

export interface Change {
  mark: Mark;
  /** The line as it is now; of what went, as it was. */
  line: Line;
  /** What is told in place of the line: what went, shortly, and what many have in common. */
  short?: string;
}

/** How far back the text is looked for that a line stands under. */
export const LABEL_LINES = 3;

/** Longer text that only tells the place of a change, or what went, is cut. */
const SHORT = 60;

export function changesBetween(before: Look, now: Look): Change[] {
  const was = new Map<number, number>();
  for (const [at, { element }] of before.lines.entries()) if (element) was.set(element.index, at);
  const common = now.lines.filter(({ element }) => element && was.has(element.index));
  const inOrder = longestRise(common.map(({ element }) => was.get(element?.index ?? 0) ?? 0));
  const anchors = new Set(common.filter((_, n) => inOrder.has(n)).map(({ element }) => element?.index ?? 0));
  const texts = new Texts(before.lines, anchors);
  const parents = parentsOf(now.lines);
  const isUnseen = unseenBefore(before, was, now.lines, parents);
  const changes: Change[] = [];
  const places = new Map<Change, string>();
  let anchor = 0;
  for (const line of now.lines) {
    const index = line.element?.index;
    if (index !== undefined && anchors.has(index)) anchor = index;
    const mark = line.element ? markOf(line, before, was, anchors) : undefined;
    const place = placeOf(anchor, line, parents);
    const isNewText = line.kind === "text" && !texts.take(place, line) && !isUnseen(line);
    if (!mark && !isNewText) continue;
    const change: Change = { mark: mark ?? "+", line };
    if (isNewText) places.set(change, place);
    changes.push(change);
  }
  const lost = texts.left();
  // A text in the place of one that is gone has changed.
  for (const [change, place] of places) if (lost.get(place)?.shift()) change.mark = "~";
  const beneath = [...(before.beneath ?? []), ...(now.beneath ?? [])];
  const isNews = (line: Line) => line.kind !== "text" || !isOfBeneath(line.text, beneath);
  const told = withoutCovered(
    changes.filter(({ line }) => isNews(line)),
    before,
    was,
  );
  const left = [...lost.values()].flat().filter(isNews);
  return withoutFocus([...told, ...gone(before, now, left)], before, was);
}

/** What opens over a page covers all of it: that is one piece of news, not one for each element. So is its end. */
const MAX_COVERED = 2;

function withoutCovered(changes: readonly Change[], before: Look, was: ReadonlyMap<number, number>): Change[] {
  const isOf =
    (isCovered: boolean) =>
    ({ mark, line }: Change) => {
      const old = before.lines[was.get(line.element?.index ?? 0) ?? -1];
      if (mark !== "~" || !old?.element || line.element?.states.includes("covered") !== isCovered) return false;
      return old.element.states.includes("covered") !== isCovered && told(old.element) === told(line.element);
    };
  return asOne(asOne(changes, isOf(true), "are covered now"), isOf(false), "are no longer covered");
}

/** Tells changes that many have in common as one. */
function asOne(changes: readonly Change[], isOne: (change: Change) => boolean, what: string): Change[] {
  const those = changes.filter(isOne);
  if (those.length <= MAX_COVERED) return [...changes];
  const text = `${those.length} elements ${what}:${rangeText(those.map(({ line }) => line.element?.index ?? 0))}`;
  const line: Line = { depth: 0, text, kind: "text", hidden: [] };
  return [...changes.filter((one) => !isOne(one)), { mark: "~", line, short: text }];
}

/** What is so of an element whether something covers it or not: its line tells its words in another way then. */
function told({ name, value = "", states }: StateElement): string {
  return [name, value, ...states.filter((state) => state !== "covered")].join("\n");
}

/** Every click moves the focus: that alone is told only where nothing else happened. */
function withoutFocus(changes: readonly Change[], before: Look, was: ReadonlyMap<number, number>): Change[] {
  const isFocus = ({ mark, line }: Change) => {
    const old = before.lines[was.get(line.element?.index ?? 0) ?? -1];
    return mark === "~" && old?.element !== undefined && unfocused(old.text) === unfocused(line.text);
  };
  const others = changes.filter((one) => !isFocus(one));
  return others.length > 0 ? others : changes.filter(({ line }) => line.element?.states.includes("focused"));
}

function unfocused(text: string): string {
  return plainText(text).replace(/ focused(?=[ >])/, "");
}

function markOf(
  line: Line,
  before: Look,
  was: ReadonlyMap<number, number>,
  anchors: ReadonlySet<number>,
): Mark | undefined {
  const index = line.element?.index ?? 0;
  const at = was.get(index);
  // What was folded or cut then is no news now, unless it came into view: a part that was closed has opened.
  if (at === undefined) return before.indices.has(index) && !cameIntoView(line, before) ? undefined : "+";
  if (plainText(before.lines[at]?.text ?? "") !== plainText(line.text)) return "~";
  return anchors.has(index) ? undefined : ">";
}

function cameIntoView({ element, inView }: Line, before: Look): boolean {
  return element !== undefined && inView === true && before.unseen.has(element.index);
}

/** Without the star of what was new. */
export function plainText(text: string): string {
  return text.replace(/^\*/, "");
}

/** The texts of a look by place: between which elements they stand, and in which. Equal texts elsewhere are others. */
class Texts {
  /** How many of each text of a place nobody has taken. */
  readonly #counts = new Map<string, number>();
  readonly #lines: { place: string; line: Line }[] = [];

  constructor(lines: readonly Line[], anchors: ReadonlySet<number>) {
    const parents = parentsOf(lines);
    let anchor = 0;
    for (const line of lines) {
      if (line.element && anchors.has(line.element.index)) anchor = line.element.index;
      if (line.kind !== "text") continue;
      const place = placeOf(anchor, line, parents);
      this.#counts.set(place + line.text, (this.#counts.get(place + line.text) ?? 0) + 1);
      this.#lines.push({ place, line });
    }
  }

  take(place: string, { text }: Line): boolean {
    const left = this.#counts.get(place + text) ?? 0;
    if (left > 0) this.#counts.set(place + text, left - 1);
    return left > 0;
  }

  /** Those that nobody has taken, by place, in order. */
  left(): Map<string, Line[]> {
    const left = new Map<string, Line[]>();
    for (const { place, line } of this.#lines)
      if (this.take(place, line)) left.set(place, [...(left.get(place) ?? []), line]);
    return left;
  }
}

function placeOf(anchor: number, line: Line, parents: ReadonlyMap<Line, Line>): string {
  const parent = parents.get(line);
  return `${anchor} ${parent?.element?.index ?? parent?.text ?? ""} `;
}

/** Tells texts that stand in or beside what the look before had folded: nobody knows whether they were there. */
function unseenBefore(
  before: Look,
  was: ReadonlyMap<number, number>,
  now: readonly Line[],
  parents: ReadonlyMap<Line, Line>,
): (line: Line) => boolean {
  const isFolded = (line: Line) => {
    const index = line.element?.index;
    return index !== undefined && before.indices.has(index) && !was.has(index) && !cameIntoView(line, before);
  };
  const near = new Set<Line>();
  for (const [at, line] of now.entries())
    if (isFolded(line))
      for (const other of now.slice(Math.max(0, at - LABEL_LINES), at + LABEL_LINES + 1)) near.add(other);
  return (line) => near.has(line) || isFolded(parents.get(line) ?? line);
}

/** What went: elements by the outermost, texts where nothing now hides them from being shown. */
function gone(before: Look, now: Look, texts: readonly Line[]): Change[] {
  const parents = parentsOf(before.lines);
  const isGone = (line: Line | undefined) => line?.element !== undefined && !now.indices.has(line.element.index);
  const isInGone = (line: Line) => {
    for (let at = parents.get(line); at; at = parents.get(at)) if (isGone(at)) return at;
    return undefined;
  };
  const inside = new Map<Line, number[]>();
  const outermost: Line[] = [];
  for (const line of before.lines) {
    if (!isGone(line)) continue;
    let top: Line | undefined;
    for (let at = isInGone(line); at; at = isInGone(at)) top = at;
    if (top) inside.set(top, [...(inside.get(top) ?? []), line.element?.index ?? 0]);
    else outermost.push(line);
  }
  const isWhole = !now.lines.some(({ kind }) => kind === "cut" || kind === "folded");
  const lost = isWhole ? texts.filter((line) => !isInGone(line)) : [];
  const short = (line: Line): Change => ({ mark: "-", line, short: shortLine(line, inside.get(line) ?? []) });
  const first = outermost.length > MAX_GONE ? [allGone(outermost, inside)] : outermost.map(short);
  return [...first, ...lost.map(short)];
}

/** A list that is filtered, or a page of it that is turned, loses many: that is one piece of news. */
const MAX_GONE = 8;

function allGone(lines: readonly Line[], inside: ReadonlyMap<Line, readonly number[]>): Change {
  const indices = lines.flatMap((line) => [line.element?.index ?? 0, ...(inside.get(line) ?? [])]);
  const short = `${indices.length} elements are gone:${rangeText(indices.sort((a, b) => a - b))}`;
  return { mark: "-", line: lines[0] as Line, short };
}

/** `[7]<div>Delete it? with [8]-[11]`: enough to know what went. */
function shortLine({ text, element }: Line, inside: readonly number[]): string {
  if (!element) return shortened(text);
  return `[${element.index}]<${element.tag}>${shortened(element.text || element.name)}${inside.length > 0 ? ` with${rangeText(inside)}` : ""}`;
}

export function shortened(text: string): string {
  return text.length > SHORT ? `${text.slice(0, SHORT - 1).replace(/[\ud800-\udbff]$/, "")}…` : text;
}

/** True where more of the page is new than was there before: another page by its content. */
export function isOther(changes: readonly Change[], now: Look): boolean {
  const told = now.lines.filter(({ kind }) => kind === "element" || kind === "text").length;
  const isNew = ({ mark, line }: Change) => mark === "+" || (mark === "~" && line.kind === "text");
  return changes.filter(isNew).length * 2 > told;
}

/** The elements of a look between which a line stands, and the one that it lies in. */
export function around({ lines }: Look, line: Line): number[] {
  const at = lines.indexOf(line);
  const previous = lines.slice(0, at).findLast(({ element }) => element)?.element?.index;
  const next = lines.slice(at + 1).find(({ element }) => element)?.element?.index;
  return [previous, next].filter((index) => index !== undefined);
}
