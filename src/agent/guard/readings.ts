/**
 * Records the texts that a run has read with their origins, and finds parts of them in other texts. Compares only letters and digits,
 * in lower case, also within URL-encoded, base 64 and hexadecimal text.
 */

/** Length of a match, in letters and digits, that is no coincidence. */
const LENGTH = 12;

/** Maximum stored characters; the oldest text is removed first. */
const MAX_CHARS = 16_000_000;

/** Maximum nesting of encodings. */
const MAX_DEPTH = 3;

interface Reading {
  readonly raw: string;
  readonly folded: string;
  readonly from: ReadonlySet<string>;
}

export class Readings {
  #readings: Reading[] = [];
  #size = 0;
  /** Text of the task and of the model itself. */
  #own = "";

  /** Adds text of the caller or of the model: it is never reported as read elsewhere. */
  addOwn(text: string): void {
    const folded = fold(text);
    if (folded.length >= LENGTH) this.#own += `\n${folded}`;
  }

  add(raw: string, from: ReadonlySet<string>): void {
    const folded = fold(raw);
    const isKnown = (one: Reading) => one.raw === raw && one.from.size === from.size && one.from.isSubsetOf(from);
    if (folded.length < LENGTH || this.#readings.some(isKnown)) return;
    this.#readings.push({ raw, folded, from });
    this.#size += raw.length;
    while (this.#size > MAX_CHARS) this.#size -= this.#readings.shift()?.raw.length ?? this.#size;
  }

  /** The first part of the text that was read at another origin than `to`; undefined when there is none. */
  findCarried(text: string, to: string | undefined): string | undefined {
    const wanted = new Wanted();
    for (const spelling of spellings(text))
      for (let at = 0; at + LENGTH <= spelling.length; at++) {
        const part = spelling.slice(at, at + LENGTH);
        if (!this.#own.includes(part)) wanted.add(part);
      }
    const elsewhere = this.#readings.filter(({ from }) => to === undefined || from.size !== 1 || !from.has(to));
    return elsewhere.map(({ folded }) => wanted.firstIn(folded)).find((part) => part !== undefined);
  }

  /** Length of the longest prefix that a read text contains literally. */
  knownPrefixLength(text: string): number {
    let [low, high] = [0, text.length];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const beginning = text.slice(0, middle);
      if (this.#readings.some(({ raw }) => raw.includes(beginning))) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function fold(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/** The folded text, and its decoded forms. */
function spellings(text: string): string[] {
  const found = new Set<string>();
  const visit = (one: string, depth: number): void => {
    found.add(fold(one));
    if (depth < MAX_DEPTH) for (const inner of decoded(one)) visit(inner, depth + 1);
  };
  visit(text, 0);
  return [...found];
}

function decoded(text: string): string[] {
  const found: string[] = [];
  if (/%[\da-f]{2}/i.test(text)) found.push(text.replace(/(%[\da-f]{2})+/gi, unescaped));
  for (const [part] of text.matchAll(/[\w+/-]{16,}={0,2}/g)) found.push(...printable(Buffer.from(part, "base64")));
  for (const [part] of text.matchAll(/(?:[\da-f]{2}){12,}/gi)) found.push(...printable(Buffer.from(part, "hex")));
  return found;
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The bytes as text, unless they are binary. */
function printable(bytes: Buffer): string[] {
  const text = bytes.toString();
  const odd = text.match(/[\u0000-\u0008\u000e-\u001f\ufffd]/g)?.length ?? 0;
  return odd * 8 <= text.length ? [text] : [];
}

const BASE = 16_777_619;
const LEADING = Array.from({ length: LENGTH - 1 }).reduce<number>((power) => Math.imul(power, BASE), 1);

/** Size of the prefilter by hash. */
const FILTER = 0xffff;

/** Searches many strings of the same length in a text at once, by a rolling hash (Rabin-Karp). */
class Wanted {
  readonly #parts = new Set<string>();
  readonly #filter = new Uint8Array(FILTER + 1);

  add(part: string): void {
    this.#parts.add(part);
    let hash = 0;
    for (let at = 0; at < LENGTH; at++) hash = (Math.imul(hash, BASE) + part.charCodeAt(at)) | 0;
    this.#filter[(hash ^ (hash >>> 16)) & FILTER] = 1;
  }

  firstIn(text: string): string | undefined {
    if (this.#parts.size === 0) return undefined;
    let hash = 0;
    for (let at = 0; at < text.length; at++) {
      if (at >= LENGTH) hash = (hash - Math.imul(text.charCodeAt(at - LENGTH), LEADING)) | 0;
      hash = (Math.imul(hash, BASE) + text.charCodeAt(at)) | 0;
      if (at < LENGTH - 1 || this.#filter[(hash ^ (hash >>> 16)) & FILTER] === 0) continue;
      const part = text.slice(at - LENGTH + 1, at + 1);
      if (this.#parts.has(part)) return part;
    }
    return undefined;
  }
}
