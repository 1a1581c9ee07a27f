/** Extracts JSON from the text of a model. */

/** Removes the reasoning at the start of a text, also without its opening tag. */
export function withoutThoughts(text: string): string {
  return text.replace(/^\s*(?:<(think|thinking)>[\s\S]*?<\/\1>|(?:(?!<think)[\s\S])*?<\/think>)/, "").trim();
}

export interface FoundJson {
  value: unknown;
  /** Start offset. */
  at: number;
}

/**
 * The JSON in an answer, without fences and surrounding text; undefined when there is none. Of several values the first that `fits`,
 * else the first. Without `fits` JSON only counts on lines of its own.
 */
export function jsonIn(text: string, fits?: (value: unknown) => boolean): FoundJson | undefined {
  const fenced = [...text.matchAll(/```(?:json)?\s*\n([\s\S]*?)\n\s*```/g)].map(({ index, 1: inner = "" }) => ({
    text: inner,
    at: index,
  }));
  const found = [{ text, at: 0 }, ...fenced, ...embedded(text, fits === undefined)].flatMap(({ text: one, at }) =>
    parsed(one).map((value) => ({ value, at })),
  );
  return found.find(({ value }) => fits?.(value) ?? true) ?? found[0];
}

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text.trim())];
  } catch {
    return [];
  }
}

/** Maximum brackets to try, and maximum length of a text to search. */
const MAX_PLACES = 50;
const MAX_LENGTH = 200_000;

/** Objects and lists in a text, the longest first. */
function embedded(text: string, onLinesOfItsOwn: boolean): { text: string; at: number }[] {
  const found: { text: string; at: number }[] = [];
  const opening = onLinesOfItsOwn ? /^[^\S\n]*[[{]/gm : /[[{]/g;
  if (text.length > MAX_LENGTH) return [];
  for (let tries = 0; tries < MAX_PLACES; tries++) {
    const match = opening.exec(text);
    if (!match) break;
    const from = opening.lastIndex - 1;
    const to = endOf(text, from);
    const isAlone = !onLinesOfItsOwn || /^[^\S\n]*(?:\n|$)/.test(text.slice(to ?? from));
    if (to === undefined || !isAlone || parsed(text.slice(from, to)).length === 0) continue;
    found.push({ text: text.slice(from, to), at: from });
    opening.lastIndex = to;
  }
  return found.sort((a, b) => b.text.length - a.text.length);
}

/** The offset after the bracket that closes the one at `from`. */
function endOf(text: string, from: number): number | undefined {
  const marks = /"(?:[^"\\]|\\.)*"|[[\]{}]/gs;
  marks.lastIndex = from;
  let depth = 0;
  for (let match = marks.exec(text); match; match = marks.exec(text)) {
    if (/^[[{]/.test(match[0])) depth++;
    else if (/^[\]}]/.test(match[0])) depth--;
    if (depth === 0) return marks.lastIndex;
  }
  return undefined;
}
