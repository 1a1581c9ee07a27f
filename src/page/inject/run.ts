/** A run of text that is read as one line: what it is made of, its words, and which of them lie where. It knows no element but text. */
import { intersection, type Sides } from "./boxes.ts";
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

export interface Piece {
  node: Text;
  parent: Element;
  from: number;
  to: number;
  text: string;
}

const range = document.createRange();

export class Run {
  readonly inside: Inside;
  /** Spaces and indents stand as they are written; undefined while there are none. */
  isKept: boolean | undefined;
  readonly style: CSSStyleDeclaration;
  pieces: Piece[] = [];
  isRow = false;
  #isSeen: boolean | undefined;

  constructor(inside: Inside, style: CSSStyleDeclaration) {
    this.inside = inside;
    this.style = style;
  }

  get first(): Piece {
    return this.pieces[0] as Piece;
  }

  /** Whether more text belongs to it. What is hidden stands alone. */
  takes({ around, label }: Inside, style: CSSStyleDeclaration, isKept: boolean | undefined): boolean {
    if (this.inside.around !== around || this.inside.label !== label) return false;
    if (isKept !== undefined && this.isKept !== undefined && isKept !== this.isKept) return false;
    this.#isSeen ??= this.style.visibility === "visible";
    return this.#isSeen && (style === this.style || style.visibility === "visible");
  }

  add(node: Text, parent: Element, from = 0, to = node.data.length): void {
    this.pieces.push({ node, parent, from, to, text: node.data.slice(from, to).replaceAll(CELL_END, "") });
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
    const [first, last] = [this.first, this.pieces.at(-1) as Piece];
    return rectOf(first.node, first.from, last.node, last.to);
  }

  get firstRect(): DOMRect {
    const { node, from, to } = this.first;
    return rectOf(node, from, node, to);
  }

  /** Stretches of it that lie in the clip, and those that do not. Text of one node is not cut. */
  split(clip: Sides): { text: string; pieces: Piece[]; isIn: boolean }[] {
    const parts: { pieces: Piece[]; isIn: boolean }[] = [];
    for (const piece of this.pieces) {
      const isIn = intersection(rectOf(piece.node, piece.from, piece.node, piece.to), clip) !== undefined;
      const last = parts.at(-1);
      if (last?.isIn === isIn) last.pieces.push(piece);
      else parts.push({ pieces: [piece], isIn });
    }
    return parts.map(({ pieces, isIn }) => ({ text: this.textOf(pieces), pieces, isIn }));
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

function rectOf(first: Text, from: number, last: Text, to: number): DOMRect {
  range.setStart(first, from);
  range.setEnd(last, to);
  return range.getBoundingClientRect();
}
