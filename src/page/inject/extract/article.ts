/** Which part of a page a reader came for. Works on the copy, and takes it apart. */
import { Readability } from "@mozilla/readability";
import type { Source } from "../../reading/extraction.ts";
import { squash } from "../dom/text.ts";

/** What stands around the content of most pages. */
const AROUND =
  "nav, footer, aside, body > header, [role=navigation], [role=banner], [role=contentinfo], [role=complementary], [role=search], dialog";

/** An article that holds less than this share of the page's main part has lost too much of it. */
const ENOUGH = 0.4;

/** Most of a page, as a share of its text. What is marked as main and holds less is no bound: some mark a part of it alone. */
const MOST = 0.5;

/** Fewer characters are no article: Readability gives something for any page. */
const LEAST = 200;

/** Elements that Readability looks at: beyond that it takes seconds. */
const MAX_ELEMENTS = 30_000;

export interface Main {
  source: Source;
  root: Element;
  /** Who wrote it, where the page says so. */
  byline?: string;
}

/** The main part of the copy: an article, what is marked as main, or all that is not around it. */
export function mainOf(copy: Document, title: string): Main {
  const marked = markedMain(copy);
  const whole = marked ?? withoutAround(copy);
  const length = squash(whole.textContent ?? "").length;
  const isSearched = length >= LEAST && copy.querySelectorAll("*").length <= MAX_ELEMENTS;
  const article = isSearched ? articleOf(copy, title, marked) : undefined;
  const kept = squash(article?.root.textContent ?? "").length;
  if (article && kept >= LEAST && kept >= length * ENOUGH) return article;
  return { source: marked ? "main" : "page", root: whole };
}

/** The one element that is marked as main, whatever was around it inside. */
function markedMain(copy: Document): Element | undefined {
  const found = [...copy.querySelectorAll("main, [role=main]")].filter(
    (one) => !one.parentElement?.closest("main, [role=main]"),
  );
  const [only] = found;
  return found.length === 1 && squash(only?.textContent ?? "") !== "" ? only : undefined;
}

function withoutAround(copy: Document): Element {
  const body = copy.body.cloneNode(true) as Element;
  for (const one of body.querySelectorAll(AROUND)) one.remove();
  // A page made of nothing else is its navigation.
  return squash(body.textContent ?? "") === "" ? copy.body : body;
}

/** Below the part that is marked as main, where that is most of the page. */
function articleOf(copy: Document, title: string, marked: Element | undefined): Main | undefined {
  const scratch = copy.cloneNode(true) as Document;
  const isMost = marked && lengthOf(marked) >= lengthOf(withoutAround(copy)) * MOST;
  if (isMost) scratch.body.replaceChildren(scratch.importNode(marked, true));
  scratch.title = title;
  freeHeadings(scratch);
  swap(scratch, "input[type=checkbox]", "span");
  const lengths = markEntries(scratch);
  keepMarkup(scratch);
  const parsed = new Readability<Element>(scratch, {
    serializer: (node) => node as Element,
    keepClasses: true,
    charThreshold: LEAST,
  }).parse();
  if (!parsed?.content || isThinned(parsed.content, lengths)) return undefined;
  swap(parsed.content, `span[${CHECKED}]`, "input");
  const byline = squash(parsed.byline ?? "");
  return { source: "article", root: parsed.content, ...(byline === "" ? {} : { byline }) };
}

const CHECKED = "data-checked";

/** Readability leaves out all fields: the boxes of a list of tasks pass it as something else. */
function swap(root: Document | Element, selector: string, tag: "span" | "input"): void {
  for (const one of root.querySelectorAll(selector)) {
    const isChecked = one.hasAttribute("checked") || one.getAttribute(CHECKED) === "true";
    const other = (one.ownerDocument as Document).createElement(tag);
    if (tag === "span") {
      other.setAttribute(CHECKED, `${isChecked}`);
      other.textContent = isChecked ? "☑" : "☐";
    } else {
      other.setAttribute("type", "checkbox");
      other.toggleAttribute("checked", isChecked);
    }
    one.replaceWith(other);
  }
}

function lengthOf(element: Element): number {
  return squash(element.textContent ?? "").length;
}

/** More text than this beside a heading, in characters, is not about the heading. */
const BESIDE = 40;

/** A heading in a box of its own, with a link to edit it, is taken for a list of links and left out: it is set free. */
function freeHeadings({ body }: Document): void {
  for (const heading of body.querySelectorAll("div > :is(h1, h2, h3, h4, h5, h6):first-child")) {
    const box = heading.parentElement as Element;
    const [first] = [...box.childNodes].filter((one) => squash(one.textContent ?? "") !== "");
    const beside = inkIn(box.textContent) - inkIn(heading.textContent);
    if (first === heading && beside > 0 && beside <= BESIDE) box.before(heading);
  }
}

/** Fewer alike are no list. */
const ENTRIES = 3;

const ENTRY = "data-entry";

/**
 * Marks what may be the entries of a list (posts, results, products): parts of one kind beside each other, most of the page. What is in an
 * entry is marked too, since the entry itself may go. Returns how long each is.
 */
function markEntries({ body }: Document): number[] {
  const lengths: number[] = [];
  const whole = inkIn(body.textContent);
  for (const parent of [body, ...body.querySelectorAll("*")]) {
    if (parent.hasAttribute(ENTRY)) continue;
    const kinds = Map.groupBy(parent.children, (one) => `${one.localName} ${one.className}`);
    for (const [kind, alike] of kinds) {
      if (alike.length < ENTRIES || !/^(div|article|section|li|a) ./.test(kind)) continue;
      const inks = alike.map((one) => inkIn(one.textContent));
      if (inks.reduce((sum, ink) => sum + ink, 0) < whole * MOST) continue;
      for (const [n, one] of alike.entries()) {
        const number = `${lengths.push(inks[n] ?? 0) - 1}`;
        for (const part of [one, ...one.querySelectorAll("*")]) part.setAttribute(ENTRY, number);
      }
    }
  }
  return lengths;
}

/** Whether the entries of a list lost parts, such as who wrote them and when: an article has no entries that do. */
function isThinned(root: Element, lengths: number[]): boolean {
  const kept = new Map<number, number>();
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const entry = texts.currentNode.parentElement?.closest(`[${ENTRY}]`)?.getAttribute(ENTRY);
    if (entry) kept.set(Number(entry), (kept.get(Number(entry)) ?? 0) + inkIn(texts.currentNode.textContent));
  }
  const entries = [...kept].filter(([, length]) => length > 0);
  const thinned = entries.filter(([number, length]) => length < (lengths[number] ?? 0));
  return thinned.length >= ENTRIES && thinned.length * 2 >= entries.length;
}

function inkIn(text: string | null): number {
  return (text ?? "").replace(/\s+/g, "").length;
}

/**
 * Readability starts over from the markup that it kept as a text. Where a page allows no texts as markup (Trusted Types)
 * that throws, and it would be slow anywhere: a copy of the nodes stands for the text.
 */
function keepMarkup({ body }: Document): void {
  const kept = new Map<string, Node>();
  Object.defineProperty(body, "innerHTML", {
    get() {
      const key = `kept ${kept.size}`;
      kept.set(key, body.cloneNode(true));
      return key;
    },
    set(key: string) {
      body.replaceChildren(...(kept.get(key)?.cloneNode(true).childNodes ?? []));
    },
  });
}
