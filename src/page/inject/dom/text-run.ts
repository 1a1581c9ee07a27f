/** A run of text that is read as one line: its nodes, its words, and the positions of its parts. */
import type { Sides } from "./boxes.ts";
import type { FoundElement } from "./found.ts";
import { squash } from "./text.ts";

/** Context that applies to all descendants of an element. */
export interface Inside {
  around: FoundElement | undefined;
  /** The CSS cursor of a clickable or draggable ancestor; empty without one. */
  actionCursor: string;
  /** The control that an enclosing label labels. */
  label: Element | undefined;
}

/** Separates the cells of a row. */
export const CELL_BAR = " | ";

/** Represents an empty cell, so that later cells stay in their columns. */
export const EMPTY_CELL = "-";

/** Ends a cell while the run is read. Text of a page cannot contain it. */
const CELL_END = "\0";

/** Part of a run: a text node, one line of it, or the generated content of an element. */
export interface Piece {
  node: Text | Element;
  parent: Element;
  /** The computed style of the parent. */
  style: CSSStyleDeclaration;
  /** The part of the viewport that ancestors do not clip; undefined where the text is certainly outside of it. */
  clip: Sides | undefined;
  from: number;
  to: number;
  text: string;
}

const range = document.createRange();

export class Run {
  readonly inside: Inside;
  /** White space is preserved; undefined while that is unknown. */
  isPreformatted: boolean | undefined;
  pieces: Piece[] = [];
  isRow = false;

  constructor(inside: Inside) {
    this.inside = inside;
  }

  get first(): Piece | undefined {
    return this.pieces[0];
  }

  /** True when text with this context continues the run. */
  takes({ around, label }: Inside, isPreformatted: boolean | undefined): boolean {
    if (this.inside.around !== around || this.inside.label !== label) return false;
    return isPreformatted === undefined || this.isPreformatted === undefined || isPreformatted === this.isPreformatted;
  }

  add(piece: Piece): void {
    if (piece.text.includes(CELL_END)) piece.text = piece.text.replaceAll(CELL_END, "");
    this.pieces.push(piece);
  }

  space(): void {
    const last = this.pieces.at(-1);
    if (last) last.text += " ";
  }

  endCell(): void {
    const last = this.pieces.at(-1);
    if (last) last.text += CELL_END;
    this.isRow = true;
  }

  /** The bounding box of the run. */
  get rect(): DOMRect {
    return rectOf(this.pieces[0] as Piece, this.pieces.at(-1));
  }

  /** Removes the pieces that do not pass the test. Their cell ends stay. */
  filter(passes: (piece: Piece) => boolean): void {
    if (this.pieces.every(passes)) return;
    const filtered: Piece[] = [];
    let ends = "";
    for (const piece of this.pieces) {
      const last = filtered.at(-1);
      const left = ` ${piece.text.replace(/[^\0]/g, "")}`;
      if (passes(piece)) {
        piece.text = ends + piece.text;
        ends = "";
        filtered.push(piece);
      } else if (last) last.text += left;
      else ends += left;
    }
    this.pieces = filtered;
  }

  /** Groups neighbouring pieces by the result of a test. Does not split a piece. */
  segments(holds: (piece: Piece) => boolean): { pieces: Piece[]; isIn: boolean }[] {
    const parts: { pieces: Piece[]; isIn: boolean }[] = [];
    for (const piece of this.pieces) {
      const isIn = holds(piece);
      const last = parts.at(-1);
      if (last?.isIn === isIn) last.pieces.push(piece);
      else parts.push({ pieces: [piece], isIn });
    }
    return parts;
  }

  textOf(pieces: readonly Piece[] = this.pieces): string {
    const text = pieces.length === 1 ? (pieces[0] as Piece).text : pieces.map((piece) => piece.text).join("");
    if (this.isPreformatted) return text.replaceAll("\t", "    ").replaceAll(CELL_END, " ").trimEnd();
    if (!this.isRow) return squash(text);
    const cells = text.split(CELL_END).map(squash);
    while (cells.at(-1) === "") cells.pop();
    return cells.map((cell) => cell || EMPTY_CELL).join(CELL_BAR);
  }
}

/** The bounding box from the start of one piece to the end of the same or another piece. */
export function rectOf(first: Piece, last = first): DOMRect {
  span(first, last);
  return range.getBoundingClientRect();
}

/** The box of each line in which a piece is drawn. */
export function linesOf(piece: Piece): DOMRect[] {
  span(piece, piece);
  return [...range.getClientRects()];
}

function span(first: Piece, last: Piece): void {
  if (first.node instanceof Text) range.setStart(first.node, edgesOf(first, first.node)[0]);
  else range.setStartBefore(first.node);
  if (last.node instanceof Text) range.setEnd(last.node, edgesOf(last, last.node)[1]);
  else range.setEndAfter(last.node);
}

/** Start and end of the text without surrounding white space; of white space alone, all of it. */
function edgesOf({ from, to }: Piece, { data }: Text): [number, number] {
  const text = data.slice(from, to);
  if (!/\S/.test(text)) return [from, to];
  return [to - text.trimStart().length, from + text.trimEnd().length];
}
