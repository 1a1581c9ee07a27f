/**
 * Finds the element of an index and the point where it receives events. Fails if the element is not visible, at rest,
 * enabled and uncovered. Sends no input.
 */
import { isProtocolError } from "../../cdp/errors.ts";
import { Failure } from "../../errors.ts";
import { describeFacts, type ElementHandle, goneFailure } from "../core/elements.ts";
import { type Frame, frameCover, frameOrigin, ownerElement } from "../core/frame.ts";
import { through } from "../core/frame-origin.ts";
import type { ElementFacts, Point } from "../core/library.ts";
import type { Cover, LocatedPoint, PointOptions } from "../core/library-pointer.ts";
import type { Page } from "../core/page.ts";
import type { PageLibrary } from "../core/page-library.ts";
import { idleIn } from "../navigation/settle.ts";
import { refreshInternals } from "./internals.ts";

/** How long an action waits for its element to become visible, still, enabled and uncovered. */
const ACTIONABLE_MS = 3_000;

/** Share of a command's timeout for that wait: its failure names the reason, that of the whole command does not. */
const READY_SHARE = 0.7;

/** How long to wait for an element within a command's timeout, in milliseconds. */
export function readyTimeout(timeoutMs: number): number {
  return Math.min(ACTIONABLE_MS, Math.round(timeoutMs * READY_SHARE));
}

/** Calls the library in the document of the index. Errors: `stale` if that document is gone. */
export async function callOn<K extends keyof PageLibrary>(
  handle: ElementHandle,
  method: K,
  ...args: Parameters<PageLibrary[K]>
) {
  try {
    await refreshInternals(handle.library);
    return await handle.frame.call(method, args, handle.library);
  } catch (error) {
    if (isProtocolError(error, "context_gone") || isProtocolError(error, "closed")) {
      throw goneFailure(handle, "its page or frame has been replaced");
    }
    throw error;
  }
}

/** An element that can receive events. */
export interface Located {
  handle: ElementHandle;
  /** Where it receives events, in the tab's viewport. */
  point: Point;
  /** Its facts when it was found. */
  facts: ElementFacts;
  /** A press takes the focus from a field of the main frame, which may show a message and move the element. */
  takesFocus: boolean;
  /** It keeps moving; the point is a prediction. */
  isMoving: boolean;
  /** The page is known to react when the pointer arrives. */
  hovers: boolean;
  /** The begin of an action is marked in its document. */
  hasBegun: boolean;
  /** It is in a link that starts a download. */
  downloads: boolean;
}

/** The point of the tab's viewport where the element receives events. */
export async function locate(page: Page, index: number, options: PointOptions): Promise<Point> {
  return (await find(page, index, options)).point;
}

/** Finds the element and the point where it receives events. Errors: `hidden`, `covered`, `disabled`, `unsuitable`, `stale`, `not_found`. */
export async function find(page: Page, index: number, options: PointOptions): Promise<Located> {
  const handle = page.elements.get(index);
  let inner = await pointIn(page, handle, options);
  let point = await toViewport(page, handle.frame, inner.point, options.force === true);
  if (handle.frame.parentId !== undefined && !(await isOnScreen(page, point))) {
    // A tall frame: the element is within the frame's own viewport, but not within the tab's.
    await callOn(handle, "reveal", handle.id);
    inner = await pointIn(page, handle, options);
    point = await toViewport(page, handle.frame, inner.point, options.force === true);
    if (!(await isOnScreen(page, point))) throw offScreenFailure(handle, inner.facts);
  }
  const takesFocus = inner.takesFocus && handle.frame.parentId === undefined;
  const { isMoving = false, hovers = false, downloads = false } = inner;
  const hasBegun = options.beginsAction === true;
  return { handle, point, facts: inner.facts, takesFocus, isMoving, hovers, downloads, hasBegun };
}

/** The failure of a click that would open a list or dialog of the system, which svc cannot use. */
function systemFailure(index: number, { tag }: ElementFacts): Failure {
  if (tag === "select")
    return new Failure(
      "unsuitable",
      `element ${index} is a <select>: its list opens outside the page`,
      `Run \`svc select ${index} <option>\`.`,
    );
  return new Failure(
    "unsuitable",
    `element ${index} is a file input: its dialog opens outside the page`,
    `Run \`svc upload ${index} <path>\`.`,
  );
}

function offScreenFailure({ index }: ElementHandle, facts: ElementFacts): Failure {
  return new Failure(
    "hidden",
    `element ${index}, ${describeFacts(facts)}, is not visible: its frame is outside the scrollable area`,
    "Run `svc state` to see the page.",
  );
}

async function pointIn(page: Page, handle: ElementHandle, options: PointOptions): Promise<LocatedPoint> {
  const answer = await callOn(handle, "point", handle.id, { ...options, idleInMs: idleIn(page) });
  if (answer.ok) return answer;
  if (answer.reason === "gone") throw goneFailure(handle);
  if (answer.reason === "system") throw systemFailure(handle.index, answer.facts);
  const what = `element ${handle.index}, ${describeFacts(answer.facts)},`;
  if (answer.reason === "hidden") {
    throw new Failure(
      "hidden",
      `${what} is not visible${answer.detail ? `: ${answer.detail}` : ""}`,
      "Run `svc state` to see the page.",
    );
  }
  if (answer.reason === "disabled") {
    throw disabledFailure(what, answer.detail);
  }
  throw coveredFailure(what, answer.cover, page.elements.indexOf(handle.library, answer.cover.id));
}

/** The hint for a disabled element. */
export const DISABLED_HINT = "Run `svc state` to see what the page requires first, such as another field.";

function disabledFailure(what: string, detail = "is disabled"): Failure {
  return new Failure("disabled", `${what} ${detail}`, DISABLED_HINT);
}

function coveredFailure(what: string, { kind, text, sinceMs = 0, selector }: Cover, index?: number): Failure {
  const named = index === undefined ? text : `${text} (index ${index})`;
  const force = "or run the command again with --force to act at that point anyway.";
  if (kind === "element")
    return new Failure("covered", `${what} is covered by ${named}`, `Close the covering element, ${force}`);
  if (kind === "dialog")
    return new Failure(
      "covered",
      `${what} is covered by ${named}`,
      `Run \`svc state\` to see the dialog, and answer or close it; ${force}`,
    );
  const gone = selector ? `svc wait selector '${selector}' --state hidden` : "svc wait settled";
  return new Failure(
    "covered",
    `${what} is covered by ${named}, which has covered the whole page for at least ${(sinceMs / 1000).toFixed(1)} s`,
    `If the page is loading, run \`${gone}\`; if that does not help, run \`svc reload\`, ${force}`,
  );
}

/** Converts a point of a frame's viewport to the tab's. Errors: `covered` if another element covers a frame, unless `force`; `stale`. */
export async function toViewport(page: Page, frame: Frame, inner: Point, force: boolean): Promise<Point> {
  let point = inner;
  let at = frame;
  while (at.parentId !== undefined) {
    const parent = page.frames.get(at.parentId);
    if (!parent) throw new Failure("stale", "the frame of the element is gone", "Run `svc state` to see the page.");
    const library = await parent.library();
    const owner = await ownerElement(parent, library, at.id);
    const origin = await frameOrigin(library, owner, true);
    point = through(origin, point);
    const cover = force ? null : await frameCover(library, owner, point);
    if (cover !== null) throw coveredFailure("the frame of the element", cover);
    at = parent;
  }
  return point;
}

async function isOnScreen(page: Page, point: Point): Promise<boolean> {
  if (point.x < 0 || point.y < 0) return false;
  const { cssVisualViewport } = await page.session.send("Page.getLayoutMetrics");
  return point.x < cssVisualViewport.clientWidth && point.y < cssVisualViewport.clientHeight;
}

/** Checks that a point is inside the viewport. Errors: `usage`. */
export async function checkPoint(page: Page, point: Point): Promise<void> {
  const { cssVisualViewport } = await page.session.send("Page.getLayoutMetrics");
  const { clientWidth, clientHeight } = cssVisualViewport;
  if (point.x < clientWidth && point.y < clientHeight) return;
  throw new Failure(
    "usage",
    `the point (${point.x}, ${point.y}) is outside the viewport of ${clientWidth}x${clientHeight}`,
    "Scroll first; points count in pixels from the top left of the visible part of the page.",
  );
}
