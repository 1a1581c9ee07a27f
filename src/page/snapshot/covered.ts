/** Texts that a dialog or the like covers: they are not gone, and not new when it closes. */
import type { Line } from "./model.ts";

/** From this number of covered elements on, something covers the page. */
const MIN_COVERED = 3;

/** How the walk writes a cell without visible content. */
const EMPTY_CELL = "-";

/** The texts of the previous snapshot that are covered now; empty if nothing covers the page. */
export function coveredTexts(
  before: { lines: readonly Line[]; covered?: readonly string[] } | undefined,
  now: readonly Line[],
): string[] {
  if (!before || now.filter(({ element }) => element?.states.includes("covered")).length < MIN_COVERED) return [];
  const shown = new Map<string, number>();
  for (const text of textsOf(now)) shown.set(text, (shown.get(text) ?? 0) + 1);
  // Of a text that occurs several times, some may still be visible.
  return [...textsOf(before.lines), ...(before.covered ?? [])].filter((text) => {
    const left = shown.get(text) ?? 0;
    shown.set(text, left - 1);
    return left <= 0;
  });
}

/** True if the text, or the row that it is the visible part of, is among the covered ones. */
export function isCoveredText(text: string, covered: readonly string[]): boolean {
  return covered.some((other) => other === text || isPartOf(text.split(" | "), other.split(" | ")));
}

function isPartOf(cells: readonly string[], row: readonly string[]): boolean {
  return cells.length === row.length && cells.every((cell, n) => cell === EMPTY_CELL || cell === row[n]);
}

function textsOf(lines: readonly Line[]): string[] {
  return lines.flatMap(({ kind, text }) => (kind === "text" ? [text] : []));
}
