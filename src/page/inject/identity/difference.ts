/**
 * Tells whether an element stands where it stood when it was listed. What changes by itself does not count (pieces.ts). In
 * doubt the answer is that it does not.
 */

import { nameOf } from "../accessibility/names.ts";
import { roleOf } from "../accessibility/roles.ts";
import { doc, plain } from "../dom/plain.ts";
import { contains } from "../dom/tree.ts";
import { captionOf } from "./headings.ts";
import type { Identities } from "./identity.ts";
import type { Brief, Identity, Item } from "./model.ts";
import { keysOf, type Pieces } from "./pieces.ts";

/** Pieces of text that must all be there still; those behind may be pushed out of what is looked at. */
const MOST_KEPT = 8;

/** What is different, in words: `in the row "Ann"`, and `that row is "Bob" now`. */
export interface Difference {
  was: string;
  now: string;
}

/** Whether everything is as it was, by looking at as little as possible. False where it must be looked at closely. */
export function isUntouched(element: Element, { keys, name, items, page }: Identity, all: Identities): boolean {
  if (keysOf(element) !== keys) return false;
  for (const { at, raw, caption } of items) {
    const item = at.deref();
    if (!item || raw === undefined || caption !== "" || all.raw(item) !== raw || !contains(item, element)) return false;
  }
  if (page && !all.isSamePage(page)) return false;
  return name === "" || nameOf(element) === name;
}

/**
 * What is different now for an element that was something before; undefined where it is the same. `isKept` says that it is
 * the same node: only then may what is around it have changed a little.
 */
export function difference(
  was: Identity,
  element: Element,
  isKept: boolean,
  all: Identities,
): { now: Identity; difference: Difference | undefined } {
  const now = all.of(element);
  const found =
    rowDifference(was, element, now, isKept, all) ??
    ownDifference(was, now) ??
    pageDifference(was, now, isKept) ??
    (isKept ? undefined : nearDifference(was.near, now.near));
  return { now, difference: found };
}

/** What two elements have in common that stand in the same rows, as text. */
export function placeKey(identity: Identity | Brief): string {
  if (isBrief(identity)) return "";
  return identity.items.map(({ pieces }) => `${pieces.keys}\n${pieces.lead || pieces.full}`).join("\n");
}

/** Where an element stands, in words: `in the row "Ann"`; empty where it is in no row with a title. */
export function placeOf(identity: Identity | Brief): string {
  if (isBrief(identity)) return briefPlace(identity);
  const item = identity.items.find(({ pieces }) => pieces.lead !== "");
  return item ? inside(item) : "";
}

export function isBrief(identity: Identity | Brief): identity is Brief {
  return "raw" in identity;
}

function briefPlace({ at, raw }: Brief): string {
  return at ? `in the ${kindOf(at.deref())} "${shown(raw.slice(raw.indexOf("\n")))}"` : "";
}

export function briefDifference(was: Brief, element: Element): Difference {
  const item = was.at?.deref();
  const stays = item && contains(item, element);
  const text = stays ? ` "${shown(plain(item).textContent ?? "")}"` : " another one";
  return { was: briefPlace(was), now: `that ${kindOf(item)} is${text} now` };
}

function nearDifference(was: readonly string[], now: readonly string[]): Difference | undefined {
  const kept = was.filter((words) => now.includes(words)).length;
  return kept * 2 >= was.length
    ? undefined
    : { was: `beside "${was[0]}"`, now: "there is something else around it now" };
}

function rowDifference(
  was: Identity,
  element: Element,
  now: Identity,
  isKept: boolean,
  all: Identities,
): Difference | undefined {
  for (const [n, old] of was.items.entries()) {
    const before = old.at.deref();
    const stays = isKept && before && contains(before, element);
    const item = stays ? before : now.items[n]?.at.deref();
    if (!item) return { was: inside(old), now: `it is in no such ${kindOf(before)} now` };
    if (!isSameItem(old, item, isKept, all))
      return { was: inside(old), now: `that ${kindOf(item)} is "${shownTitle(all.pieces(item))}" now` };
    if (old.caption !== "" && captionOf(item) !== old.caption)
      return { was: `${inside(old)} of "${old.caption}"`, now: `that is of "${captionOf(item)}" now` };
  }
  return undefined;
}

function isSameItem(old: Item, item: Element, isKept: boolean, all: Identities): boolean {
  const now = all.pieces(item);
  if (old.pieces.keys !== now.keys) return false;
  if (old.pieces.full === now.full) return true;
  if (!old.isRow) return old.pieces.lead === now.lead;
  if (old.isWeak) return isKept && hasNeighbours(old, "full", all, isCounted(old.pieces.full, now.full));
  if (old.pieces.lead !== now.lead) return false;
  const lost = old.pieces.words.slice(0, MOST_KEPT).filter((words) => !now.words.includes(words));
  if (lost.length === 0) return true;
  if (!isKept || !lost.every(isStatus)) return false;
  return (old.pieces.isTitled || old.neighbours.length > 1) && hasNeighbours(old, "lead", all, false);
}

/** A word or two without a number: such a change is one of the row's own, where the rows beside it stay. */
function isStatus(words: string): boolean {
  return !/\d/.test(words) && words.split(" ").length <= 3;
}

/** The rows beside it are what they were: then a change in this one alone is a change of the row, and no other row. */
function hasNeighbours({ neighbours }: Item, by: "lead" | "full", all: Identities, isCounter: boolean): boolean {
  const isTouched = ({ at }: (typeof neighbours)[number]) => touched.has(at.deref() ?? doc.documentElement);
  // Where we acted ourselves a counter may well have changed.
  const witnesses = isCounter ? neighbours.filter((one) => !isTouched(one)) : neighbours;
  const isAsBefore = (one: (typeof neighbours)[number]) => {
    const at = one.at.deref();
    return at !== undefined && plain(at).isConnected && all.pieces(at)[by] === one[by];
  };
  return (isCounter || witnesses.length > 0) && witnesses.every(isAsBefore);
}

function isCounted(was: string, now: string): boolean {
  return was !== now && was.replace(/\d+/g, "") === now.replace(/\d+/g, "");
}

/** Rows in which something was acted on. */
const touched = new WeakSet<Element>();

export function touch({ items }: Identity): void {
  for (const { at } of items) {
    const item = at.deref();
    if (item) touched.add(item);
  }
}

function ownDifference(was: Identity, now: Identity): Difference | undefined {
  if (was.keys !== now.keys && !(was.leadsOn && now.leadsOn)) return { was: "", now: "it leads somewhere else now" };
  const words = new Set(wordList(now.name));
  if (wordList(was.name).every((word) => words.has(word))) return undefined;
  return { was: "", now: `it is "${now.name}" now` };
}

function wordList(name: string): string[] {
  return name.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
}

function pageDifference(
  { items, page: was, leadsOn }: Identity,
  { page: now }: Identity,
  isKept: boolean,
): Difference | undefined {
  if (!was || !now || (isKept && leadsOn)) return undefined;
  const isMoved = was.route !== now.route;
  const isRow = items.some((one) => one.isRow && !one.isWeak);
  if (isRow && !isMoved) return undefined;
  const by = isMoved || !isKept ? "strict" : "lenient";
  const gone = was.headings.find((one) => !now.headings.some((other) => other[by] === one[by]));
  if (gone)
    return { was: `under "${shown(gone.text)}"`, now: `the heading is "${shown(now.headings[0]?.text ?? "")}" now` };
  if (!isMoved || isRow) return undefined;
  const lost = lostOf(was.words, now.words);
  return lost === undefined ? undefined : { was: `beside "${shown(lost)}"`, now: "the page shows something else now" };
}

/** The first of the pieces that is not there any more. */
function lostOf(before: readonly string[], now: readonly string[]): string | undefined {
  return before.slice(0, MOST_KEPT).find((words) => !now.includes(words));
}

function shown(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, 60);
}

function shownTitle(pieces: Pieces): string {
  return shown(pieces.title || pieces.full);
}

function inside({ at, pieces }: Item): string {
  return `in the ${kindOf(at.deref())} "${shownTitle(pieces)}"`;
}

function kindOf(item: Element | undefined): string {
  const role = item ? roleOf(item) : "";
  if (/^(row|dialog|article|option)$/.test(role)) return role;
  if (/^(cell|gridcell)$/.test(role)) return "cell";
  return /^(listitem|treeitem)$/.test(role) ? "item" : "part";
}
