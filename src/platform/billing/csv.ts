/**
 * Writes CSV lines (RFC 4180). Pure.
 *
 * Spreadsheets interpret text that starts with certain characters as a formula, even in quotes: such text is prefixed with an
 * apostrophe, which they do not show.
 */

export type Cell = string | number | null;

const FORMULA = /^[=+\-@\t\r\n]/;

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

function cellOf(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = FORMULA.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
