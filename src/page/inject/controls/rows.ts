/** The text of an editor that positions its lines by itself: rows from top to bottom as drawn, without line numbers. */
import { inside } from "../dom/reachable.ts";

interface Piece {
  text: string;
  left: number;
  top: number;
  bottom: number;
}

export function rowsOf(editor: Element): string {
  const rows: Piece[][] = [];
  for (const piece of piecesOf(editor).sort((a, b) => a.top - b.top)) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && piece.top < (first.top + first.bottom) / 2) row.push(piece);
    else rows.push([piece]);
  }
  for (const row of rows) row.sort((a, b) => a.left - b.left);
  const from = isNumbered(rows) ? 1 : 0;
  return rows
    .map((row) =>
      row
        .slice(from)
        .map(({ text }) => text)
        .join(""),
    )
    .join("\n")
    .replace(/\u00a0/g, " ")
    .replace(/[\u200b\ufeff]/g, "");
}

function piecesOf(editor: Element): Piece[] {
  const range = document.createRange();
  return inside(editor).flatMap((element) =>
    [...element.childNodes].flatMap((node) => {
      if (!(node instanceof Text) || node.data === "") return [];
      range.selectNodeContents(node);
      const { left, top, bottom, width } = range.getBoundingClientRect();
      return width > 0 ? [{ text: node.data, left, top, bottom }] : [];
    }),
  );
}

/** True when each row begins with a number that follows the number of the row before. */
function isNumbered(rows: readonly Piece[][]): boolean {
  const numbers = rows.map(([first]) => (first && /^\s*\d+\s*$/.test(first.text) ? Number(first.text) : Number.NaN));
  return numbers.every((number, n) => !Number.isNaN(number) && (n === 0 || number === Number(numbers[n - 1]) + 1));
}
