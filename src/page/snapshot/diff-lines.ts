/** Creates the lines that print changes, with their ancestors and labels. */

import { type Change, LABEL_LINES, plainText, shortened } from "./diff.ts";
import { parentsOf } from "./filter.ts";
import type { Line } from "./model.ts";

/** Limit of texts printed with a changed element. */
const MAX_OWN_TEXTS = 3;

/** A longer text needs no label. */
const CLEAR_LENGTH = 30;

/** The lines to print: each change with its ancestors and the text that labels it. Changes with a `short` text come last. */
export function changeLines(changes: readonly Change[], now: readonly Line[]): Line[] {
  const marks = new Map(
    changes.flatMap(({ mark, line, short }) => (short === undefined ? [[line, mark] as const] : [])),
  );
  const parents = parentsOf(now);
  const context = new Set<Line>();
  for (const [at, line] of now.entries()) {
    const mark = marks.get(line);
    if (!mark) continue;
    for (let up = parents.get(line); up; up = parents.get(up)) context.add(up);
    const label = isClear(line, now) ? undefined : labelOf(now, at, parents);
    if (label) context.add(label);
    if (mark === "~") for (const text of ownTexts(now, at)) context.add(text);
  }
  const printed = new Set(now.filter((line) => marks.has(line) || context.has(line)));
  const depthOf = (line: Line) => {
    let depth = 0;
    for (let at = parents.get(line); at; at = parents.get(at)) if (printed.has(at)) depth++;
    return depth;
  };
  const lines = [...printed].map((line): Line => {
    const mark = marks.get(line);
    const { element: _, ...rest } = line;
    const text = mark ? plainText(line.text) : shortContext(line);
    const where = line.element && line.inView === false && mark ? " (out of view)" : "";
    const written = `${mark ?? " "} ${"\t".repeat(depthOf(line))}${text}${where}`;
    return { ...(mark ? line : rest), depth: 0, text: written };
  });
  const last = changes.flatMap(({ mark, short }): Line[] =>
    short === undefined ? [] : [{ depth: 0, text: `${mark} ${short}`, kind: "text", hidden: [] }],
  );
  return [...lines, ...last];
}

function shortContext({ element, text }: Line): string {
  return element ? plainText(text) : shortened(text);
}

/** True if a line needs no label: an element with a unique name, or a long text. */
function isClear({ element, text }: Line, now: readonly Line[]): boolean {
  if (!element) return text.length > CLEAR_LENGTH;
  const { name, role } = element;
  return (
    name !== "" &&
    !now.some(
      (line) => line.element && line.element !== element && line.element.name === name && line.element.role === role,
    )
  );
}

/** The label of a line: the first text of its row or card, or else the text right before it. */
function labelOf(lines: readonly Line[], at: number, parents: ReadonlyMap<Line, Line>): Line | undefined {
  const line = lines[at] as Line;
  const group = line.groups?.[0];
  const before = lines.slice(group === undefined ? Math.max(0, at - LABEL_LINES) : 0, at);
  if (group !== undefined) return before.find(({ kind, groups }) => kind === "text" && groups?.includes(group));
  return before.findLast(
    (other) => other.kind === "text" && !other.groups?.[0] && parents.get(other) === parents.get(line),
  );
}

function ownTexts(lines: readonly Line[], at: number): Line[] {
  const texts: Line[] = [];
  const depth = (lines[at]?.depth ?? 0) + 1;
  for (let n = at + 1; n < lines.length && texts.length < MAX_OWN_TEXTS; n++) {
    const line = lines[n] as Line;
    if (line.depth < depth) break;
    if (line.kind === "text" && line.depth === depth) texts.push(line);
  }
  return texts;
}
