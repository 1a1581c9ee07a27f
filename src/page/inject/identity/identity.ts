/**
 * Reads the identity of an element when it is listed: its rows and cards with their neighbours, and the headings above
 * it. An index stays valid only while these are the same (difference.ts), because an "Edit" in another row is another
 * button.
 */

import { nameOf } from "../accessibility/names.ts";
import { explicitRole, roleOf } from "../accessibility/roles.ts";
import { doc, plain } from "../dom/plain.ts";
import { contains, parentOf } from "../dom/tree.ts";
import { isItem } from "./context.ts";
import { captionOf, Headings, type PageContext, routeNow } from "./headings.ts";
import type { Brief, Identity, Item, Neighbour } from "./model.ts";
import { keysOf, type Pieces, piecesOf } from "./pieces.ts";

/** Maximum number of nested rows and cards, their distance in levels, and the distance of nearby text. */
const MAX_ITEMS = 3;
const MAX_LEVELS = 25;
const MAX_NEAR = 4;

/** Number of neighbours on each side that show whether the whole list changed. */
const NEIGHBOURS = 3;

/** Single parts of a page. Only their title identifies them. */
const GROUP = /^(fieldset|details|dialog|figure)$/;
const GROUP_ROLES = /^(group|radiogroup|dialog|alertdialog|tabpanel|menu|toolbar)$/;

/** Navigation and close buttons, which do the same under another heading. */
const LEADS_ON =
  /^\W*(go to )?(next|prev(ious)?|back|forward|close|dismiss|menu|search|home)(\s+\w+)?\W*$|^[\s‹›«»<>←→×✕]+$/i;

/** A row, card or group around an element, and its distance in levels. */
interface NextItem {
  item: Element;
  levels: number;
}

/** Reads identities of many elements at one time, and reads shared data only once. */
export class Identities {
  readonly #pieces = new Map<Element, Pieces>();
  readonly #items = new Map<Element, Item>();
  readonly #raw = new Map<Element, string>();
  readonly #refs = new Map<Element, WeakRef<Element>>();
  readonly #nextItems = new Map<Element, NextItem | null>();
  readonly #isSamePage = new Map<PageContext, boolean>();
  #headings: Headings | undefined;

  of(element: Element): Identity {
    this.#headings ??= new Headings();
    const name = isNamed(element) ? nameOf(element) : "";
    const leadsOn = LEADS_ON.test(
      name || (plain(element).getAttribute("aria-label") ?? plain(element).textContent ?? "").slice(0, 60),
    );
    const items = this.#around(element);
    const near = items.length > 0 ? [] : this.#near(element);
    return { keys: keysOf(element), name, items, page: this.#headings.of(element), near, leadsOn };
  }

  /** The nearest row or card with more text than the element itself. */
  brief(element: Element): Brief {
    const keys = keysOf(element);
    const length = plain(element).textContent?.length ?? 0;
    for (const at of this.#itemsAround(element)) {
      if (at === element && isButton(at)) continue;
      const raw = this.raw(at);
      if (at !== element && raw.length <= length + 1) continue;
      return { at: this.#refOf(at), raw, keys };
    }
    return { at: undefined, raw: "", keys };
  }

  #refOf(element: Element): WeakRef<Element> {
    return cached(this.#refs, element, (one) => new WeakRef(one));
  }

  /** The rows, cards and groups at and around the element, innermost first. */
  *#itemsAround(element: Element): Generator<Element> {
    if (isItem(element)) yield element;
    let level = 0;
    for (let next = this.#nextItem(element); next; next = this.#nextItem(next.item)) {
      level += next.levels;
      if (level >= MAX_LEVELS) return;
      yield next.item;
    }
  }

  #nextItem(element: Element): NextItem | null {
    const parent = parentOf(element);
    if (!parent || parent === doc.body || parent === doc.documentElement) return null;
    if (isItem(parent)) return { item: parent, levels: 1 };
    const further = cached(this.#nextItems, parent, (one) => this.#nextItem(one));
    return further && { item: further.item, levels: further.levels + 1 };
  }

  isSameBrief(element: Element, { at, raw, keys }: Brief): boolean {
    if (keysOf(element) !== keys) return false;
    const item = at?.deref();
    return at === undefined || (item !== undefined && contains(item, element) && this.raw(item) === raw);
  }

  #near(element: Element): string[] {
    // The numbers around a number stay the same. The month above a day identifies it.
    const caption = /^\W*\d+\W*$/.test(plain(element).textContent ?? "") ? captionOf(element) : "";
    if (caption !== "") return [caption];
    let at = parentOf(element);
    for (let level = 0; at && level < MAX_NEAR; level++, at = parentOf(at)) {
      const { words, full, hasText } = this.pieces(at);
      if (hasText) return words.length > 0 ? words : [full];
    }
    return [];
  }

  #around(element: Element): Item[] {
    const items: Item[] = [];
    for (const at of this.#itemsAround(element)) {
      if (items.length >= MAX_ITEMS) break;
      const isOuter = items.some(({ isRow }) => isRow);
      const item = this.item(at, element, isOuter);
      if (item) items.push(item);
    }
    return items;
  }

  pieces(element: Element): Pieces {
    return cached(this.#pieces, element, piecesOf);
  }

  /** The attributes and text of an item, unprocessed. */
  raw(item: Element): string {
    return cached(this.#raw, item, (raw) => {
      const one = plain(raw);
      const text = `\n${one.textContent}`;
      if (one.firstElementChild === null) return keysOf(one) + text;
      const link = one.querySelector("a[href]:not([href='#'])")?.getAttribute("href") ?? "";
      const box = one.querySelector("input[type=checkbox],input[type=radio]")?.getAttribute("value") ?? "";
      return (link || box ? `${keysOf(one)} ${link} ${box}` : keysOf(one)) + text;
    });
  }

  /** True for the same route with the same headings. */
  isSamePage(page: PageContext): boolean {
    return cached(this.#isSamePage, page, ({ route, headings }) => {
      const isThere = ({ at, text }: PageContext["headings"][number]) => {
        const heading = at.deref();
        return heading !== undefined && plain(heading).isConnected && plain(heading).textContent === text;
      };
      return route === routeNow() && headings.every(isThere);
    });
  }

  /** Undefined for an item that nothing identifies. */
  item(at: Element, element: Element, isOuter: boolean): Item | undefined {
    const pieces = this.pieces(at);
    const isRow = !isOuter && !isGroup(at);
    if (!isRow && !pieces.isTitled && !(isOuter && isRowTag(at) && pieces.lead)) return undefined;
    if (pieces.full === "" && pieces.keys === "") return undefined;
    const known = this.#items.get(at);
    if (known?.isRow === isRow) return known;
    const neighbours = isRow ? this.neighbours(at) : [];
    const isControl = at === element && isButton(at);
    const isWeak = isRow && (pieces.lead === "" || isControl || neighbours.some(({ lead }) => lead === pieces.lead));
    const caption = isWeak && /^\W*\d+\W*$/.test(pieces.full) ? captionOf(at) : "";
    const item = {
      at: this.#refOf(at),
      raw: pieces.isShadowed ? undefined : this.raw(at),
      pieces,
      isRow,
      isWeak,
      neighbours,
      caption,
    };
    this.#items.set(at, item);
    return item;
  }

  neighbours(at: Element): Neighbour[] {
    const found: Neighbour[] = [];
    for (const direction of ["previousElementSibling", "nextElementSibling"] as const) {
      let one = plain(at)[direction];
      for (let n = 0; one && n < NEIGHBOURS; n++, one = plain(one)[direction]) {
        const { lead, full } = this.pieces(one);
        if (one.localName === at.localName) found.push({ at: this.#refOf(one), lead, full });
      }
    }
    return found;
  }
}

function cached<K, T>(known: Map<K, T>, key: K, find: (key: K) => T): T {
  let value = known.get(key);
  if (value === undefined) {
    value = find(key);
    known.set(key, value);
  }
  return value;
}

function isGroup(raw: Element): boolean {
  const role = explicitRole(plain(raw));
  return role ? GROUP_ROLES.test(role) : GROUP.test(plain(raw).localName);
}

function isRowTag(raw: Element): boolean {
  return /^(listitem|row|article|option|treeitem)$/.test(roleOf(raw));
}

function isButton(element: Element): boolean {
  return /^(button|link|tab|menuitem|option|checkbox|switch)$/.test(roleOf(element));
}

/** True for fields and options, whose name identifies them. */
function isNamed(element: Element): boolean {
  return /^(textbox|searchbox|combobox|listbox|spinbutton|slider|checkbox|radio|switch|option)$/.test(roleOf(element));
}
