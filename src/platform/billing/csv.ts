/**
 * Rows as CSV (RFC 4180): lines end with CR LF, and what holds a comma, a quote or a line end stands in quotes. Pure.
 *
 * Spreadsheets take text that begins with one of a few characters for a formula, quoted or not: it gets an apostrophe before it, which
 * they do not show. Numbers are no text.
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
