/**
 * What a page shows: header, then a tab-indented tree of numbered elements and the text between them. Frames of every
 * process are walked at the same time; one that does not answer is left out and marked.
 */
import { isProtocolError } from "../../cdp/errors.ts";
import { shorten } from "../../lib/shorten.ts";
import type { FrameWalk } from "../core/library.ts";
import type { Page } from "../core/page.ts";
import type { Dialog } from "../events/dialogs.ts";
import { type PermissionRequest, requestText } from "../events/permission-requests.ts";
import { errorLine, type ScriptError } from "../events/script-errors.ts";
import { selectorFailure } from "../locate/read-element.ts";
import { netError, netHint } from "../navigation/network-errors.ts";
import { beneathOf } from "./beneath.ts";
import { type Composed, composeLines } from "./compose.ts";
import { around, type Change, changesBetween, isOther, plainText } from "./diff.ts";
import { changeLines } from "./diff-lines.ts";
import { type Filter, filtered, isFiltering, passes } from "./filter.ts";
import { walkFrame } from "./look.ts";
import type { Line, Look, StateElement } from "./model.ts";
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
  /** With `--diff`, when all of the tree is new: another page was loaded, or the same document shows another route. */
  all_new?: "load" | "route";
  /** The error of a page that did not load. */
  failed?: string;
  /** The header is not to be printed. */
  no_header?: true;
  /** Uncaught errors of the page's scripts, where there are any: how many, and the first one. */
  errors?: { count: number; first: string };
  /** Permissions that the page asked for and did not get, where that is told. */
  permissions?: (PermissionRequest & { text: string })[];
  /** Why there is nothing in the tree. */
  nothing?: string;
  /** Present when something is not in `tree`: how many elements, and why. */
  cut?: { elements: number; reason: string };
}

export interface StateOptions extends Filter {
  /** About how many tokens the tree may take. */
  maxTokens: number;
  /** Only what changed since the last whole look; `action` compares with the last one of all, told in part or not. */
  diff: boolean | "action";
  /** With the place of every line. */
  boxes: boolean;
  /** With `diff`: elements that have changed though their lines may read as before. */
  touched?: ReadonlySet<number>;
  noHeader: boolean;
  timeoutMs: number;
}

/** The whole page, nothing left out. */
export const WHOLE: StateOptions = {
  maxTokens: Number.MAX_SAFE_INTEGER,
  diff: false,
  boxes: false,
  noHeader: false,
  timeoutMs: 30_000,
  viewport: false,
  roles: [],
  grep: undefined,
  selector: undefined,
  context: 0,
};

/** Characters of one token in trees: 2.3 (short lines, many numbers) to 3 (text), by the tokenizer of bench/tokens.ts. */
export const CHARS_PER_TOKEN = 2.7;

/** A look that changes are found in holds at least what `state` shows by default. */
const USUAL_TOKENS = 4_000;

/** How long to leave a page that is being replaced alone. */
const RETRY_MS = 5;

/** How long a frame inside the page may take, as a share of the deadline and at most. */
const FRAME_SHARE = 0.4;
const FRAME_MS = 3_000;

/** How long all frames together may take, as a share of the deadline. */
const FRAMES_SHARE = 0.7;

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
  const nothing = BEHIND_DIALOG;
  return { url: page.url, title: page.title, tab, dialog: { type, message }, elements: [], tree: "", nothing };
}

export const NOTHING_CHANGED = "nothing changed";

export const BEHIND_DIALOG = "the page stands still behind the dialog; run `svc dialog accept` or `svc dialog dismiss`";

async function readDocument(
  page: Page,
  tab: { index: number; count: number },
  options: StateOptions,
): Promise<PageState> {
  const { selector, diff } = options;
  if (selector !== undefined && (await page.main.call("find", [selector, 0])) === "invalid")
    throw selectorFailure(selector);
  const budgetChars = Math.min(options.maxTokens * CHARS_PER_TOKEN, Number.MAX_SAFE_INTEGER);
  const [{ walk, composed }, errors] = await Promise.all([
    lookAt(page, options, diff ? undefined : selector),
    page.errors.recent(page.activity),
  ]);
  const before = page.listed;
  const look: Look = { url: walk.url, ...composed, beneath: beneathOf(before?.look, composed.lines) };
  const base = diff === "action" ? before?.look : (before?.base ?? before?.look);
  const part = diff && base && selector !== undefined ? await lookAt(page, options, selector) : undefined;
  const asked = chosenLines(look, diff ? base : undefined, options, part?.composed);
  const { lines, cut } = fit(asked.lines, budgetChars);
  note(page, look, options, base, cut.over + cut.texts + cut.folded > 0);
  const failed = page.main.failed;
  const shown = failed === undefined ? lines : [];
  const isChanges = diff !== false && base !== undefined && asked.route === undefined;
  const isCounted = !isFiltering(options) && !isChanges && options.maxTokens < WHOLE.maxTokens;
  return {
    ...factsOf(page, walk),
    ...errorsOf(errors),
    ...permissionsOf(page),
    tab,
    viewport: walk.viewport,
    page: walk.page,
    scroll: walk.scroll,
    ...(options.noHeader ? { no_header: true as const } : {}),
    ...(failed === undefined ? {} : { failed }),
    ...allNew(page, diff !== false, base, asked.route),
    elements: shown.flatMap(({ element }) => element ?? []),
    tree: treeText(isChanges ? shown.map(({ inView: _, ...line }) => line) : shown, isCounted),
    ...(shown.length > 0 ? {} : { nothing: isChanges ? NOTHING_CHANGED : emptyBecause(options, failed, page.url) }),
    ...cutOf(cut, walk.cut, options),
  };
}

async function lookAt(
  page: Page,
  options: StateOptions,
  selector: string | undefined,
): Promise<{ walk: FrameWalk; composed: Composed }> {
  const budgetChars = Math.min(options.maxTokens * CHARS_PER_TOKEN, Number.MAX_SAFE_INTEGER);
  const root = await walkFrame(page, page.main, {
    // What is filtered out must be looked at too; changes are found between looks of the usual size.
    budgetChars: options.diff
      ? Math.max(budgetChars, USUAL_TOKENS * CHARS_PER_TOKEN)
      : isFiltering(options)
        ? Number.MAX_SAFE_INTEGER
        : budgetChars,
    ...(selector === undefined ? {} : { selector }),
    ...(options.grep || options.diff ? { groups: true } : {}),
    ...(options.boxes ? { boxes: true } : {}),
    silentMs: Math.min(FRAME_MS, options.timeoutMs * FRAME_SHARE),
    endMs: performance.now() + options.timeoutMs * FRAMES_SHARE,
  });
  return { walk: root.walk, composed: composeLines(page, root) };
}

/** The lines that are asked for: of the whole look, or of what changed since `base`. `route` where that is another page. */
function chosenLines(
  look: Look,
  base: Look | undefined,
  options: StateOptions,
  part: Composed | undefined,
): { lines: Line[]; route?: true } {
  if (!base) return { lines: filtered(look.lines, options) };
  const changes = [...changesBetween(base, look)];
  for (const line of look.lines) {
    const isTouched = line.element && options.touched?.has(line.element.index);
    if (isTouched && !changes.some((change) => change.line === line)) changes.push({ mark: "~", line });
  }
  if (placeOf(base.url) !== placeOf(look.url) && isOther(changes, look))
    // All of it is new: no line of it need be marked.
    return {
      lines: filtered(look.lines, options).map((line) => ({ ...line, text: plainText(line.text) })),
      route: true,
    };
  const asked = changes.filter((change) => passes(change.line, options) && isIn(part, change, base));
  return { lines: changeLines(asked, look.lines) };
}

/** True where a change lies in the part that was asked for; what went, where it lay beside something that is in it. */
function isIn(part: Composed | undefined, { mark, line }: Change, base: Look): boolean {
  if (!part) return true;
  if (mark === "-") return around(base, line).some((index) => part.indices.has(index));
  return line.element
    ? part.indices.has(line.element.index)
    : part.lines.some(({ kind, text }) => kind === line.kind && text === line.text);
}

/** An address without what leads to another place of the same page. */
function placeOf(url: string): string {
  return url.replace(/#(?![/!]).*$/, "");
}

/** Remembers what was looked at: with a filter, what was seen before stays seen. */
function note(page: Page, look: Look, options: StateOptions, base: Look | undefined, isInPart: boolean): void {
  const before = page.listed;
  if (isFiltering(options)) {
    page.listed = { ...before, indices: new Set([...(before?.indices ?? []), ...look.indices]) };
    return;
  }
  const untold = options.diff === "action" ? (before?.base ?? (isInPart ? base : undefined)) : undefined;
  page.listed = { indices: look.indices, look, ...(untold ? { base: untold } : {}) };
}

function allNew(page: Page, diff: boolean, base: Look | undefined, route?: true): { all_new?: "load" | "route" } {
  if (!diff) return {};
  if (route) return { all_new: "route" };
  return base === undefined && page.wasSeen ? { all_new: "load" } : {};
}

function emptyBecause(options: Filter, failed: string | undefined, url: string): string {
  if (failed !== undefined) {
    const hint = netHint(failed, url) ?? "";
    return `the page did not load${failed === "" ? "" : `: ${netError(failed)}`}. ${hint}${hint && " "}Run \`svc reload\` to try again`;
  }
  // A browser that was started anew after it was lost shows this, too: the page that was open is gone.
  if (url === "about:blank") return "no page is open. Run `svc open <url>`";
  return isFiltering(options) ? "nothing on the page matches" : "the page is empty";
}

/** Enough of the first error to know it by. */
const MAX_ERROR = 200;

function errorsOf(errors: readonly ScriptError[]): { errors?: { count: number; first: string } } {
  const [first] = errors;
  return first ? { errors: { count: errors.length, first: shorten(errorLine(first), MAX_ERROR) } } : {};
}

function permissionsOf({ requests, url }: Page): Pick<PageState, "permissions"> {
  const permissions = requests?.refused.map((request) => ({ ...request, text: requestText(request, url) })) ?? [];
  return permissions.length === 0 ? {} : { permissions };
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
  { folded, over, texts, shortened }: ReturnType<typeof fit>["cut"],
  isWalkCut: boolean,
  { maxTokens }: StateOptions,
): { cut?: { elements: number; reason: string } } {
  const reasons = [
    ...(folded > 0 ? [`${folded} folded`] : []),
    ...(over > 0 ? [`${over} more than fit into ${maxTokens} tokens`] : []),
    ...(over === 0 && texts > 0 ? [`more text than fits into ${maxTokens} tokens`] : []),
    ...(shortened > 0 ? [`the rest of ${shortened} long text${shortened === 1 ? "" : "s"}`] : []),
    ...(isWalkCut ? ["the page has more than can be looked at"] : []),
  ];
  return reasons.length === 0 ? {} : { cut: { elements: folded + over, reason: reasons.join(", ") } };
}

/** An address may hold a whole file, and a title anything: `get url` and `get title` have all of them. */
const MAX_HEADER = 1_000;

export const ALL_NEW = {
  load: "another page was loaded; all of it is new",
  route: "the page went to another address without a load; all of it is new",
} as const;

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
  const header = state.no_header
    ? []
    : [
        `url: ${shorten(state.url, MAX_HEADER)}`,
        `title: ${shorten(state.title, MAX_HEADER)}`,
        ...(state.status === undefined || state.status < 400 ? [] : [`status: ${state.status}`]),
        ...(state.errors
          ? [
              `errors: ${state.errors.count} uncaught in scripts, the first: ${state.errors.first}; see \`svc get errors\``,
            ]
          : []),
        ...(state.permissions ?? []).map(({ text }) => `permission: ${text}`),
        ...(tab.count > 1 ? [`tab: ${tab.index} of ${tab.count}`] : []),
        ...scrollLine(state),
        ...(state.all_new ? [`diff: ${ALL_NEW[state.all_new]}`] : []),
        ...(dialog ? [`dialog: ${dialog.type} ${JSON.stringify(shorten(dialog.message, MAX_HEADER))} is open`] : []),
      ];
  const body = state.tree === "" ? [`(${state.nothing})`] : [state.tree];
  const end = state.cut
    ? [`… not shown: ${state.cut.reason}. See more with \`svc state --all\`, --grep <text> or --role <role>.`]
    : [];
  return [...header, ...body, ...end].join("\n");
}
