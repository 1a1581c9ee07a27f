/** The tree of a state: chooses the lines that fit into the budget, and formats them. */
import { rangeText } from "./compose.ts";
import type { Line } from "./model.ts";
import { longestText } from "./text-limit.ts";

/** Cuts a text that is longer than its share of the budget, and adds the number of missing characters. */
function shortened(line: Line, budgetChars: number): Line {
  const maxChars = longestText(budgetChars);
  if (line.kind !== "text" || line.isSure || line.text.length <= maxChars) return line;
  const text = line.text.slice(0, maxChars).replace(/[\ud800-\udbff]$/, "");
  return { ...line, text: `${text}… ${line.text.length - text.length} more characters` };
}

/**
 * The lines that fit: first the main content in view, then other content in view, then main content and other content out of
 * view. One line replaces each range of lines that do not fit.
 */
export function fit(
  all: readonly Line[],
  budgetChars: number,
): { lines: Line[]; cut: { folded: number; over: number; texts: number; shortened: number } } {
  const lines = all.map((line) => shortened(line, budgetChars));
  const shown = linesWithin(lines, budgetChars);
  const cut = { folded: 0, over: 0, texts: 0, shortened: 0 };
  const result: Line[] = [];
  for (const [n, line] of lines.entries()) {
    if (!shown.has(line)) {
      cut.over += leaveOut(result, line);
      if (line.kind === "text") cut.texts++;
      continue;
    }
    result.push(line);
    if (line !== all[n]) cut.shortened++;
    if (line.kind === "folded") cut.folded += line.hidden.length;
  }
  return { lines: result, cut };
}

/** The lines that fit into the budget, chosen by urgency. */
function linesWithin(lines: readonly Line[], budgetChars: number): Set<Line> {
  const shown = new Set<Line>(lines.filter(({ isSure }) => isSure));
  let leftChars = budgetChars;
  for (const line of shown) leftChars -= sizeOf(line);
  const others = lines.filter(({ kind, isSure }) => kind !== "cut" && !isSure);
  for (const urgency of [0, 1, 2, 3])
    for (const line of others.filter((other) => urgencyOf(other) === urgency)) {
      leftChars -= sizeOf(line);
      if (leftChars < 0 && shown.size > 0) break;
      shown.add(line);
    }
  return shown;
}

function urgencyOf({ inView, isBeside }: Line): number {
  return (isBeside ? 1 : 0) + (inView === true ? 0 : 2);
}

function sizeOf({ text, depth }: Line): number {
  return text.length + depth + 1;
}

/** Adds a line to the range that is left out. Returns its number of elements. */
function leaveOut(result: Line[], line: Line): number {
  const indices = line.element ? [line.element.index] : line.hidden;
  const last = result[result.length - 1];
  const range: Line = last?.kind === "cut" ? last : { depth: line.depth, text: "", kind: "cut", hidden: [] };
  if (range !== last) result.push(range);
  for (const index of indices) range.hidden.push(index);
  return indices.length;
}

/** Smallest number of lines with consecutive numbers that are printed as one. */
const MIN_COUNTED = 4;

/** Lines that mark the begin and the end of the viewport. */
const MARKS = { true: "--- in view", false: "--- out of view" } as const;

/** The printed text. `isCounted` prints texts with consecutive numbers as one line: `Office 1 … Office 20 (20 lines)`. */
export function treeText(lines: readonly Line[], isCounted = false): string {
  const written: string[] = [];
  let inView: boolean | undefined;
  for (let n = 0, steps = 1; n < lines.length; n += steps) {
    const line = lines[n] as Line;
    steps = isCounted ? countedUp(lines, n) : 1;
    const now = line.element !== undefined || line.kind === "text" ? line.inView : undefined;
    // No mark is needed if the page begins in view.
    if (now !== undefined && now !== (inView ?? true)) written.push(MARKS[`${now}`]);
    inView = now ?? inView;
    const text = line.kind === "cut" ? cutText(line) : line.text;
    if (text !== "") written.push("\t".repeat(line.depth) + text + rangeEnd(lines[n + steps - 1], steps));
  }
  return written.join("\n");
}

function rangeEnd(last: Line | undefined, steps: number): string {
  return steps > 1 ? ` … ${last?.text} (${steps} lines)` : "";
}

/** Number of texts from `from` on that differ only in one consecutive number; 1 if fewer than `MIN_COUNTED`. */
function countedUp(lines: readonly Line[], from: number): number {
  const first = lines[from] as Line;
  const { kind, text, depth, inView } = first;
  if (kind !== "text") return 1;
  for (const [digits] of text.matchAll(/(?<![\d.,])(0|[1-9]\d{0,5})(?![\d.,])/g)) {
    let n = 1;
    const isNext = ({ kind, ...line }: Line) =>
      kind === "text" &&
      line.depth === depth &&
      line.inView === inView &&
      line.text === text.replace(digits, `${Number(digits) + n}`);
    for (let next = lines[from + 1]; next && isNext(next); next = lines[from + n]) n++;
    if (n >= MIN_COUNTED) return n;
  }
  return 1;
}

function cutText({ hidden }: Line): string {
  if (hidden.length === 0) return "…";
  return `… ${hidden.length} more element${hidden.length === 1 ? "" : "s"}${rangeText(hidden)}`;
}
