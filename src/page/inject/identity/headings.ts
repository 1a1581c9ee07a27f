/** The headings above an element that speak of the page it stands on, and the page's address. Knows nothing of rows. */

import { explicitRole } from "../accessibility/roles.ts";
import { remembering } from "../dom/memory.ts";
import { doc, plain } from "../dom/plain.ts";
import { parentOf, selectEach } from "../dom/tree.ts";
import { isHeading, isItem } from "./context.ts";
import { captionWords, headingWords, piecesOf } from "./pieces.ts";

const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6", "[role=heading]"];

/** Headings above one another. */
const MAX_CHAIN = 5;

/** What lies beside the content of a page, and stays when that changes. */
const BESIDE = /^(nav|aside|dialog)$/;
const BESIDE_ROLES = /^(navigation|complementary|banner|contentinfo|search|dialog|alertdialog|menubar)$/;

export interface PageContext {
  route: string;
  /** The headings, with what they said, and their words with and without numbers. */
  headings: { at: WeakRef<Element>; text: string; lenient: string; strict: string }[];
  /** The first words of the content. */
  words: string[];
}

/** Reads the headings of the document once, for many elements. */
export class Headings {
  readonly #all: readonly Element[] = [...selectEach(HEADINGS)].sort(inOrder);
  /** Which of them count, as far as that was asked. */
  readonly #counts: boolean[] = [];
  readonly #route = routeNow();
  readonly #chains = new Map<number, PageContext>();
  #words: string[] | undefined;

  /** The context of an element; undefined where it lies beside the content. */
  of(element: Element): PageContext | undefined {
    if (isBeside(element)) return undefined;
    const nearest = this.#before(element);
    let context = this.#chains.get(nearest);
    if (!context) {
      context = { route: this.#route, headings: this.#chain(nearest), words: this.#content() };
      this.#chains.set(nearest, context);
    }
    return context;
  }

  /** The number of the last heading before the element that counts; -1 where there is none. */
  #before(element: Element): number {
    let [low, high] = [0, this.#all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const place = plain(this.#all[middle] as Element).compareDocumentPosition(element);
      if (place & Node.DOCUMENT_POSITION_FOLLOWING && !(place & Node.DOCUMENT_POSITION_CONTAINED_BY)) low = middle + 1;
      else high = middle;
    }
    return this.#countingFrom(low - 1);
  }

  /** The number of this heading, or of the last one before it that counts. */
  #countingFrom(n: number): number {
    let at = n;
    for (; at >= 0; at--) {
      const known = this.#counts[at];
      const heading = this.#all[at] as Element;
      const counts = known ?? (!this.#isApart(heading) && isTelling(heading));
      this.#counts[at] = counts;
      if (counts) break;
    }
    return at;
  }

  #chain(nearest: number): PageContext["headings"] {
    const chain: PageContext["headings"] = [];
    let level = 7;
    for (let n = nearest; n >= 0 && level > 1 && chain.length < MAX_CHAIN; n = this.#countingFrom(n - 1)) {
      const heading = this.#all[n] as Element;
      const own = levelOf(heading);
      if (own >= level || !plain(heading).checkVisibility({ visibilityProperty: true })) continue;
      level = own;
      const text = plain(heading).textContent ?? "";
      chain.push({ at: new WeakRef(heading), text, ...headingWords(text) });
    }
    return chain;
  }

  #content(): string[] {
    const main = doc.querySelector("main,[role=main]") ?? doc.body;
    this.#words ??= main ? piecesOf(main).words : [];
    return this.#words;
  }

  /** In a row, a card or a dialog, whose own words tell it, or beside the content. */
  #isApart(heading: Element): boolean {
    for (let at = parentOf(heading); at && at !== doc.body; at = parentOf(at)) if (isItem(at)) return true;
    return isBeside(heading);
  }
}

function inOrder(one: Element, other: Element): number {
  return plain(one).compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

export function routeNow(): string {
  const { pathname, search, hash } = location;
  // Some applications keep their routes behind the sign of a fragment.
  return pathname + search + (/^#!?\//.test(hash) ? hash : "");
}

/** True for what lies in a navigation, a dialog, a header of the page and the like. */
export const isBeside: (element: Element) => boolean = remembering((element: Element) => {
  const around = parentOf(element);
  return standsBeside(element) || (around !== null && around !== doc.body && isBeside(around));
});

function standsBeside(raw: Element): boolean {
  const element = plain(raw);
  const role = explicitRole(element);
  if (role) return BESIDE_ROLES.test(role);
  if (BESIDE.test(element.localName)) return true;
  return /^(header|footer)$/.test(element.localName) && element.closest("main,article,section") === null;
}

function isTelling(raw: Element): boolean {
  const element = plain(raw);
  return isHeading(element) && /\p{L}{2}/u.test(element.textContent ?? "") && element.closest("[aria-live]") === null;
}

function levelOf(heading: Element): number {
  return Number(plain(heading).getAttribute("aria-level") ?? /^h(\d)$/.exec(heading.localName)?.[1] ?? 2);
}

/** How much the texts before an item are looked through for a caption. */
const MAX_CAPTION = 200;

/** A week of five days has so many. */
const LEAST_COLUMNS = 5;
const MAX_LEVELS = 6;

/** What stands before a grid or list of numbers, and says which they are: the month of a calendar. */
export function captionOf(item: Element): string {
  let at: Element | null = item;
  for (let level = 0; at && at !== doc.body && level < MAX_LEVELS; level++, at = parentOf(at)) {
    let text = "";
    for (
      let one = plain(at).previousElementSibling;
      one && text.length < MAX_CAPTION;
      one = plain(one).previousElementSibling
    )
      if ((one.localName !== at.localName || !isItem(at)) && !isColumnHead(one)) text = `${shownIn(one)} ${text}`;
    const words = captionWords(text);
    if (words !== "" && plain(at).previousElementSibling?.localName !== "thead") return words;
  }
  return "";
}

/** One of several short texts side by side, as the names of the days are in a calendar: they are the same in every month. */
function isColumnHead(one: Element): boolean {
  const alike = [...(plain(one).parentElement?.children ?? [])].filter(
    ({ localName, textContent }) => localName === one.localName && /^\s*\p{L}{1,12}\.?\s*$/u.test(textContent ?? ""),
  );
  return alike.length >= LEAST_COLUMNS && alike.includes(one);
}

/** Text and what the fields hold. */
function shownIn(raw: Element): string {
  const element = plain(raw);
  const lists = [...element.querySelectorAll("select")];
  const chosen = lists.map((list) => list.selectedOptions[0]?.label ?? "");
  const numbers = [...element.querySelectorAll("input")].map((field) => (field.type === "number" ? field.value : ""));
  return [lists.length > 0 ? "" : element.textContent, ...chosen, ...numbers].join(" ").slice(0, MAX_CAPTION);
}
