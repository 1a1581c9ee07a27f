/** Compares texts without regard to spaces, case, and a colon or asterisk at the end of a label. */
import type { Fit } from "../../core/library.ts";
import { squash } from "./text.ts";

export function normalized(text: string): string {
  return squash(text.normalize("NFC")).toLowerCase();
}

/** How well a text matches the wanted, normalized one; undefined when it does not match. */
function fitOf(text: string, wanted: string): Fit | undefined {
  const have = normalized(text);
  if (have === wanted || withoutLabelMarks(have) === withoutLabelMarks(wanted)) return 0;
  const at = have.indexOf(wanted);
  if (at < 0 || wanted === "") return undefined;
  for (let n = at; n >= 0; n = have.indexOf(wanted, n + 1))
    if (!isInWord(have, n) && !isInWord(have, n + wanted.length)) return 1;
  return 2;
}

/** The best match among several texts. */
export function bestFit(texts: readonly string[], wanted: string): Fit | undefined {
  let best: Fit | undefined;
  for (const text of texts) {
    const fit = fitOf(text, wanted);
    if (fit !== undefined && (best === undefined || fit < best)) best = fit;
  }
  return best;
}

export function withoutLabelMarks(text: string): string {
  return text.replace(/[\s:*…]+$/, "") || text;
}

/** True when letters or digits are on both sides of the index. */
function isInWord(text: string, at: number): boolean {
  const isLetter = (char = "") => /[\p{L}\p{N}]/u.test(char);
  return isLetter(text[at - 1]) && isLetter(text[at]);
}

/** The Sørensen–Dice coefficient of two texts over letter pairs: 1 for equal texts, 0 for nothing in common. */
export function likeness(a: string, b: string): number {
  const [one, other] = [pairsOf(normalized(a)), pairsOf(normalized(b))];
  if (one.length === 0 || other.length === 0) return 0;
  const left = [...other];
  let both = 0;
  for (const pair of one) {
    const at = left.indexOf(pair);
    if (at < 0) continue;
    left.splice(at, 1);
    both++;
  }
  return (2 * both) / (one.length + other.length);
}

/** Spaces at both ends give a single letter pairs, too. */
function pairsOf(text: string): string[] {
  const padded = ` ${text.slice(0, 100)} `;
  return text === "" ? [] : Array.from({ length: padded.length - 1 }, (_, n) => padded.slice(n, n + 2));
}
