/** Which lines of a state are asked for: by place, role or text; or only what changed. */
import { Failure } from "../errors.ts";
import type { Line } from "./compose.ts";

export interface Filter {
  /** Only what is in view. */
  viewport: boolean;
  /** Only elements of these roles. */
  roles: readonly string[];
  /** Only what matches. */
  grep: RegExp | undefined;
  /** Only what lies in the elements that match. */
  selector: string | undefined;
}

/** `/…/` as a regular expression, anything else as it is written; the case of letters does not matter. */
export function grepPattern(text: string): RegExp {
  const [, source, flags = ""] = /^\/(.+)\/([a-z]*)$/.exec(text) ?? [];
  try {
    if (source !== undefined) return new RegExp(source, flags.replace(/[gy]/g, "") || "i");
  } catch (error) {
    throw new Failure("usage", `grep: ${(error as Error).message}`, "Write a plain text, or /a regular expression/.");
  }
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "i");
}

/** True when more must be looked at than will be shown. */
export function isFiltering({ viewport, roles, grep, selector }: Filter): boolean {
  return viewport || roles.length > 0 || grep !== undefined || selector !== undefined;
}

/** The lines that pass, moved to the left as far as what was around them is gone. */
export function filtered(lines: readonly Line[], filter: Filter): Line[] {
  const { viewport, roles, grep } = filter;
  if (!viewport && roles.length === 0 && !grep) return [...lines];
  const around = parentsOf(lines);
  const isAsked = (line: Line) =>
    (!viewport || line.inView !== false) &&
    (roles.length === 0 || (line.element !== undefined && roles.includes(line.element.role))) &&
    (!grep || matches(line, grep));
  const kept = new Set(lines.filter((line) => line.kind !== "cut" && line.kind !== "folded" && isAsked(line)));
  for (const line of [...kept]) {
    const parent = around.get(line);
    // Text is read with the element that it names.
    if (line.kind === "text" && parent && roles.length === 0 && isPlaced(parent, viewport)) kept.add(parent);
  }
  for (const line of lines) {
    const parent = around.get(line);
    if (line.kind === "text" && parent && kept.has(parent) && isPlaced(line, viewport)) kept.add(line);
  }
  return lines.filter((line) => kept.has(line)).map((line) => ({ ...line, depth: depthIn(line, kept, around) }));
}

function isPlaced(line: Line, viewport: boolean): boolean {
  return line.kind === "element" || line.kind === "text" ? !viewport || line.inView !== false : false;
}

function matches({ text, element }: Line, grep: RegExp): boolean {
  if (grep.test(text)) return true;
  return element !== undefined && [element.name, element.value, element.href].some((one) => one && grep.test(one));
}

/** The line that each line lies in. */
function parentsOf(lines: readonly Line[]): Map<Line, Line> {
  const parents = new Map<Line, Line>();
  const open: Line[] = [];
  for (const line of lines) {
    open.length = Math.min(open.length, line.depth);
    const parent = open[line.depth - 1];
    if (parent) parents.set(line, parent);
    if (line.kind === "element" || line.kind === "frame") open[line.depth] = line;
  }
  return parents;
}

function depthIn(line: Line, kept: ReadonlySet<Line>, around: ReadonlyMap<Line, Line>): number {
  let depth = 0;
  for (let at = around.get(line); at; at = around.get(at)) if (kept.has(at)) depth++;
  return depth;
}

/**
 * What is different from the lines that were shown before: `+` for what came, `~` for an element that changed, `-` for
 * what went. An element that is there but not shown now did not go.
 */
export function changesSince(before: readonly Line[], now: readonly Line[], indices: ReadonlySet<number>): Line[] {
  const elements = new Map(before.flatMap((line) => (line.element ? [[line.element.index, line] as const] : [])));
  const texts = countTexts(before);
  const changed: Line[] = [];
  for (const line of now) {
    const mark = line.element ? elementMark(elements.get(line.element.index), line) : textMark(texts, line);
    if (mark !== "") changed.push({ ...line, depth: 0, text: `${mark} ${line.text}` });
  }
  const isWhole = !now.some((line) => line.kind === "cut" || line.kind === "folded");
  for (const line of before) {
    const isGone = line.element
      ? !indices.has(line.element.index)
      : isWhole && line.kind === "text" && takeText(texts, line.text);
    if (isGone) changed.push({ depth: 0, text: `- ${line.text}`, kind: "text", hidden: [] });
  }
  return changed;
}

function elementMark(was: Line | undefined, line: Line): string {
  if (!was) return "+";
  return plainText(was.text) === plainText(line.text) ? "" : "~";
}

/** Without the star of what was new. */
function plainText(text: string): string {
  return text.replace(/^\*/, "");
}

function countTexts(lines: readonly Line[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, text } of lines) if (kind === "text") counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function takeText(counts: Map<string, number>, text: string): boolean {
  const left = counts.get(text) ?? 0;
  if (left > 0) counts.set(text, left - 1);
  return left > 0;
}

function textMark(texts: Map<string, number>, line: Line): string {
  return line.kind === "text" && !takeText(texts, line.text) ? "+" : "";
}
