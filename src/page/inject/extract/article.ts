/** Which part of a page a reader came for. Works on the copy, and takes it apart. */
import { Readability } from "@mozilla/readability";
import type { Source } from "../../extraction.ts";
import { squash } from "../text.ts";

/** What stands around the content of most pages. */
const AROUND =
  "nav, footer, aside, body > header, [role=navigation], [role=banner], [role=contentinfo], [role=complementary], [role=search], dialog";

/** An article that holds less than this share of the page's main part has lost too much of it. */
const ENOUGH = 0.4;

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
  const article = isSearched ? articleOf(copy, title) : undefined;
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

function articleOf(copy: Document, title: string): Main | undefined {
  const scratch = copy.cloneNode(true) as Document;
  scratch.title = title;
  keepMarkup(scratch);
  const parsed = new Readability<Element>(scratch, {
    serializer: (node) => node as Element,
    keepClasses: true,
    charThreshold: LEAST,
  }).parse();
  if (!parsed?.content) return undefined;
  const byline = squash(parsed.byline ?? "");
  return { source: "article", root: parsed.content, ...(byline === "" ? {} : { byline }) };
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
