/** The lines of a state: frames put in their places, indices given out in the order of the tree, each line as it is printed. */

import type { Frame, Library } from "../core/frame.ts";
import { boxThrough, nested } from "../core/frame-origin.ts";
import type { Box, ElementNode, FrameWalk, LineExtras, MoreNode, Origin, WalkNode } from "../core/library.ts";
import type { Page } from "../core/page.ts";
import { netError } from "../navigation/network-errors.ts";
import { attributeText, elementLine, ownWords } from "./line.ts";
import type { Line, StateElement } from "./model.ts";

/** What a look lists: every index, and the lines. */
export interface Composed {
  indices: Set<number>;
  /** Of those, the ones that have no line and lie out of view. */
  unseen: Set<number>;
  lines: Line[];
}

/** A frame with everything inside it. */
export interface FrameState {
  frame: Frame;
  library: Library;
  walk: FrameWalk;
  /** Child frames by the id of the element that holds them. */
  children: Map<number, ChildFrame>;
}

export interface ChildFrame {
  frame: Frame;
  /** Absent where it did not answer. */
  state: FrameState | undefined;
}

type FrameNode = Extract<WalkNode, { kind: "frame" }>;

/** Where a frame's viewport lies in the tab's, and what of it can be seen. */
interface Place {
  origin: Origin;
  clip: { left: number; top: number; right: number; bottom: number };
  inView: boolean;
}

/** Writes the lines of a frame and of the frames in it. */
export function composeLines(page: Page, root: FrameState): Composed {
  const { width, height } = root.walk.viewport;
  const listed: Composed = { indices: new Set(), unseen: new Set(), lines: [] };
  const place: Place = {
    origin: { x: 0, y: 0, scale: 1 },
    clip: { left: 0, top: 0, right: width, bottom: height },
    inView: true,
  };
  composeFrame(page, listed, root, 0, place);
  return listed;
}

function composeFrame(page: Page, listed: Composed, state: FrameState, depth: number, place: Place): void {
  composeNodes(page, listed, state, depth, place);
  // Where only a part of the document was asked for, frames outside of that part may hold some of it as well.
  const placed = new Set(state.walk.nodes.flatMap((node) => (node.kind === "frame" ? [node.id] : [])));
  for (const [id, { state: inner }] of state.children) {
    if (!state.walk.isPart || placed.has(id) || !inner || inner.walk.nodes.length === 0) continue;
    listed.lines.push({ depth, text: `|IFRAME| ${inner.walk.url}`, kind: "frame", hidden: [] });
    const { width, height } = inner.walk.viewport;
    const origin = { x: 0, y: 0, scale: 1 };
    const clip = { left: 0, top: 0, right: width, bottom: height };
    composeFrame(page, listed, inner, depth + 1, { origin, clip, inView: true });
  }
}

function composeNodes(page: Page, listed: Composed, state: FrameState, depth: number, place: Place): void {
  const { nodes } = state.walk;
  for (let n = 0; n < nodes.length; n++) {
    const node = nodes[n] as WalkNode;
    const at = depth + node.depth;
    if (node.kind === "text")
      listed.lines.push({
        depth: at,
        text: ownWords(node.text) + boxText(node, place),
        kind: "text",
        inView: node.inView && place.inView,
        hidden: [],
        ...groupsOf(state, node),
      });
    else if (node.kind === "more") composeMore(page, listed, state, node, at);
    else if (node.kind === "frame") composeInner(page, listed, state, node, at, place);
    else n += composeElement(page, listed, state, n, at, place);
  }
}

function composeInner(
  page: Page,
  listed: Composed,
  state: FrameState,
  node: FrameNode,
  depth: number,
  place: Place,
): void {
  const child = state.children.get(node.id);
  const inner = child?.state;
  const text = `|IFRAME|<${node.tag}${attributeText(node.attributes)}>${child ? frameNote(child, node.attributes) : ""}${boxText(node, place)}`;
  listed.lines.push({ depth, text, kind: "frame", hidden: [] });
  // What the browser shows in place of a page that did not load says less than the error.
  if (!inner || child.frame.failed !== undefined) return;
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

/** Why there is nothing, or less than there will be, below a frame. */
function frameNote({ frame, state }: ChildFrame, attributes: FrameNode["attributes"]): string {
  if (frame.failed !== undefined) return ` (did not load${frame.failed === "" ? "" : `: ${netError(frame.failed)}`})`;
  // Until its document comes a frame holds an empty one.
  const address = attributes.find(([key]) => key === "src")?.[1] ?? "";
  const isAwaited = state?.walk.url === "about:blank" && !/^(about:blank|javascript:.*)?$/i.test(address);
  if (isAwaited || state?.walk.isParsing) return " (still loading)";
  return state ? "" : " (does not answer)";
}

function composeMore(page: Page, listed: Composed, state: FrameState, node: MoreNode, depth: number): void {
  const hidden = node.ids.map((id) => page.elements.assign(state.frame, state.library, id));
  for (const index of hidden) listed.indices.add(index);
  for (const id of node.outOfView) listed.unseen.add(page.elements.assign(state.frame, state.library, id));
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
function composeElement(
  page: Page,
  listed: Composed,
  state: FrameState,
  n: number,
  depth: number,
  place: Place,
): number {
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
  const { text, words, taken } = elementLine(element, state.walk.nodes, n);
  listed.lines.push({
    depth,
    text: text + boxText(node, place),
    words,
    ...groupsOf(state, node),
    kind: "element",
    element,
    hidden: [],
    ...(isSomewhere ? { inView: inViewport } : {}),
  });
  return taken;
}

/** ` @10,20 100x30`, in whole pixels of the tab's viewport. */
function boxText({ shownAt }: LineExtras, place: Place): string {
  if (!shownAt) return "";
  const { x, y, width, height } = boxIn(place, shownAt);
  return ` @${Math.round(x)},${Math.round(y)} ${Math.round(width)}x${Math.round(height)}`;
}

function groupsOf({ frame }: FrameState, { groups, isBeside }: LineExtras): Pick<Line, "groups" | "isBeside"> {
  return {
    ...(groups ? { groups: groups.map((id) => `${frame.id} ${id}`) } : {}),
    ...(isBeside ? { isBeside } : {}),
  };
}

function boxIn({ origin }: Place, inner: Box): Box {
  const { x, y, width, height } = boxThrough(origin, inner);
  const round = (value: number) => Math.round(value * 100) / 100;
  return { x: round(x), y: round(y), width: round(width), height: round(height) };
}

function meets(box: Box, clip: Place["clip"]): boolean {
  return box.x < clip.right && box.y < clip.bottom && box.x + box.width > clip.left && box.y + box.height > clip.top;
}
