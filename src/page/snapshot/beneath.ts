/** Texts that something opened over, such as a dialog: they are neither gone nor, when it has closed, new. Pure. */
import type { Line } from "./model.ts";

/** Fewer covered elements are no dialog. */
const MIN_COVERED = 3;

/** As the walk writes a cell of a row of which nothing is shown. */
const EMPTY_CELL = "-";

/** The texts that were on the page before something covered a part of it, and are not shown now; none where nothing does. */
export function beneathOf(
  before: { lines: readonly Line[]; beneath?: readonly string[] } | undefined,
  now: readonly Line[],
): string[] {
  if (!before || now.filter(({ element }) => element?.states.includes("covered")).length < MIN_COVERED) return [];
  const shown = new Map<string, number>();
  for (const text of textsOf(now)) shown.set(text, (shown.get(text) ?? 0) + 1);
  // Of a text that stands in several places some may be shown still.
  return [...textsOf(before.lines), ...(before.beneath ?? [])].filter((text) => {
    const left = shown.get(text) ?? 0;
    shown.set(text, left - 1);
    return left <= 0;
  });
}

/** True for a text, or what a dialog leaves to be seen of a row, that was covered before or is now. */
export function isOfBeneath(text: string, beneath: readonly string[]): boolean {
  return beneath.some((one) => one === text || isRest(text.split(" | "), one.split(" | ")));
}

function isRest(cells: readonly string[], whole: readonly string[]): boolean {
  return cells.length === whole.length && cells.every((cell, n) => cell === EMPTY_CELL || cell === whole[n]);
}

function textsOf(lines: readonly Line[]): string[] {
  return lines.flatMap(({ kind, text }) => (kind === "text" ? [text] : []));
}
