/** Composes the lines of `state`: inserts frames at their positions, assigns indices in tree order, and formats each line. */

import type { Frame, Library } from "../core/frame.ts";
import { boxThrough, nested } from "../core/frame-origin.ts";
import type { Box, ElementNode, FrameWalk, LineExtras, MoreNode, Origin, WalkNode } from "../core/library.ts";
import type { Page } from "../core/page.ts";
import { netError } from "../navigation/network-errors.ts";
import { attributeText, elementLine, quoteForged } from "./line.ts";
import type { Line, StateElement } from "./model.ts";

/** The lines of a snapshot, and all indices. */
export interface Composed {
  indices: Set<number>;
  /** Those of `indices` that have no line and are out of view. */
  unseen: Set<number>;
  lines: Line[];
}

/** A frame with its child frames. */
export interface FrameState {
  frame: Frame;
  library: Library;
  walk: FrameWalk;
  /** Child frames by the id of their element. */
  children: Map<number, ChildFrame>;
}

export interface ChildFrame {
  frame: Frame;
  /** Absent if it did not answer. */
  state: FrameState | undefined;
}

type FrameNode = Extract<WalkNode, { kind: "frame" }>;

/** Position of a frame's viewport in that of the tab, and its visible part. */
interface Placement {
  origin: Origin;
  clip: { left: number; top: number; right: number; bottom: number };
  inView: boolean;
}

/** Composes the lines of the main frame and all frames inside it. */
export function composeLines(page: Page, root: FrameState): Composed {
  const { width, height } = root.walk.viewport;
  const listed: Composed = { indices: new Set(), unseen: new Set(), lines: [] };
  const placement: Placement = {
    origin: { x: 0, y: 0, scale: 1 },
    clip: { left: 0, top: 0, right: width, bottom: height },
    inView: true,
  };
  composeFrame(page, listed, root, 0, placement);
  return listed;
}

function composeFrame(page: Page, listed: Composed, state: FrameState, depth: number, placement: Placement): void {
  composeNodes(page, listed, state, depth, placement);
  // With a selector, frames outside of the matches of the parent may contain matches as well.
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

function composeNodes(page: Page, listed: Composed, state: FrameState, depth: number, placement: Placement): void {
  const { nodes } = state.walk;
  for (let n = 0; n < nodes.length; n++) {
    const node = nodes[n] as WalkNode;
    const at = depth + node.depth;
    if (node.kind === "text")
      listed.lines.push({
        depth: at,
        text: quoteForged(node.text) + boxText(node, placement),
        kind: "text",
        inView: node.inView && placement.inView,
        hidden: [],
        ...groupsOf(state, node),
      });
    else if (node.kind === "more") composeMore(page, listed, state, node, at);
    else if (node.kind === "frame") composeInner(page, listed, state, node, at, placement);
    else n += composeElement(page, listed, state, n, at, placement);
  }
}

function composeInner(
  page: Page,
  listed: Composed,
  state: FrameState,
  node: FrameNode,
  depth: number,
  placement: Placement,
): void {
  const child = state.children.get(node.id);
  const inner = child?.state;
  const text = `|IFRAME|<${node.tag}${attributeText(node.attributes)}>${child ? frameNote(child, node.attributes) : ""}${boxText(node, placement)}`;
  listed.lines.push({ depth, text, kind: "frame", hidden: [] });
  // The browser's error page says less than the error itself.
  if (!inner || child.frame.failed !== undefined) return;
  const { origin } = placement;
  const box = boxIn(placement, node.box);
  const clip = {
    left: Math.max(placement.clip.left, box.x),
    top: Math.max(placement.clip.top, box.y),
    right: Math.min(placement.clip.right, box.x + box.width),
    bottom: Math.min(placement.clip.bottom, box.y + box.height),
  };
  composeFrame(page, listed, inner, depth + 1, {
    origin: nested(origin, node.origin),
    clip,
    inView: placement.inView && node.inView && clip.right > clip.left && clip.bottom > clip.top,
  });
}

/** Note on the line of a frame whose content is missing or incomplete. */
function frameNote({ frame, state }: ChildFrame, attributes: FrameNode["attributes"]): string {
  if (frame.failed !== undefined) return ` (did not load${frame.failed === "" ? "" : `: ${netError(frame.failed)}`})`;
  // A frame contains an empty document until its own is committed.
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

/** The range of indices as text: ` [12]-[96]`. */
export function rangeText(indices: readonly number[]): string {
  if (indices.length === 0) return "";
  let [least, most] = [indices[0] ?? 0, indices[0] ?? 0];
  for (const index of indices) [least, most] = [Math.min(least, index), Math.max(most, index)];
  return least === most ? ` [${least}]` : ` [${least}]-[${most}]`;
}

/** Adds the line of an element. Returns the number of following nodes that the line includes. */
function composeElement(
  page: Page,
  listed: Composed,
  state: FrameState,
  n: number,
  depth: number,
  placement: Placement,
): number {
  const node = state.walk.nodes[n] as ElementNode;
  const { facts } = node;
  const index = page.elements.assign(state.frame, state.library, node.id, facts);
  const isNew = page.listed !== undefined && !page.listed.indices.has(index);
  listed.indices.add(index);
  const { type: _, ...data } = facts;
  const box = boxIn(placement, facts.box);
  const inViewport = facts.inViewport && placement.inView && meets(box, placement.clip);
  const element: StateElement = {
    index,
    ...data,
    box,
    inViewport,
    isNew,
    ...(state.frame.parentId === undefined ? {} : { frame: state.walk.url }),
  };
  // An element without a box is neither in view nor out of view.
  const hasBox = box.width > 0 || box.height > 0;
  const { text, words, taken } = elementLine(element, state.walk.nodes, n);
  listed.lines.push({
    depth,
    text: text + boxText(node, placement),
    words,
    ...groupsOf(state, node),
    kind: "element",
    element,
    hidden: [],
    ...(hasBox ? { inView: inViewport } : {}),
  });
  return taken;
}

/** The box as text, ` @10,20 100x30`, in whole pixels of the tab's viewport. */
function boxText({ shownAt }: LineExtras, placement: Placement): string {
  if (!shownAt) return "";
  const { x, y, width, height } = boxIn(placement, shownAt);
  return ` @${Math.round(x)},${Math.round(y)} ${Math.round(width)}x${Math.round(height)}`;
}

function groupsOf({ frame }: FrameState, { groups, isBeside }: LineExtras): Pick<Line, "groups" | "isBeside"> {
  return {
    ...(groups ? { groups: groups.map((id) => `${frame.id} ${id}`) } : {}),
    ...(isBeside ? { isBeside } : {}),
  };
}

function boxIn({ origin }: Placement, inner: Box): Box {
  const { x, y, width, height } = boxThrough(origin, inner);
  const round = (value: number) => Math.round(value * 100) / 100;
  return { x: round(x), y: round(y), width: round(width), height: round(height) };
}

function meets(box: Box, clip: Placement["clip"]): boolean {
  return box.x < clip.right && box.y < clip.bottom && box.x + box.width > clip.left && box.y + box.height > clip.top;
}
