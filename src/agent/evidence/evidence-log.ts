/**
 * Records what pages showed, in order. Checks whether evidence quotes a page, and whether it is newer than the action (deed) that it
 * must prove.
 */
import { normalize } from "./read-values.ts";

/** What one tool answer showed of a page. */
export interface Observation {
  readonly text: string;
  /** The answer of an action that may fulfil a task; its marked lines are changes. */
  readonly isDeed?: boolean;
  /** The answer of opening an address, which may fulfil a task by itself. */
  readonly isOpened?: boolean;
  /** Text that the run typed. */
  readonly given?: readonly string[];
  /** The whole page is new: another document, or another view of the same one. */
  readonly allNew?: "load" | "route" | undefined;
}

/** How well a word proves a change: not at all, the state of a control, or text of the page. */
const UNCHANGED = 0;
const CONTROL_STATE = 1;
const PAGE_TEXT = 2;
type Weight = typeof UNCHANGED | typeof CONTROL_STATE | typeof PAGE_TEXT;

/** The answer of a deed, word by word. */
interface DeedWords {
  readonly words: string;
  readonly weights: readonly Weight[];
}

const FIELD = /<(input|textarea|select)\b([^>]*)>/g;
const VALUE = /\bvalue=("[^"]*"|\S+)/;

const ADDRESS = /\bhref=(?:"[^"]*"|[^\s>]+)|\bhttps?:\S+/g;

/** An element index. */
const INDEX = /\[\d+\](?=<)/g;

/** Lines that report a change, and lines that report new content. */
const CHANGED = /^(?:[+~-] |(?:message|dialog|download): )/;
const ADDED = /^(?:[+~] |(?:message|dialog|download): )/;

/** Text fields: their value was only typed. */
const TYPED = /<(?:textarea|input(?![^>]*type=(?:checkbox|radio|range)))\b/;
const CONTROL =
  /<(?:input|select)\b|<button[^>]*\bpressed\b|\brole=(?:checkbox|radio|switch|slider|spinbutton|option)\b/;

/** Controls to press: a new one does not prove an action. */
const OFFER = /<button\b|\brole=(?:button|menuitem|option)\b|<input[^>]*type=(?:submit|button|image)/;

/** Where evidence may skip text of the page. */
const BREAK = /[\n;|•…"“”„«»()[\]]|\s[-–—]+\s|[.,:!?](?=\s|$)|\.{2,}/;

/** Share of the words of evidence that pages must have shown. */
const SHOWN_SHARE = 0.7;

/** Up to this many omitted words within a sentence may reverse its meaning. */
const OMITTED_WORDS = 2;

export class EvidenceLog {
  #shown = "";
  /** Sentence by sentence. */
  #sentences = "";
  /** All text, without addresses. */
  #text = "";
  /** What was shown before the last deed that added something (`#before`), and by reads after it (`#looked`). */
  #before = "";
  #looked = "";
  #deedWords: DeedWords[] = [];
  #given = "";
  #deeds = 0;
  #hasOpened = false;

  /** True when no action may have fulfilled a task: there was no deed, and no page was opened. */
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

  /** True when a page showed this text outside of addresses. */
  hasText(text: string): boolean {
    return this.#text.includes(text.toLowerCase());
  }

  #deed(lines: readonly string[], plain: readonly string[], isAllNew: boolean): void {
    this.#deeds++;
    // A deed that only closes something does not outdate the evidence of the previous one.
    if (isAllNew || lines.some((line) => ADDED.test(line))) {
      this.#before = this.#shown;
      this.#looked = "";
      this.#deedWords = [];
    }
    const words = plain.map((line) => phrase(line).split(" ").filter(Boolean));
    const weights = words.flatMap((some, n) => some.map(() => weightOf(lines[n] ?? "", isAllNew)));
    this.#deedWords.push({ words: ` ${words.flat().join(" ")} `, weights });
  }

  /** True when pages showed most of these words, several in a row: evidence may combine several quotations. */
  wasShown(evidence: string): boolean {
    return notationsOf(evidence).some((one) => this.#quotedStretches(one) !== undefined);
  }

  /**
   * True when the evidence contains words that the last deed changed, or that were first shown after it. `inWords`: only text of the
   * page counts, not states of controls or typed text.
   */
  isNew(evidence: string, { inWords }: { inWords: boolean }): boolean {
    const least = inWords ? PAGE_TEXT : CONTROL_STATE;
    return notationsOf(evidence).some((one) => {
      // A line such as "Alarm: on" is one stretch of two phrases.
      const across = this.#stretches(phrase(one).split(" ")).filter(({ isShown }) => isShown);
      const stretches = [...(this.#quotedStretches(one) ?? []), ...across.map(({ words }) => words)];
      return stretches.some((words) => this.#isNewer(words, least) && !(inWords && this.#isGiven(words)));
    });
  }

  #isGiven(words: readonly string[]): boolean {
    return this.#given.includes(` ${words.join(" ")} `);
  }

  #isNewer(words: readonly string[], least: Weight): boolean {
    const text = ` ${words.join(" ")} `;
    if (this.#looked.includes(text) && !this.#before.includes(text)) return true;
    return this.#deedWords.some(({ words: told, weights }) => {
      for (let at = told.indexOf(text); at >= 0; at = told.indexOf(text, at + 1)) {
        const first = told.slice(0, at + 1).split(" ").length - 2;
        if (weights.slice(first, first + words.length).some((weight) => weight >= least)) return true;
      }
      return false;
    });
  }

  /** The stretches of a quotation that pages showed; undefined when it is not a quotation. */
  #quotedStretches(evidence: string): readonly (readonly string[])[] | undefined {
    const runs = evidence.split(BREAK).map(phrase).filter(Boolean);
    const parts = runs.map((run) => this.#stretches(run.split(" ")));
    const stretches = parts.flat();
    if (stretches.some(({ words, isShown }) => !isShown && words.some((word) => /\d/.test(word)))) return undefined;
    if (parts.some((part) => this.#omitsWords(part.map(({ words }) => words.join(" "))))) return undefined;
    const count = (some: typeof stretches) => some.reduce((sum, { words }) => sum + words.length, 0);
    const whole = count(stretches);
    const shown = stretches.filter(({ isShown }) => isShown);
    const isShort = runs.length === 1 || whole <= 3;
    const proving = shown.filter(({ words }) => isShort || words.length > 1 || /\d/.test(words[0] ?? ""));
    return proving.length > 0 && count(shown) / whole >= SHOWN_SHARE ? proving.map(({ words }) => words) : undefined;
  }

  /** Splits words into the longest stretches that a page shows. A single word among others does not count as shown. */
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

  /** True when a sentence of the page has one or two words between two stretches: "is counted" is not "is not counted". */
  #omitsWords(stretches: readonly string[]): boolean {
    return stretches.some((one, n) => {
      const next = stretches[n + 1];
      if (next === undefined) return false;
      const gap = new RegExp(` ${escaped(one)} (?:[^ \\n]+ ){1,${OMITTED_WORDS}}${escaped(next)} `, "u");
      return gap.test(this.#sentences);
    });
  }
}

function weightOf(line: string, isAllNew: boolean): Weight {
  if (isOffer(line)) return UNCHANGED;
  if (isAllNew) return PAGE_TEXT;
  if (!CHANGED.test(line) || TYPED.test(line)) return UNCHANGED;
  return CONTROL.test(line) ? CONTROL_STATE : PAGE_TEXT;
}

/** A changed control, from "Flag" to "Flagged", does prove an action. */
function isOffer(line: string): boolean {
  return OFFER.test(line) && !line.startsWith("~ ");
}

function valueIn(facts: string): string {
  return VALUE.exec(facts)?.[1] ?? "";
}

/** The words of a text, separated by single spaces, with normalized numbers. */
function phrase(text: string): string {
  const words = normalize(text.replace(GROUPED, (number) => number.replace(/\D/g, ""))).match(WORD) ?? [];
  return words.map((word) => (DECIMAL.test(word) ? word.replace(",", ".").replace(/\.?0+$/, "") : word)).join(" ");
}

const WORD = /[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu;

/** `1,234`, `1.234` and `1'234`. */
const GROUPED = /(?<![\d.,])\d{1,3}([.,'’])\d{3}(?:\1\d{3})*(?!\d)/g;
const DECIMAL = /^\d+[.,]\d+$/;

/** The evidence with thousands separated by blanks, and without separators. */
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
