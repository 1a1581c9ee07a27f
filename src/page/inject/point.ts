/** Where an element receives events, or why it does not: visible, still, enabled, and not covered. */
import type { Point, PointAnswer, PointOptions } from "../library.ts";
import { factsOf, isDisabled, isVisible, nameOf, round } from "./facts.ts";
import { plain } from "./plain.ts";
import { elementOf, idOf } from "./registry.ts";
import { contains, hitAt } from "./tree.ts";

const POLL_MS = 30;

export async function point(id: number, options: PointOptions): Promise<PointAnswer> {
  const deadline = performance.now() + options.waitMs;
  for (;;) {
    const answer = await tryPoint(id, options);
    if (answer.ok || answer.reason === "gone" || performance.now() >= deadline) return answer;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function tryPoint(id: number, options: PointOptions): Promise<PointAnswer> {
  const element = elementOf(id);
  if (!element) return { ok: false, reason: "gone" };
  if (!isVisible(element)) return { ok: false, reason: "hidden", facts: factsOf(element) };
  if (!options.allowDisabled && isDisabled(element)) return { ok: false, reason: "disabled", facts: factsOf(element) };
  bringIntoView(element);
  if (!(await isStill(element)))
    return { ok: false, reason: "hidden", facts: factsOf(element), detail: "it keeps moving" };
  if (!element.isConnected) return { ok: false, reason: "gone" };
  const candidates = pointsOf(element);
  for (const candidate of candidates) {
    const hit = hitAt(candidate.x, candidate.y);
    if (hit && receives(element, hit)) return { ok: true, point: candidate, facts: factsOf(element) };
  }
  const first = candidates[0];
  if (!first)
    return { ok: false, reason: "hidden", facts: factsOf(element), detail: "it lies outside what can be scrolled to" };
  const cover = hitAt(first.x, first.y);
  if (!cover)
    return { ok: false, reason: "hidden", facts: factsOf(element), detail: "nothing receives events at its place" };
  return { ok: false, reason: "covered", facts: factsOf(element), cover: label(cover), coverId: idOf(cover) };
}

/** Parts of the element itself, and the label that stands for a control, receive its events. */
function receives(element: Element, hit: Element): boolean {
  if (contains(element, hit)) return true;
  const labels = "labels" in element ? (element.labels as NodeListOf<Element> | null) : null;
  if (labels && [...labels].some((one) => contains(one, hit))) return true;
  return element instanceof HTMLLabelElement && element.control === hit;
}

/** Scrolls only when the middle of the element is not on the screen: what is in view must not jump. */
function bringIntoView(element: Element): void {
  const box = plain(element).getBoundingClientRect();
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  const inside = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  const hit = inside ? hitAt(x, y) : null;
  if (hit && (contains(element, hit) || contains(hit, element))) return;
  plain(element).scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
}

/** True when two frames in a row show it at the same place. A page that paints no frames is judged by time. */
async function isStill(element: Element): Promise<boolean> {
  const before = plain(element).getBoundingClientRect();
  await Promise.race([new Promise(requestAnimationFrame), new Promise((resolve) => setTimeout(resolve, 60))]);
  const after = plain(element).getBoundingClientRect();
  return before.x === after.x && before.y === after.y && before.width === after.width && before.height === after.height;
}

/** Points to try, the middle of the largest visible piece first: a wrapped link has several pieces. */
function pointsOf(element: Element): Point[] {
  const points: Point[] = [];
  const pieces = [...plain(element).getClientRects()]
    .map((rect) => ({
      left: Math.max(rect.left, 0),
      top: Math.max(rect.top, 0),
      right: Math.min(rect.right, innerWidth),
      bottom: Math.min(rect.bottom, innerHeight),
    }))
    .filter((piece) => piece.right > piece.left && piece.bottom > piece.top)
    .sort((a, b) => (b.right - b.left) * (b.bottom - b.top) - (a.right - a.left) * (a.bottom - a.top));
  for (const share of [0.5, 0.25, 0.75, 0.1, 0.9]) {
    for (const piece of pieces.slice(0, 4)) {
      for (const other of share === 0.5 ? [0.5] : [0.5, share]) {
        points.push({
          x: round(piece.left + (piece.right - piece.left) * share),
          y: round(piece.top + (piece.bottom - piece.top) * other),
        });
      }
    }
  }
  return points;
}

/** How a message names an element: `<button#save> "Save"`. */
export function label(raw: Element): string {
  const element = plain(raw);
  const id = element.id ? `#${element.id}` : "";
  const name = nameOf(raw).slice(0, 40);
  return `<${element.localName}${id}>${name ? ` "${name}"` : ""}`;
}
