/**
 * What the scripts inside a page answer: plain data, shared by `inject/` (which runs in the page) and by the rest of
 * `page/` (which runs here). Boxes and points are in CSS pixels of the frame's own viewport.
 */

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
  /** What a person calls it: its accessible name, else its caption, description or text. Empty where nothing names it. */
  name: string;
  text: string;
  /** What tells an element that nothing names, such as `{ icon: "trash" }`. */
  traits?: Record<string, string>;
  /** The row, card or group around it, where others in the same list are called the same. */
  in?: string;
  value?: string;
  href?: string;
  /** `type` of an input. */
  type?: string;
  box: Box;
  states: string[];
  inViewport: boolean;
}

/** What is told of a line only where it is asked. */
export interface LineExtras {
  /** Ids of the rows, cards and items that it lies in, the innermost first. */
  groups?: number[];
  /** It lies beside the content of the page: in a navigation, a header and the like; only where groups are asked for. */
  isBeside?: true;
  shownAt?: Box;
}

/** One line of the tree. `id` is the element's number within its document, stable for the document's life. */
export type WalkNode =
  | ({ kind: "text"; depth: number; text: string; inView: boolean } & LineExtras)
  | ElementNode
  | ({
      kind: "frame";
      depth: number;
      id: number;
      attributes: [string, string][];
      tag: string;
      box: Box;
      origin: Origin;
      inView: boolean;
    } & LineExtras)
  | MoreNode;

export interface ElementNode extends LineExtras {
  kind: "element";
  depth: number;
  id: number;
  facts: ElementFacts;
  attributes: [string, string][];
  scroll?: ScrollShare;
}

/** A stretch that is not shown: rows like those before it (`isFolded`), or what the budget does not hold. */
export interface MoreNode {
  kind: "more";
  depth: number;
  ids: number[];
  /** Of those, the ones that lie out of view. */
  outOfView: number[];
  isFolded: boolean;
  /** How many rows were folded. */
  rows: number;
}

/** How many visible heights of content lie above and below; how far it is scrolled sideways, in percent. */
export interface ScrollShare {
  above: number;
  below: number;
  horizontal?: number;
}

/** Where the content of a frame begins in the viewport around it, and how much it is enlarged there. */
export interface Origin extends Point {
  scale: number;
  /** For a frame that is turned, mirrored or pulled: where its x and its y lead, `[ax, ay, bx, by]`. Stands for `scale`. */
  axes?: [number, number, number, number];
}

/** Ids of the elements that the page listens to: for a pointer, for a wheel, and for keys. */
export interface Listening {
  pointer: number[];
  /** Of those, the ones that react to the pointer's arrival. */
  hover: number[];
  wheel: number[];
  keys: number[];
  /** The document itself listens to what gets into fields. */
  filtersAll: boolean;
  /** Of what is typed or chosen, and whether the document itself listens to that. */
  input: number[];
  inputAll: boolean;
}

/** What a custom element says of itself by `ElementInternals`. The keys of `aria` are those of attributes, without `aria-`. */
export interface Semantics {
  role: string;
  aria: Record<string, string>;
}

export interface WalkOptions {
  listening: Listening;
  /** About how many characters of the tree will be shown. */
  budgetChars: number;
  /** Only what lies in the elements that match. */
  selector?: string;
  /** Tell the rows and cards that each line lies in. */
  groups?: boolean | undefined;
  /** Tell where each line is. */
  boxes?: boolean | undefined;
}

export interface FrameWalk {
  url: string;
  title: string;
  /** More of the document is to come. */
  isParsing: boolean;
  nodes: WalkNode[];
  /** Only what a selector matches was walked. */
  isPart: boolean;
  /** True when the page has more elements than the walk looks at. */
  cut: boolean;
  /** How many elements may hold a closed shadow root that has not been looked for. */
  suspects: number;
  /** How many custom elements may have a role by their internals that has not been asked for. */
  custom: number;
  viewport: { width: number; height: number };
  page: { width: number; height: number };
  scroll: Point;
}

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

/** Says which element is meant. All that is given must fit. */
export interface Address {
  text?: string;
  role?: string;
  name?: string;
  label?: string;
  placeholder?: string;
}

export interface MatchOptions {
  listening: Listening;
  address: Address;
  /** Id of the element near which to look. */
  near?: number;
}

/** How well an element fits: its whole name, whole words of it, or letters inside its words. */
export type Fit = 0 | 1 | 2;

export interface Match {
  id: number;
  facts: ElementFacts;
  fit: Fit;
  /** The text of the row, card or group that it alone is in; empty where that says nothing. */
  around: string;
  /** With `near`: how many elements up from it the first one lies that holds both, and the pixels between their boxes. */
  levels?: number;
  distance?: number;
}

export interface Matches {
  /** Those that fit best, in the order of the document. */
  matches: Match[];
  /** True where nothing that can be acted on fits: these are other elements. */
  isLoose: boolean;
  /** Where nothing fits: what is most alike, with its likeness from 0 to 1. */
  alike: { id: number; facts: ElementFacts; likeness: number }[];
  /** The element to look near is gone. */
  isNearGone: boolean;
  suspects: number;
  custom: number;
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

/** Where an element was, why it is not that one any more, and what is most like it: clauses for a message. */
export interface Fate {
  /** `in the row "Ann"`. */
  where?: string;
  /** `that row is "Bob" now`; absent for one that is gone. */
  change?: string;
  nearest?: { id: number; facts: ElementFacts; where?: string };
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

export type Condition = { selector: string; state: "attached" | "detached" | "visible" | "hidden" } | { text: string };

/** What one frame has of an element or text that is waited for. */
export interface Look {
  /** It is there, and shown where that is asked for. Negative states wait for the contrary. */
  so: boolean;
  matches: number;
  visible: number;
  /** How many frames the document holds: more or fewer are to be looked at too. */
  frames: number;
  /** The selector is none. */
  invalid?: true;
}

/** Computed styles by property, or the property that does not exist. */
export type Styles = { styles: Record<string, string> } | { unknown: string };

/** What a field holds; lists and files several. `checked` for what can be, `max` for what measures. */
export interface FieldValue {
  value: string | string[];
  checked?: boolean;
  max?: string;
}

export interface ElementStates {
  visible: boolean;
  enabled: boolean;
  /** Text can be typed into it now. */
  editable: boolean;
  /** Null for what cannot be checked. */
  checked: "true" | "false" | "mixed" | null;
  /** It has the focus within its document. */
  focused: boolean;
}

export interface ListOption {
  value: string;
  label: string;
  selected: boolean;
  disabled: boolean;
  group?: string;
}

/** A text, or the id of the frame's element whose text belongs there. */
export type TextPiece = string | number;

/** The names of the fields that were changed. */
export type UnfinishedForm = string[];

/** Methods that take or give elements of the page themselves, as remote objects. */
export interface ElementMethods {
  /** A command begins with these elements: the next question about each compares what is around it with what was. */
  begin(fresh: number[]): void;
  /** The registered ids of elements, 0 for those of other documents; closed shadow roots that they lie in become known. */
  idsOf(...elements: unknown[]): number[];
  /** The elements that may hold a closed shadow root, each given once. */
  suspects(): unknown;
  /** The custom elements that may have a role by their internals, each given once. */
  custom(): unknown;
  /** What the browser tells of them, by id; null where it leaves one out of its tree now. */
  learnInternals(told: [number, Semantics | null][]): void;
  /** Makes closed shadow roots known; true when one of them was not. */
  learnRoots(...roots: unknown[]): boolean;
  /** Where the content of a frame's element begins; `show` scrolls it into view first. */
  frameOrigin(element: unknown, show: boolean): Origin;
  /** What lies over the frame's element at a point of the viewport, if anything. */
  frameCover(element: unknown, point: Point): Cover | null;
}
