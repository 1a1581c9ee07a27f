/** Combines the text nodes of a walk into lines, each with its place. */
import type { Sides } from "../dom/boxes.ts";
import type { Found, FoundText } from "../dom/found.ts";
import { generated } from "../dom/generated.ts";
import { mayShowClosedRoot } from "../dom/possible-hosts.ts";
import { CELL_BAR, EMPTY_CELL, type Inside, type Piece, Run } from "../dom/text-run.ts";
import { isReadable } from "../dom/visibility.ts";
import { isWithin } from "../hit-testing/clips.ts";
import { placeOfText } from "../hit-testing/placing.ts";

export class Reading {
  readonly #found: Found[];
  readonly #suspects: Element[];
  #run: Run | undefined;
  /** Empty cells before the first text of a row. */
  #emptyCells = 0;
  /** Cache of `white-space`, read only where it matters. */
  readonly #whiteSpaces = new Map<Element, string>();

  constructor(found: Found[], suspects: Element[]) {
    this.#found = found;
    this.#suspects = suspects;
  }

  /** Adds a text node. `clip` is the visible part of the viewport; undefined when the text is certainly outside of it. */
  read(node: Text, parent: Element, style: CSSStyleDeclaration, inside: Inside, clip: Sides | undefined): void {
    const { data } = node;
    // For most texts it makes no difference whether white space is preserved.
    const isSpaced = /\s\s|[^\S ]/.test(data) || (!this.#run && data.startsWith(" "));
    const whiteSpace = isSpaced ? this.#whiteSpaceOf(parent, style) : undefined;
    if (whiteSpace !== undefined && data.includes("\n") && /^(pre|break-spaces)/.test(whiteSpace))
      this.#readLines(node, parent, style, inside, clip);
    else if (!/\S/.test(data)) this.space();
    else this.#open(inside, whiteSpace).add({ node, parent, style, clip, from: 0, to: data.length, text: data });
  }

  #whiteSpaceOf(element: Element, style: CSSStyleDeclaration): string {
    let whiteSpace = this.#whiteSpaces.get(element);
    if (whiteSpace === undefined) {
      whiteSpace = style.whiteSpace;
      this.#whiteSpaces.set(element, whiteSpace);
    }
    return whiteSpace;
  }

  /** Adds the generated content of an element. */
  readGenerated(
    which: "::before" | "::after",
    node: Element,
    style: CSSStyleDeclaration,
    inside: Inside,
    clip: Sides | undefined,
  ): void {
    const text = generated(node, which, true);
    if (/\S/.test(text)) this.#open(inside, undefined).add({ node, parent: node, style, clip, from: 0, to: 0, text });
  }

  /** Adds preformatted text as one line for each of its lines. */
  #readLines(node: Text, parent: Element, style: CSSStyleDeclaration, inside: Inside, clip: Sides | undefined): void {
    let from = 0;
    const whiteSpace = this.#whiteSpaceOf(parent, style);
    for (const line of node.data.split("\n")) {
      if (from > 0) this.flush();
      const to = from + line.length;
      if (line !== "") this.#open(inside, whiteSpace).add({ node, parent, style, clip, from, to, text: line });
      from += line.length + 1;
    }
  }

  /** The run to which the next text belongs. */
  #open(inside: Inside, whiteSpace: string | undefined): Run {
    const isPreformatted = whiteSpace === undefined ? undefined : /^(pre|pre-wrap|break-spaces)$/.test(whiteSpace);
    if (this.#run && !this.#run.takes(inside, isPreformatted)) this.flush();
    this.#run ??= new Run(inside);
    this.#run.isPreformatted ??= isPreformatted;
    return this.#run;
  }

  space(): void {
    this.#run?.space();
  }

  beginRow(): void {
    this.#emptyCells = 0;
  }

  endCell(hasElements: boolean): void {
    if (this.#run) this.#run.endCell();
    else this.#emptyCells = hasElements ? 0 : this.#emptyCells + 1;
  }

  /** Separates the next text by a line break or by a space. */
  end(isLine: boolean): void {
    if (isLine) this.flush();
    else this.space();
  }

  /** Ends the current line. */
  flush(): void {
    const run = this.#run;
    if (!run) return;
    this.#run = undefined;
    let before = run.isRow ? (EMPTY_CELL + CELL_BAR).repeat(this.#emptyCells) : "";
    this.#emptyCells = 0;
    run.filter(({ parent, style }) => isReadable(parent, style));
    for (const { pieces, isIn } of this.#placed(run)) {
      const text = run.textOf(pieces);
      if (!/\S/.test(text)) continue;
      this.#add(run, pieces, before + text, isIn);
      before = "";
    }
  }

  /** The visible and invisible segments of a run. When a single clip contains all of it, its first text decides for all. */
  #placed(run: Run): { pieces: Piece[]; isIn: boolean }[] {
    const { pieces, first } = run;
    if (!first) return [];
    const { clip } = first;
    if (pieces.every((piece) => piece.clip === clip)) {
      if (!clip) return [{ pieces, isIn: false }];
      if (pieces.length === 1 || isWithin(run.rect, clip)) {
        const place = this.#placeOf(first);
        if (place !== "nowhere") return [{ pieces, isIn: place === "in view" }];
        if (pieces.length === 1) return [];
      }
    }
    const placeByPiece = new Map(pieces.map((piece) => [piece, this.#placeOf(piece)]));
    run.filter((piece) => placeByPiece.get(piece) !== "nowhere");
    return run.segments((piece) => placeByPiece.get(piece) === "in view");
  }

  #placeOf(piece: Piece) {
    const place = placeOfText(piece);
    if (place === "nowhere" && mayShowClosedRoot(piece.parent)) this.#suspects.push(piece.parent);
    return place;
  }

  #add({ inside, isRow }: Run, pieces: readonly Piece[], text: string, inView: boolean): void {
    const { node: first, parent } = pieces[0] as Piece;
    const { node: last } = pieces.at(-1) as Piece;
    const { around, label } = inside;
    const one: FoundText = { kind: "text", text, first, last, parent, around, inView };
    if (isRow) one.isRow = true;
    if (label !== undefined) one.labels = label;
    this.#found.push(one);
  }
}
