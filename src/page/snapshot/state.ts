/** Reads the state of a page: header data, and a tab-indented tree of numbered elements and the texts between them. */

import { isProtocolError } from "../../cdp/errors.ts";
import { shorten } from "../../lib/shorten.ts";
import type { FrameWalk } from "../core/library.ts";
import type { Page } from "../core/page.ts";
import type { Dialog } from "../events/dialogs.ts";
import { requestText } from "../events/permission-requests.ts";
import { errorLine, type ScriptError } from "../events/script-errors.ts";
import { selectorFailure } from "../locate/read-element.ts";
import { netError, netHint } from "../navigation/network-errors.ts";
import { type Composed, composeLines } from "./compose.ts";
import { coveredTexts } from "./covered.ts";
import { around, type Change, changesBetween, isOther, plainText } from "./diff.ts";
import { changeLines } from "./diff-lines.ts";
import { type Filter, filtered, isFiltering, passes } from "./filter.ts";
import { walkFrame } from "./frame-walk.ts";
import type { Line, PageState, Snapshot } from "./model.ts";
import { fit, treeText } from "./tree.ts";

export interface StateOptions extends Filter {
  /** Approximate size of the tree in tokens. */
  maxTokens: number;
  /** Only the changes since the last complete snapshot; `action` compares with the last one, even if it was reported in part. */
  diff: boolean | "action";
  /** Print the box of every line. */
  boxes: boolean;
  /** With `diff`: elements that have changed although their lines may be the same. */
  touched?: ReadonlySet<number>;
  noHeader: boolean;
  timeoutMs: number;
}

/** Options for the whole page. */
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

/** Smallest budget of a snapshot for a comparison: the default of `state`. */
const USUAL_TOKENS = 4_000;

/** Pause before a retry on a page that is being replaced. */
const RETRY_MS = 5;

/** Time limit of one frame, as a share of the timeout and in milliseconds. */
const FRAME_SHARE = 0.4;
const FRAME_MS = 3_000;

/** Time limit of all frames, as a share of the timeout. */
const FRAMES_SHARE = 0.7;

/** Reads the state and records it in `page.listed`. Errors: `usage` for an invalid selector; the signal's reason. */
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
      // Otherwise the document was replaced meanwhile.
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

export const BEHIND_DIALOG = "the page is blocked by the dialog; run `svc dialog accept` or `svc dialog dismiss`";

async function readDocument(
  page: Page,
  tab: { index: number; count: number },
  options: StateOptions,
): Promise<PageState> {
  const { selector, diff } = options;
  if (selector !== undefined && (await page.main.call("find", [selector, 0])) === "invalid")
    throw selectorFailure(selector);
  const budgetChars = budgetOf(options);
  const [{ walk, composed }, errors] = await Promise.all([
    takeSnapshot(page, options, diff ? undefined : selector),
    page.errors.recent(page.activity),
  ]);
  const before = page.listed;
  const snapshot: Snapshot = { url: walk.url, ...composed, covered: coveredTexts(before?.snapshot, composed.lines) };
  const base = diff === "action" ? before?.snapshot : (before?.base ?? before?.snapshot);
  const part = diff && base && selector !== undefined ? await takeSnapshot(page, options, selector) : undefined;
  const chosen = chosenLines(snapshot, diff ? base : undefined, options, part?.composed);
  const { lines, cut } = fit(chosen.lines, budgetChars);
  record(page, snapshot, options, base, cut.over + cut.texts + cut.folded > 0);
  const { failed } = page.main;
  const shown = failed === undefined ? lines : [];
  const isChanges = diff !== false && base !== undefined && chosen.route === undefined;
  const nothing = isChanges ? NOTHING_CHANGED : emptyBecause(options, failed, page.url);
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
    ...allNew(page, diff !== false, base, chosen.route),
    elements: shown.flatMap(({ element }) => element ?? []),
    tree: treeOf(shown, isChanges, options),
    ...(shown.length > 0 ? {} : { nothing }),
    ...cutOf(cut, walk.cut, options),
  };
}

/** The lines as text. Changes have no marks of the viewport. */
function treeOf(lines: readonly Line[], isChanges: boolean, options: StateOptions): string {
  if (isChanges) return treeText(lines.map(({ inView: _, ...line }) => line));
  return treeText(lines, !isFiltering(options) && options.maxTokens < WHOLE.maxTokens);
}

function budgetOf({ maxTokens }: StateOptions): number {
  return Math.min(maxTokens * CHARS_PER_TOKEN, Number.MAX_SAFE_INTEGER);
}

async function takeSnapshot(
  page: Page,
  options: StateOptions,
  selector: string | undefined,
): Promise<{ walk: FrameWalk; composed: Composed }> {
  const budgetChars = budgetOf(options);
  const root = await walkFrame(page, page.main, {
    // A filter needs the whole page; a comparison needs snapshots of the usual size.
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

/** The requested lines: of the snapshot, or of the changes since `base`. `route`: the content is another page. */
function chosenLines(
  snapshot: Snapshot,
  base: Snapshot | undefined,
  options: StateOptions,
  part: Composed | undefined,
): { lines: Line[]; route?: true } {
  if (!base) return { lines: filtered(snapshot.lines, options) };
  const changes = [...changesBetween(base, snapshot)];
  for (const line of snapshot.lines) {
    const isTouched = line.element && options.touched?.has(line.element.index);
    if (isTouched && !changes.some((change) => change.line === line)) changes.push({ mark: "~", line });
  }
  if (placeOf(base.url) !== placeOf(snapshot.url) && isOther(changes, snapshot))
    // The whole page is new, so lines need no marks.
    return {
      lines: filtered(snapshot.lines, options).map((line) => ({ ...line, text: plainText(line.text) })),
      route: true,
    };
  const passing = changes.filter((change) => passes(change.line, options) && isIn(part, change, base));
  return { lines: changeLines(passing, snapshot.lines) };
}

/** True if a change is inside the requested part; for a removed line, if a neighbour of it is. */
function isIn(part: Composed | undefined, { mark, line }: Change, base: Snapshot): boolean {
  if (!part) return true;
  if (mark === "-") return around(base, line).some((index) => part.indices.has(index));
  return line.element
    ? part.indices.has(line.element.index)
    : part.lines.some(({ kind, text }) => kind === line.kind && text === line.text);
}

/** The address without a fragment, unless the fragment is a route (`#/…`, `#!…`). */
function placeOf(url: string): string {
  return url.replace(/#(?![/!]).*$/, "");
}

/** Records the snapshot for later comparisons. With a filter only its indices are added. */
function record(
  page: Page,
  snapshot: Snapshot,
  options: StateOptions,
  base: Snapshot | undefined,
  isInPart: boolean,
): void {
  const before = page.listed;
  if (isFiltering(options)) {
    page.listed = { ...before, indices: new Set([...(before?.indices ?? []), ...snapshot.indices]) };
    return;
  }
  const unreported = options.diff === "action" ? (before?.base ?? (isInPart ? base : undefined)) : undefined;
  page.listed = { indices: snapshot.indices, snapshot, ...(unreported ? { base: unreported } : {}) };
}

function allNew(page: Page, diff: boolean, base: Snapshot | undefined, route?: true): { all_new?: "load" | "route" } {
  if (!diff) return {};
  if (route) return { all_new: "route" };
  return base === undefined && page.wasSeen ? { all_new: "load" } : {};
}

function emptyBecause(options: Filter, failed: string | undefined, url: string): string {
  if (failed !== undefined) {
    const hint = netHint(failed, url) ?? "";
    return `the page did not load${failed === "" ? "" : `: ${netError(failed)}`}. ${hint}${hint && " "}Run \`svc reload\` to try again`;
  }
  // Also after the browser was lost and started again.
  if (url === "about:blank") return "no page is open. Run `svc open <url>`";
  return isFiltering(options) ? "nothing on the page matches" : "the page is empty";
}

/** Limit of the first error in characters. */
const MAX_ERROR = 200;

function errorsOf(errors: readonly ScriptError[]): { errors?: { count: number; first: string } } {
  const [first] = errors;
  return first ? { errors: { count: errors.length, first: shorten(errorLine(first), MAX_ERROR) } } : {};
}

function permissionsOf({ requests, url }: Page): Pick<PageState, "permissions"> {
  const permissions = requests?.refused.map((request) => ({ ...request, text: requestText(request, url) })) ?? [];
  return permissions.length === 0 ? {} : { permissions };
}

/** Address, title and status. The address of an error page is the one that did not open. */
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
    ...(isWalkCut ? ["elements beyond the limit of one page"] : []),
  ];
  return reasons.length === 0 ? {} : { cut: { elements: folded + over, reason: reasons.join(", ") } };
}

export const ALL_NEW = {
  load: "another page was loaded; all of it is new",
  route: "the page changed its address without a load; all of it is new",
} as const;
