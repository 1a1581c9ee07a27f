/** The identity of an element as data. */
import type { PageContext } from "./headings.ts";
import type { Pieces } from "./pieces.ts";

export interface Item {
  at: WeakRef<Element>;
  /** Its keys and text, for a quick comparison. Undefined when it has text in shadow roots. */
  raw: string | undefined;
  pieces: Pieces;
  /** The element's own row, not an outer one or a group. */
  isRow: boolean;
  /** Only controls and numbers, or the same words as a neighbour. */
  isWeak: boolean;
  neighbours: Neighbour[];
  caption: string;
}

export interface Neighbour {
  at: WeakRef<Element>;
  lead: string;
  full: string;
}

/** The identity of an element that was listed without being shown. Its row must stay exactly the same. */
export interface Brief {
  at: WeakRef<Element> | undefined;
  raw: string;
  keys: string;
}

export interface Identity {
  keys: string;
  /** The name of an element that its name identifies. The name of a button may change with its state. */
  name: string;
  items: Item[];
  page: PageContext | undefined;
  /** Text around an element that is in no row, to recognize its replacement. */
  near: string[];
  leadsOn: boolean;
}
