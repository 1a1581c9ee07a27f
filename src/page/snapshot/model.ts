/** A look at a page as data: its lines, and the elements among them. */
import type { Box } from "../core/library.ts";

export interface StateElement {
  index: number;
  role: string;
  name: string;
  tag: string;
  text: string;
  /** What tells an element without a name, such as `{ icon: "trash" }`. */
  traits?: Record<string, string>;
  /** The row, card or group around it, where others are called the same. */
  in?: string;
  value?: string;
  href?: string;
  /** In CSS pixels of the tab's viewport. */
  box: Box;
  /** Words such as `disabled`, `checked`, `expanded=false`, `focused`, `covered`. */
  states: string[];
  inViewport: boolean;
  isNew: boolean;
  /** Address of the frame it is in; absent in the main frame. */
  frame?: string;
}

/** One line of the tree. */
export interface Line {
  depth: number;
  text: string;
  /** The element of the line, where it has one. */
  element?: StateElement;
  /** False for what lies outside the viewport; absent where that says nothing. */
  inView?: boolean;
  /** Rows and cards that it lies in, the innermost first; only where they were asked for. */
  groups?: string[];
  /** It lies beside the content of the page; only where groups were asked for. */
  isBeside?: true;
  /** What else of an element's line a person sees: text on it, placeholder, tooltip. */
  words?: string;
  /** Indices that the line stands for, without showing them. */
  hidden: number[];
  /** It was looked for: no budget leaves it out. */
  isSure?: boolean;
  kind: "element" | "text" | "frame" | "folded" | "cut";
}

/** One whole look at a page. */
export interface Look {
  url: string;
  /** Every index that the page had, printed or not. */
  indices: ReadonlySet<number>;
  /** Of those, the ones that had no line and lay out of view. */
  unseen: ReadonlySet<number>;
  lines: readonly Line[];
  /** Texts that something opened over, and that were shown before it. */
  beneath?: readonly string[];
}

/** What was seen of a document. */
export interface Listed {
  /** Every index that an answer has listed. */
  indices: ReadonlySet<number>;
  /** The last whole look; absent where only parts were looked at. */
  look?: Look;
  /** The look before changes that were told in part: `state --diff` begins there. */
  base?: Look;
}
