/** A run of text that is read as one line: what it is made of, its words, and which of them lie where. It knows no element but text. */
import type { Sides } from "./boxes.ts";
import type { FoundElement } from "./found.ts";
import { squash } from "./text.ts";

/** What holds for everything inside an element. */
export interface Inside {
  around: FoundElement | undefined;
  /** The mouse pointer of what can be pressed or dragged, where it is one of these already. */
  hand: string;
  /** The control that a label around it stands for. */
  label: Element | undefined;
}

/** Stands between the cells of a row. */
export const CELL_BAR = " | ";

/** Holds the place of a cell without text: those after it stay in their columns. */
export const EMPTY_CELL = "-";

/** Ends a cell while the run is read: no page can write it into a text. */
const CELL_END = "\0";

/** A text of the document, one line of it, or what a style sheet puts before or after the content of an element. */
export interface Piece {
  node: Text | Element;
  parent: Element;
  /** The style of the parent. */
  style: CSSStyleDeclaration;
  /** What the boxes around it leave of the viewport; undefined where it surely lies out of that. */
  clip: Sides | undefined;
  from: number;
  to: number;
  text: string;
}

const range = document.createRange();

export class Run {
  readonly inside: Inside;
  /** Spaces and indents stand as they are written; undefined while there are none. */
  isKept: boolean | undefined;
  pieces: Piece[] = [];
  isRow = false;

  constructor(inside: Inside) {
    this.inside = inside;
  }

  get first(): Piece | undefined {
    return this.pieces[0];
  }

  /** Whether more text belongs to it. */
  takes({ around, label }: Inside, isKept: boolean | undefined): boolean {
    if (this.inside.around !== around || this.inside.label !== label) return false;
    return isKept === undefined || this.isKept === undefined || isKept === this.isKept;
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

  /** The box around all of it; of more than one line also what lies between. */
  get rect(): DOMRect {
    return rectOf(this.pieces[0] as Piece, this.pieces.at(-1));
  }

  /** Takes out the texts that are not to be kept. The ends of their cells stay. */
  keep(isKept: (piece: Piece) => boolean): void {
    if (this.pieces.every(isKept)) return;
    const kept: Piece[] = [];
    let ends = "";
    for (const piece of this.pieces) {
      const last = kept.at(-1);
      const left = ` ${piece.text.replace(/[^\0]/g, "")}`;
      if (isKept(piece)) {
        piece.text = ends + piece.text;
        ends = "";
        kept.push(piece);
      } else if (last) last.text += left;
      else ends += left;
    }
    this.pieces = kept;
  }

  /** Its texts, parted where what holds of one does not hold of the next. A text is not cut. */
  stretches(holds: (piece: Piece) => boolean): { pieces: Piece[]; isIn: boolean }[] {
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
    if (this.isKept) return text.replaceAll("\t", "    ").replaceAll(CELL_END, " ").trimEnd();
    if (!this.isRow) return squash(text);
    const cells = text.split(CELL_END).map(squash);
    while (cells.at(-1) === "") cells.pop();
    return cells.map((cell) => cell || EMPTY_CELL).join(CELL_BAR);
  }
}

/** The box from the beginning of a text to the end of it, or of another one. */
export function rectOf(first: Piece, last = first): DOMRect {
  span(first, last);
  return range.getBoundingClientRect();
}

/** The box of each line that a text is drawn in. */
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

/** Where what is seen of a text begins and ends: not its white space, unless it is nothing else. */
function edgesOf({ from, to }: Piece, { data }: Text): [number, number] {
  const text = data.slice(from, to);
  if (!/\S/.test(text)) return [from, to];
  return [to - text.trimStart().length, from + text.trimEnd().length];
}
