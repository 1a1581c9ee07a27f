/**
 * What pages showed, in their own words and in the order in which it came: whether a quotation is theirs, and whether it is newer than the
 * deed that it is to prove. Pure.
 */
import { normalize } from "./read-values.ts";

/** What one answer showed of a page. */
export interface Observation {
  readonly text: string;
  /** It comes of an action that may do what a task asks for; its marked lines tell what that changed. */
  readonly isDeed?: boolean;
  /** It comes of an address that was opened on purpose: some do what they are called for. */
  readonly isOpened?: boolean;
  /** What the run gave to a field. */
  readonly given?: readonly string[];
  /** All of the page is new: another document, or another view of the same one. */
  readonly allNew?: "load" | "route" | undefined;
}

/** How much a word says of what a deed changed: nothing, what a control is set to, or what the page says. */
const OLD = 0;
const SET = 1;
const SAID = 2;
type Weight = typeof OLD | typeof SET | typeof SAID;

/** What a deed answered, word by word. */
interface News {
  readonly words: string;
  readonly weights: readonly Weight[];
}

const FIELD = /<(input|textarea|select)\b([^>]*)>/g;
const VALUE = /\bvalue=("[^"]*"|\S+)/;

const ADDRESS = /\bhref=(?:"[^"]*"|[^\s>]+)|\bhttps?:\S+/g;

/** A number that we gave. */
const INDEX = /\[\d+\](?=<)/g;

/** Lines that tell a change, and those that tell that something came. */
const CHANGED = /^(?:[+~-] |(?:message|dialog|download): )/;
const CAME = /^(?:[+~] |(?:message|dialog|download): )/;

/** What it holds was typed: nothing says that it went anywhere. */
const TYPED = /<(?:textarea|input(?![^>]*type=(?:checkbox|radio|range)))\b/;
const CONTROL =
  /<(?:input|select)\b|<button[^>]*\bpressed\b|\brole=(?:checkbox|radio|switch|slider|spinbutton|option)\b/;

/** What a page newly offers to press is not what was done. */
const OFFER = /<button\b|\brole=(?:button|menuitem|option)\b|<input[^>]*type=(?:submit|button|image)/;

/** Where words that are quoted as evidence need not stand beside each other on the page. */
const BREAK = /[\n;|•…"“”„«»()[\]]|\s[-–—]+\s|[.,:!?](?=\s|$)|\.{2,}/;

/** Part of the words of evidence that pages must have shown as they are quoted. */
const SHOWN_SHARE = 0.7;

/** So many words left out within one sentence may turn its meaning round. */
const LEFT_OUT = 2;

export class EvidenceLog {
  #shown = "";
  /** Sentence by sentence. */
  #sentences = "";
  /** As it was shown, without addresses. */
  #text = "";
  /** All that was shown before the last deed that changed something, and in looks after it. */
  #before = "";
  #looked = "";
  #news: News[] = [];
  #given = "";
  #deeds = 0;
  #hasOpened = false;

  /** True where no action may have done anything: no page was even opened. */
  get isIdle(): boolean {
    return this.#deeds === 0 && !this.#hasOpened;
  }

  get hasDeeds(): boolean {
    return this.#deeds > 0;
  }

  add({ text, isDeed = false, isOpened = false, given = [], allNew }: Observation): void {
    this.#given += given.map((one) => ` ${phrase(one)} `).join("\n");
    this.#hasOpened ||= isOpened;
    const lines = text.replace(INDEX, " ").split("\n");
    const plain = lines.map((line) =>
      line.replace(FIELD, (_, tag, facts) => `<${tag}> ${allNew === "load" ? valueIn(facts) : ""} `),
    );
    this.#text += `\n${text.replace(ADDRESS, " ").toLowerCase()}`;
    if (isDeed) this.#deed(lines, plain, allNew !== undefined);
    else this.#looked += ` ${phrase(plain.filter((_, n) => !isOffer(lines[n] ?? "")).join("\n"))} `;
    this.#shown += ` ${phrase(plain.join("\n"))} `;
    this.#sentences += plain.flatMap((line) => line.split(BREAK).map((part) => ` ${phrase(part)} \n`)).join("");
  }

  /** True where a page showed this text, not merely as part of an address. */
  hasText(text: string): boolean {
    return this.#text.includes(text.toLowerCase());
  }

  #deed(lines: readonly string[], plain: readonly string[], isAllNew: boolean): void {
    this.#deeds++;
    // What merely closed something leaves the proof of the deed before it as new as it was.
    if (isAllNew || lines.some((line) => CAME.test(line))) {
      this.#before = this.#shown;
      this.#looked = "";
      this.#news = [];
    }
    const words = plain.map((line) => phrase(line).split(" ").filter(Boolean));
    const weights = words.flatMap((some, n) => some.map(() => weightOf(lines[n] ?? "", isAllNew)));
    this.#news.push({ words: ` ${words.flat().join(" ")} `, weights });
  }

  /** True where a page showed these very words: most of them, several at a time, as those who copy from two places do not say where one ends. */
  wasShown(evidence: string): boolean {
    return notationsOf(evidence).some((one) => this.#quoted(one) !== undefined);
  }

  /**
   * True where words of the evidence tell what the last deed changed, or came to be seen after it. `inWords`: they are what the page says,
   * not what a control is set to, nor merely what the run gave to a field.
   */
  isNew(evidence: string, { inWords }: { inWords: boolean }): boolean {
    const least = inWords ? SAID : SET;
    return notationsOf(evidence).some((one) => {
      // A line such as "Alarm: on" is one stretch, though it is of two phrases.
      const across = this.#stretches(phrase(one).split(" ")).filter(({ isShown }) => isShown);
      const stretches = [...(this.#quoted(one) ?? []), ...across.map(({ words }) => words)];
      return stretches.some((words) => this.#isNewer(words, least) && !(inWords && this.#isGiven(words)));
    });
  }

  #isGiven(words: readonly string[]): boolean {
    return this.#given.includes(` ${words.join(" ")} `);
  }

  #isNewer(words: readonly string[], least: Weight): boolean {
    const text = ` ${words.join(" ")} `;
    if (this.#looked.includes(text) && !this.#before.includes(text)) return true;
    return this.#news.some(({ words: told, weights }) => {
      for (let at = told.indexOf(text); at >= 0; at = told.indexOf(text, at + 1)) {
        const first = told.slice(0, at + 1).split(" ").length - 2;
        if (weights.slice(first, first + words.length).some((weight) => weight >= least)) return true;
      }
      return false;
    });
  }

  /** The stretches of a quotation that prove something; undefined where it is none. */
  #quoted(evidence: string): readonly (readonly string[])[] | undefined {
    const runs = evidence.split(BREAK).map(phrase).filter(Boolean);
    const parts = runs.map((run) => this.#stretches(run.split(" ")));
    const stretches = parts.flat();
    if (stretches.some(({ words, isShown }) => !isShown && words.some((word) => /\d/.test(word)))) return undefined;
    if (parts.some((part) => this.#leavesOut(part.map(({ words }) => words.join(" "))))) return undefined;
    const count = (some: typeof stretches) => some.reduce((sum, { words }) => sum + words.length, 0);
    const whole = count(stretches);
    const shown = stretches.filter(({ isShown }) => isShown);
    const isShort = runs.length === 1 || whole <= 3;
    const proving = shown.filter(({ words }) => isShort || words.length > 1 || /\d/.test(words[0] ?? ""));
    return proving.length > 0 && count(shown) / whole >= SHOWN_SHARE ? proving.map(({ words }) => words) : undefined;
  }

  /** The words in stretches that stand so on a page. A single word among others is none. */
  #stretches(words: readonly string[]): { words: readonly string[]; isShown: boolean }[] {
    const stretches: { words: readonly string[]; isShown: boolean }[] = [];
    for (let from = 0; from < words.length; ) {
      let to = from;
      while (to < words.length && this.#shown.includes(` ${words.slice(from, to + 1).join(" ")} `)) to++;
      const stretch = words.slice(from, Math.max(to, from + 1));
      stretches.push({ words: stretch, isShown: to - from > 1 || (to > from && words.length === 1) });
      from += stretch.length;
    }
    return stretches;
  }

  /** True where the page has a word or two between two stretches of one sentence: "is counted" is not "is not counted". */
  #leavesOut(stretches: readonly string[]): boolean {
    return stretches.some((one, n) => {
      const next = stretches[n + 1];
      if (next === undefined) return false;
      const gap = new RegExp(` ${escaped(one)} (?:[^ \\n]+ ){1,${LEFT_OUT}}${escaped(next)} `, "u");
      return gap.test(this.#sentences);
    });
  }
}

function weightOf(line: string, isAllNew: boolean): Weight {
  if (isOffer(line)) return OLD;
  if (isAllNew) return SAID;
  if (!CHANGED.test(line) || TYPED.test(line)) return OLD;
  return CONTROL.test(line) ? SET : SAID;
}

/** One that was changed, from "Flag" to "Flagged", tells what was done. */
function isOffer(line: string): boolean {
  return OFFER.test(line) && !line.startsWith("~ ");
}

function valueIn(facts: string): string {
  return VALUE.exec(facts)?.[1] ?? "";
}

/** Words alone, one space between them: how they are set apart differs between a page, its tree and a quotation. Numbers in one notation. */
function phrase(text: string): string {
  const words = normalize(text.replace(GROUPED, (number) => number.replace(/\D/g, ""))).match(WORD) ?? [];
  return words.map((word) => (DECIMAL.test(word) ? word.replace(",", ".").replace(/\.?0+$/, "") : word)).join(" ");
}

const WORD = /[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu;

/** `1,234`, `1.234` and `1'234`. */
const GROUPED = /(?<![\d.,])\d{1,3}([.,'’])\d{3}(?:\1\d{3})*(?!\d)/g;
const DECIMAL = /^\d+[.,]\d+$/;

/** Thousands may stand apart where the page has them together, and the other way round. */
function notationsOf(evidence: string): string[] {
  const together = evidence.replace(/(?<!\d)\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?!\d)/g, (one) =>
    one.replace(/\D/g, ""),
  );
  const apart = evidence.replace(GROUPED, (one) => one.replace(/\D/g, " "));
  return [...new Set([evidence, together, apart])];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
