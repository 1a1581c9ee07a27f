/** The text of a document as a walk meets it: put together into lines, each with where it lies. It knows no element but text. */
import type { Sides } from "../dom/boxes.ts";
import type { Found, FoundText } from "../dom/found.ts";
import { generated } from "../dom/generated.ts";
import { looksElsewhere } from "../dom/suspects.ts";
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
  /** `white-space` of the elements in which it mattered. */
  readonly #whiteSpaces = new Map<Element, string>();

  constructor(found: Found[], suspects: Element[]) {
    this.#found = found;
    this.#suspects = suspects;
  }

  /** Adds a text. `clip` is what the boxes around it leave of the viewport; undefined where it surely lies out of that. */
  read(node: Text, parent: Element, style: CSSStyleDeclaration, inside: Inside, clip: Sides | undefined): void {
    const { data } = node;
    // Of most texts it does not matter whether their spaces are kept.
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

  /** Adds the words that a style sheet puts before or after the content of an element. */
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

  /** Preformatted text: each of its lines is one. */
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

  /** The run that the next text belongs to. */
  #open(inside: Inside, whiteSpace: string | undefined): Run {
    const isKept = whiteSpace === undefined ? undefined : /^(pre|pre-wrap|break-spaces)$/.test(whiteSpace);
    if (this.#run && !this.#run.takes(inside, isKept)) this.flush();
    this.#run ??= new Run(inside);
    this.#run.isKept ??= isKept;
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

  /** What follows is a line of its own, or another word. */
  end(isLine: boolean): void {
    if (isLine) this.flush();
    else this.space();
  }

  /** Ends the run of text: what follows begins a line of its own. */
  flush(): void {
    const run = this.#run;
    if (!run) return;
    this.#run = undefined;
    let before = run.isRow ? (EMPTY_CELL + CELL_BAR).repeat(this.#emptyCells) : "";
    this.#emptyCells = 0;
    run.keep(({ parent, style }) => isReadable(parent, style));
    for (const { pieces, isIn } of this.#placed(run)) {
      const text = run.textOf(pieces);
      if (!/\S/.test(text)) continue;
      this.#add(run, pieces, before + text, isIn);
      before = "";
    }
  }

  /** The stretches of a run that lie in view and out of it. Where all of it lies in one clip, its first text stands for all. */
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
    const places = new Map(pieces.map((piece) => [piece, this.#placeOf(piece)]));
    run.keep((piece) => places.get(piece) !== "nowhere");
    return run.stretches((piece) => places.get(piece) === "in view");
  }

  #placeOf(piece: Piece) {
    const place = placeOfText(piece);
    if (place === "nowhere" && looksElsewhere(piece.parent)) this.#suspects.push(piece.parent);
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
