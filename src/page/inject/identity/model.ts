/** What an element stands in, as data. */
import type { PageContext } from "./headings.ts";
import type { Pieces } from "./pieces.ts";

export interface Item {
  at: WeakRef<Element>;
  /** Its text and keys as they were: while they stay, nothing else need be looked at. Absent where text is in shadow roots. */
  raw: string | undefined;
  pieces: Pieces;
  /** The element's own row, and not one farther out or a group. */
  isRow: boolean;
  /** Nothing but controls and numbers, or words that a neighbour has too. */
  isWeak: boolean;
  neighbours: Neighbour[];
  caption: string;
}

export interface Neighbour {
  at: WeakRef<Element>;
  lead: string;
  full: string;
}

/** Of an element that is listed without being shown: its row must stay as it is to the letter. */
export interface Brief {
  at: WeakRef<Element> | undefined;
  raw: string;
  keys: string;
}

export interface Identity {
  keys: string;
  /** The name, of what its name tells: a button's may change with its state. */
  name: string;
  items: Item[];
  page: PageContext | undefined;
  /** Text around one that is in no row: for whoever takes its place. */
  near: string[];
  leadsOn: boolean;
}
