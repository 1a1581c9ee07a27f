/**
 * Words of a line, as a POSIX shell splits and quotes them. Nothing is expanded: no variables, no globs, no `~`; and `#` is
 * a letter like others, since selectors begin with it.
 */
import { Failure } from "../errors.ts";

/** In double quotes a backslash stands for itself before anything but these. */
const ESCAPED_IN_QUOTES = '"\\$`\n';

/** The words of the line. `usage` where a quote is not closed, or nothing follows the last backslash. */
export function splitWords(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at] ?? "";
    if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (letter === "'" || letter === '"') {
      const quoted = readQuoted(line, at);
      word = (word ?? "") + quoted.text;
      at = quoted.end;
    } else if (letter === "\\") {
      const next = line[++at];
      if (next === undefined) throw new Failure("usage", "nothing follows the backslash at the end of the line");
      word = (word ?? "") + next;
    } else word = (word ?? "") + letter;
  }
  return word === undefined ? words : [...words, word];
}

/** The text between the quote at `start` and the one that closes it, at `end`. */
function readQuoted(line: string, start: number): { text: string; end: number } {
  const quote = line[start] ?? "";
  let text = "";
  for (let at = start + 1; at < line.length; at++) {
    const letter = line[at] ?? "";
    if (letter === quote) return { text, end: at };
    const next = line[at + 1] ?? "";
    const isEscape = quote === '"' && letter === "\\" && next !== "" && ESCAPED_IN_QUOTES.includes(next);
    text += isEscape ? next : letter;
    if (isEscape) at++;
  }
  const name = quote === "'" ? "single" : "double";
  // What follows it may be a secret.
  throw new Failure("usage", `a ${name} quote is not closed: the one at character ${start + 1}`);
}

/** What every shell leaves as it is. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** Quotes a word for a POSIX shell, if needed. */
export function quoteWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Quotes a text as a literal string of PowerShell. */
export function quotePowerShell(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The line that ends the session. */
export function closeLine(session: string): string {
  return `svc ${session === "default" ? "" : `--session ${session} `}close`;
}
