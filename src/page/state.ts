/**
 * What a page shows: header, then a tab-indented tree of numbered elements and the text between them. Frames of every
 * process are walked at the same time; one that does not answer is left out and marked.
 */
import { isProtocolError } from "../cdp/errors.ts";
import { Failure } from "../errors.ts";
import { shorten } from "../lib/shorten.ts";
import { composeLines, type FrameState, type StateElement } from "./compose.ts";
import type { Dialog } from "./dialogs.ts";
import { changesSince, type Filter, filtered, isFiltering } from "./filter.ts";
import { type Frame, ownerId } from "./frame.ts";
import type { FrameWalk } from "./library.ts";
import { findClosedRoots, listenersOf } from "./listeners.ts";
import type { Page } from "./page.ts";
import { selectorFailure } from "./read.ts";
import { type Patience, silence } from "./silence.ts";
import { fit, treeText } from "./tree.ts";

export interface PageState {
  url: string;
  title: string;
  status?: number;
  tab: { index: number; count: number };
  /** The dialog that the page stands still behind: nothing but its address and title can be told then. */
  dialog?: { type: string; message: string };
  viewport?: { width: number; height: number };
  page?: { width: number; height: number };
  scroll?: { x: number; y: number };
  /** The elements of `tree`. */
  elements: StateElement[];
  /** The tree as it is printed. */
  tree: string;
  /** Why there is nothing in the tree. */
  nothing?: string;
  /** Present when something is not in `tree`: how many elements, and why. */
  cut?: { elements: number; reason: string };
}

export interface StateOptions extends Filter {
  /** About how many tokens the tree may take. */
  maxTokens: number;
  /** Only what changed since the last state. */
  diff: boolean;
  timeoutMs: number;
}

/** The whole page, nothing left out. */
export const WHOLE: StateOptions = {
  maxTokens: Number.MAX_SAFE_INTEGER,
  diff: false,
  timeoutMs: 30_000,
  viewport: false,
  roles: [],
  grep: undefined,
  selector: undefined,
};

/** Characters of one token in trees: 2.3 (short lines, many numbers) to 3 (text), by the tokenizer of bench/tokens.ts. */
export const CHARS_PER_TOKEN = 2.7;

/** How deep closed shadow roots are looked for inside one another. */
const MAX_CLOSED = 5;

/** How long to leave a page that is being replaced alone. */
const RETRY_MS = 5;

/** How long a frame inside the page may take, as a share of the deadline and at most. */
const FRAME_SHARE = 0.4;
const FRAME_MS = 3_000;

/** How long all frames together may take, as a share of the deadline. */
const FRAMES_SHARE = 0.7;

/** How often a frame is walked anew that was replaced meanwhile. */
const MAX_WALKS = 5;

export async function readState(
  page: Page,
  tab: { index: number; count: number },
  options: StateOptions,
  signal: AbortSignal,
): Promise<PageState> {
  for (;;) {
    if (page.dialog) return behindDialog(page, page.dialog, tab);
    signal.throwIfAborted();
    const document = page.main.loaderId;
    try {
      const state = await page.dialogs.race(() => readDocument(page, tab, options));
      // A document that was replaced meanwhile is not the page any more.
      if (page.main.loaderId === document) return state;
    } catch (error) {
      if (page.dialog) continue;
      if (!isProtocolError(error, "context_gone")) throw error;
      await Bun.sleep(RETRY_MS);
    }
  }
}

function behindDialog(page: Page, { type, message }: Dialog, tab: PageState["tab"]): PageState {
  const nothing = "the page stands still behind the dialog; run `svc dialog accept` or `svc dialog dismiss`";
  return { url: page.url, title: page.title, tab, dialog: { type, message }, elements: [], tree: "", nothing };
}

async function readDocument(
  page: Page,
  tab: { index: number; count: number },
  options: StateOptions,
): Promise<PageState> {
  const { selector } = options;
  if (selector !== undefined && (await page.main.call("find", [selector, 0])) === "invalid")
    throw selectorFailure(selector);
  const budgetChars = Math.min(options.maxTokens * CHARS_PER_TOKEN, Number.MAX_SAFE_INTEGER);
  const root = await walkFrame(page, page.main, {
    // What is filtered out must be looked at too.
    budgetChars: isFiltering(options) ? Number.MAX_SAFE_INTEGER : budgetChars,
    ...(selector === undefined ? {} : { selector }),
    silentMs: Math.min(FRAME_MS, options.timeoutMs * FRAME_SHARE),
    endMs: performance.now() + options.timeoutMs * FRAMES_SHARE,
  });
  const { walk } = root;
  const listed = composeLines(page, root);
  const before = page.listed;
  const { lines, cut } = fit(filtered(listed.lines, options), budgetChars);
  const shown = options.diff && before ? changesSince(before.lines, lines, listed.indices) : lines;
  // With a filter, what was seen before stays seen.
  page.listed = isFiltering(options)
    ? { indices: new Set([...(before?.indices ?? []), ...listed.indices]), lines: before?.lines ?? lines }
    : { indices: listed.indices, lines };
  return {
    ...factsOf(page, walk),
    tab,
    viewport: walk.viewport,
    page: walk.page,
    scroll: walk.scroll,
    elements: shown.flatMap(({ element }) => element ?? []),
    tree: treeText(shown, !isFiltering(options) && !options.diff && options.maxTokens < WHOLE.maxTokens),
    ...(shown.length > 0 ? {} : { nothing: options.diff && before ? "nothing changed" : emptyBecause(options) }),
    ...cutOf(cut, walk.cut, options),
  };
}

function emptyBecause(options: Filter): string {
  return isFiltering(options) ? "nothing on the page matches" : "the page is empty";
}

/** The page of an error is called by the address that did not open. */
function factsOf(page: Page, walk: FrameWalk): { url: string; title: string; status?: number } {
  const { status } = page.load;
  const isError = walk.url.startsWith("chrome-error:");
  return {
    url: isError ? page.main.url : walk.url,
    title: isError ? "" : walk.title,
    ...(status === undefined ? {} : { status }),
  };
}

function cutOf(
  { folded, over, shortened }: { folded: number; over: number; shortened: number },
  isWalkCut: boolean,
  { maxTokens }: StateOptions,
): { cut?: { elements: number; reason: string } } {
  const reasons = [
    ...(folded > 0 ? [`${folded} folded`] : []),
    ...(over > 0 ? [`${over} over ${maxTokens} tokens`] : []),
    ...(shortened > 0 ? [`the rest of ${shortened} long text${shortened === 1 ? "" : "s"}`] : []),
    ...(isWalkCut ? ["the page has more than can be looked at"] : []),
  ];
  return reasons.length === 0 ? {} : { cut: { elements: folded + over, reason: reasons.join(", ") } };
}

interface WalkRequest extends Patience {
  budgetChars: number;
  selector?: string;
}

async function walkFrame(page: Page, frame: Frame, request: WalkRequest): Promise<FrameState> {
  const library = await frame.library();
  const children = [...page.frames.values()].filter((one) => one.parentId === frame.id);
  const [walk, ...inner] = await Promise.all([
    walkDocument(frame, library, request),
    ...children.map((child) => walkChild(page, frame, library, child, request)),
  ]);
  return { frame, library, walk, children: new Map(inner.filter((one) => one !== undefined)) };
}

/** Walks one document; closed shadow roots are known to its library afterwards. */
export async function walkDocument(
  frame: Frame,
  library: FrameState["library"],
  request: WalkRequest,
): Promise<FrameWalk> {
  const { silentMs: _, endMs: __, ...rest } = request;
  try {
    const listening = await listenersOf(library);
    let walk = await frame.call("walk", [{ ...rest, listening }], library);
    // What a closed root shows may hold the next one.
    for (let depth = 0; walk.suspects > 0 && depth < MAX_CLOSED; depth++) {
      if (!(await findClosedRoots(library))) return walk;
      walk = await frame.call("walk", [{ ...rest, listening: await listenersOf(library) }], library);
    }
    return walk;
  } catch (error) {
    if (isProtocolError(error, "context_gone")) await frame.forget(library);
    throw error;
  }
}

/** A child that dies meanwhile is left out; its place stays visible in the tree. */
async function walkChild(
  page: Page,
  parent: Frame,
  library: FrameState["library"],
  child: Frame,
  request: WalkRequest,
): Promise<[number, FrameState | "silent"] | undefined> {
  try {
    const state = Promise.race([walkPresent(page, child, request), silence(child.session, request)]);
    const [owner, inner] = await Promise.all([ownerId(parent, library, child.id), state]);
    return [owner, inner];
  } catch (error) {
    if (error instanceof Failure && error.code !== "internal") return undefined;
    throw error;
  }
}

/** A child whose document is replaced meanwhile is walked anew; one that is never the same for long is not waited for. */
async function walkPresent(page: Page, child: Frame, request: WalkRequest): Promise<FrameState | "silent"> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await walkFrame(page, child, request);
    } catch (error) {
      const isThere = page.frames.get(child.id) === child;
      if (!isThere || !isProtocolError(error, "context_gone")) throw error;
      if (attempt === MAX_WALKS) return "silent";
    }
  }
}

/** An address may hold a whole file, and a title anything: `get url` and `get title` have all of them. */
const MAX_HEADER = 1_000;

/** `scroll: 700 px above, 1580 px below`: what of the page lies outside the viewport; no line where all of it is in view. */
function scrollLine({ viewport, page, scroll }: PageState): string[] {
  if (!viewport || !page || !scroll) return [];
  const sides = {
    above: scroll.y,
    below: page.height - viewport.height - scroll.y,
    left: scroll.x,
    right: page.width - viewport.width - scroll.x,
  };
  const outside = Object.entries(sides).filter(([, pixels]) => pixels > 0);
  return outside.length === 0 ? [] : [`scroll: ${outside.map(([side, pixels]) => `${pixels} px ${side}`).join(", ")}`];
}

/** The text form. Pure. */
export function stateText(state: PageState): string {
  const { tab, dialog } = state;
  const header = [
    `url: ${shorten(state.url, MAX_HEADER)}`,
    `title: ${shorten(state.title, MAX_HEADER)}`,
    ...(state.status === undefined || state.status < 400 ? [] : [`status: ${state.status}`]),
    ...(tab.count > 1 ? [`tab: ${tab.index} of ${tab.count}`] : []),
    ...scrollLine(state),
    ...(dialog ? [`dialog: ${dialog.type} ${JSON.stringify(shorten(dialog.message, MAX_HEADER))} is open`] : []),
  ];
  const body = state.tree === "" ? [`(${state.nothing})`] : [state.tree];
  const end = state.cut
    ? [`… not shown: ${state.cut.reason}. See more with \`svc state --all\`, --grep <text> or --role <role>.`]
    : [];
  return [...header, ...body, ...end].join("\n");
}
