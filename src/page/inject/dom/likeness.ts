/** Comparing texts as a person does: spaces and case do not matter, and neither does a colon or a star behind a label. */
import type { Fit } from "../../core/library.ts";
import { squash } from "./text.ts";

export function evened(text: string): string {
  return squash(text.normalize("NFC")).toLowerCase();
}

/** How well a text fits the wanted one, which is evened; undefined where it does not. */
function fitOf(text: string, wanted: string): Fit | undefined {
  const have = evened(text);
  if (have === wanted || bare(have) === bare(wanted)) return 0;
  const at = have.indexOf(wanted);
  if (at < 0 || wanted === "") return undefined;
  for (let n = at; n >= 0; n = have.indexOf(wanted, n + 1))
    if (!isInWord(have, n) && !isInWord(have, n + wanted.length)) return 1;
  return 2;
}

/** The best fit of several texts. */
export function bestFit(texts: readonly string[], wanted: string): Fit | undefined {
  let best: Fit | undefined;
  for (const text of texts) {
    const fit = fitOf(text, wanted);
    if (fit !== undefined && (best === undefined || fit < best)) best = fit;
  }
  return best;
}

export function bare(text: string): string {
  return text.replace(/[\s:*…]+$/, "") || text;
}

/** True where letters or digits stand on both sides of the place. */
function isInWord(text: string, at: number): boolean {
  const isLetter = (char = "") => /[\p{L}\p{N}]/u.test(char);
  return isLetter(text[at - 1]) && isLetter(text[at]);
}

/** The share of pairs of letters that two texts have in common: 1 for the same text. */
export function likeness(a: string, b: string): number {
  const [one, other] = [pairsOf(evened(a)), pairsOf(evened(b))];
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

/** A space stands at both ends, so that a single letter has pairs, too. */
function pairsOf(text: string): string[] {
  const padded = ` ${text.slice(0, 100)} `;
  return text === "" ? [] : Array.from({ length: padded.length - 1 }, (_, n) => padded.slice(n, n + 2));
}
