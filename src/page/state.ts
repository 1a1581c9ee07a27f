/**
 * What a page shows: header, then a tab-indented tree of numbered elements and the text between them. Frames of every
 * process are walked at the same time and put in their place.
 */
import { isProtocolError } from "../cdp/errors.ts";
import { Failure } from "../errors.ts";
import { type Frame, type Library, ownerId } from "./frame.ts";
import type { Box, FrameWalk, ScrollShare, WalkNode } from "./library.ts";
import { documentFacts } from "./navigate.ts";
import type { Page } from "./page.ts";

/** Elements looked at per frame. What lies beyond is told as cut. */
const MAX_ELEMENTS = 50_000;

/** Characters of one token, as a rule of thumb for English text and markup. */
const CHARS_PER_TOKEN = 4;

export interface StateElement {
  index: number;
  role: string;
  name: string;
  tag: string;
  text: string;
  value?: string;
  href?: string;
  /** In CSS pixels of its frame's viewport. */
  box: Box;
  /** Words such as `disabled`, `checked`, `expanded=false`, `focused`. */
  states: string[];
  inViewport: boolean;
  isNew: boolean;
  /** Address of the frame it is in; absent in the main frame. */
  frame?: string;
}

export interface PageState {
  url: string;
  title: string;
  status?: number;
  tab: { index: number; count: number };
  viewport: { width: number; height: number };
  page: { width: number; height: number };
  scroll: { x: number; y: number };
  elements: StateElement[];
  /** The tree as it is printed. */
  tree: string;
  /** Present when something is not in `tree`: how many elements, and why. */
  cut?: { elements: number; reason: string };
}

interface FrameState {
  frame: Frame;
  library: Library;
  walk: FrameWalk;
  /** Child frames by the id of the element that holds them. */
  children: Map<number, FrameState>;
}

export async function readState(
  page: Page,
  tab: { index: number; count: number },
  maxTokens: number,
  signal: AbortSignal,
): Promise<PageState> {
  for (;;) {
    signal.throwIfAborted();
    const document = page.main.loaderId;
    try {
      const state = await readDocument(page, tab, maxTokens);
      // A document that was replaced meanwhile is not the page any more.
      if (page.main.loaderId === document) return state;
    } catch (error) {
      if (!isProtocolError(error, "context_gone")) throw error;
    }
  }
}

async function readDocument(page: Page, tab: { index: number; count: number }, maxTokens: number): Promise<PageState> {
  const root = await walkFrame(page, page.main);
  const { title, url } = await documentFacts(page);
  const compose = new Compose(page);
  compose.frame(root, 0);
  page.listed = compose.listed;
  const { tree, cut } = fit(compose, maxTokens, root.walk.cut);
  const status = page.load.status;
  return {
    url,
    title,
    ...(status === undefined ? {} : { status }),
    tab,
    viewport: root.walk.viewport,
    page: root.walk.page,
    scroll: root.walk.scroll,
    elements: compose.elements,
    tree,
    ...(cut ? { cut } : {}),
  };
}

/** A frame with everything inside it. A child that dies meanwhile is left out; its place stays visible in the tree. */
async function walkFrame(page: Page, frame: Frame): Promise<FrameState> {
  const library = await frame.library();
  const children = [...page.frames.values()].filter((one) => one.parentId === frame.id);
  const [walk, ...inner] = await Promise.all([
    frame.call("walk", [MAX_ELEMENTS], library),
    ...children.map((child) => walkChild(page, frame, library, child)),
  ]);
  return { frame, library, walk, children: new Map(inner.filter((one) => one !== undefined)) };
}

async function walkChild(
  page: Page,
  parent: Frame,
  library: Library,
  child: Frame,
): Promise<[number, FrameState] | undefined> {
  try {
    const [owner, state] = await Promise.all([ownerId(parent, library, child.id), walkFrame(page, child)]);
    return [owner, state];
  } catch (error) {
    if (error instanceof Failure && error.code !== "internal") return undefined;
    throw error;
  }
}

/** Gives out the indices in the order of the tree, and writes its lines. */
class Compose {
  readonly elements: StateElement[] = [];
  readonly lines: { text: string; element: boolean }[] = [];
  readonly listed = new Set<number>();
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  frame(state: FrameState, depth: number): void {
    for (const node of state.walk.nodes) this.#node(state, node, depth + node.depth);
  }

  #node(state: FrameState, node: WalkNode, depth: number): void {
    if (node.kind === "text") {
      this.#line(depth, node.text);
      return;
    }
    if (node.kind === "frame") {
      this.#line(depth, `|IFRAME|<${node.tag}${attributeText(node.attributes)} />`);
      const inner = state.children.get(node.id);
      if (inner) this.frame(inner, depth + 1);
      return;
    }
    const { facts } = node;
    const { index } = this.#page.elements.assign(state.frame, state.library, node.id, facts);
    const isNew = this.#page.listed !== undefined && !this.#page.listed.has(index);
    this.listed.add(index);
    const { type: _, ...data } = facts;
    this.elements.push({
      index,
      ...data,
      isNew,
      ...(state.frame.parentId === undefined ? {} : { frame: state.walk.url }),
    });
    const shown = [...node.attributes, ...valueAttribute(facts.value, facts.tag), ...stateAttributes(facts.states)];
    const scroll = node.scroll ? `|scroll element|` : "";
    this.#line(
      depth,
      `${isNew ? "*" : ""}${scroll}[${index}]<${facts.tag}${attributeText(shown)} />${scrollText(node.scroll)}`,
      true,
    );
  }

  #line(depth: number, text: string, element = false): void {
    this.lines.push({ text: "\t".repeat(depth) + text, element });
  }
}

function valueAttribute(value: string | undefined, tag: string): [string, string][] {
  if (value === undefined || value === "" || !/^(input|textarea|select)$/.test(tag)) return [];
  return [["value", value.length > 100 ? `${value.slice(0, 99)}…` : value]];
}

function stateAttributes(states: string[]): [string, string][] {
  return states.map((state) => {
    const at = state.indexOf("=");
    return at < 0 ? [state, ""] : [state.slice(0, at), state.slice(at + 1)];
  });
}

/** ` key=value key="a value" flag`: quoted where a value has spaces or quotes, bare where it is empty. */
function attributeText(attributes: [string, string][]): string {
  return attributes.map(([key, value]) => (value === "" ? ` ${key}` : ` ${key}=${quote(value)}`)).join("");
}

function quote(value: string): string {
  return /[\s"'=<>]/.test(value) ? JSON.stringify(value) : value;
}

function scrollText(scroll: ScrollShare | undefined): string {
  return scroll ? ` (${scroll.above.toFixed(1)} pages above, ${scroll.below.toFixed(1)} pages below)` : "";
}

/** As many lines as the budget holds, from the top; what is left out is counted. */
function fit(
  compose: Compose,
  maxTokens: number,
  walkCut: boolean,
): { tree: string; cut?: { elements: number; reason: string } } {
  let room = maxTokens * CHARS_PER_TOKEN;
  let count = 0;
  for (const line of compose.lines) {
    room -= line.text.length + 1;
    if (room < 0 && count > 0) break;
    count++;
  }
  const kept = compose.lines.slice(0, count);
  const left = compose.lines.slice(count);
  const tree = kept.map((line) => line.text).join("\n");
  if (left.length > 0) {
    const elements = left.filter((line) => line.element).length;
    return { tree, cut: { elements, reason: `over ${maxTokens} tokens` } };
  }
  return walkCut ? { tree, cut: { elements: 0, reason: `the page has more than ${MAX_ELEMENTS} elements` } } : { tree };
}

/** The text form. Pure. */
export function stateText(state: PageState): string {
  const { viewport, page, scroll, tab } = state;
  const header = [
    `url: ${state.url}`,
    `title: ${state.title}`,
    ...(state.status === undefined || state.status < 400 ? [] : [`status: ${state.status}`]),
    `tab: ${tab.index} of ${tab.count}`,
    `viewport: ${viewport.width}x${viewport.height}`,
    `page: ${page.width}x${page.height}`,
    `scroll: (${scroll.x}, ${scroll.y})`,
  ];
  const body = state.tree === "" ? ["(the page is empty)"] : [state.tree];
  const end = state.cut
    ? [`… cut: ${state.cut.elements} more elements (${state.cut.reason}). See them with \`svc state --all\`.`]
    : [];
  return [...header, ...body, ...end].join("\n");
}
