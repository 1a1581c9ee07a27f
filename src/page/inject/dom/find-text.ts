/** Finding a text in the page. Most looks end with a cheap comparison of sources, which needs no layout. */

import { pageText, textIn } from "./page-text.ts";
import { doc, plain } from "./plain.ts";
import { roots } from "./query.ts";
import { SILENT, squash } from "./text.ts";

/**
 * True when a text can be read in the page: as it is laid out, or as its source has it where styles change the letters.
 * Any run of spaces and line ends is one space.
 */
export function showsText(text: string): boolean {
  const wanted = squash(text);
  const letters = bare(wanted);
  const all = roots();
  const starts = all.flatMap((root) => (root instanceof ShadowRoot ? [...root.children] : (doc.documentElement ?? [])));
  if (starts.some((start) => showsWithin(start, wanted, letters))) return true;
  // A text may begin in a shadow root and end in what is slotted there: then only the tree as it is shown tells.
  if (all.length === 1) return false;
  const sources = bare(starts.map((start) => start.textContent ?? "").join(""));
  if (!wanted.split(" ").every((word) => sources.includes(bare(word)))) return false;
  const pieces = pageText().filter((piece) => typeof piece === "string");
  return squash(pieces.join(" ")).includes(wanted);
}

/** Looks at the innermost elements alone whose source holds the letters. */
function showsWithin(element: Element, wanted: string, letters: string): boolean {
  if (SILENT.has(plain(element).localName) && element !== doc.documentElement) return false;
  if (!bare(plain(element).textContent ?? "").includes(letters)) return false;
  let rest = "";
  for (const child of plain(element).childNodes) {
    if (child instanceof Element && showsWithin(child, wanted, letters)) return true;
    const source = plain(child).textContent ?? "";
    if (!bare(source).includes(letters) || !(child instanceof Element)) rest += source;
  }
  return bare(rest).includes(letters) && reads(element, wanted);
}

function reads(element: Element, wanted: string): boolean {
  // Without a box of its own it is read with what is around it.
  if (getComputedStyle(element).display === "contents") {
    const parent = plain(element).parentElement;
    return parent !== null && reads(parent, wanted);
  }
  if (!plain(element).checkVisibility()) return false;
  const laidOut = element instanceof HTMLElement ? plain(element).innerText : "";
  return squash(laidOut).includes(wanted) || squash(textIn(element)).includes(wanted);
}

/** True when the page holds a text, shown or not; scripts and styles are not its text. */
export function holdsText(text: string): boolean {
  const pieces: string[] = [];
  for (const root of roots()) {
    const start = root instanceof ShadowRoot ? root : doc.documentElement;
    if (!start) continue;
    const walker = doc.createTreeWalker(start, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const tag = node.parentElement && plain(node.parentElement).localName;
      if (!tag || !SILENT.has(tag)) pieces.push((node as Text).data);
    }
  }
  return bare(pieces.join("")).includes(bare(text));
}

/** Letters alone: layout may change their case and the space between them. */
function bare(text: string): string {
  return text.replace(/\s+/g, "").toLowerCase();
}
