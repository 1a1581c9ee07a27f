/**
 * Reads from a row, card or group what tells it from others: keys in its attributes, its leading words, all its words.
 * Controls do not count, nor does what changes by itself: numbers that count, times, messages, badges.
 */

import { explicitRole } from "../accessibility/roles.ts";
import { closestAround, plain } from "../dom/plain.ts";
import { SILENT, squash } from "../dom/text.ts";
import { childrenOf, shadowOf } from "../dom/tree.ts";
import { isAlike, isHeading } from "./context.ts";

export interface Pieces {
  /** Attributes that name the thing: `data-id`, `id`, the address of its first link, the value of its checkbox. */
  keys: string;
  /** The heading, label or first link, else the first words. Empty where there are none outside of controls. */
  lead: string;
  /** The lead as it stands. */
  title: string;
  /** The lead is a heading, a label or a link: not just the first words. */
  isTitled: boolean;
  /** The pieces of text that have words, without the numbers that count. */
  words: string[];
  /** All text, as it stands; that of its controls where there is no other. */
  full: string;
  /** There is text outside of controls. */
  hasText: boolean;
  /** Text of a shadow root is in it, which `textContent` does not tell. */
  isShadowed: boolean;
}

/** Pieces of text that are looked at: the first ones tell a row from another. */
const MAX_PIECES = 12;

/** Elements that are looked at. */
const MAX_LOOKS = 120;

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
const ACTS = "h1,h2,h3,h4,h5,h6,button,input,select,textarea,[role=button]";

/** Names of attributes, by whether they name something: a page has few, and many elements. */
const isKey = new Map<string, boolean>();

/** What an element of its own is known by: those of its attributes that name something. */
export function keysOf(raw: Element): string {
  const element = plain(raw);
  if (!element.hasAttributes()) return "";
  let keys = "";
  for (const name of element.getAttributeNames()) {
    let is = isKey.get(name);
    if (is === undefined) {
      is = KEY.test(name);
      isKey.set(name, is);
    }
    if (!is) continue;
    const value = element.getAttribute(name) ?? "";
    if (value !== "" && isTelling(element, name, value)) keys += ` ${name}=${value}`;
  }
  return keys;
}

/** The value of a field changes as it is filled in. */
function isTelling(element: Element, name: string, value: string): boolean {
  if (name === "href") return !/^(#$|javascript:)/.test(value);
  return name !== "value" || element.matches("button,option,input[type=radio],input[type=checkbox]");
}

export function piecesOf(item: Element): Pieces {
  const work = new Reading(item);
  work.within(item);
  return work.end();
}

class Reading {
  readonly #item: Element;
  #keys: string;
  #title = "";
  #texts: string[] = [];
  #looks = MAX_LOOKS;
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
      if (this.#looks <= 0 || this.#texts.length >= MAX_PIECES) return;
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
    this.#looks--;
    if (SILENT.has(tag)) return;
    if (element.matches(CONTROL)) {
      if (/^(checkbox|radio)$/.test((raw as HTMLInputElement).type ?? ""))
        this.#keys += ` ${element.getAttribute("value")}`;
      return;
    }
    if (element.matches(CHANGING) || CHANGING_CLASS.test(element.getAttribute("class") ?? "") || isNested(element))
      return;
    if (tag === "img") this.#add(element.getAttribute("alt") ?? "");
    if (isTitle(element)) this.#title ||= textBesideLists(element);
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
    const called = this.#title || this.#link;
    const isTitled = wordsOf(called, true) !== "";
    const lead = isTitled ? wordsOf(called, true) : (words[0] ?? "");
    const title = isTitled ? called : (read[0]?.[0] ?? "");
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

/** The text of a label without the options of a list in it. */
function textBesideLists(element: Element): string {
  if (element.querySelector("select") === null) return squash(element.textContent ?? "");
  let text = "";
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode as Text;
    if (!closestAround(node, "select")) text += node.data;
  }
  return squash(text);
}

/** A heading, or the words of a label. Labels of the boxes of a list are titles as well. */
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

/** A row or a card inside: it has words of its own. */
function isNested(element: Element): boolean {
  if (element.matches(ROW)) return true;
  if (!BLOCK.test(element.localName) || element.querySelector(ACTS) === null) return false;
  return isAlike(element, element.nextElementSibling) || isAlike(element, element.previousElementSibling);
}

/** Numbers that count or measure: in brackets, before a word, after a colon, with a sign of money, a dot or a per cent. */
const COUNTS =
  /\([\d\s.,/%+-]*\)|\[[\d\s.,/]*\]|^[×x]?\s*[\d.,]+\+?(?=\s+\p{Ll})|(?<=:\s?)[\d.,:/]+|\p{Sc}\s?[\d.,]+|[\d.,]+\s?(?:\p{Sc}|%)|\b\d{1,2}:\d\d(:\d\d)?\b/gu;
const AGO = /^(just now|.*\bago|(in )?\d+ ?(s|m|h|d|secs?|mins?|seconds?|minutes?|hours?|days?)( left)?)$/i;

/** The words of a text without what counts; empty for a mere number, unless it is long enough to name something. */
function wordsOf(text: string, isNumberMeant: boolean): string {
  if (AGO.test(text)) return "";
  const words = squash(text.toLowerCase().replace(COUNTS, " "));
  if (/\p{L}/u.test(words) || /^(#\d+|\d{4,})$/.test(words) || (isNumberMeant && /\d/.test(words))) return words;
  return "";
}

/** The words and years of a caption, single letters left out. */
export function captionWords(text: string): string {
  return (text.toLowerCase().match(/\p{L}{2,}|\b\d{4}\b/gu) ?? []).join(" ");
}

/** The words of a heading; all its numbers too, but for those in brackets, where they are meant to tell pages apart. */
export function headingWords(text: string): { lenient: string; strict: string } {
  return { lenient: captionWords(text), strict: squash(text.toLowerCase().replace(COUNTS, " ")) };
}
