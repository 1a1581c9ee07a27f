/**
 * Extracts the content of a document. Runs in the isolated world of the page library, which must be loaded.
 * scripts/inject.ts bundles it separately, so that `state` does not load the parsers.
 */
import type { Content, ContentAnswer, ContentRequest, Extractor } from "../../reading/extraction.ts";
import { doc } from "../dom/plain.ts";
import { isSelector, outermost } from "../dom/query.ts";
import { squash } from "../dom/text.ts";
import { type Main, mainOf } from "./article.ts";
import { copyOf } from "./copy.ts";
import { declared } from "./declared.ts";
import { fields } from "./fields.ts";
import { recordsOf, tablesIn } from "./grid.ts";
import { linksIn } from "./links.ts";
import { markdownOf } from "./markdown.ts";
import { plainText } from "./plaintext.ts";

/** The part of the page library that assigns ids. */
interface Registry {
  idsOf(...elements: Element[]): number[];
}

function content({ format, selector }: ContentRequest): ContentAnswer {
  if (selector !== undefined && !isSelector(selector)) return "invalid";
  const roots = rootsOf(selector);
  if (selector !== undefined && roots.length === 0) return "none";
  const copy = copyOf(roots);
  const { __svcPage: registry } = globalThis as unknown as { __svcPage: Registry };
  const title = squash(doc.title);
  const isWhole = selector !== undefined || format === "links" || format === "tables";
  const everything: Main = { source: selector === undefined ? "page" : "selector", root: copy.document.body };
  const main = isWhole ? everything : mainOf(copy.document, title);
  const answer: Content = {
    title,
    source: main.source,
    text: "",
    tables: [],
    links: [],
    frames: registry.idsOf(...copy.frames),
    cut: copy.cut,
  };
  if (format === "markdown") answer.text = withTitle(markdownOf(main.root), main, title, "# ");
  if (format === "text") answer.text = withTitle(plainText(main.root), main, title, "");
  if (format === "tables") answer.tables = tablesIn(copy.document).map(recordsOf);
  if (format === "links") answer.links = linksIn(copy.document);
  if (format === "json") answer.declared = declared();
  return answer;
}

/** The document, or the outermost matches. */
function rootsOf(selector: string | undefined): Element[] {
  if (selector === undefined) return doc.body ? [doc.body] : doc.documentElement ? [doc.documentElement] : [];
  return outermost(selector);
}

/** Adds the title and the author, which Readability removes from an article. A frame shows its title elsewhere. */
function withTitle(text: string, { source, byline }: Main, title: string, sign: string): string {
  const isFrame = self.parent !== self;
  if (source !== "article" || title === "" || isFrame || text.startsWith(sign + title)) return text;
  const author = byline === undefined || text.includes(byline) ? "" : `${byline}\n\n`;
  return `${sign}${title}\n\n${author}${text}`;
}

const extractor: Extractor = { content, fields };

(globalThis as Record<string, unknown>).__svcExtract ??= extractor;
