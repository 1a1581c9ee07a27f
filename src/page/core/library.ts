/**
 * Requests and answers of the scripts inside a page: plain data, shared by `inject/` (which runs in the page) and the rest of
 * `page/`. Boxes and points are in CSS pixels of the frame's own viewport.
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

/** Current facts of an element. `states` has words such as `disabled`, `checked`, `expanded=false`, `focused`. */
export interface ElementFacts {
  tag: string;
  role: string;
  /** Its accessible name, else its caption, description or text. Empty if it has none of them. */
  name: string;
  text: string;
  /** Describes an element without a name, such as `{ icon: "trash" }`. */
  traits?: Record<string, string>;
  /** The row, card or group around it, if others in the same list have the same name. */
  in?: string;
  value?: string;
  href?: string;
  /** `type` of an input. */
  type?: string;
  box: Box;
  states: string[];
  inViewport: boolean;
}

/** Data of a line that only some requests need. */
export interface LineExtras {
  /** Ids of the rows, cards and items that contain it, innermost first. */
  groups?: number[];
  /** It is outside of the main content: in a navigation, a header and the like. Only with `groups`. */
  isBeside?: true;
  shownAt?: Box;
}

/** One line of the tree. `id` is the element's number within its document and never changes. */
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

/** A range of lines that are left out: rows like those before it (`isFolded`), or lines beyond the budget. */
export interface MoreNode {
  kind: "more";
  depth: number;
  ids: number[];
  /** Those of `ids` that are out of view. */
  outOfView: number[];
  isFolded: boolean;
  /** Number of folded rows. */
  rows: number;
}

/** Content above and below, in multiples of the visible height; horizontal scroll position in percent. */
export interface ScrollShare {
  above: number;
  below: number;
  horizontal?: number;
}

/** Where the content of a frame begins in its parent's viewport, and its scale there. */
export interface Origin extends Point {
  scale: number;
  /** For a frame that is rotated, mirrored or skewed: the vectors of its x and y axes, `[ax, ay, bx, by]`. Replaces `scale`. */
  axes?: [number, number, number, number];
}

/** Ids of the elements with listeners for a pointer, a wheel, and keys. */
export interface Listening {
  pointer: number[];
  /** Those of `pointer` that react when the pointer arrives. */
  hover: number[];
  wheel: number[];
  keys: number[];
  /** The document itself listens to input before it gets into fields. */
  filtersAll: boolean;
  /** Elements with listeners for changed values, and whether the document itself has one. */
  input: number[];
  inputAll: boolean;
}

/** Role and ARIA values that a custom element sets by `ElementInternals`. The keys of `aria` are attribute names without `aria-`. */
export interface Semantics {
  role: string;
  aria: Record<string, string>;
}

export interface WalkOptions {
  listening: Listening;
  /** Approximate number of characters that will be shown. */
  budgetChars: number;
  /** Limits the walk to the elements that match. */
  selector?: string;
  /** Include the rows and cards that contain each line. */
  groups?: boolean | undefined;
  /** Include the box of each line. */
  boxes?: boolean | undefined;
}

export interface FrameWalk {
  url: string;
  title: string;
  /** The document is still being parsed. */
  isParsing: boolean;
  nodes: WalkNode[];
  /** Only the matches of a selector were walked. */
  isPart: boolean;
  /** The page has more elements than the walk visits. */
  cut: boolean;
  /** Number of elements that may have an unknown closed shadow root. */
  suspects: number;
  /** Number of custom elements whose internals are unknown. */
  custom: number;
  viewport: { width: number; height: number };
  page: { width: number; height: number };
  scroll: Point;
}

/** Describes an element. All given members must match. */
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
  /** Id of the element near which to search. */
  near?: number;
}

/** How an element matches: by its whole name, by whole words of it, or by letters inside its words. */
export type Fit = 0 | 1 | 2;

export interface Match {
  id: number;
  facts: ElementFacts;
  fit: Fit;
  /** The text of the row, card or group that contains it and no other match; empty if that does not identify it. */
  around: string;
  /** With `near`: number of levels from it up to the first element that contains both, and the pixels between their boxes. */
  levels?: number;
  distance?: number;
}

export interface Matches {
  /** The best matches, in the order of the document. */
  matches: Match[];
  /** True if no interactive element matches: these are other elements. */
  isLoose: boolean;
  /** Without a match: the most similar elements, with a similarity from 0 to 1. */
  alike: { id: number; facts: ElementFacts; likeness: number }[];
  /** The element of `near` is gone. */
  isNearGone: boolean;
  suspects: number;
  custom: number;
}

/** Where an element was, how it has changed, and the most similar element: clauses for a message. */
export interface StaleDetails {
  /** `in the row "Ann"`. */
  where?: string;
  /** `that row is "Bob" now`; absent if it is gone. */
  change?: string;
  nearest?: { id: number; facts: ElementFacts; where?: string };
}

export type Condition = { selector: string; state: "attached" | "detached" | "visible" | "hidden" } | { text: string };

/** Result of one frame for a condition of `wait`. */
export interface ConditionState {
  /** The element or text exists, and is visible if the condition requires that. Negative states wait for false. */
  isMet: boolean;
  matches: number;
  visible: number;
  /** Number of frames in the document: the caller notices when one is added or removed. */
  frames: number;
  /** The selector is invalid. */
  invalid?: true;
}

/** Computed styles by property, or the name of a property that does not exist. */
export type Styles = { styles: Record<string, string> } | { unknown: string };

/** The value of a field; lists and file inputs have several. `checked` for check boxes and the like, `max` for meters. */
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
  /** Null if it cannot be checked. */
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

/** A text, or the id of a frame's element in place of the frame's text. */
export type TextPiece = string | number;

/** Names of the changed fields. */
export type UnfinishedForm = string[];
