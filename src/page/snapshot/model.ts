/** A snapshot of a page as data: lines and elements. */

import type { Box } from "../core/library.ts";
import type { PermissionRequest } from "../events/permission-requests.ts";

export interface StateElement {
  index: number;
  role: string;
  name: string;
  tag: string;
  text: string;
  /** Describes an element without a name, such as `{ icon: "trash" }`. */
  traits?: Record<string, string>;
  /** The row, card or group around it, if others have the same name. */
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
  /** Absent for lines without an element. */
  element?: StateElement;
  /** Whether it is in the viewport; absent if that does not apply. */
  inView?: boolean;
  /** Rows and cards that contain it, innermost first; only on request. */
  groups?: string[];
  /** It is outside of the main content; only with groups. */
  isBeside?: true;
  /** Other visible texts of an element: text on its line, placeholder, tooltip. */
  words?: string;
  /** Indices of elements that the line replaces. */
  hidden: number[];
  /** It matches a search: the budget does not remove it. */
  isSure?: boolean;
  kind: "element" | "text" | "frame" | "folded" | "cut";
}

/** A complete snapshot of a page. */
export interface Snapshot {
  url: string;
  /** All indices of the page, printed or not. */
  indices: ReadonlySet<number>;
  /** Those of `indices` that had no line and were out of view. */
  unseen: ReadonlySet<number>;
  lines: readonly Line[];
  /** Texts of earlier snapshots that a dialog or the like covers. */
  covered?: readonly string[];
}

/** The snapshots of a document that later ones are compared with. */
export interface Listed {
  /** All indices that a result has listed. */
  indices: ReadonlySet<number>;
  /** The last complete snapshot; absent if there were only partial ones. */
  snapshot?: Snapshot;
  /** The snapshot before changes that were reported in part: `state --diff` compares with it. */
  base?: Snapshot;
}

export interface PageState {
  url: string;
  title: string;
  status?: number;
  tab: { index: number; count: number };
  /** The open dialog: only address and title of the page are known then. */
  dialog?: { type: string; message: string };
  viewport?: { width: number; height: number };
  page?: { width: number; height: number };
  scroll?: { x: number; y: number };
  /** The elements of `tree`. */
  elements: StateElement[];
  /** The printed tree. */
  tree: string;
  /** With `--diff`, if the whole tree is new: another page was loaded, or the same document shows another route. */
  all_new?: "load" | "route";
  /** The error of a page that did not load. */
  failed?: string;
  /** Print no header. */
  no_header?: true;
  /** Number of uncaught errors of the page's scripts, and the first one. */
  errors?: { count: number; first: string };
  /** Permissions that the page requested and did not get, if they are reported. */
  permissions?: (PermissionRequest & { text: string })[];
  /** Why the tree is empty. */
  nothing?: string;
  /** Present if `tree` is incomplete: number of missing elements, and the reason. */
  cut?: { elements: number; reason: string };
}
