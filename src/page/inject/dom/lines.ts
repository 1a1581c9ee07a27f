/** The text of an editor by lines. `innerText` is not usable: it adds paragraph margins and doubles empty `<div>`s. */

import { plain } from "./plain.ts";
import { UNRENDERED } from "./text.ts";

export function linesOf(editor: Element): string {
  const lines = new Lines();
  for (const child of editor.childNodes) lines.visit(child);
  return lines.end().replace(/[\u200b\ufeff]/g, "");
}

class Lines {
  text = "";
  /** The text so far ends with preformatted text. */
  #isPreformatted = false;
  /** Some content exists, so a new block starts a new line. */
  #isBegun = false;
  /** A line ended. The line break is added only before more content: the last `<br>` of a block makes no line. */
  #isEnded = false;

  /** The text without its last line break, which closes preformatted text, or without its last space. */
  end(): string {
    return this.text.replace(this.#isPreformatted ? /\n$/ : / $/, "");
  }

  visit(node: Node): void {
    if (node instanceof Text) this.#readText(node);
    if (!(node instanceof HTMLElement) || UNRENDERED.has(plain(node).localName)) return;
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
    const isPreformatted =
      node.parentElement !== null && /^(pre|break-spaces)/.test(getComputedStyle(node.parentElement).whiteSpace);
    if (isPreformatted) {
      if (node.data !== "") this.#add(node.data, true);
      return;
    }
    const isLineStart = this.#isEnded || !this.#isBegun || this.text.endsWith("\n");
    const words = node.data.replace(/[ \t\r\n]+/g, " ");
    const shown = isLineStart || this.text.endsWith(" ") ? words.replace(/^ /, "") : words;
    if (shown !== "") this.#add(shown);
  }

  #add(text: string, isPreformatted = false): void {
    if (this.#isEnded) this.text = `${this.end()}\n`;
    this.#isEnded = false;
    this.#isBegun = true;
    this.text += text;
    this.#isPreformatted = isPreformatted;
  }
}
