/** The methods of the script library inside a page (`inject/index.ts`), as the rest of the program calls them. */

import type {
  Box,
  Condition,
  ConditionState,
  ElementFacts,
  ElementStates,
  FieldValue,
  FrameWalk,
  ListOption,
  Matches,
  MatchOptions,
  Origin,
  Point,
  Semantics,
  StaleDetails,
  Styles,
  TextPiece,
  UnfinishedForm,
  WalkOptions,
} from "./library.ts";
import type { ControlLibrary } from "./library-controls.ts";
import type {
  Cover,
  DropResult,
  Mark,
  PointAnswer,
  PointOptions,
  PressResult,
  ScrollAnswer,
  ScrollRequest,
  SeekAnswer,
  Turned,
  WheelPlan,
} from "./library-pointer.ts";
import type { RestLibrary } from "./library-rest.ts";

/** The library in every frame's isolated world. Methods take and return JSON; elements are ids. */
export interface PageLibrary extends ControlLibrary, RestLibrary {
  walk(options: WalkOptions): FrameWalk;
  /** The elements that match. */
  matches(options: MatchOptions): Matches;
  /** The facts of an element, or null if it is no longer in the document. */
  facts(id: number): ElementFacts | null;
  /** Explains why an element is stale, and finds the most similar one. `id` is given if it belonged to this document. */
  describeStale(was: { tag: string; role: string; name: string }, id?: number): StaleDetails;
  point(id: number, options: PointOptions): Promise<PointAnswer>;
  /** Result of the press that `point` prepared. */
  pressResult(): PressResult;
  /** Records which elements are visible before the pointer moves. */
  beforeHover(): void;
  /** Waits for the effects of hovering, then returns the elements that appeared, each as `<ul#menu> "New, Open"`. */
  afterHover(firstMs: number, maxMs: number): Promise<string[]>;
  /** Scrolls the element to the middle of every scroller around it, frames included. */
  reveal(id: number): void;
  /** Prepares for the copy command with a text, or without one for the paste command. The page sees neither. */
  armClipboard(text: string | null): void;
  /** The text that was written or read since; null if the command did not arrive. */
  clipboardResult(): string | null;
  /** Dispatches a paste event with the text to the focused element. True if the page handled it. */
  pasteEvent(text: string): boolean;
  /** Clears the text selection, and observes drops. */
  beforeDrag(): void;
  afterDrag(): DropResult;
  /** The element's box once it rests, or after `maxMs`; null if it is gone. */
  restingBox(id: number, maxMs: number): Promise<Box | null>;
  scroll(request: ScrollRequest): ScrollAnswer;
  /** Chooses where to turn the wheel for the element, or for the box at a point. Null if the element is gone. */
  wheelPlan(request: ScrollRequest, at: Point | null): WheelPlan | null;
  /** Waits for the wheel event and for rest, then corrects the position unless the page handled the wheel. */
  wheelDone(wasSent: boolean): Promise<ScrollAnswer>;
  /** Finds the innermost visible element with a text, or the first match of a selector, and scrolls it into view. */
  seekTo(wanted: { text: string } | { selector: string }): SeekAnswer;
  /** Covers boxes and draws marks on a PNG. Pictures are in base64, `quality` is 0 to 1. */
  draw(png: string, covers: Box[], marks: Mark[], type: string, quality: number): Promise<string | null>;
  /** Boxes where these texts are visible, in fields or outside of them. */
  concealed(texts: string[]): Box[];
  attributes(id: number): Record<string, string> | null;
  textOf(id: number): string | null;
  html(): string;
  /** The result of a condition, as soon as it differs from `before`, or after `maxMs`. */
  watch(condition: Condition, before: ConditionState | null, maxMs: number): Promise<ConditionState>;
  /** Resolves after a mutation, but not before `minMs`; without one after `maxMs`. */
  change(maxMs: number, minMs: number): Promise<void>;
  /** The n-th match, counted from 0, and the number of matches. */
  find(selector: string, nth: number): { count: number; id?: number } | "invalid";
  outerHtml(id: number): string | null;
  styles(id: number, properties: string[]): Styles | null;
  /** The value of a field; `held: null` if it has none; null if the element is gone. */
  elementValue(id: number): { held: FieldValue | null } | null;
  statesOf(id: number): ElementStates | null;
  optionsOf(id: number): { options: ListOption[] | null } | null;
  pageText(): TextPiece[];
  /** The texts of live regions, visible or not. */
  messages(): string[];
  /** Forms with a submit button that were changed and not submitted. */
  unsentForms(): UnfinishedForm[];
  /** The texts of open dialogs that offer a choice. */
  openDialogs(): string[];
  /** The elements, the subject of the last action and those beside it, whose class marks a choice; later walks report its words. */
  learnChoices(): number[];
  /** The focused element of this document, or null. A frame's element has the focus while an element inside the frame has it. */
  focus(): { id: number; isFrame: boolean } | null;
  /** Resolves after one turn of the event loop, with the facts of the element. */
  turn(id: number | null): Promise<Turned>;
  documentFacts(): { url: string; title: string; readyState: string };
}

/** Methods whose arguments or results are remote objects of elements. */
export interface ElementMethods {
  /** A command begins with these elements: the next call for each compares its surroundings with the earlier ones. */
  begin(fresh: number[]): void;
  /** The ids of elements, 0 for those of other documents. Registers the closed shadow roots that contain them. */
  idsOf(...elements: unknown[]): number[];
  /** The elements that may have a closed shadow root, each returned once. */
  suspects(): unknown;
  /** The custom elements that may have a role by their internals, each returned once. */
  custom(): unknown;
  /** Registers their role and ARIA values from the browser, by id; null if the browser's tree leaves one out. */
  learnInternals(told: [number, Semantics | null][]): void;
  /** Registers closed shadow roots. True if one of them is new. */
  learnRoots(...roots: unknown[]): boolean;
  /** Where the content of a frame's element begins. `show` scrolls it into view first. */
  frameOrigin(element: unknown, show: boolean): Origin;
  /** The element that covers the frame's element at a point of the viewport, or null. */
  frameCover(element: unknown, point: Point): Cover | null;
}
