/** Describes the element that covers another one, and since when an overlay covers the page. */
import type { Cover } from "../../core/library-pointer.ts";
import { nameOf } from "../accessibility/names.ts";
import { isVisible } from "../dom/boxes.ts";
import { idOf } from "../dom/ids.ts";
import { doc, plain } from "../dom/plain.ts";
import { queryAll } from "../dom/query.ts";
import { squash, visibleText } from "../dom/text.ts";
import { closest, contains, hitAt, parentOf } from "../dom/tree.ts";

const DIALOGS = "dialog, [role=dialog], [role=alertdialog], [aria-modal=true]";
const HEADINGS = "h1, h2, h3, h4, h5, h6, [role=heading], legend, [class*=title i], [class*=header i]";

/** Minimum share of the viewport for a page overlay. A scroll bar may remain uncovered. */
const MIN_OVERLAY_SHARE = 0.95;

/** The time when a page overlay was first seen. */
const seenSince = new WeakMap<Element, number>();

/** Describes the element that receives the events instead of the target; `hit` is the result of a hit test. */
export function coverOf(hit: Element): Cover {
  const dialog = closest(hit, isDialog) ?? (overlayAt(hit) ? dialogOnTop() : undefined);
  if (dialog) return { id: idOf(dialog), text: dialogText(dialog), kind: "dialog" };
  const box = overlayAt(hit);
  if (!box) return { id: idOf(hit), text: label(hit), kind: "element" };
  recordOverlay(box);
  const sinceMs = performance.now() - (seenSince.get(box) ?? performance.now());
  return { id: idOf(box), text: overlayText(box), kind: "page", sinceMs, ...selectorOf(box) };
}

/** Called by every snapshot. Records when a page overlay appears, and removes the record when it is gone. */
export function trackOverlays(): void {
  const hit = hitAt(innerWidth / 2, innerHeight / 2);
  const box = hit && overlayAt(hit);
  if (box) recordOverlay(box);
  for (const one of overlays) if (one !== box && !isStillCovering(one)) forget(one);
}

const overlays = new Set<Element>();

function recordOverlay(box: Element): void {
  if (seenSince.has(box) && isStillCovering(box)) return;
  seenSince.set(box, performance.now());
  overlays.add(box);
}

function forget(box: Element): void {
  seenSince.delete(box);
  overlays.delete(box);
}

function isStillCovering(box: Element): boolean {
  return box.isConnected && isVisible(box) && getComputedStyle(box).pointerEvents !== "none";
}

function isDialog(one: Element): boolean {
  return plain(one).matches(DIALOGS);
}

/** The outermost positioned box at or around the hit that covers the whole viewport. */
function overlayAt(hit: Element): Element | undefined {
  let found: Element | undefined;
  for (let at: Element | null = hit; at && at !== doc.body && at !== doc.documentElement; at = parentOf(at)) {
    const { left, top, right, bottom } = plain(at).getBoundingClientRect();
    const width = Math.min(right, innerWidth) - Math.max(left, 0);
    const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
    const isPositioned = /^(fixed|absolute)$/.test(getComputedStyle(at).position);
    if (isPositioned && width > 0 && height > 0 && width * height >= MIN_OVERLAY_SHARE * innerWidth * innerHeight)
      found = at;
  }
  return found;
}

/** The last dialog that receives events, which is the one above its backdrop. */
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
  const text = squash(words).slice(0, 60);
  return text ? `${tag} "${text}"` : tag;
}

/** A selector that matches only this element. */
function selectorOf(box: Element): { selector?: string } {
  const { id, localName, classList } = plain(box);
  for (const selector of [
    `#${CSS.escape(id)}`,
    `${localName}.${[...classList].map((one) => CSS.escape(one)).join(".")}`,
  ])
    if (!/[#.]$/.test(selector) && queryAll(selector).length === 1) return { selector };
  return {};
}

/** The element in a message: `<button#save> "Save"`. */
function label(raw: Element): string {
  const name = nameOf(raw).slice(0, 40);
  return `${tagText(raw)}${name ? ` "${name}"` : ""}`;
}

/** `<div#log>` */
export function tagText(raw: Element): string {
  const { localName, id } = plain(raw);
  return `<${localName}${id ? `#${id}` : ""}>`;
}
