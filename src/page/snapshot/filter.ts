/** Which lines of a state are asked for: by place, role or text; or only what changed. */
import { Failure } from "../../errors.ts";
import type { Line } from "./model.ts";

export interface Filter {
  /** Only what is in view. */
  viewport: boolean;
  /** Only elements of these roles. */
  roles: readonly string[];
  /** Only what matches. */
  grep: RegExp | undefined;
  /** Only what lies in the elements that match. */
  selector: string | undefined;
  /** Lines around each match of `grep`. */
  context: number;
}

/** A row or card with more controls than this is a part of the page: they do not belong to one text of it. */
const MOST_CONTROLS = 8;

/** Characters of a long text that are printed of it, and how many of them stand before the match. */
const MATCH_LENGTH = 300;
const MATCH_BEFORE = 100;

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
  const { viewport, roles, grep, context } = filter;
  if (!viewport && roles.length === 0 && !grep) return [...lines];
  const around = parentsOf(lines);
  const isFree = (line: Line) => line.kind !== "cut" && line.kind !== "folded";
  const found = new Set(lines.filter((line) => isFree(line) && passes(line, filter)));
  const kept = new Set(found);
  for (const line of found) {
    const parent = around.get(line);
    // Text is read with the element that it names.
    if (line.kind === "text" && parent && roles.length === 0 && isPlaced(parent, viewport)) kept.add(parent);
  }
  if (grep && roles.length === 0) for (const line of controlsOf([...found], lines, around)) kept.add(line);
  for (const line of lines) {
    const parent = around.get(line);
    const isWhole = parent && (grep ? found : kept).has(parent);
    if (line.kind === "text" && isWhole && isPlaced(line, viewport)) kept.add(line);
  }
  if (grep && context > 0) addContext(lines, kept, context);
  const shown = (line: Line) => (grep && found.has(line) ? { ...withMatch(line, grep), isSure: true } : line);
  return lines.filter((line) => kept.has(line)).map((line) => ({ ...shown(line), depth: depthIn(line, kept, around) }));
}

/** True where the line itself is asked for. */
export function passes(line: Line, { viewport, roles, grep }: Filter): boolean {
  return (
    (!viewport || line.inView !== false) &&
    (roles.length === 0 || (line.element !== undefined && roles.includes(line.element.role))) &&
    (!grep || searched(line).some((one) => grep.test(one)))
  );
}

function isPlaced(line: Line, viewport: boolean): boolean {
  return line.kind === "element" || line.kind === "text" ? !viewport || line.inView !== false : false;
}

/** What a person sees of a line: no addresses, no ids, no options of lists that are closed. */
function searched({ text, kind, element, words = "" }: Line): string[] {
  if (kind === "text") return [text];
  return element ? [...words.split("\n"), element.name, element.value ?? ""] : [];
}

/** The controls and links of the innermost row or card that holds any, for each text that was found in one, unless it is one itself. */
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
    return controls.length > MOST_CONTROLS ? [] : controls;
  });
}

/** True where a card that is listed lies between the text and the group: the card is what the text belongs to. */
function isInCard({ groups }: Line, group: string, parent: Line | undefined): boolean {
  if (!parent?.element || !parent.groups?.includes(group) || /cell$|header$/.test(parent.element.role)) return false;
  return groups?.some((one) => !parent.groups?.includes(one)) ?? false;
}

function addContext(lines: readonly Line[], kept: Set<Line>, context: number): void {
  const found = lines.flatMap((line, n) => (kept.has(line) ? [n] : []));
  for (const n of found)
    for (const line of lines.slice(Math.max(0, n - context), n + context + 1)) if (line.kind !== "cut") kept.add(line);
}

/** Of a long text the part around the match. */
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

/** The line that each line lies in. */
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

function depthIn(line: Line, kept: ReadonlySet<Line>, around: ReadonlyMap<Line, Line>): number {
  let depth = 0;
  for (let at = around.get(line); at; at = around.get(at)) if (kept.has(at)) depth++;
  return depth;
}
