/** Requests and answers of the page's scripts for presses, drags and scrolling: plain data, a part of `PageLibrary`. */
import type { Box, ElementFacts, Point } from "./library.ts";

/** Result of a press on an element. */
export interface PressResult {
  /** The other element that the press would have hit. The page received no event. */
  missed?: string;
}

/** Result of a drag with the drag-and-drop events of HTML; empty if there was no drop. */
export interface DropResult {
  /** An element accepted the drop. */
  dropped?: boolean;
  /** The element that accepted it, as `<div#box>`. */
  on?: string;
}

/** State after an action. */
export interface Turned extends PressResult {
  /** The element's facts; null if it is gone. */
  facts: ElementFacts | null;
}

export interface LocatedPoint {
  ok: true;
  point: Point;
  facts: ElementFacts;
  takesFocus: boolean;
  /** The element still moves: the point is a prediction. */
  isMoving?: true;
  /** The page is known to react when the pointer arrives there. */
  hovers?: true;
  /** It is a link that starts a download, or lies in one. */
  downloads?: true;
}

/** An element that covers another one. */
export interface Cover {
  id: number;
  /** Its name for messages. */
  text: string;
  /** `page`: it covers the whole viewport, as a loading indicator does. */
  kind: "element" | "dialog" | "page";
  /** For `page`: time since it was first seen. */
  sinceMs?: number;
  /** For `page`: a selector that matches only it. */
  selector?: string;
}

/** The point where an element receives events, or why it cannot be acted on. */
export type PointAnswer =
  | LocatedPoint
  | { ok: false; reason: "gone" }
  | { ok: false; reason: "hidden"; facts: ElementFacts; detail?: string }
  | { ok: false; reason: "disabled"; facts: ElementFacts; detail?: string }
  | { ok: false; reason: "system"; facts: ElementFacts }
  | { ok: false; reason: "covered"; facts: ElementFacts; cover: Cover };

export interface PointOptions {
  /** How long to wait until the element is visible, still, enabled and uncovered. */
  waitMs: number;
  /** The wait for a disabled element lasts longer than this only if the document changes. Null while a request is pending. */
  idleInMs?: number | null;
  /** Accept a disabled element: hovering over one is allowed. */
  allowDisabled?: boolean;
  /** Ignore elements that cover it. */
  force?: boolean;
  /** For a click: refuse elements that open a list or dialog of the system, which svc cannot use. */
  forClick?: boolean;
  /** Number of presses that follow at once. One that would hit another element is stopped. */
  presses?: number;
  /** Follow an element that keeps moving. */
  follow?: boolean;
  /** Also calls `beginAction` for the element: the press could arrive before a separate call. */
  beginsAction?: boolean;
}

/** A label to draw onto a picture, and the box of its element, in pixels of the picture. */
export interface Mark {
  text: string;
  box: Box;
}

export interface ScrollRequest {
  direction: "down" | "up" | "left" | "right";
  amount: number;
  unit: "pixels" | "pages";
  /** A target instead of a distance. */
  to?: "top" | "end" | "leftmost" | "rightmost" | "element";
  /** The element to scroll to, or whose box to scroll. */
  id?: number;
}

export type ScrollAnswer =
  | { ok: false }
  | {
      ok: true;
      scroll: Point;
      max: Point;
      moved: Point;
      atTop: boolean;
      atEnd: boolean;
      /** Name of the scrolled element, if it was not the page. */
      box?: string;
      /** The page handled the wheel events itself: it may have zoomed a map instead of scrolling. */
      taken?: true;
    };

/** Where to turn the wheel, in the frame's viewport, and how far. Without a point the wheel cannot move the box. */
export interface WheelPlan {
  point: Point | null;
  delta: Point;
  /** An element in that box handles wheel events itself, such as a map. */
  isTaken: boolean;
}

/** The element that was found and scrolled into view; null if there is none, `invalid` for an invalid selector. */
export type SeekAnswer = { id: number; facts: ElementFacts } | "invalid" | null;
