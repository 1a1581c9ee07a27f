/** Decides whether an element is in the same place as when it was listed. When in doubt, the answer is no. */

import { nameOf } from "../accessibility/names.ts";
import { roleOf } from "../accessibility/roles.ts";
import { doc, plain } from "../dom/plain.ts";
import { contains } from "../dom/tree.ts";
import { captionOf } from "./headings.ts";
import type { Identities } from "./identity.ts";
import type { Brief, Identity, Item } from "./model.ts";
import { keysOf, type Pieces } from "./pieces.ts";

/** Number of text pieces that must all still exist. Later ones may be beyond the search limit. */
const MAX_COMPARED = 8;

/** The difference in words: `in the row "Ann"`, and `that row is "Bob" now`. */
export interface Difference {
  was: string;
  now: string;
}

/** A cheap check that nothing changed. False means that a detailed comparison is necessary. */
export function isSame(element: Element, { keys, name, items, page }: Identity, all: Identities): boolean {
  if (keysOf(element) !== keys) return false;
  for (const { at, raw, caption } of items) {
    const item = at.deref();
    if (!item || raw === undefined || caption !== "" || all.raw(item) !== raw || !contains(item, element)) return false;
  }
  if (page && !all.isSamePage(page)) return false;
  return name === "" || nameOf(element) === name;
}

/**
 * Compares an element with the identity that was recorded. The difference is undefined when it is the same. `isSameNode`:
 * the element is the recorded node, so its surroundings may have changed slightly.
 */
export function difference(
  was: Identity,
  element: Element,
  isSameNode: boolean,
  all: Identities,
): { now: Identity; difference: Difference | undefined } {
  const now = all.of(element);
  const found =
    rowDifference(was, element, now, isSameNode, all) ??
    ownDifference(was, now) ??
    pageDifference(was, now, isSameNode) ??
    (isSameNode ? undefined : nearDifference(was.near, now.near));
  return { now, difference: found };
}

/** The row of an element as text; equal for two elements in the same row. */
export function placeKey(identity: Identity | Brief): string {
  if (isBrief(identity)) return "";
  return identity.items.map(({ pieces }) => `${pieces.keys}\n${pieces.lead || pieces.full}`).join("\n");
}

/** The place of an element in words: `in the row "Ann"`; empty without a titled row. */
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
  const text = stays ? ` "${shown(plain(item).textContent ?? "")}"` : " a different one";
  return { was: briefPlace(was), now: `that ${kindOf(item)} is${text} now` };
}

function nearDifference(was: readonly string[], now: readonly string[]): Difference | undefined {
  const common = was.filter((words) => now.includes(words)).length;
  return common * 2 >= was.length
    ? undefined
    : { was: `beside "${was[0]}"`, now: "the text around it is different now" };
}

function rowDifference(
  was: Identity,
  element: Element,
  now: Identity,
  isSameNode: boolean,
  all: Identities,
): Difference | undefined {
  for (const [n, old] of was.items.entries()) {
    const before = old.at.deref();
    const stays = isSameNode && before && contains(before, element);
    const item = stays ? before : now.items[n]?.at.deref();
    if (!item) return { was: inside(old), now: `it is no longer in that ${kindOf(before)}` };
    if (!isSameItem(old, item, isSameNode, all))
      return { was: inside(old), now: `that ${kindOf(item)} is "${shownTitle(all.pieces(item))}" now` };
    if (old.caption !== "" && captionOf(item) !== old.caption)
      return { was: `${inside(old)} of "${old.caption}"`, now: `it belongs to "${captionOf(item)}" now` };
  }
  return undefined;
}

function isSameItem(old: Item, item: Element, isSameNode: boolean, all: Identities): boolean {
  const now = all.pieces(item);
  if (old.pieces.keys !== now.keys) return false;
  if (old.pieces.full === now.full) return true;
  if (!old.isRow) return old.pieces.lead === now.lead;
  if (old.isWeak) return isSameNode && hasNeighbours(old, "full", all, isCounted(old.pieces.full, now.full));
  if (old.pieces.lead !== now.lead) return false;
  const lost = old.pieces.words.slice(0, MAX_COMPARED).filter((words) => !now.words.includes(words));
  if (lost.length === 0) return true;
  if (!isSameNode || !lost.every(isStatus)) return false;
  return (old.pieces.isTitled || old.neighbours.length > 1) && hasNeighbours(old, "lead", all, false);
}

/** A word or two without a number. Such a change is a change of status, if the neighbouring rows stay the same. */
function isStatus(words: string): boolean {
  return !/\d/.test(words) && words.split(" ").length <= 3;
}

/** True when the neighbours are unchanged. A change of this row alone means that it is still the same row. */
function hasNeighbours({ neighbours }: Item, by: "lead" | "full", all: Identities, isCounter: boolean): boolean {
  const isUsed = ({ at }: (typeof neighbours)[number]) => usedItems.has(at.deref() ?? doc.documentElement);
  // A counter may have changed because of our own action in that row.
  const compared = isCounter ? neighbours.filter((one) => !isUsed(one)) : neighbours;
  const isAsBefore = (one: (typeof neighbours)[number]) => {
    const at = one.at.deref();
    return at !== undefined && plain(at).isConnected && all.pieces(at)[by] === one[by];
  };
  return (isCounter || compared.length > 0) && compared.every(isAsBefore);
}

function isCounted(was: string, now: string): boolean {
  return was !== now && was.replace(/\d+/g, "") === now.replace(/\d+/g, "");
}

/** Rows that were acted on. */
const usedItems = new WeakSet<Element>();

export function markUsed({ items }: Identity): void {
  for (const { at } of items) {
    const item = at.deref();
    if (item) usedItems.add(item);
  }
}

function ownDifference(was: Identity, now: Identity): Difference | undefined {
  if (was.keys !== now.keys && !(was.leadsOn && now.leadsOn))
    return { was: "", now: "its link, id or value is different now" };
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
  isSameNode: boolean,
): Difference | undefined {
  if (!was || !now || (isSameNode && leadsOn)) return undefined;
  const isMoved = was.route !== now.route;
  const isRow = items.some((one) => one.isRow && !one.isWeak);
  if (isRow && !isMoved) return undefined;
  const by = isMoved || !isSameNode ? "strict" : "lenient";
  const gone = was.headings.find((one) => !now.headings.some((other) => other[by] === one[by]));
  if (gone)
    return { was: `under "${shown(gone.text)}"`, now: `the heading is "${shown(now.headings[0]?.text ?? "")}" now` };
  if (!isMoved || isRow) return undefined;
  const lost = firstLost(was.words, now.words);
  return lost === undefined ? undefined : { was: `beside "${shown(lost)}"`, now: "the page shows other content now" };
}

/** The first piece that no longer exists. */
function firstLost(before: readonly string[], now: readonly string[]): string | undefined {
  return before.slice(0, MAX_COMPARED).find((words) => !now.includes(words));
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
