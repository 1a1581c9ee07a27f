/** Finds text in the page. Most searches end with a comparison of `textContent`, which needs no layout. */

import { pageText, textIn } from "./page-text.ts";
import { doc, plain } from "./plain.ts";
import { roots } from "./query.ts";
import { lettersOf, squash, UNRENDERED } from "./text.ts";

/** True when the page shows a text, as laid out or as in the source. Any run of white space equals one space. */
export function showsText(text: string): boolean {
  const wanted = squash(text);
  const letters = lettersOf(wanted);
  const all = roots();
  const starts = all.flatMap((root) => (root instanceof ShadowRoot ? [...root.children] : (doc.documentElement ?? [])));
  if (starts.some((start) => showsWithin(start, wanted, letters))) return true;
  // A text may begin in a shadow root and continue in slotted content. Only the flattened tree can decide that.
  if (all.length === 1) return false;
  const sources = lettersOf(starts.map((start) => start.textContent ?? "").join(""));
  if (!wanted.split(" ").every((word) => sources.includes(lettersOf(word)))) return false;
  const pieces = pageText().filter((piece) => typeof piece === "string");
  return squash(pieces.join(" ")).includes(wanted);
}

/** Searches only the innermost elements whose source contains the letters. */
function showsWithin(element: Element, wanted: string, letters: string): boolean {
  if (UNRENDERED.has(plain(element).localName) && element !== doc.documentElement) return false;
  if (!lettersOf(plain(element).textContent ?? "").includes(letters)) return false;
  let rest = "";
  for (const child of plain(element).childNodes) {
    if (child instanceof Element && showsWithin(child, wanted, letters)) return true;
    const source = plain(child).textContent ?? "";
    if (!lettersOf(source).includes(letters) || !(child instanceof Element)) rest += source;
  }
  return lettersOf(rest).includes(letters) && showsAsText(element, wanted);
}

function showsAsText(element: Element, wanted: string): boolean {
  // Without a box of its own, its text is part of the parent's text.
  if (getComputedStyle(element).display === "contents") {
    const parent = plain(element).parentElement;
    return parent !== null && showsAsText(parent, wanted);
  }
  if (!plain(element).checkVisibility()) return false;
  const laidOut = element instanceof HTMLElement ? plain(element).innerText : "";
  return squash(laidOut).includes(wanted) || squash(textIn(element)).includes(wanted);
}

/** True when the page contains a text, shown or hidden, outside scripts and styles. */
export function holdsText(text: string): boolean {
  const pieces: string[] = [];
  for (const root of roots()) {
    const start = root instanceof ShadowRoot ? root : doc.documentElement;
    if (!start) continue;
    const walker = doc.createTreeWalker(start, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const tag = node.parentElement && plain(node.parentElement).localName;
      if (!tag || !UNRENDERED.has(tag)) pieces.push((node as Text).data);
    }
  }
  return lettersOf(pieces.join("")).includes(lettersOf(text));
}
