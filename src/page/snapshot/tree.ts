/** The tree of a state: as many lines as the budget holds, and their text. */
import { rangeText } from "./compose.ts";
import type { Line } from "./model.ts";
import { longestText } from "./text-limit.ts";

/** A text that is longer than its share, cut; how much is missing stands at its end. */
function shortened(line: Line, budgetChars: number): Line {
  const most = longestText(budgetChars);
  if (line.kind !== "text" || line.isSure || line.text.length <= most) return line;
  const text = line.text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
  return { ...line, text: `${text}… ${line.text.length - text.length} more characters` };
}

/** The lines that fit: the content in view first, then what is in view beside it, then the others in the same order. What is left out leaves one line in its place. */
export function fit(
  whole: readonly Line[],
  budgetChars: number,
): { lines: Line[]; cut: { folded: number; over: number; texts: number; shortened: number } } {
  const lines = whole.map((line) => shortened(line, budgetChars));
  const kept = new Set<Line>(lines.filter(({ isSure }) => isSure));
  let room = budgetChars;
  for (const line of kept) room -= sizeOf(line);
  const urgencyOf = ({ inView, isBeside }: Line) => (isBeside ? 1 : 0) + (inView === true ? 0 : 2);
  for (const urgency of [0, 1, 2, 3]) {
    for (const line of lines) {
      if (urgencyOf(line) !== urgency || line.kind === "cut" || line.isSure) continue;
      room -= sizeOf(line);
      if (room < 0 && kept.size > 0) break;
      kept.add(line);
    }
  }
  const cut = { folded: 0, over: 0, texts: 0, shortened: 0 };
  const result: Line[] = [];
  for (const [n, line] of lines.entries()) {
    if (line !== whole[n] && kept.has(line)) cut.shortened++;
    if (line.kind === "folded" && kept.has(line)) cut.folded += line.hidden.length;
    if (kept.has(line)) result.push(line);
    else {
      cut.over += leaveOut(result, line);
      if (line.kind === "text") cut.texts++;
    }
  }
  return { lines: result, cut };
}

function sizeOf({ text, depth }: Line): number {
  return text.length + depth + 1;
}

/** Adds a line to the stretch that is left out; returns how many elements that are. */
function leaveOut(result: Line[], line: Line): number {
  const indices = line.element ? [line.element.index] : line.hidden;
  const last = result[result.length - 1];
  const stretch: Line = last?.kind === "cut" ? last : { depth: line.depth, text: "", kind: "cut", hidden: [] };
  if (stretch !== last) result.push(stretch);
  for (const index of indices) stretch.hidden.push(index);
  return indices.length;
}

/** Fewer lines that count up are printed one by one. */
const MIN_COUNTED = 4;

/** What tells where the viewport begins and ends, before what lies on either side. */
const MARKS = { true: "--- in view", false: "--- out of view" } as const;

/** The lines as they are printed. `isCounted` writes texts that only count up as one line: `Office 1 … Office 20 (20 lines)`. */
export function treeText(lines: readonly Line[], isCounted = false): string {
  const written: string[] = [];
  let inView: boolean | undefined;
  for (let n = 0; n < lines.length; n++) {
    const line = lines[n] as Line;
    const isPlaced = line.element !== undefined || line.kind === "text";
    if (isPlaced && line.inView !== undefined && line.inView !== inView) {
      // A page that begins in view needs no word for it.
      if (inView !== undefined || !line.inView) written.push(MARKS[`${line.inView}`]);
      inView = line.inView;
    }
    const text = line.kind === "cut" ? cutText(line) : line.text;
    const steps = isCounted ? countingUp(lines, n) : 1;
    const last = lines[n + steps - 1];
    const until = steps >= MIN_COUNTED ? ` … ${last?.text} (${steps} lines)` : "";
    if (text !== "") written.push("\t".repeat(line.depth) + text + until);
    if (until !== "") n += steps - 1;
  }
  return written.join("\n");
}

/** How many texts from the `from`-th on are the same but for one number, which goes up by one. Nothing is lost by telling both ends. */
function countingUp(lines: readonly Line[], from: number): number {
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
