/** Parses a command line for bash completion, where a quote may still be open, and quotes a value for insertion. */

export interface BashLine {
  /** The words before the last one, the command's own name included. */
  words: string[];
  /** The last word so far, without its quotes. */
  current: string;
  /** The quote that is open at the end. */
  quote: "" | "'" | '"';
  /** Length of the part of `current` that bash keeps: bash replaces only what follows the last quote or word break. */
  kept: number;
}

/** A blank, a quoted text that may be open at the end, an escaped character, or any other character. */
const TOKEN = /\s|'([^']*)('|$)|"((?:\\[\s\S]|[^"])*?)("|$)|\\([\s\S]?)|[\s\S]/g;

/** Parses the line up to the cursor. `breaks` is bash's COMP_WORDBREAKS. */
export function readBashLine(line: string, breaks: string): BashLine {
  const words: string[] = [];
  let current: string | undefined;
  let quote: BashLine["quote"] = "";
  let kept = 0;
  for (const match of line.matchAll(TOKEN)) {
    const [token] = match;
    if (/^\s$/.test(token)) {
      if (current !== undefined) words.push(current);
      current = undefined;
      kept = 0;
      continue;
    }
    const read = readToken(match);
    const before: string = current ?? "";
    current = before + read.text;
    if (read.isQuoted) kept = before.length;
    else if (breaks.includes(token)) kept = current.length;
    quote = read.open;
  }
  return { words, current: current ?? "", quote, kept };
}

/** The text of a token without its quotes or backslash, and the quote that it leaves open. */
function readToken([token, single, singleEnd, double, doubleEnd, escaped]: RegExpExecArray) {
  if (single !== undefined) return { text: single, isQuoted: true, open: singleEnd === "" ? "'" : "" } as const;
  if (double === undefined) return { text: escaped ?? token, isQuoted: false, open: "" } as const;
  const text = double.replace(/\\(["\\$`])/g, "$1");
  return { text, isQuoted: true, open: doubleEnd === "" ? '"' : "" } as const;
}

/** The rest of `value` after the part that bash keeps, quoted like the line. */
export function bashWord(value: string, { kept, quote }: BashLine): string {
  const rest = value.slice(kept);
  if (quote === "'") return rest.replaceAll("'", "'\\''");
  if (quote === '"') return rest.replace(/["\\$`]/g, "\\$&");
  return rest.replace(/[^\w@%+=:,./-]/gu, "\\$&");
}
