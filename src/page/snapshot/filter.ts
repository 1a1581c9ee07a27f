/** Filters the lines of a snapshot by viewport, role or text. */
import { Failure } from "../../errors.ts";
import type { Line } from "./model.ts";

export interface Filter {
  /** Only lines in view. */
  viewport: boolean;
  /** Only elements with these roles. */
  roles: readonly string[];
  /** Only lines that match. */
  grep: RegExp | undefined;
  /** Only lines inside the elements that match. */
  selector: string | undefined;
  /** Number of lines around each match of `grep`. */
  context: number;
}

/** A row or card with more controls is a section of the page: its controls do not belong to one of its texts. */
const MAX_CONTROLS = 8;

/** Characters that are printed of a long text, and how many of them precede the match. */
const MATCH_LENGTH = 300;
const MATCH_BEFORE = 100;

/** Parses `/…/` as a regular expression, and anything else as plain text. Ignores case. Errors: `usage`. */
export function grepPattern(text: string): RegExp {
  const [, source, flags = ""] = /^\/(.+)\/([a-z]*)$/.exec(text) ?? [];
  try {
    if (source !== undefined) return new RegExp(source, flags.replace(/[gy]/g, "") || "i");
  } catch (error) {
    throw new Failure("usage", `grep: ${(error as Error).message}`, "Give a plain text, or /a regular expression/.");
  }
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "i");
}

/** True if the snapshot must contain more than will be printed. */
export function isFiltering({ viewport, roles, grep, selector }: Filter): boolean {
  return viewport || roles.length > 0 || grep !== undefined || selector !== undefined;
}

/** The lines that pass. Their depth counts only ancestors that pass as well. */
export function filtered(lines: readonly Line[], filter: Filter): Line[] {
  const { viewport, roles, grep, context } = filter;
  if (!viewport && roles.length === 0 && !grep) return [...lines];
  const around = parentsOf(lines);
  const isFree = (line: Line) => line.kind !== "cut" && line.kind !== "folded";
  const found = new Set(lines.filter((line) => isFree(line) && passes(line, filter)));
  const passing = new Set(found);
  if (roles.length === 0) for (const line of withText(found, lines, around, filter)) passing.add(line);
  const owners = grep ? found : new Set(passing);
  const isTextOf = (line: Line) => line.kind === "text" && owners.has(around.get(line) as Line);
  for (const line of lines) if (isTextOf(line) && isPlaced(line, viewport)) passing.add(line);
  if (grep && context > 0) addContext(lines, passing, context);
  const shown = (line: Line) => (grep && found.has(line) ? { ...withMatch(line, grep), isSure: true } : line);
  return lines
    .filter((line) => passing.has(line))
    .map((line) => ({ ...shown(line), depth: depthIn(line, passing, around) }));
}

/** Lines that belong to found texts: their parent elements, and with `grep` the controls of their row or card. */
function withText(
  found: ReadonlySet<Line>,
  lines: readonly Line[],
  around: ReadonlyMap<Line, Line>,
  { grep, viewport }: Filter,
): Line[] {
  const parents = [...found].flatMap((line) => (line.kind === "text" ? (around.get(line) ?? []) : []));
  const controls = grep ? controlsOf([...found], lines, around) : [];
  return [...parents.filter((parent) => isPlaced(parent, viewport)), ...controls];
}

/** True if the line itself passes the filter. */
export function passes(line: Line, { viewport, roles, grep }: Filter): boolean {
  return (
    (!viewport || line.inView !== false) &&
    (roles.length === 0 || (line.element !== undefined && roles.includes(line.element.role))) &&
    (!grep || searched(line).some((text) => grep.test(text)))
  );
}

function isPlaced(line: Line, viewport: boolean): boolean {
  return line.kind === "element" || line.kind === "text" ? !viewport || line.inView !== false : false;
}

/** The visible texts of a line: without addresses, ids and options of closed lists. */
function searched({ text, kind, element, words = "" }: Line): string[] {
  if (kind === "text") return [text];
  return element ? [...words.split("\n"), element.name, element.value ?? ""] : [];
}

/** For each found text: the controls and links of the innermost row or card that contains any. */
function controlsOf(found: readonly Line[], lines: readonly Line[], around: ReadonlyMap<Line, Line>): Line[] {
  const byGroup = new Map<string, Line[]>();
  for (const line of lines)
    if (line.element) for (const group of line.groups ?? []) byGroup.set(group, [...(byGroup.get(group) ?? []), line]);
  return found.flatMap((line) => {
    const { kind, groups = [] } = line;
    if (kind !== "text") return [];
    const innermost = groups.find((group) => byGroup.has(group));
    if (innermost === undefined || isInCard(line, innermost, around.get(line))) return [];
    const controls = byGroup.get(innermost) ?? [];
    return controls.length > MAX_CONTROLS ? [] : controls;
  });
}

/** True if a listed card between the text and the group contains the text, which then belongs to that card. */
function isInCard({ groups }: Line, group: string, parent: Line | undefined): boolean {
  if (!parent?.element || !parent.groups?.includes(group) || /cell$|header$/.test(parent.element.role)) return false;
  return groups?.some((other) => !parent.groups?.includes(other)) ?? false;
}

function addContext(lines: readonly Line[], passing: Set<Line>, context: number): void {
  const found = lines.flatMap((line, n) => (passing.has(line) ? [n] : []));
  for (const n of found)
    for (const line of lines.slice(Math.max(0, n - context), n + context + 1))
      if (line.kind !== "cut") passing.add(line);
}

/** Shortens a long text to the part around the match. */
function withMatch(line: Line, grep: RegExp): Line {
  const { text, kind } = line;
  if (kind !== "text" || text.length <= MATCH_LENGTH) return line;
  const found = grep.exec(text);
  if (!found) return line;
  const from = Math.max(0, found.index - MATCH_BEFORE);
  const until = Math.max(found.index + found[0].length, from + MATCH_LENGTH);
  if (from === 0 && until >= text.length) return line;
  const part = text.slice(from, until).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "");
  return {
    ...line,
    text: `${from > 0 ? `… ${from} characters … ` : ""}${part}${until < text.length ? `… ${text.length - until} more characters` : ""}`,
  };
}

/** The parent of each line. */
export function parentsOf(lines: readonly Line[]): Map<Line, Line> {
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

function depthIn(line: Line, passing: ReadonlySet<Line>, around: ReadonlyMap<Line, Line>): number {
  let depth = 0;
  for (let at = around.get(line); at; at = around.get(at)) if (passing.has(at)) depth++;
  return depth;
}
