/**
 * What the scripts inside a page answer: plain data, shared by `inject/` (which runs in the page) and by the rest of
 * `page/` (which runs here). Boxes and points are in CSS pixels of the frame's own viewport.
 */
import type { ControlLibrary } from "./controls.ts";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** What is so of an element now. `states` holds words such as `disabled`, `checked`, `expanded=false`, `focused`. */
export interface ElementFacts {
  tag: string;
  role: string;
  name: string;
  text: string;
  value?: string;
  href?: string;
  /** `type` of an input. */
  type?: string;
  box: Box;
  states: string[];
  inViewport: boolean;
}

/** One line of the tree. `id` is the element's number within its document, stable for the document's life. */
export type WalkNode =
  | { kind: "text"; depth: number; text: string }
  | {
      kind: "element";
      depth: number;
      id: number;
      facts: ElementFacts;
      attributes: [string, string][];
      scroll?: ScrollShare;
    }
  | { kind: "frame"; depth: number; id: number; attributes: [string, string][]; tag: string; box: Box };

/** How many visible heights of content lie above and below. */
export interface ScrollShare {
  above: number;
  below: number;
}

export interface FrameWalk {
  url: string;
  nodes: WalkNode[];
  /** True when the page has more elements than the walk looks at. */
  cut: boolean;
  viewport: { width: number; height: number };
  page: { width: number; height: number };
  scroll: Point;
}

/** Why an element cannot be acted on, or the point where it receives events. */
export type PointAnswer =
  | { ok: true; point: Point; facts: ElementFacts }
  | { ok: false; reason: "gone" }
  | { ok: false; reason: "hidden"; facts: ElementFacts; detail?: string }
  | { ok: false; reason: "disabled"; facts: ElementFacts; detail?: string }
  | { ok: false; reason: "covered"; facts: ElementFacts; cover: string; coverId: number };

export interface PointOptions {
  /** How long to wait for the element to be visible, still, enabled and uncovered. */
  waitMs: number;
  /** Disabled elements may be pointed at: hovering one is fine. */
  allowDisabled?: boolean;
}

export interface ScrollAnswer {
  scroll: Point;
  max: Point;
  moved: Point;
}

/** The library in every frame's isolated world. Methods take and return JSON, elements by their id. */
export interface PageLibrary extends ControlLibrary {
  walk(maxElements: number): FrameWalk;
  /** The facts of an element, or null when it is not in the document any more. */
  facts(id: number): ElementFacts | null;
  point(id: number, options: PointOptions): Promise<PointAnswer>;
  /** Scrolls the element to the middle of every scroller around it, frames included. */
  reveal(id: number): void;
  scrollBy(dx: number, dy: number): ScrollAnswer;
  attributes(id: number): Record<string, string> | null;
  textOf(id: number): string | null;
  html(selector: string | null): { ok: true; html: string } | { ok: false; reason: "invalid" | "missing" };
  /** True when the condition holds now. `selector` must be valid CSS. */
  holds(
    condition: { selector: string; state: "attached" | "detached" | "visible" | "hidden" } | { text: string },
  ): boolean;
  isSelector(selector: string): boolean;
  /** The element that has the focus in this document, or null. A frame's element has it while something inside has it. */
  focus(): { id: number; isFrame: boolean } | null;
  /** Resolves when what the page had to do just now is done. */
  turn(): Promise<boolean>;
  documentFacts(): { url: string; title: string; readyState: string };
}

/** Methods that take an element of the page itself, handed over as a remote object. */
export interface ElementMethods {
  /** The registered id of a frame's element. */
  idOf(element: unknown): number;
  /** Where the content of a frame's element begins; `show` scrolls it into view first. */
  frameOrigin(element: unknown, show: boolean): Point;
  /** What lies over the frame's element at a point of the viewport, if anything. */
  frameCover(element: unknown, point: Point): string | null;
}
