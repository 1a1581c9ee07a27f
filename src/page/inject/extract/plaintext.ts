/** Converts the copy of a page to plain text: a line for each block, a tab between cells. */
import { squash } from "../dom/text.ts";

const BLOCKS = new Set(
  (
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form " +
    "h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre section table tbody tfoot thead tr ul"
  ).split(" "),
);

/** Blocks that are surrounded by empty lines. */
const SPACED = new Set("p h1 h2 h3 h4 h5 h6 table ul ol dl pre blockquote figure".split(" "));

/** An exponent or a note mark; not the end of `1st`. */
export const RAISED = /^\s*[-+−]?\d{1,4}\s*$/;

export function plainText(root: Element): string {
  const writer = new Writer();
  visit(root, writer, false);
  return writer.text;
}

/** The text in one line, with spaces for line breaks, and with image descriptions on request. */
export function lineOf(root: Element, { pictures }: { pictures: boolean }): string {
  // Most cells and links contain only text, and large tables have many thousands of them.
  if (root.childElementCount === 0) return squash(root.textContent ?? "");
  const writer = new Writer(pictures);
  visit(root, writer, false);
  return squash(writer.text);
}

/** The number of line breaks around an element. */
function lineEnds(element: Element): number {
  const tag = element.localName;
  const isNested = /^[uo]l$/.test(tag) && element.closest("li") !== null;
  if (SPACED.has(tag) && !isNested) return 2;
  return BLOCKS.has(tag) ? 1 : 0;
}

function visit(element: Element, writer: Writer, isWithinPre: boolean): void {
  const tag = element.localName;
  const lines = lineEnds(element);
  const isPre = isWithinPre || tag === "pre";
  if (tag === "br") writer.newLine();
  // 10 to the sixth is not 106.
  if (tag === "sup" && RAISED.test(element.textContent ?? "")) writer.words("^");
  if (tag === "img" && writer.pictures) writer.words(element.getAttribute("alt") ?? "");
  writer.break(lines);
  const write = isPre ? writer.exact : writer.words;
  for (const child of element.childNodes)
    if (child instanceof Element) visit(child, writer, isPre);
    else write.call(writer, child.textContent ?? "");
  if (/^t[dh]$/.test(tag)) writer.gap("\t");
  writer.break(lines);
}

/** Writes a separator only when the next text comes: the largest one requested in between. */
class Writer {
  text = "";
  readonly pictures: boolean;
  #lines = 0;
  #gap = "";

  constructor(pictures = true) {
    this.pictures = pictures;
  }

  words(data: string): void {
    const words = data.replace(/\s+/g, " ");
    if (words.startsWith(" ")) this.gap(" ");
    if (words.trim() === "") return;
    this.exact(words.trim());
    if (words.endsWith(" ")) this.gap(" ");
  }

  exact(data: string): void {
    if (data === "") return;
    if (this.text !== "") this.text += this.#lines > 0 ? "\n".repeat(this.#lines) : this.#gap;
    this.text += data;
    this.#lines = 0;
    this.#gap = "";
  }

  gap(text: string): void {
    if (this.#gap !== "\t") this.#gap = text;
  }

  break(lines: number): void {
    this.#lines = Math.max(this.#lines, lines);
  }

  newLine(): void {
    this.#lines = Math.min(this.#lines + 1, 2);
  }
}
