/** Tables as grids: spans are expanded, and header rows are distinguished from data rows. Reads a copy. */
import type { Table } from "../../reading/extraction.ts";
import { squash } from "../dom/text.ts";
import { lineOf } from "./plaintext.ts";

export interface Grid {
  caption: string;
  /** Rows of equal length. A spanning cell occurs at every position that it covers. */
  rows: Element[][];
  /** The number of header rows at the top. */
  headers: number;
}

/** Maximum span. Larger ones are mistakes or malicious. */
const MAX_SPAN = 1_000;

export const TABLES = "table, [role=table], [role=grid], [role=treegrid]";

/** The data tables under a root. */
export function tablesIn(root: ParentNode): Element[] {
  return [...root.querySelectorAll(TABLES)].filter((table) => !isLayout(table));
}

/** True for a layout table: by its role, with a nested table, or with a single row or column and without headers. */
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
  const grid: Element[][] = source.map(() => []);
  source.forEach((row, y) => {
    let x = 0;
    for (const cell of cellsOf(row)) {
      while (grid[y]?.[x]) x++;
      const across = span(cell, "colspan", 1);
      const down = span(cell, "rowspan", source.length - y);
      for (let dy = 0; dy < Math.min(down, source.length - y); dy++)
        for (let dx = 0; dx < across; dx++) (grid[y + dy] as Element[])[x + dx] ??= cell;
      x += across;
    }
  });
  const width = Math.max(0, ...grid.map((row) => row.length));
  const empty = table.ownerDocument.createElement("td");
  const rows = grid
    .filter((row) => row.length > 0)
    .map((row) => Array.from({ length: width }, (_, x) => row[x] ?? empty));
  return { caption: captionOf(table), rows, headers: headerRows(rows) };
}

function span(cell: Element, name: string, rest: number): number {
  const value = Number(cell.getAttribute(name) ?? cell.getAttribute(`aria-${name}`) ?? 1);
  // A span of 0 extends to the end.
  if (value === 0) return Math.max(1, rest);
  return Number.isInteger(value) && value > 0 ? Math.min(value, MAX_SPAN) : 1;
}

function captionOf(table: Element): string {
  const caption = table instanceof HTMLTableElement ? table.caption : null;
  return squash(caption?.textContent ?? table.getAttribute("aria-label") ?? "");
}

function headerRows(rows: Element[][]): number {
  const isHead = (row: Element[]) => row.every((cell) => cell.closest("thead") !== null || isHeader(cell));
  const first = rows.findIndex((row) => !isHead(row));
  // A table cannot consist of headers only. All but one header row are data then.
  return first < 0 ? Math.min(1, rows.length - 1) : first;
}

export function textOfCell(cell: Element): string {
  return lineOf(cell, { pictures: true });
}

/** The table as records by column header. A table of two columns whose first are headers is a single record. */
export function recordsOf(table: Element): Table {
  const { caption, rows, headers } = gridOf(table);
  const captionField = caption === "" ? {} : { caption };
  const isVertical = headers === 0 && rows.every(([first, ...rest]) => first && isHeader(first) && rest.length === 1);
  if (isVertical) {
    const columns = distinct(rows.map(([first]) => (first ? textOfCell(first) : "")));
    return {
      ...captionField,
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
  return { ...captionField, columns, rows: rows.slice(headers).map((row) => record(columns, row)) };
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
