/** Where an element receives events, or why it does not: visible, still, enabled, and not covered. */
import type { PointAnswer, PointOptions } from "../../core/library.ts";
import { factsOf, isDisabled } from "../accessibility/facts.ts";
import { takesKeys } from "../accessibility/field-kinds.ts";
import { isFileInput } from "../accessibility/interactive.ts";
import { boxOf, isShown, isVisible } from "../dom/boxes.ts";
import { labelsOf } from "../dom/labelled.ts";
import { isStill, lead, restMs } from "../dom/motion.ts";
import { doc, plain } from "../dom/plain.ts";
import { shownFor } from "../dom/reachable.ts";
import { childrenOf, closest, contains } from "../dom/tree.ts";
import { aimAt } from "../hit-testing/aim.ts";
import { coverOf, tagText, watchOverlays } from "../hit-testing/covering.ts";
import { receivingPoint, visiblePieces } from "../hit-testing/covers.ts";
import { isHoverTarget } from "../hit-testing/hover.ts";
import { elementOf } from "../identity/registry.ts";
import { staysDisabled, stir } from "../settling/rest.ts";

const POLL_MS = 30;

/** What `pointer-events: none` means to who clicks. */
const PASSES = "takes no clicks: the page lets them pass through, as for what is disabled";

export async function point(id: number, options: PointOptions): Promise<PointAnswer> {
  const start = performance.now();
  watchOverlays();
  for (;;) {
    const answer = await tryPoint(id, options, performance.now() - start);
    const isFinal = answer.ok || /^(gone|system)$/.test(answer.reason);
    if (
      isFinal ||
      (answer.reason === "disabled" && staysDisabled(start, options.idleInMs)) ||
      performance.now() >= start + options.waitMs
    ) {
      if (answer.ok && options.stirs) stir(id, false);
      return answer;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function tryPoint(id: number, options: PointOptions, waitedMs: number): Promise<PointAnswer> {
  const listed = elementOf(id);
  if (!listed) return { ok: false, reason: "gone" };
  const element = standInOf(listed);
  if (options.forClick && opensSystem(element)) return { ok: false, reason: "system", facts: factsOf(element) };
  const shown = isVisible(element) ? element : [...labelsOf(element)].find(isVisible);
  if (!shown) return { ok: false, reason: "hidden", facts: factsOf(element) };
  if (!options.allowDisabled && isDisabled(element)) return { ok: false, reason: "disabled", facts: factsOf(element) };
  bringIntoView(shown);
  const isMoving = !(await isStill(shown));
  if (isMoving && (!options.follow || waitedMs < restMs(shown, options.waitMs)))
    return { ok: false, reason: "hidden", facts: factsOf(element), detail: "it keeps moving" };
  const ahead = isMoving ? await lead(shown) : undefined;
  if (!plain(element).isConnected) return { ok: false, reason: "gone" };
  const found = placeOf(element);
  if (found && "point" in found) {
    if (options.presses) aimAt(element, options.presses, isMoving);
    return {
      ok: true,
      point: ahead ? { x: found.point.x + ahead.x, y: found.point.y + ahead.y } : found.point,
      facts: factsOf(element),
      takesFocus: takesFocus(element),
      ...(ahead ? { isMoving: true } : {}),
      ...(isHoverTarget(element) ? { hovers: true } : {}),
      ...(closest(element, isDownloadLink) ? { downloads: true } : {}),
    };
  }
  return refused(element, shown, found, options);
}

function isDownloadLink(element: Element): boolean {
  return plain(element).matches("a[download], area[download]");
}

/** Why nothing of the element receives events at its place. */
function refused(
  element: Element,
  shown: Element,
  found: { cover: Element | null } | undefined,
  options: PointOptions,
): PointAnswer {
  if (found?.cover && getOutOfUnder(shown, found.cover))
    return { ok: false, reason: "hidden", facts: factsOf(element) };
  if (options.force) return forced(element);
  if (!found)
    return { ok: false, reason: "hidden", facts: factsOf(element), detail: "it lies outside what can be scrolled to" };
  if (!found.cover || contains(found.cover, element)) {
    const facts = factsOf(element);
    if (getComputedStyle(shown).pointerEvents === "none")
      return { ok: false, reason: "disabled", facts, detail: PASSES };
    const detail = found.cover
      ? `at its place ${tagText(found.cover)}, which is around it, takes the clicks`
      : "nothing takes clicks at its place";
    return { ok: false, reason: "hidden", facts, detail };
  }
  return {
    ok: false,
    reason: "covered",
    facts: factsOf(element),
    cover: coverOf(found.cover),
  };
}

/** The field of an editor that draws its text elsewhere has no size: the box around it takes its clicks. */
function standInOf(listed: Element): Element {
  const isField = !isVisible(listed) && takesKeys(listed) && isShown(listed);
  return (isField ? shownFor(listed) : null) ?? listed;
}

function opensSystem(element: Element): boolean {
  return element instanceof HTMLSelectElement || isFileInput(element);
}

/** True when a field has the focus that a press on the element takes from it. */
function takesFocus(element: Element): boolean {
  const active = doc.activeElement;
  return active !== null && active !== element && /^(input|textarea|select)$/.test(plain(active).localName);
}

/** A control that is drawn away behind its label is reached where the label is. */
function placeOf(element: Element): ReturnType<typeof receivingPoint> {
  const own = receivingPoint(element);
  if (own && "point" in own) return own;
  for (const one of labelsOf(element)) {
    const found = isVisible(one) ? receivingPoint(one) : undefined;
    if (found && "point" in found) return found;
  }
  return receivingPoint(element, true);
}

/** The middle of what is in view, whatever lies over it. */
function forced(element: Element): PointAnswer {
  const facts = factsOf(element);
  const piece = visiblePieces(element)[0];
  if (!piece) return { ok: false, reason: "hidden", facts, detail: "it lies outside what can be scrolled to" };
  const point = { x: (piece.left + piece.right) / 2, y: (piece.top + piece.bottom) / 2 };
  return { ok: true, point, facts, takesFocus: false };
}

/** Scrolls only when the middle of the element is not on the screen: what is in view must not jump. */
function bringIntoView(element: Element): void {
  const { x, y, width, height } = boxOf(element);
  const middle = { x: x + width / 2, y: y + height / 2 };
  const piece = visiblePieces(element)[0];
  const isInside = (one: typeof piece) =>
    one !== undefined && one.left <= middle.x && middle.x <= one.right && one.top <= middle.y && middle.y <= one.bottom;
  if (isInside(piece)) return;
  if (piece && receivesSomewhere(element)) return;
  reveal(element);
}

/** What has no box of its own is scrolled to by the first thing in it that has one. */
function reveal(element: Element): void {
  let target = element;
  while (plain(target).getClientRects().length === 0) {
    const inner = [...childrenOf(target)].find((one): one is Element => one instanceof Element && isVisible(one));
    if (!inner) break;
    target = inner;
  }
  plain(target).scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
}

/** Moves an element out from under a bar that stays at the edge of the viewport. True when that moved it. */
function getOutOfUnder(element: Element, cover: Element): boolean {
  const bar = closest(cover, (one) => /^(fixed|sticky)$/.test(getComputedStyle(one).position));
  if (!bar) return false;
  const { left, top, right, bottom } = plain(bar).getBoundingClientRect();
  const [x, y] = [innerWidth / 2, innerHeight / 2];
  if (left <= x && x <= right && top <= y && y <= bottom) return false;
  const before = placeInView(element);
  reveal(element);
  return placeInView(element) !== before;
}

function placeInView(element: Element): string {
  const { x, y } = plain(element).getBoundingClientRect();
  return `${x},${y}`;
}

/** Wrapped over lines, its middle may lie beside it: then any point will do. */
function receivesSomewhere(element: Element): boolean {
  const found = receivingPoint(element);
  return found !== undefined && "point" in found;
}
