/** The results of a walk: elements with their reason, runs of text, frames, and the ranges that may be repeated rows. */
import type { ScrollShare } from "../../core/library.ts";

interface FoundBase {
  /** The nearest listed ancestor. */
  around: FoundElement | undefined;
  inView: boolean;
}

export interface FoundElement extends FoundBase {
  kind: "element";
  element: Element;
  reason: Reason | "scroll" | "label" | "picture";
  scroll?: ScrollShare;
  /** Found, but another entry describes it better. */
  dropped?: true;
  /** The custom element that this element represents. */
  host?: Element;
}

export interface FoundText extends FoundBase {
  kind: "text";
  text: string;
  /** First and last node, and the parent of the first. For generated content, node and parent are the same element. */
  first: Text | Element;
  last: Text | Element;
  parent: Element;
  /** A table row: cells separated by bars. */
  isRow?: true;
  /** The control that this text labels. */
  labels?: Element;
}

export interface FoundFrame extends FoundBase {
  kind: "frame";
  element: Element;
}

export type Found = FoundElement | FoundText | FoundFrame;

/** For each child of one element, the range of its entries in `found` (end exclusive): rows that may be repeated. */
export type Rows = [number, number][];

export interface Walked {
  found: Found[];
  rows: Rows[];
  /** Elements that may have a closed shadow root that the library does not know. */
  suspects: Element[];
  cut: boolean;
}

/**
 * - `sure`: made to be acted on, or it has an event listener
 * - `pointer`: only the mouse cursor indicates it; a descendant may be the better entry
 */
export type Reason = "sure" | "pointer";
