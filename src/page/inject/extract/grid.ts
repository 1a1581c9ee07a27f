/** Tables as grids: spans filled, rows of headers told from rows of data. It reads a copy and writes no format. */
import type { Table } from "../../reading/extraction.ts";
import { squash } from "../dom/text.ts";
import { lineOf } from "./plaintext.ts";

export interface Grid {
  caption: string;
  /** Rows of equal length; a cell that spans is in every place it covers. */
  rows: Element[][];
  /** How many of the first rows are headers. */
  headers: number;
}

/** Spans beyond this are mistakes or malice. */
const MAX_SPAN = 1_000;

export const TABLES = "table, [role=table], [role=grid], [role=treegrid]";

/** The tables of data under a root. */
export function tablesIn(root: ParentNode): Element[] {
  return [...root.querySelectorAll(TABLES)].filter((table) => !isLayout(table));
}

/** A table that only places things: said so, of one cell or row or column without headers, or with tables in it. */
export function isLayout(table: Element): boolean {
  if (/^(presentation|none)$/.test(table.getAttribute("role") ?? "")) return true;
  if (table.querySelector("table")) return true;
  const rows = rowsOf(table);
  const hasHeaders = table.querySelector("th, caption, [role=columnheader], [role=rowheader]") !== null;
  const widest = Math.max(0, ...rows.map((row) => cellsOf(row).length));
  return widest === 0 || (!hasHeaders && (rows.length < 2 || widest < 2));
}

function rowsOf(table: Element): Element[] {
  if (table instanceof HTMLTableElement) return [...table.rows];
  return [...table.querySelectorAll("[role=row], tr")].filter((row) => row.closest(TABLES) === table);
}

function cellsOf(row: Element): Element[] {
  if (row instanceof HTMLTableRowElement) return [...row.cells];
  return [...row.querySelectorAll("[role=cell], [role=gridcell], [role=columnheader], [role=rowheader], td, th")];
}

function isHeader(cell: Element): boolean {
  return cell.localName === "th" || /^(columnheader|rowheader)$/.test(cell.getAttribute("role") ?? "");
}

export function gridOf(table: Element): Grid {
  const source = rowsOf(table);
  const placed: Element[][] = source.map(() => []);
  source.forEach((row, y) => {
    let x = 0;
    for (const cell of cellsOf(row)) {
      while (placed[y]?.[x]) x++;
      const across = span(cell, "colspan", 1);
      const down = span(cell, "rowspan", source.length - y);
      for (let dy = 0; dy < Math.min(down, source.length - y); dy++)
        for (let dx = 0; dx < across; dx++) (placed[y + dy] as Element[])[x + dx] ??= cell;
      x += across;
    }
  });
  const width = Math.max(0, ...placed.map((row) => row.length));
  const empty = table.ownerDocument.createElement("td");
  const rows = placed
    .filter((row) => row.length > 0)
    .map((row) => Array.from({ length: width }, (_, x) => row[x] ?? empty));
  return { caption: captionOf(table), rows, headers: headerRows(rows) };
}

function span(cell: Element, name: string, whole: number): number {
  const told = Number(cell.getAttribute(name) ?? cell.getAttribute(`aria-${name}`) ?? 1);
  // A span of 0 rows reaches to the end.
  if (told === 0) return Math.max(1, whole);
  return Number.isInteger(told) && told > 0 ? Math.min(told, MAX_SPAN) : 1;
}

function captionOf(table: Element): string {
  const caption = table instanceof HTMLTableElement ? table.caption : null;
  return squash(caption?.textContent ?? table.getAttribute("aria-label") ?? "");
}

function headerRows(rows: Element[][]): number {
  const isHead = (row: Element[]) => row.every((cell) => cell.closest("thead") !== null || isHeader(cell));
  const first = rows.findIndex((row) => !isHead(row));
  // Headers without data are data: a list of headers alone is no table of nothing.
  return first < 0 ? Math.min(1, rows.length - 1) : first;
}

export function textOfCell(cell: Element): string {
  return lineOf(cell, { pictures: true });
}

/** The table as rows by header. Two columns, the first of them headers, are one row. */
export function recordsOf(table: Element): Table {
  const { caption, rows, headers } = gridOf(table);
  const told = caption === "" ? {} : { caption };
  const isVertical = headers === 0 && rows.every(([first, ...rest]) => first && isHeader(first) && rest.length === 1);
  if (isVertical) {
    const columns = distinct(rows.map(([first]) => (first ? textOfCell(first) : "")));
    return {
      ...told,
      columns,
      rows: [
        record(
          columns,
          rows.map(([, second]) => second),
        ),
      ],
    };
  }
  const head = rows.slice(0, headers);
  const columns = distinct(
    (rows[0] ?? []).map((_, x) =>
      [...new Set(head.map((row) => textOfCell(row[x] as Element)).filter(Boolean))].join(" / "),
    ),
  );
  return { ...told, columns, rows: rows.slice(headers).map((row) => record(columns, row)) };
}

function record(columns: string[], cells: (Element | undefined)[]): Record<string, string> {
  return Object.fromEntries(columns.map((column, x) => [column, cells[x] ? textOfCell(cells[x]) : ""]));
}

function distinct(names: string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name, x) => {
    const wanted = name || `column ${x + 1}`;
    const count = (seen.get(wanted) ?? 0) + 1;
    seen.set(wanted, count);
    return count === 1 ? wanted : `${wanted} (${count})`;
  });
}
