/** The point where an element receives events, or the reason why there is none: hidden, moving, disabled or covered. */
import type { Point } from "../../core/library.ts";
import type { PointAnswer, PointOptions } from "../../core/library-pointer.ts";
import { factsOf, isDisabled } from "../accessibility/facts.ts";
import { takesKeys } from "../accessibility/field-kinds.ts";
import { isFileInput } from "../accessibility/interactive.ts";
import { boxOf, isShown, isVisible } from "../dom/boxes.ts";
import { labelsOf } from "../dom/labels.ts";
import { isStill, leadOf, restMs } from "../dom/motion.ts";
import { doc, plain } from "../dom/plain.ts";
import { clickableFor } from "../dom/reachable.ts";
import { childrenOf, closest, contains } from "../dom/tree.ts";
import { sleep } from "../dom/until.ts";
import { aimAt } from "../hit-testing/aim.ts";
import { coverOf, tagText, trackOverlays } from "../hit-testing/covering.ts";
import { receivingPoint, visiblePieces } from "../hit-testing/covers.ts";
import { isHoverTarget } from "../hit-testing/hover.ts";
import { elementOf } from "../identity/registry.ts";
import { beginAction, staysDisabled } from "../settling/rest.ts";

const POLL_MS = 30;

const IGNORES_POINTER = "ignores clicks: its CSS has `pointer-events: none`";

export async function point(id: number, options: PointOptions): Promise<PointAnswer> {
  const start = performance.now();
  trackOverlays();
  for (;;) {
    const answer = await tryPoint(id, options, performance.now() - start);
    const isFinal = answer.ok || /^(gone|system)$/.test(answer.reason);
    if (
      isFinal ||
      (answer.reason === "disabled" && staysDisabled(start, options.idleInMs)) ||
      performance.now() >= start + options.waitMs
    ) {
      if (answer.ok && options.beginsAction) beginAction(id, false);
      return answer;
    }
    await sleep(POLL_MS);
  }
}

async function tryPoint(id: number, options: PointOptions, waitedMs: number): Promise<PointAnswer> {
  const listed = elementOf(id);
  if (!listed) return { ok: false, reason: "gone" };
  const element = wrapperOfHiddenInput(listed);
  if (options.forClick && opensSystem(element)) return { ok: false, reason: "system", facts: factsOf(element) };
  const shown = isVisible(element) ? element : [...labelsOf(element)].find(isVisible);
  if (!shown) return { ok: false, reason: "hidden", facts: factsOf(element) };
  if (!options.allowDisabled && isDisabled(element)) return { ok: false, reason: "disabled", facts: factsOf(element) };
  bringIntoView(shown);
  const isMoving = !(await isStill(shown));
  if (isMoving && (!options.follow || waitedMs < restMs(shown, options.waitMs)))
    return { ok: false, reason: "hidden", facts: factsOf(element), detail: "it keeps moving" };
  const ahead = isMoving ? await leadOf(shown) : undefined;
  if (!plain(element).isConnected) return { ok: false, reason: "gone" };
  const found = reachablePoint(element);
  if (!found || !("point" in found)) return failure(element, shown, found, options);
  if (options.presses) aimAt(element, options.presses, isMoving);
  return success(element, found.point, ahead);
}

/** The result for an element that receives events; `ahead` is its movement until the events arrive. */
function success(element: Element, point: Point, ahead: Point | undefined): PointAnswer {
  return {
    ok: true,
    point: ahead ? { x: point.x + ahead.x, y: point.y + ahead.y } : point,
    facts: factsOf(element),
    takesFocus: takesFocus(element),
    ...(ahead ? { isMoving: true } : {}),
    ...(isHoverTarget(element) ? { hovers: true } : {}),
    ...(closest(element, isDownloadLink) ? { downloads: true } : {}),
  };
}

function isDownloadLink(element: Element): boolean {
  return plain(element).matches("a[download], area[download]");
}

/** The reason why the element receives no events at its position. */
function failure(
  element: Element,
  shown: Element,
  found: { cover: Element | null } | undefined,
  options: PointOptions,
): PointAnswer {
  if (found?.cover && uncover(shown, found.cover)) return { ok: false, reason: "hidden", facts: factsOf(element) };
  if (options.force) return forced(element);
  if (!found)
    return { ok: false, reason: "hidden", facts: factsOf(element), detail: "it is outside the scrollable area" };
  if (!found.cover || contains(found.cover, element)) {
    const facts = factsOf(element);
    if (getComputedStyle(shown).pointerEvents === "none")
      return { ok: false, reason: "disabled", facts, detail: IGNORES_POINTER };
    const detail = found.cover
      ? `at its position, ${tagText(found.cover)} around it receives the clicks`
      : "nothing receives clicks at its position";
    return { ok: false, reason: "hidden", facts, detail };
  }
  return {
    ok: false,
    reason: "covered",
    facts: factsOf(element),
    cover: coverOf(found.cover),
  };
}

/** The input of an editor that draws its text elsewhere has no size. Its wrapper is clicked instead. */
function wrapperOfHiddenInput(listed: Element): Element {
  const isField = !isVisible(listed) && takesKeys(listed) && isShown(listed);
  return (isField ? clickableFor(listed) : null) ?? listed;
}

function opensSystem(element: Element): boolean {
  return element instanceof HTMLSelectElement || isFileInput(element);
}

/** True when a press on the element takes the focus from a field. */
function takesFocus(element: Element): boolean {
  const active = doc.activeElement;
  return active !== null && active !== element && /^(input|textarea|select)$/.test(plain(active).localName);
}

/** The point for a control, or for its label when the control itself is hidden or covered. */
function reachablePoint(element: Element): ReturnType<typeof receivingPoint> {
  const own = receivingPoint(element);
  if (own && "point" in own) return own;
  for (const one of labelsOf(element)) {
    const found = isVisible(one) ? receivingPoint(one) : undefined;
    if (found && "point" in found) return found;
  }
  return receivingPoint(element, true);
}

/** The center of the visible part, even when it is covered. */
function forced(element: Element): PointAnswer {
  const facts = factsOf(element);
  const piece = visiblePieces(element)[0];
  if (!piece) return { ok: false, reason: "hidden", facts, detail: "it is outside the scrollable area" };
  const point = { x: (piece.left + piece.right) / 2, y: (piece.top + piece.bottom) / 2 };
  return { ok: true, point, facts, takesFocus: false };
}

/** Scrolls only when the center of the element is not visible, so that visible content does not jump. */
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

/** Scrolls to the element. Without a box of its own, scrolls to its first visible descendant. */
function reveal(element: Element): void {
  let target = element;
  while (plain(target).getClientRects().length === 0) {
    const inner = [...childrenOf(target)].find((one): one is Element => one instanceof Element && isVisible(one));
    if (!inner) break;
    target = inner;
  }
  plain(target).scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
}

/** Moves an element out from under a bar at the side of the viewport. Returns true when it moved. */
function uncover(element: Element, cover: Element): boolean {
  const bar = closest(cover, (one) => /^(fixed|sticky)$/.test(getComputedStyle(one).position));
  if (!bar) return false;
  const { left, top, right, bottom } = plain(bar).getBoundingClientRect();
  const [x, y] = [innerWidth / 2, innerHeight / 2];
  if (left <= x && x <= right && top <= y && y <= bottom) return false;
  const before = positionInView(element);
  reveal(element);
  return positionInView(element) !== before;
}

function positionInView(element: Element): string {
  const { x, y } = plain(element).getBoundingClientRect();
  return `${x},${y}`;
}

/** The center of a wrapped element may be outside of it. Any point is sufficient then. */
function receivesSomewhere(element: Element): boolean {
  const found = receivingPoint(element);
  return found !== undefined && "point" in found;
}
