/** Finds the main part of a page. Works on the copy and modifies it. */
import { Readability } from "@mozilla/readability";
import type { Source } from "../../reading/extraction.ts";
import { squash } from "../dom/text.ts";

/** Parts around the content of most pages. */
const AROUND_CONTENT =
  "nav, footer, aside, body > header, [role=navigation], [role=banner], [role=contentinfo], [role=complementary], [role=search], dialog";

/** Minimum share of the main part's text that an article must contain. */
const MIN_SHARE = 0.4;

/** Share of the page's text that counts as most of it. A `main` element with less does not limit the article. */
const MOST_SHARE = 0.5;

/** Minimum number of characters of an article. Readability finds something on any page. */
const MIN_CHARS = 200;

/** Maximum number of elements for Readability, which takes seconds for more. */
const MAX_ELEMENTS = 30_000;

export interface Main {
  source: Source;
  root: Element;
  /** The author, if the page names one. */
  byline?: string;
}

/** The main part of the copy: an article, the `main` element, or the page without the parts around the content. */
export function mainOf(copy: Document, title: string): Main {
  const marked = markedMain(copy);
  const main = marked ?? withoutSurroundings(copy);
  const length = squash(main.textContent ?? "").length;
  const isSearched = length >= MIN_CHARS && copy.querySelectorAll("*").length <= MAX_ELEMENTS;
  const article = isSearched ? articleOf(copy, title, marked) : undefined;
  const articleLength = squash(article?.root.textContent ?? "").length;
  if (article && articleLength >= MIN_CHARS && articleLength >= length * MIN_SHARE) return article;
  return { source: marked ? "main" : "page", root: main };
}

/** The only outermost element that is marked as main. */
function markedMain(copy: Document): Element | undefined {
  const found = [...copy.querySelectorAll("main, [role=main]")].filter(
    (one) => !one.parentElement?.closest("main, [role=main]"),
  );
  const [only] = found;
  return found.length === 1 && squash(only?.textContent ?? "") !== "" ? only : undefined;
}

function withoutSurroundings(copy: Document): Element {
  const body = copy.body.cloneNode(true) as Element;
  for (const one of body.querySelectorAll(AROUND_CONTENT)) one.remove();
  // A page with nothing else consists of its navigation.
  return squash(body.textContent ?? "") === "" ? copy.body : body;
}

/** The article found by Readability, inside the `main` element if that is most of the page. */
function articleOf(copy: Document, title: string, marked: Element | undefined): Main | undefined {
  const scratch = copy.cloneNode(true) as Document;
  const isMost = marked && lengthOf(marked) >= lengthOf(withoutSurroundings(copy)) * MOST_SHARE;
  if (isMost) scratch.body.replaceChildren(scratch.importNode(marked, true));
  scratch.title = title;
  freeHeadings(scratch);
  swapCheckBoxes(scratch, "input[type=checkbox]", "span");
  const lengths = markEntries(scratch);
  saveAsNodes(scratch);
  const parsed = new Readability<Element>(scratch, {
    serializer: (node) => node as Element,
    keepClasses: true,
    charThreshold: MIN_CHARS,
  }).parse();
  if (!parsed?.content || isShortened(parsed.content, lengths)) return undefined;
  swapCheckBoxes(parsed.content, `span[${CHECKED}]`, "input");
  const byline = squash(parsed.byline ?? "");
  return { source: "article", root: parsed.content, ...(byline === "" ? {} : { byline }) };
}

const CHECKED = "data-checked";

/** Replaces check boxes by other elements and back, because Readability removes all fields, also those of task lists. */
function swapCheckBoxes(root: Document | Element, selector: string, tag: "span" | "input"): void {
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

/** Maximum number of characters beside a heading that belong to it, such as an edit link. */
const MAX_BESIDE = 40;

/** Moves a heading out of its box with an edit link. Readability would take the box for a list of links and remove it. */
function freeHeadings({ body }: Document): void {
  for (const heading of body.querySelectorAll("div > :is(h1, h2, h3, h4, h5, h6):first-child")) {
    const box = heading.parentElement as Element;
    const [first] = [...box.childNodes].filter((one) => squash(one.textContent ?? "") !== "");
    const beside = lengthWithoutSpaces(box.textContent) - lengthWithoutSpaces(heading.textContent);
    if (first === heading && beside > 0 && beside <= MAX_BESIDE) box.before(heading);
  }
}

/** Minimum number of similar parts that form a list. */
const MIN_ENTRIES = 3;

const ENTRY = "data-entry";

/**
 * Marks the possible entries of a list (posts, results, products): similar siblings that are most of the page. Marks
 * their descendants, too, because Readability may remove the entry itself. Returns the length of each entry.
 */
function markEntries({ body }: Document): number[] {
  const lengths: number[] = [];
  const total = lengthWithoutSpaces(body.textContent);
  for (const parent of [body, ...body.querySelectorAll("*")]) {
    if (parent.hasAttribute(ENTRY)) continue;
    for (const parts of groupsOfSimilar(parent)) {
      const lengthsOfParts = parts.map((one) => lengthWithoutSpaces(one.textContent));
      if (lengthsOfParts.reduce((sum, length) => sum + length, 0) < total * MOST_SHARE) continue;
      for (const [n, one] of parts.entries()) markEntry(one, lengths.push(lengthsOfParts[n] ?? 0) - 1);
    }
  }
  return lengths;
}

/** Children with the same tag and class, in groups large enough for a list. */
function groupsOfSimilar(parent: Element): Element[][] {
  const kinds = Map.groupBy(parent.children, (one) => `${one.localName} ${one.className}`);
  return [...kinds]
    .filter(([kind, parts]) => parts.length >= MIN_ENTRIES && /^(div|article|section|li|a) ./.test(kind))
    .map(([, parts]) => parts);
}

function markEntry(entry: Element, number: number): void {
  for (const part of [entry, ...entry.querySelectorAll("*")]) part.setAttribute(ENTRY, `${number}`);
}

/** True when list entries lost parts, such as author and date. Then the page is a list and not an article. */
function isShortened(root: Element, lengths: number[]): boolean {
  const left = new Map<number, number>();
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const entry = texts.currentNode.parentElement?.closest(`[${ENTRY}]`)?.getAttribute(ENTRY);
    if (entry)
      left.set(Number(entry), (left.get(Number(entry)) ?? 0) + lengthWithoutSpaces(texts.currentNode.textContent));
  }
  const entries = [...left].filter(([, length]) => length > 0);
  const shortened = entries.filter(([number, length]) => length < (lengths[number] ?? 0));
  return shortened.length >= MIN_ENTRIES && shortened.length * 2 >= entries.length;
}

function lengthWithoutSpaces(text: string | null): number {
  return (text ?? "").replace(/\s+/g, "").length;
}

/** Lets Readability save and restore nodes instead of markup, which is slow and throws on pages with Trusted Types. */
function saveAsNodes({ body }: Document): void {
  const saved = new Map<string, Node>();
  Object.defineProperty(body, "innerHTML", {
    get() {
      const key = `saved ${saved.size}`;
      saved.set(key, body.cloneNode(true));
      return key;
    },
    set(key: string) {
      body.replaceChildren(...(saved.get(key)?.cloneNode(true).childNodes ?? []));
    },
  });
}
