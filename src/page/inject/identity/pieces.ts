/**
 * Reads the data that distinguish a row, card or group: keys in its attributes, its leading words, all its words. Ignores
 * controls and what changes by itself: counters, times, messages, badges.
 */

import { explicitRole } from "../accessibility/roles.ts";
import { closestAround, plain } from "../dom/plain.ts";
import { squash, UNRENDERED } from "../dom/text.ts";
import { childrenOf, shadowOf } from "../dom/tree.ts";
import { isHeading, isSimilar } from "./context.ts";

export interface Pieces {
  /** Identifying attributes: `data-id`, `id`, the URL of its first link, the value of its check box. */
  keys: string;
  /** The normalized heading, label, first link or first words. Empty without text outside of controls. */
  lead: string;
  /** The same text unprocessed. */
  title: string;
  /** `lead` is a heading, a label or a link, and not only the first words. */
  isTitled: boolean;
  /** The pieces of text with words, without counters. */
  words: string[];
  /** All text, unprocessed. Without other text, the text of its controls. */
  full: string;
  /** There is text outside of controls. */
  hasText: boolean;
  /** Contains text in a shadow root, which `textContent` omits. */
  isShadowed: boolean;
}

/** Maximum number of text pieces to read. The first ones distinguish rows. */
const MAX_PIECES = 12;

/** Maximum number of elements to read. */
const MAX_ELEMENTS = 120;

const KEY =
  /^(id|href|value|name)$|(^|[-_])(id|key|uid|uuid|guid|pk|sku|slug|isbn|asin|date|day|month|year|code|user)$/;

const CONTROL =
  "button,input,select,textarea,option,[role=button],[role=checkbox],[role=switch],[role=combobox],[role=radio]," +
  "a:not([href]),a[href='#'],a[href^='javascript:']";
const ROW = "li,tr,article,[role=row],[role=listitem],[role=option],[role=treeitem],[role=article]";
const CHANGING =
  "time,output,progress,meter,i,svg,[aria-live],[role=status],[role=alert],[role=timer],[role=log],[role=tooltip]";
const CHANGING_CLASS =
  /(^|[-_ ])(badge|chip|pill|tag|count(er)?|status|state|error|invalid|feedback|help|hint|message|alert|toast|timer|time|ago|spinner|loading|icon)s?($|[-_ ])/i;
const BLOCK = /^(div|section)$|-/;
const HEADINGS_AND_CONTROLS = "h1,h2,h3,h4,h5,h6,button,input,select,textarea,[role=button]";

/** Cache by attribute name: few names, many elements. */
const isKey = new Map<string, boolean>();

/** The identifying attributes of an element. */
export function keysOf(raw: Element): string {
  const element = plain(raw);
  if (!element.hasAttributes()) return "";
  let keys = "";
  for (const name of element.getAttributeNames()) {
    let isKeyName = isKey.get(name);
    if (isKeyName === undefined) {
      isKeyName = KEY.test(name);
      isKey.set(name, isKeyName);
    }
    if (!isKeyName) continue;
    const value = element.getAttribute(name) ?? "";
    if (value !== "" && isDistinctive(element, name, value)) keys += ` ${name}=${value}`;
  }
  return keys;
}

/** The value of a field changes when it is filled in, so it identifies nothing. */
function isDistinctive(element: Element, name: string, value: string): boolean {
  if (name === "href") return !/^(#$|javascript:)/.test(value);
  return name !== "value" || element.matches("button,option,input[type=radio],input[type=checkbox]");
}

export function piecesOf(item: Element): Pieces {
  const reading = new Reading(item);
  reading.within(item);
  return reading.end();
}

class Reading {
  readonly #item: Element;
  #keys: string;
  #title = "";
  #texts: string[] = [];
  #remaining = MAX_ELEMENTS;
  #link = "";
  #isShadowed = false;

  constructor(item: Element) {
    this.#item = item;
    this.#keys = keysOf(item);
    if (!plain(item).matches(CONTROL)) this.#title = labelOf(plain(item));
  }

  within(parent: Element): void {
    if (shadowOf(parent)) this.#isShadowed = true;
    let run = "";
    for (const node of childrenOf(parent)) {
      if (this.#remaining <= 0 || this.#texts.length >= MAX_PIECES) return;
      if (node instanceof Text) run += node.data;
      else if (node instanceof Element) {
        this.#add(run);
        run = "";
        this.#element(node);
      }
    }
    this.#add(run);
  }

  #element(raw: Element): void {
    const element = plain(raw);
    const { localName: tag } = element;
    this.#remaining--;
    if (UNRENDERED.has(tag)) return;
    if (element.matches(CONTROL)) {
      if (/^(checkbox|radio)$/.test((raw as HTMLInputElement).type ?? ""))
        this.#keys += ` ${element.getAttribute("value")}`;
      return;
    }
    if (element.matches(CHANGING) || CHANGING_CLASS.test(element.getAttribute("class") ?? "") || isNested(element))
      return;
    if (tag === "img") this.#add(element.getAttribute("alt") ?? "");
    if (isTitle(element)) this.#title ||= textWithoutLists(element);
    else if (tag === "a" && this.#link === "" && /\S/.test(element.textContent ?? "")) {
      this.#link = squash(element.textContent ?? "");
      this.#keys += ` ${element.getAttribute("href")}`;
    }
    this.within(raw);
  }

  #add(text: string): void {
    const piece = squash(text);
    if (piece !== "") this.#texts.push(piece);
  }

  end(): Pieces {
    const texts = this.#texts;
    const isRow = /^(tr|td|th)$/.test(this.#item.localName) || /^(row|gridcell)$/.test(explicitRole(this.#item) ?? "");
    const read = texts.map((text, n) => [text, wordsOf(text, isRow && n === 0)] as const).filter(([, words]) => words);
    const words = read.map(([, one]) => one);
    const titleOrLink = this.#title || this.#link;
    const isTitled = wordsOf(titleOrLink, true) !== "";
    const lead = isTitled ? wordsOf(titleOrLink, true) : (words[0] ?? "");
    const title = isTitled ? titleOrLink : (read[0]?.[0] ?? "");
    const full = texts.length > 0 ? texts.join(" ") : squash(plain(this.#item).textContent ?? "").slice(0, 200);
    return {
      keys: this.#keys,
      lead,
      title,
      isTitled,
      words,
      full,
      hasText: texts.length > 0,
      isShadowed: this.#isShadowed,
    };
  }
}

/** The text of a label without the options of a list inside it. */
function textWithoutLists(element: Element): string {
  if (element.querySelector("select") === null) return squash(element.textContent ?? "");
  let text = "";
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode as Text;
    if (!closestAround(node, "select")) text += node.data;
  }
  return squash(text);
}

/** True for a heading or a label. Labels of check boxes in a list are titles as well. */
function isTitle(element: Element): boolean {
  return (
    isHeading(element) ||
    /^(label|dt|summary)$/.test(element.localName) ||
    element.matches("th[scope=row],[role=rowheader]")
  );
}

function labelOf(element: Element): string {
  const label = element.getAttribute("aria-label")?.trim();
  const id = element.getAttribute("aria-labelledby")?.split(" ")[0];
  return label || (id && squash(plain(element.ownerDocument).getElementById(id)?.textContent ?? "")) || "";
}

/** True for a row or card inside, which has words of its own. */
function isNested(element: Element): boolean {
  if (element.matches(ROW)) return true;
  if (!BLOCK.test(element.localName) || element.querySelector(HEADINGS_AND_CONTROLS) === null) return false;
  return isSimilar(element, element.nextElementSibling) || isSimilar(element, element.previousElementSibling);
}

/** Counters and measurements: in brackets, before a word, after a colon, with a currency, a point or a percent sign. */
const COUNTS =
  /\([\d\s.,/%+-]*\)|\[[\d\s.,/]*\]|^[×x]?\s*[\d.,]+\+?(?=\s+\p{Ll})|(?<=:\s?)[\d.,:/]+|\p{Sc}\s?[\d.,]+|[\d.,]+\s?(?:\p{Sc}|%)|\b\d{1,2}:\d\d(:\d\d)?\b/gu;
const AGO = /^(just now|.*\bago|(in )?\d+ ?(s|m|h|d|secs?|mins?|seconds?|minutes?|hours?|days?)( left)?)$/i;

/** The words of a text without counters. Empty for a number, unless it is long enough to be an identifier. */
function wordsOf(text: string, keepsNumbers: boolean): string {
  if (AGO.test(text)) return "";
  const words = squash(text.toLowerCase().replace(COUNTS, " "));
  if (/\p{L}/u.test(words) || /^(#\d+|\d{4,})$/.test(words) || (keepsNumbers && /\d/.test(words))) return words;
  return "";
}

/** The words and years of a caption, without single letters. */
export function captionWords(text: string): string {
  return (text.toLowerCase().match(/\p{L}{2,}|\b\d{4}\b/gu) ?? []).join(" ");
}

/** The words of a heading; in `strict` with its numbers, except those in brackets. */
export function headingWords(text: string): { lenient: string; strict: string } {
  return { lenient: captionWords(text), strict: squash(text.toLowerCase().replace(COUNTS, " ")) };
}
