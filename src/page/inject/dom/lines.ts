/**
 * The text of an editor, one line a line: `innerText` gives a paragraph's margins as blank lines, and an empty line
 * of a `<div>` as two of them.
 */

import { plain } from "./plain.ts";
import { SILENT } from "./text.ts";

export function linesOf(editor: Element): string {
  const lines = new Lines();
  for (const child of editor.childNodes) lines.visit(child);
  return lines.end().replace(/[\u200b\ufeff]/g, "");
}

class Lines {
  text = "";
  /** The text so far ends as written, with every space and line end. */
  #isKept = false;
  /** Something was there before: from then on a new block is a new line. */
  #isBegun = false;
  /** A line ended, and is told when the next one has something in it: the last `<br>` of a block makes no line. */
  #isEnded = false;

  /** The line end that closes a kept text makes no line, as the last `<br>` does not. */
  end(): string {
    return this.text.replace(this.#isKept ? /\n$/ : / $/, "");
  }

  visit(node: Node): void {
    if (node instanceof Text) this.#readText(node);
    if (!(node instanceof HTMLElement) || SILENT.has(plain(node).localName)) return;
    if (node instanceof HTMLBRElement) {
      this.#add("");
      this.#isEnded = true;
      return;
    }
    const { display } = getComputedStyle(node);
    if (display === "none") return;
    const isBlock = !/^(inline|contents|ruby)/.test(display);
    if (isBlock) this.#isEnded = this.#isBegun;
    for (const child of node.childNodes) this.visit(child);
    if (isBlock) this.#isEnded = this.#isBegun;
  }

  #readText(node: Text): void {
    const isKept =
      node.parentElement !== null && /^(pre|break-spaces)/.test(getComputedStyle(node.parentElement).whiteSpace);
    if (isKept) {
      if (node.data !== "") this.#add(node.data, true);
      return;
    }
    const isLineStart = this.#isEnded || !this.#isBegun || this.text.endsWith("\n");
    const words = node.data.replace(/[ \t\r\n]+/g, " ");
    const shown = isLineStart || this.text.endsWith(" ") ? words.replace(/^ /, "") : words;
    if (shown !== "") this.#add(shown);
  }

  #add(text: string, isKept = false): void {
    if (this.#isEnded) this.text = `${this.end()}\n`;
    this.#isEnded = false;
    this.#isBegun = true;
    this.text += text;
    this.#isKept = isKept;
  }
}
