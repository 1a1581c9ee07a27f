/** Compares two snapshots of a page: finds every line that was added, changed, moved or removed. */

import { rangeText } from "./compose.ts";
import { isCoveredText } from "./covered.ts";
import { parentsOf } from "./filter.ts";
import type { Line, Snapshot, StateElement } from "./model.ts";
import { longestRise } from "./rising-subsequence.ts";

/** `+` added, `~` changed, `>` moved, `-` removed. */
type Mark = "+" | "~" | ">" | "-";

export interface Change {
  mark: Mark;
  /** The current line; for a removed one, the earlier line. */
  line: Line;
  /** Text printed instead of the line: a short form of a removed line, or a summary of many changes. */
  short?: string;
}

/** How many lines back to search for the label of a line. */
export const LABEL_LINES = 3;

/** Limit of a label's or removed line's text, in characters. */
const SHORT = 60;

/** The changes between two snapshots, in the order of the current lines. */
export function changesBetween(before: Snapshot, now: Snapshot): Change[] {
  const was = new Map<number, number>();
  for (const [at, { element }] of before.lines.entries()) if (element) was.set(element.index, at);
  const common = now.lines.filter(({ element }) => element && was.has(element.index));
  const inOrder = longestRise(common.map(({ element }) => was.get(element?.index ?? 0) ?? 0));
  const anchors = new Set(common.filter((_, n) => inOrder.has(n)).map(({ element }) => element?.index ?? 0));
  const texts = new Texts(before.lines, anchors);
  const parents = parentsOf(now.lines);
  const isUnseen = unseenBefore(before, was, now.lines, parents);
  const places = new Map<Change, string>();
  let anchor = 0;
  const textChange = (line: Line): Change[] => {
    const place = placeOf(anchor, line, parents);
    if (texts.take(place, line) || isUnseen(line)) return [];
    const change: Change = { mark: "+", line };
    places.set(change, place);
    return [change];
  };
  const changes = now.lines.flatMap((line): Change[] => {
    if (anchors.has(line.element?.index ?? -1)) anchor = line.element?.index ?? anchor;
    if (line.kind === "text") return textChange(line);
    const mark = line.element && markOf(line, before, was, anchors);
    return mark ? [{ mark, line }] : [];
  });
  const removed = texts.left();
  // A new text in the place of a removed one is a change.
  for (const [change, place] of places) if (removed.get(place)?.shift()) change.mark = "~";
  const covered = [...(before.covered ?? []), ...(now.covered ?? [])];
  const isUncovered = (line: Line) => line.kind !== "text" || !isCoveredText(line.text, covered);
  const merged = mergeCovered(
    changes.filter(({ line }) => isUncovered(line)),
    before,
    was,
  );
  const left = [...removed.values()].flat().filter(isUncovered);
  return withoutFocus([...merged, ...gone(before, now, left)], before, was);
}

/** Limit of elements that become covered, or uncovered, before they are reported as one change. */
const MAX_COVERED = 2;

function mergeCovered(changes: readonly Change[], before: Snapshot, was: ReadonlyMap<number, number>): Change[] {
  const isOf =
    (isCovered: boolean) =>
    ({ mark, line }: Change) => {
      const old = before.lines[was.get(line.element?.index ?? 0) ?? -1];
      if (mark !== "~" || !old?.element || line.element?.states.includes("covered") !== isCovered) return false;
      return old.element.states.includes("covered") !== isCovered && contentOf(old.element) === contentOf(line.element);
    };
  return merge(merge(changes, isOf(true), "are covered now"), isOf(false), "are no longer covered");
}

/** Merges many changes of the same kind into one. */
function merge(changes: readonly Change[], isOfKind: (change: Change) => boolean, what: string): Change[] {
  const same = changes.filter(isOfKind);
  if (same.length <= MAX_COVERED) return [...changes];
  const text = `${same.length} elements ${what}:${rangeText(same.map(({ line }) => line.element?.index ?? 0))}`;
  const line: Line = { depth: 0, text, kind: "text", hidden: [] };
  return [...changes.filter((change) => !isOfKind(change)), { mark: "~", line, short: text }];
}

/** The content of an element regardless of whether it is covered; its line differs then. */
function contentOf({ name, value = "", states }: StateElement): string {
  return [name, value, ...states.filter((state) => state !== "covered")].join("\n");
}

/** Removes mere changes of the focus, which every click causes, unless there are no other changes. */
function withoutFocus(changes: readonly Change[], before: Snapshot, was: ReadonlyMap<number, number>): Change[] {
  const isFocus = ({ mark, line }: Change) => {
    const old = before.lines[was.get(line.element?.index ?? 0) ?? -1];
    return mark === "~" && old?.element !== undefined && unfocused(old.text) === unfocused(line.text);
  };
  const others = changes.filter((change) => !isFocus(change));
  return others.length > 0 ? others : changes.filter(({ line }) => line.element?.states.includes("focused"));
}

function unfocused(text: string): string {
  return plainText(text).replace(/ focused(?=[ >])/, "");
}

function markOf(
  line: Line,
  before: Snapshot,
  was: ReadonlyMap<number, number>,
  anchors: ReadonlySet<number>,
): Mark | undefined {
  const index = line.element?.index ?? 0;
  const at = was.get(index);
  // An element that was folded or cut before is not new, unless it came into view: then a closed part has opened.
  if (at === undefined) return before.indices.has(index) && !cameIntoView(line, before) ? undefined : "+";
  if (plainText(before.lines[at]?.text ?? "") !== plainText(line.text)) return "~";
  return anchors.has(index) ? undefined : ">";
}

function cameIntoView({ element, inView }: Line, before: Snapshot): boolean {
  return element !== undefined && inView === true && before.unseen.has(element.index);
}

/** The text without the star of new elements. */
export function plainText(text: string): string {
  return text.replace(/^\*/, "");
}

/** The texts of a snapshot by place: the preceding and the parent element. The same text in another place is another text. */
class Texts {
  /** Number of unmatched occurrences of each text, by place and text. */
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

  /** The unmatched lines by place, in order. */
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

/** Returns a function that is true for texts inside or near lines that were folded before: they may have existed. */
function unseenBefore(
  before: Snapshot,
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

/** The removed lines: outermost elements only, and texts if no current line is cut or folded. */
function gone(before: Snapshot, now: Snapshot, texts: readonly Line[]): Change[] {
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
  const isComplete = !now.lines.some(({ kind }) => kind === "cut" || kind === "folded");
  const lost = isComplete ? texts.filter((line) => !isInGone(line)) : [];
  const short = (line: Line): Change => ({ mark: "-", line, short: shortLine(line, inside.get(line) ?? []) });
  const first = outermost.length > MAX_GONE ? [allGone(outermost, inside)] : outermost.map(short);
  return [...first, ...lost.map(short)];
}

/** Limit of removed elements before they are reported as one change, as when a list is filtered. */
const MAX_GONE = 8;

function allGone(lines: readonly Line[], inside: ReadonlyMap<Line, readonly number[]>): Change {
  const indices = lines.flatMap((line) => [line.element?.index ?? 0, ...(inside.get(line) ?? [])]);
  const short = `${indices.length} elements are gone:${rangeText(indices.sort((a, b) => a - b))}`;
  return { mark: "-", line: lines[0] as Line, short };
}

/** The short form of a removed line: `[7]<div>Delete it? with [8]-[11]`. */
function shortLine({ text, element }: Line, inside: readonly number[]): string {
  if (!element) return shortened(text);
  return `[${element.index}]<${element.tag}>${shortened(element.text || element.name)}${inside.length > 0 ? ` with${rangeText(inside)}` : ""}`;
}

export function shortened(text: string): string {
  return text.length > SHORT ? `${text.slice(0, SHORT - 1).replace(/[\ud800-\udbff]$/, "")}…` : text;
}

/** True if more than half of the page is new: another page by its content. */
export function isOther(changes: readonly Change[], now: Snapshot): boolean {
  const total = now.lines.filter(({ kind }) => kind === "element" || kind === "text").length;
  const isNew = ({ mark, line }: Change) => mark === "+" || (mark === "~" && line.kind === "text");
  return changes.filter(isNew).length * 2 > total;
}

/** The indices of the elements before and after a line. */
export function around({ lines }: Snapshot, line: Line): number[] {
  const at = lines.indexOf(line);
  const previous = lines.slice(0, at).findLast(({ element }) => element)?.element?.index;
  const next = lines.slice(at + 1).find(({ element }) => element)?.element?.index;
  return [previous, next].filter((index) => index !== undefined);
}
