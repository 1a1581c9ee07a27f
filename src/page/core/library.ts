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

/** Where an element was, why it is not that one any more, and what is most like it: clauses for a message. */
export interface Fate {
  /** `in the row "Ann"`. */
  where?: string;
  /** `that row is "Bob" now`; absent for one that is gone. */
  change?: string;
  nearest?: { id: number; facts: ElementFacts; where?: string };
}

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
