/** What a walk finds: elements with their reason, runs of text, frames, and the stretches that may repeat. */
import type { ScrollShare } from "../../core/library.ts";

interface FoundBase {
  /** The nearest listed element around it. */
  around: FoundElement | undefined;
  inView: boolean;
}

export interface FoundElement extends FoundBase {
  kind: "element";
  element: Element;
  reason: Reason | "scroll" | "label" | "picture";
  scroll?: ScrollShare;
  /** Found, but said better by another. */
  dropped?: true;
  /** The custom element in whose place it is listed. */
  host?: Element;
}

export interface FoundText extends FoundBase {
  kind: "text";
  text: string;
  /** The nodes that it begins and ends with, and the element that the first is in: itself where a style sheet gives it words. */
  first: Text | Element;
  last: Text | Element;
  parent: Element;
  /** The cells of a row, side by side. */
  isRow?: true;
  /** The control whose label the text is. */
  labels?: Element;
}

export interface FoundFrame extends FoundBase {
  kind: "frame";
  element: Element;
}

export type Found = FoundElement | FoundText | FoundFrame;

/** The children of one element, each by the stretch of the found that lies in it (its end exclusive): what may repeat. */
export type Rows = [number, number][];

export interface Walked {
  found: Found[];
  rows: Rows[];
  /** Hosts that may hold a closed shadow root that we do not know. */
  suspects: Element[];
  cut: boolean;
}

/**
 * - `sure`: it is made to be acted on, or something listens to it
 * - `pointer`: only the mouse pointer says so; what is inside may say it better
 */
export type Reason = "sure" | "pointer";
