/**
 * A line as bash hands it to a completion: words out of a text in which a quote may still be open, and a value back in the
 * form that bash puts in place of what it cut off. Knows no command.
 */

export interface BashLine {
  /** The words before the last one, the command's own name included. */
  words: string[];
  /** The last word so far, without its quotes. */
  current: string;
  /** The quote that is open at the end. */
  quote: "" | "'" | '"';
  /** How much of the last word bash has cut off and will keep: it goes on after the quote or the last word break. */
  kept: number;
}

/** Reads the line up to the cursor. `breaks` is bash's COMP_WORDBREAKS. */
export function readBashLine(line: string, breaks: string): BashLine {
  const words: string[] = [];
  let current: string | undefined;
  let quote: BashLine["quote"] = "";
  let kept = 0;
  for (let n = 0; n < line.length; n++) {
    const char = line[n] ?? "";
    if (quote === "'" || quote === '"') {
      if (char === quote) quote = "";
      else if (quote === '"' && char === "\\" && /["\\$`]/.test(line[n + 1] ?? "")) current += line[++n] ?? "";
      else current += char;
    } else if (/\s/.test(char)) {
      if (current !== undefined) words.push(current);
      current = undefined;
      kept = 0;
    } else if (char === "'" || char === '"') {
      quote = char;
      current ??= "";
      kept = current.length;
    } else {
      current = (current ?? "") + (char === "\\" ? (line[++n] ?? "") : char);
      if (char !== "\\" && breaks.includes(char)) kept = current.length;
    }
  }
  return { words, current: current ?? "", quote, kept };
}

/** The value as it goes after what bash keeps, quoted as the line is. */
export function bashWord(value: string, { kept, quote }: BashLine): string {
  const rest = value.slice(kept);
  if (quote === "'") return rest.replaceAll("'", "'\\''");
  if (quote === '"') return rest.replace(/["\\$`]/g, "\\$&");
  return rest.replace(/[^\w@%+=:,./-]/gu, "\\$&");
}
