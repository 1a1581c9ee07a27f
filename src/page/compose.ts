/** The lines of a state: frames put in their places, indices given out in the order of the tree, each line as it is printed. */
import type { Frame, Library } from "./frame.ts";
import type { Box, ElementNode, FrameWalk, MoreNode, Origin, WalkNode } from "./library.ts";
import { attributeText, elementLine, ownWords } from "./line.ts";
import { boxThrough, nested } from "./origin.ts";
import type { Page } from "./page.ts";

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
  /** Indices that the line stands for, without showing them. */
  hidden: number[];
  kind: "element" | "text" | "frame" | "folded" | "cut";
}

/** What a state listed: every index, and the lines that were printed. */
export interface Listed {
  indices: Set<number>;
  lines: Line[];
}

/** A frame with everything inside it. */
export interface FrameState {
  frame: Frame;
  library: Library;
  walk: FrameWalk;
  /** Child frames by the id of the element that holds them; a word where one did not answer. */
  children: Map<number, FrameState | "silent">;
}

/** Where a frame's viewport lies in the tab's, and what of it can be seen. */
interface Place {
  origin: Origin;
  clip: { left: number; top: number; right: number; bottom: number };
  inView: boolean;
}

/** Writes the lines of a frame and of the frames in it. */
export function composeLines(page: Page, root: FrameState): Listed {
  const { width, height } = root.walk.viewport;
  const listed: Listed = { indices: new Set(), lines: [] };
  const place: Place = {
    origin: { x: 0, y: 0, scale: 1 },
    clip: { left: 0, top: 0, right: width, bottom: height },
    inView: true,
  };
  composeFrame(page, listed, root, 0, place);
  return listed;
}

function composeFrame(page: Page, listed: Listed, state: FrameState, depth: number, place: Place): void {
  composeNodes(page, listed, state, depth, place);
  // Where only a part of the document was asked for, frames outside of that part may hold some of it as well.
  const placed = new Set(state.walk.nodes.flatMap((node) => (node.kind === "frame" ? [node.id] : [])));
  for (const [id, inner] of state.children) {
    if (!state.walk.isPart || placed.has(id) || inner === "silent" || inner.walk.nodes.length === 0) continue;
    listed.lines.push({ depth, text: `|IFRAME| ${inner.walk.url}`, kind: "frame", hidden: [] });
    const { width, height } = inner.walk.viewport;
    const origin = { x: 0, y: 0, scale: 1 };
    const clip = { left: 0, top: 0, right: width, bottom: height };
    composeFrame(page, listed, inner, depth + 1, { origin, clip, inView: true });
  }
}

function composeNodes(page: Page, listed: Listed, state: FrameState, depth: number, place: Place): void {
  const { nodes } = state.walk;
  for (let n = 0; n < nodes.length; n++) {
    const node = nodes[n] as WalkNode;
    const at = depth + node.depth;
    if (node.kind === "text")
      listed.lines.push({
        depth: at,
        text: ownWords(node.text),
        kind: "text",
        inView: node.inView && place.inView,
        hidden: [],
      });
    else if (node.kind === "more") composeMore(page, listed, state, node, at);
    else if (node.kind === "frame") composeInner(page, listed, state, node, at, place);
    else n += composeElement(page, listed, state, n, at, place);
  }
}

function composeInner(
  page: Page,
  listed: Listed,
  state: FrameState,
  node: Extract<WalkNode, { kind: "frame" }>,
  depth: number,
  place: Place,
): void {
  const inner = state.children.get(node.id);
  const silent = inner === "silent" ? " (does not answer)" : "";
  const text = `|IFRAME|<${node.tag}${attributeText(node.attributes)}>${silent}`;
  listed.lines.push({ depth, text, kind: "frame", hidden: [] });
  if (!inner || inner === "silent") return;
  const { origin } = place;
  const box = boxIn(place, node.box);
  const clip = {
    left: Math.max(place.clip.left, box.x),
    top: Math.max(place.clip.top, box.y),
    right: Math.min(place.clip.right, box.x + box.width),
    bottom: Math.min(place.clip.bottom, box.y + box.height),
  };
  composeFrame(page, listed, inner, depth + 1, {
    origin: nested(origin, node.origin),
    clip,
    inView: place.inView && node.inView && clip.right > clip.left && clip.bottom > clip.top,
  });
}

function composeMore(page: Page, listed: Listed, state: FrameState, node: MoreNode, depth: number): void {
  const hidden = node.ids.map((id) => page.elements.assign(state.frame, state.library, id));
  for (const index of hidden) listed.indices.add(index);
  const text = node.isFolded ? `+${node.rows} more like this${rangeText(hidden)}` : "";
  listed.lines.push({ depth, text, kind: node.isFolded ? "folded" : "cut", hidden });
}

/** ` [12]-[96]`: the indices that a line stands for. */
export function rangeText(indices: readonly number[]): string {
  if (indices.length === 0) return "";
  let [least, most] = [indices[0] ?? 0, indices[0] ?? 0];
  for (const index of indices) [least, most] = [Math.min(least, index), Math.max(most, index)];
  return least === most ? ` [${least}]` : ` [${least}]-[${most}]`;
}

/** Adds the line of an element; returns how many of the nodes behind it that line has taken. */
function composeElement(page: Page, listed: Listed, state: FrameState, n: number, depth: number, place: Place): number {
  const node = state.walk.nodes[n] as ElementNode;
  const { facts } = node;
  const index = page.elements.assign(state.frame, state.library, node.id, facts);
  const isNew = page.listed !== undefined && !page.listed.indices.has(index);
  listed.indices.add(index);
  const { type: _, ...data } = facts;
  const box = boxIn(place, facts.box);
  const inViewport = facts.inViewport && place.inView && meets(box, place.clip);
  const element: StateElement = {
    index,
    ...data,
    box,
    inViewport,
    isNew,
    ...(state.frame.parentId === undefined ? {} : { frame: state.walk.url }),
  };
  // What has no box is nowhere: neither in view nor out of it.
  const isSomewhere = box.width > 0 || box.height > 0;
  const { text, taken } = elementLine(element, state.walk.nodes, n);
  listed.lines.push({
    depth,
    text,
    kind: "element",
    element,
    hidden: [],
    ...(isSomewhere ? { inView: inViewport } : {}),
  });
  return taken;
}

function boxIn({ origin }: Place, inner: Box): Box {
  const { x, y, width, height } = boxThrough(origin, inner);
  const round = (value: number) => Math.round(value * 100) / 100;
  return { x: round(x), y: round(y), width: round(width), height: round(height) };
}

function meets(box: Box, clip: Place["clip"]): boolean {
  return box.x < clip.right && box.y < clip.bottom && box.x + box.width > clip.left && box.y + box.height > clip.top;
}
