/** Finding elements and text in the document and its open shadow roots. */
import { SILENT, squash } from "./facts.ts";
import { doc, plain } from "./plain.ts";
import { idOf } from "./registry.ts";
import { pageText } from "./text.ts";

/** The document and every open shadow root in it, the outer before the inner. */
export function roots(root: Document | ShadowRoot = doc): (Document | ShadowRoot)[] {
  const found = [root];
  for (const one of root.querySelectorAll("*")) {
    const { shadowRoot } = plain(one);
    if (shadowRoot) found.push(...roots(shadowRoot));
  }
  return found;
}

/** A query over the document and every open shadow root in it. The selector must be valid. */
export function queryAll(selector: string): Element[] {
  return roots().flatMap((root) => [...root.querySelectorAll(selector)]);
}

/** The id of the n-th match, counted from 0, and how many there are; `invalid` for what is no selector. */
export function find(selector: string, nth: number): { count: number; id?: number } | "invalid" {
  if (!isSelector(selector)) return "invalid";
  const found = queryAll(selector);
  const element = found[nth];
  return { count: found.length, ...(element ? { id: idOf(element) } : {}) };
}

/**
 * True when a text can be read in the page: as it is laid out, or as its source has it where styles change the letters.
 * Any run of spaces and line ends is one space. Most looks end with the cheap comparison, which needs no layout.
 */
export function showsText(text: string): boolean {
  const body = doc.body ?? doc.documentElement;
  if (!body) return false;
  // A text may begin in a shadow root and end in what is slotted there: then only the tree as it is shown tells.
  if (roots().length === 1 && !bare(plain(body).textContent ?? "").includes(bare(text))) return false;
  const wanted = squash(text);
  if (body instanceof HTMLElement && squash(plain(body).innerText ?? "").includes(wanted)) return true;
  const pieces = pageText().filter((piece) => typeof piece === "string");
  return squash(pieces.join(" ")).includes(wanted);
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

export function isSelector(selector: string): boolean {
  try {
    doc.createDocumentFragment().querySelector(selector);
    return true;
  } catch {
    return false;
  }
}
