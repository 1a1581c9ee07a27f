/** The headings above an element that identify the page, and the route of the page. */

import { explicitRole } from "../accessibility/roles.ts";
import { cached } from "../dom/cache.ts";
import { doc, plain } from "../dom/plain.ts";
import { parentOf, selectEach } from "../dom/tree.ts";
import { isHeading, isItem } from "./context.ts";
import { captionWords, headingWords, piecesOf } from "./pieces.ts";

const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6", "[role=heading]"];

/** Maximum number of nested headings. */
const MAX_CHAIN = 5;

/** Elements outside of the main content, which stay when that changes. */
const BESIDE = /^(nav|aside|dialog)$/;
const BESIDE_ROLES = /^(navigation|complementary|banner|contentinfo|search|dialog|alertdialog|menubar)$/;

export interface PageContext {
  route: string;
  /** The headings with their text, and their words with (`strict`) and without (`lenient`) numbers. */
  headings: { at: WeakRef<Element>; text: string; lenient: string; strict: string }[];
  /** The first words of the content. */
  words: string[];
}

/** Reads the headings of the document once for many elements. */
export class Headings {
  readonly #all: readonly Element[] = [...selectEach(HEADINGS)].sort(inOrder);
  /** Whether each heading counts, as far as known. */
  readonly #counts: boolean[] = [];
  readonly #route = routeNow();
  readonly #chains = new Map<number, PageContext>();
  #words: string[] | undefined;

  /** The context of an element; undefined outside of the main content. */
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

  /** The index of the last heading before the element that counts; -1 without one. */
  #before(element: Element): number {
    let [low, high] = [0, this.#all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const position = plain(this.#all[middle] as Element).compareDocumentPosition(element);
      if (position & Node.DOCUMENT_POSITION_FOLLOWING && !(position & Node.DOCUMENT_POSITION_CONTAINED_BY))
        low = middle + 1;
      else high = middle;
    }
    return this.#lastCounting(low - 1);
  }

  /** The index of this heading or of the last one before it that counts. */
  #lastCounting(n: number): number {
    let at = n;
    for (; at >= 0; at--) {
      const known = this.#counts[at];
      const heading = this.#all[at] as Element;
      const counts = known ?? (!this.#isApart(heading) && isMeaningful(heading));
      this.#counts[at] = counts;
      if (counts) break;
    }
    return at;
  }

  #chain(nearest: number): PageContext["headings"] {
    const chain: PageContext["headings"] = [];
    let level = 7;
    for (let n = nearest; n >= 0 && level > 1 && chain.length < MAX_CHAIN; n = this.#lastCounting(n - 1)) {
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

  /** True for a heading in a row, card or dialog, or outside of the main content. */
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
  // Some applications keep their route in the fragment.
  return pathname + search + (/^#!?\//.test(hash) ? hash : "");
}

/** True inside a navigation, a dialog, a page header and similar elements. */
export const isBeside: (element: Element) => boolean = cached((element: Element) => {
  const around = parentOf(element);
  return isLandmarkOutside(element) || (around !== null && around !== doc.body && isBeside(around));
});

function isLandmarkOutside(raw: Element): boolean {
  const element = plain(raw);
  const role = explicitRole(element);
  if (role) return BESIDE_ROLES.test(role);
  if (BESIDE.test(element.localName)) return true;
  return /^(header|footer)$/.test(element.localName) && element.closest("main,article,section") === null;
}

function isMeaningful(raw: Element): boolean {
  const element = plain(raw);
  return isHeading(element) && /\p{L}{2}/u.test(element.textContent ?? "") && element.closest("[aria-live]") === null;
}

function levelOf(heading: Element): number {
  return Number(plain(heading).getAttribute("aria-level") ?? /^h(\d)$/.exec(heading.localName)?.[1] ?? 2);
}

/** Maximum number of characters to search for a caption. */
const MAX_CAPTION = 200;

/** Minimum number of short siblings that form a column header: the days of a working week. */
const MIN_COLUMNS = 5;
const MAX_LEVELS = 6;

/** The text before a grid or list of numbers that says what they are, such as the month of a calendar. */
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

/** True for one of several short sibling texts, such as the names of the weekdays, which are the same in every month. */
function isColumnHead(one: Element): boolean {
  const similar = [...(plain(one).parentElement?.children ?? [])].filter(
    ({ localName, textContent }) => localName === one.localName && /^\s*\p{L}{1,12}\.?\s*$/u.test(textContent ?? ""),
  );
  return similar.length >= MIN_COLUMNS && similar.includes(one);
}

/** The text and the field values of an element. */
function shownIn(raw: Element): string {
  const element = plain(raw);
  const lists = [...element.querySelectorAll("select")];
  const chosen = lists.map((list) => list.selectedOptions[0]?.label ?? "");
  const numbers = [...element.querySelectorAll("input")].map((field) => (field.type === "number" ? field.value : ""));
  return [lists.length > 0 ? "" : element.textContent, ...chosen, ...numbers].join(" ").slice(0, MAX_CAPTION);
}
