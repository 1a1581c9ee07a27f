/** What the scripts for presses, drags and scrolling answer: plain data, a part of `PageLibrary`. */
import type { Box, ElementFacts, Point } from "./library.ts";

/** What became of a press that was aimed at an element. */
export interface PressResult {
  /** What it would have landed on instead. The page did not hear of it. */
  missed?: string;
}

/** What became of a drag by the drag-and-drop events of HTML; empty where nothing was dropped. */
export interface DropResult {
  /** Something accepted the drop. */
  dropped?: boolean;
  /** What did, as `<div#box>`. */
  on?: string;
}

/** After an action. */
export interface Turned extends PressResult {
  /** What the element is then; null for one that is gone. */
  facts: ElementFacts | null;
}

export interface LocatedPoint {
  ok: true;
  point: Point;
  facts: ElementFacts;
  takesFocus: boolean;
  /** It did not come to rest: the point is where it will be in a moment. */
  isMoving?: true;
  /** The page is known to react when the pointer arrives there. */
  hovers?: true;
  /** It is, or lies in, a link whose address is downloaded and not shown. */
  downloads?: true;
}

/** What lies over an element. */
export interface Cover {
  id: number;
  /** How a message names it. */
  text: string;
  /** `page`: it lies over all that is in view, as what shows that something loads. */
  kind: "element" | "dialog" | "page";
  /** Of `page`: how long ago it was first met. */
  sinceMs?: number;
  /** Of `page`: what means it alone. */
  selector?: string;
}

/** Why an element cannot be acted on, or the point where it receives events. */
export type PointAnswer =
  | LocatedPoint
  | { ok: false; reason: "gone" }
  | { ok: false; reason: "hidden"; facts: ElementFacts; detail?: string }
  | { ok: false; reason: "disabled"; facts: ElementFacts; detail?: string }
  | { ok: false; reason: "system"; facts: ElementFacts }
  | { ok: false; reason: "covered"; facts: ElementFacts; cover: Cover };

export interface PointOptions {
  /** How long to wait for the element to be visible, still, enabled and uncovered. */
  waitMs: number;
  /** After this time what is disabled stays so, unless the document changes by itself. Null where a request is pending. */
  idleInMs?: number | null;
  /** Disabled elements may be pointed at: hovering one is fine. */
  allowDisabled?: boolean;
  /** Whatever lies over the element. */
  force?: boolean;
  /** For a click: it opens no list or dialog of the system, in which nothing can be done from here. */
  forClick?: boolean;
  /** How many presses will follow at once. One that would land on something else is stopped. */
  presses?: number;
  /** An element that does not come to rest is followed. */
  follow?: boolean;
  /** An action on the element begins where it is found: as `stir` says it, which a press could overtake. */
  stirs?: boolean;
}

/** A number to be drawn onto a picture, and the box it belongs to, in pixels of the picture. */
export interface Mark {
  text: string;
  box: Box;
}

export interface ScrollRequest {
  direction: "down" | "up" | "left" | "right";
  amount: number;
  unit: "pixels" | "pages";
  /** Instead of a distance. */
  to?: "top" | "end" | "leftmost" | "rightmost" | "element";
  /** The element to scroll to, or in whose box to scroll. */
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
      /** What was scrolled, where it was not the page. */
      box?: string;
      /** The page took the wheel for itself: it may have turned a page or a map in place of scrolling. */
      taken?: true;
    };

/** Where to turn the wheel, in the frame's viewport, and how far; without a point no wheel would move the box. */
export interface WheelPlan {
  point: Point | null;
  delta: Point;
  /** Something in that box takes the wheel for itself, such as a map. */
  isTaken: boolean;
}

/** What was looked for and is in view now; null where it is not there, `invalid` for no selector. */
export type SeekAnswer = { id: number; facts: ElementFacts } | "invalid" | null;
