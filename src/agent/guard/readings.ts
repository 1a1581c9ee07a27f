/**
 * What a run has read, and where: so that it can be told whether a text carries something from one origin to another. Compared
 * are letters and digits alone, in lower case, also of what is encoded. Knows no page.
 */

/** So many letters and digits in a row are no coincidence. */
const LENGTH = 12;

/** What is kept, in characters; the oldest goes first. */
const MAX_CHARS = 16_000_000;

/** How deep encodings may lie in one another. */
const MAX_DEPTH = 3;

interface Reading {
  readonly raw: string;
  readonly folded: string;
  readonly from: ReadonlySet<string>;
}

export class Readings {
  #readings: Reading[] = [];
  #size = 0;
  /** What the task says, and what the model wrote by itself: that was read nowhere. */
  #own = "";

  /** Words of the caller or of the model itself. */
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

  /** The first part of the text that was read anywhere but at that origin; undefined where there is none. */
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

  /** How much of the beginning of a text stands as it is in something that was read. */
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

/** The text, and what it is when it is decoded. */
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

/** The bytes as text, where they are one. */
function printable(bytes: Buffer): string[] {
  const text = bytes.toString();
  const odd = text.match(/[\u0000-\u0008\u000e-\u001f\ufffd]/g)?.length ?? 0;
  return odd * 8 <= text.length ? [text] : [];
}

const BASE = 16_777_619;
const LEADING = Array.from({ length: LENGTH - 1 }).reduce<number>((power) => Math.imul(power, BASE), 1);

/** Most stretches of a long text are none of those that are looked for: so much of their hash tells. */
const FILTER = 0xffff;

/** Stretches of one length, looked for in long texts all at once, by a hash that rolls along. */
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
