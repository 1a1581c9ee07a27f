/**
 * Splits a line into words and quotes words as a POSIX shell does. Expands no variables, globs or `~`. `#` starts no
 * comment, because selectors begin with it.
 */
import { Failure } from "../errors.ts";

/** In double quotes a backslash escapes only these characters. */
const ESCAPED_IN_QUOTES = '"\\$`\n';

/** The words of the line. Throws `usage` for an unclosed quote and for a backslash at the end. */
export function splitWords(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; at++) {
    if (/\s/.test(line[at] ?? "")) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    const piece = readPiece(line, at);
    word = (word ?? "") + piece.text;
    at = piece.end;
  }
  return word === undefined ? words : [...words, word];
}

/** The text of the quoted part, escape or letter at `at`, and the index of its last character. */
function readPiece(line: string, at: number): { text: string; end: number } {
  const letter = line[at] ?? "";
  if (letter === "'" || letter === '"') return readQuoted(line, at);
  if (letter !== "\\") return { text: letter, end: at };
  const next = line[at + 1];
  if (next === undefined) throw new Failure("usage", "the line ends with a backslash that escapes nothing");
  return { text: next, end: at + 1 };
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
  // The text after the quote may be a secret and is not repeated.
  throw new Failure("usage", `a ${name} quote is not closed: the one at character ${start + 1}`);
}

/** Characters that no shell interprets. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** Quotes the word for a POSIX shell where it needs that. */
export function quoteWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Quotes a text as a literal string of PowerShell. */
export function quotePowerShell(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The command line that ends the session. */
export function closeLine(session: string): string {
  return `svc ${session === "default" ? "" : `--session ${session} `}close`;
}
