/** What lies over an element, as a person would call it: the dialog, not its backdrop; and since when a page is covered as a whole. */
import type { Cover } from "../../core/library.ts";
import { nameOf } from "../accessibility/names.ts";
import { isVisible } from "../dom/boxes.ts";
import { idOf } from "../dom/ids.ts";
import { doc, plain } from "../dom/plain.ts";
import { queryAll } from "../dom/query.ts";
import { squash, visibleText } from "../dom/text.ts";
import { closest, contains, hitAt, parentOf } from "../dom/tree.ts";

const DIALOGS = "dialog, [role=dialog], [role=alertdialog], [aria-modal=true]";
const HEADINGS = "h1, h2, h3, h4, h5, h6, [role=heading], legend, [class*=title i], [class*=header i]";

/** The share of the viewport that is the whole of it: a scroll bar may be left. */
const WHOLE = 0.95;

/** When what lies over a whole page was first met. */
const metAt = new WeakMap<Element, number>();

/** What receives the events in the place of another element, found as `hit`. */
export function coverOf(hit: Element): Cover {
  const dialog = closest(hit, isDialog) ?? (whole(hit) ? dialogOnTop() : undefined);
  if (dialog) return { id: idOf(dialog), text: dialogText(dialog), kind: "dialog" };
  const box = whole(hit);
  if (!box) return { id: idOf(hit), text: label(hit), kind: "element" };
  noteWhole(box);
  const sinceMs = performance.now() - (metAt.get(box) ?? performance.now());
  return { id: idOf(box), text: overlayText(box), kind: "page", sinceMs, ...selectorOf(box) };
}

/** Called by every look at the page: what covers all of it is remembered with the time, and forgotten when it is gone. */
export function watchOverlays(): void {
  const hit = hitAt(innerWidth / 2, innerHeight / 2);
  const box = hit && whole(hit);
  if (box) noteWhole(box);
  for (const one of met) if (one !== box && !isOver(one)) forget(one);
}

const met = new Set<Element>();

function noteWhole(box: Element): void {
  if (metAt.has(box) && isOver(box)) return;
  metAt.set(box, performance.now());
  met.add(box);
}

function forget(box: Element): void {
  metAt.delete(box);
  met.delete(box);
}

function isOver(box: Element): boolean {
  return box.isConnected && isVisible(box) && getComputedStyle(box).pointerEvents !== "none";
}

function isDialog(one: Element): boolean {
  return plain(one).matches(DIALOGS);
}

/** The box at the hit, or around it, that lies over all of the viewport: out of the flow of the page. */
function whole(hit: Element): Element | undefined {
  let found: Element | undefined;
  for (let at: Element | null = hit; at && at !== doc.body && at !== doc.documentElement; at = parentOf(at)) {
    const { left, top, right, bottom } = plain(at).getBoundingClientRect();
    const width = Math.min(right, innerWidth) - Math.max(left, 0);
    const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
    const isLaid = /^(fixed|absolute)$/.test(getComputedStyle(at).position);
    if (isLaid && width > 0 && height > 0 && width * height >= WHOLE * innerWidth * innerHeight) found = at;
  }
  return found;
}

/** The last dialog that can be used, and so lies above its backdrop. */
function dialogOnTop(): Element | undefined {
  return queryAll(DIALOGS).findLast((one) => {
    if (!isVisible(one)) return false;
    const { left, top, width, height } = plain(one).getBoundingClientRect();
    const hit = hitAt(left + width / 2, top + height / 2);
    return hit !== null && contains(one, hit);
  });
}

function dialogText(dialog: Element): string {
  const role = plain(dialog).getAttribute("role");
  const tag = `${tagText(dialog).slice(0, -1)}${role ? ` role=${role}` : ""}>`;
  const heading = [...plain(dialog).querySelectorAll(HEADINGS)].find(isVisible);
  return withWords(`the dialog ${tag}`, nameOf(dialog) || (heading ? visibleText(heading) : "") || visibleText(dialog));
}

function overlayText(box: Element): string {
  return withWords(tagText(box), visibleText(box) || nameOf(box));
}

function withWords(tag: string, words: string): string {
  const said = squash(words).slice(0, 60);
  return said ? `${tag} "${said}"` : tag;
}

/** A selector that means this element alone. */
function selectorOf(box: Element): { selector?: string } {
  const { id, localName, classList } = plain(box);
  for (const selector of [
    `#${CSS.escape(id)}`,
    `${localName}.${[...classList].map((one) => CSS.escape(one)).join(".")}`,
  ])
    if (!/[#.]$/.test(selector) && queryAll(selector).length === 1) return { selector };
  return {};
}

/** How a message names an element: `<button#save> "Save"`. */
function label(raw: Element): string {
  const name = nameOf(raw).slice(0, 40);
  return `${tagText(raw)}${name ? ` "${name}"` : ""}`;
}

/** `<div#log>` */
export function tagText(raw: Element): string {
  const { localName, id } = plain(raw);
  return `<${localName}${id ? `#${id}` : ""}>`;
}
