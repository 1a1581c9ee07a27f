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
