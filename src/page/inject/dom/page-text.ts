/** The visible text of the whole document, line by line. */
import type { TextPiece } from "../../core/library.ts";
import { idOf } from "./ids.ts";
import { doc, plain } from "./plain.ts";
import { UNRENDERED } from "./text.ts";
import { childrenOf } from "./tree.ts";

/** Elements without readable text content of their own. */
const LEAVES = /^(input|textarea|select|canvas|audio|video|object|embed|datalist|progress|meter)$/;

/** The text of the document. The id of a frame element marks the place of the frame's text. */
export function pageText(): TextPiece[] {
  const page = new Lines();
  if (doc.documentElement) visit(doc.documentElement, page);
  page.flush();
  return page.pieces;
}

/** The visible text inside one element. */
export function textIn(element: Element): string {
  const lines = new Lines();
  visit(element, lines);
  lines.flush();
  return lines.pieces.filter((piece) => typeof piece === "string").join("\n");
}

function visit(element: Element, page: Lines): void {
  const { localName: tag } = plain(element);
  if (UNRENDERED.has(tag)) return;
  const style = getComputedStyle(element);
  if (style.display === "none" || style.contentVisibility === "hidden") return;
  const isSeen = style.visibility === "visible";
  if (tag === "iframe" || tag === "frame") {
    if (isSeen) page.frame(idOf(element));
    return;
  }
  if (tag === "br") page.newLine();
  if (LEAVES.test(tag)) return;
  const isBlock = !/^(inline|contents|ruby|table-cell)/.test(style.display);
  if (isBlock) page.endLine();
  children(element, page, isSeen, /^(pre|break-spaces)/.test(style.whiteSpace));
  if (isBlock) page.endLine();
  else if (style.display === "table-cell") page.gap("\t");
  else if (tag === "button" || style.display === "inline-flex") page.gap(" ");
}

function children(element: Element, page: Lines, isSeen: boolean, isPre: boolean): void {
  // A closed <details> shows only its summary.
  const isClosed = element instanceof HTMLDetailsElement && !element.open;
  for (const child of childrenOf(element)) {
    if (isClosed && !(child instanceof Element && child.localName === "summary")) continue;
    if (child instanceof Element) visit(child, page);
    else if (child instanceof Text && isSeen) page.text(child.data, isPre);
  }
}

class Lines {
  readonly pieces: TextPiece[] = [];
  #lines: string[] = [];
  #line = "";
  /** Separator before the next text of the line. */
  #gap = "";

  text(data: string, isPre: boolean): void {
    if (isPre) {
      const [first = "", ...rest] = data.split("\n");
      this.#line += this.#takeGap() + first;
      for (const next of rest) {
        this.newLine();
        this.#line = next;
      }
      return;
    }
    const words = data.replace(/[ \t\r\n\f]+/g, " ");
    if (words.startsWith(" ")) this.gap(" ");
    const inner = words.trim();
    if (inner === "") return;
    this.#line += this.#takeGap() + inner;
    if (words.endsWith(" ")) this.gap(" ");
  }

  gap(text: string): void {
    if (this.#line !== "" && this.#gap !== "\t") this.#gap = text;
  }

  /** Ends the current line unless it is empty. */
  endLine(): void {
    if (this.#line !== "") this.newLine();
    this.#gap = "";
  }

  newLine(): void {
    this.#lines.push(this.#line.trimEnd());
    this.#line = "";
    this.#gap = "";
  }

  frame(id: number): void {
    this.flush();
    this.pieces.push(id);
  }

  flush(): void {
    this.endLine();
    const text = this.#lines.join("\n").replace(/\n{3,}/g, "\n\n");
    if (/\S/.test(text)) this.pieces.push(text);
    this.#lines = [];
  }

  #takeGap(): string {
    const gap = this.#gap;
    this.#gap = "";
    return gap;
  }
}
