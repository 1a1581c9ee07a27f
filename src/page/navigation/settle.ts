/**
 * Waits until a page is at rest, for the reads that follow an action: no request since the action is pending, frames are
 * loaded, nothing has changed for a moment, no finite animation runs. Without a recent action there is no wait.
 */
import { Failure } from "../../errors.ts";
import { rejectOnAbort } from "../../lib/deadline.ts";
import { shorten } from "../../lib/shorten.ts";
import type { Frame } from "../core/frame.ts";
import type { Rest, RestRequest } from "../core/library-rest.ts";
import type { Page } from "../core/page.ts";

/** At rest after this time without a change: longer than a frame or a task, too short to notice. */
const QUIET_MS = 80;

/** How long after an action to wait for its first effect, since pages often react by a timer. */
const EFFECT_MS = 450;

/** How long a page may take to process a response. */
const ANSWERED_MS = 50;

/** The same for a page that processes it by a timer. */
const ANSWERED_EFFECT_MS = 120;

/** Limit of the whole wait as a multiple of `boundMs`, which starts again when the page navigates by itself. */
const MAX_BOUNDS = 3;

/** A document that answers later than this after the end of its wait hangs. */
const SILENT_MS = 250;

/** How often to check whether a document has loaded. */
const LOAD_MS = 20;

/** Requests named in a message. */
const MAX_NAMED = 2;

export interface SettleRequest {
  /** The longest wait, counted from the end of the action; 0: no wait. */
  boundMs: number;
  /** Fonts, and images in view, must have loaded too. */
  pictures?: boolean;
  /** Time without a change, if longer than usual. */
  quietMs?: number;
  signal: AbortSignal;
}

/**
 * Waits until the page is at rest after the last action or load. Resolves to undefined, or at the bound to a clause that names
 * what still changes. Errors: `crashed`, `closed`; the signal's reason.
 */
export async function settle(
  page: Page,
  { boundMs, pictures = false, quietMs = QUIET_MS, signal }: SettleRequest,
): Promise<string | undefined> {
  const lastMs = performance.now() + boundMs * MAX_BOUNDS;
  const endMs = () => Math.min(lastMs, (page.activity?.endedMs ?? 0) + boundMs);
  if (boundMs <= 0 || performance.now() >= endMs()) return undefined;
  return await untilRest(page, { endMs, pictures, quietMs, sinceMs: () => page.activity?.beganMs ?? 0 }, signal);
}

/** Waits until the page is at rest, for up to `withinMs`, no matter when the last action was. Result as of `settle`. */
export async function settleNow(page: Page, withinMs: number, signal: AbortSignal): Promise<string | undefined> {
  const end = performance.now() + withinMs;
  return await untilRest(
    page,
    { endMs: () => end, pictures: true, quietMs: QUIET_MS, sinceMs: () => Number.NEGATIVE_INFINITY },
    signal,
  );
}

/** How long after an action a page may still react to it by a timer. */
const REACTS_MS = 1_000;

/** Milliseconds after which no more effects of the last action or load are expected; null while a request is pending. */
export function idleIn(page: Page): number | null {
  if (loadingNow(page, Number.NEGATIVE_INFINITY) !== undefined) return null;
  return Math.max(0, REACTS_MS - sinceAction(page));
}

function sinceAction({ activity }: Page): number {
  return performance.now() - (activity?.endedMs ?? Number.NEGATIVE_INFINITY);
}

interface Bounds {
  endMs(): number;
  sinceMs(): number;
  pictures: boolean;
  quietMs: number;
}

async function untilRest(page: Page, bounds: Bounds, signal: AbortSignal): Promise<string | undefined> {
  let still: string | undefined;
  while (still !== "at rest" || page.crash) {
    if (page.dialog) return undefined;
    throwIfOver(page, signal);
    const leftMs = bounds.endMs() - performance.now();
    const loading = loadingNow(page, bounds.sinceMs());
    if (leftMs <= 0) return loading ?? still ?? "the page keeps loading";
    const answeredMs = sinceAnswer(page);
    if (loading !== undefined) await change(page, leftMs, signal);
    else if (answeredMs < ANSWERED_MS) await change(page, ANSWERED_MS - answeredMs, signal);
    else still = await check(page, bounds, leftMs, signal);
  }
  return undefined;
}

function throwIfOver({ crash, session }: Page, signal: AbortSignal): void {
  if (crash) throw crash;
  if (session.gone) throw session.gone;
  signal.throwIfAborted();
}

function sinceAnswer({ traffic }: Page): number {
  return performance.now() - traffic.endedMs;
}

/** A clause that names what the page loads; undefined if it loads nothing. */
function loadingNow(page: Page, sinceMs: number): string | undefined {
  const { load } = page;
  if (page.loads.navigating || !load.committed)
    return load.address ? `${shorten(load.address)} is loading` : "another page is loading";
  if (!load.dom) return `${shorten(page.url)} is loading`;
  const requests = page.traffic.pendingSince(sinceMs);
  if (requests.length === 0) return undefined;
  const named = requests.slice(0, MAX_NAMED).map((request) => shorten(request, 100));
  const more = requests.length > MAX_NAMED ? ` and ${requests.length - MAX_NAMED} more` : "";
  return `${requests.length === 1 ? "a request is" : "requests are"} pending: ${named.join(", ")}${more}`;
}

/** Checks all documents. Returns `at rest`, a clause that names what still changes, or undefined if the page must be checked again. */
async function check(page: Page, bounds: Bounds, leftMs: number, signal: AbortSignal): Promise<string | undefined> {
  const { begun } = page.traffic;
  const documents = documentsOf(page);
  const isOther = () => page.traffic.begun !== begun || documentsOf(page) !== documents || isLeaving(page);
  const anySince = bounds.sinceMs() === Number.NEGATIVE_INFINITY;
  const request = { quietMs: bounds.quietMs, wantsEffect: false, pictures: bounds.pictures, anySince };
  const all = restOfAll(page, { ...request, maxMs: leftMs });
  const silence = { hasEffect: false, still: "the page does not respond" };
  const rests = await first(page, isOther, all, leftMs + SILENT_MS, [silence], signal);
  if (rests === undefined || isOther()) return undefined;
  const changing = rests.find(({ still }) => still !== undefined)?.still;
  if (changing !== undefined) return changing;
  const waitMs = effectWait(page);
  if (waitMs <= 0 || rests.some(({ hasEffect }) => hasEffect) || hasLeft(page)) return "at rest";
  // No effect yet: wait for the first document that changes.
  const effect = Promise.race(restEach(page, { ...request, wantsEffect: true, maxMs: Math.min(waitMs, leftMs) }));
  await first(
    page,
    isOther,
    effect.then((rest) => [rest]),
    waitMs + SILENT_MS,
    [],
    signal,
  );
  return undefined;
}

/** Milliseconds within which an effect of the action may still appear. */
function effectWait({ activity, traffic }: Page): number {
  if (!activity?.expectsEffect) return 0;
  const answered = traffic.endedMs > activity.beganMs ? traffic.endedMs + ANSWERED_EFFECT_MS : 0;
  return Math.max(activity.endedMs + EFFECT_MS, answered) - performance.now();
}

/** True after a new document or tab, which is an effect too. Another address of the same document is not a visible effect. */
function hasLeft({ activity, load, opened }: Page): boolean {
  return opened.length > 0 || load.loaderId !== activity?.documentId;
}

function isLeaving({ loads, load }: Page): boolean {
  return loads.navigating || !load.committed;
}

function documentsOf(page: Page): string {
  return [...page.frames.values()].map(({ loaderId }) => loaderId).join(" ");
}

async function restOfAll(page: Page, request: RestRequest): Promise<Rest[]> {
  return await Promise.all(restEach(page, request));
}

function restEach(page: Page, request: RestRequest): Promise<Rest>[] {
  return [...page.frames.values()].map((frame) => restOf(frame, request));
}

/** The rest of one frame. A frame that is replaced or removed meanwhile counts as at rest; the next check includes it. */
async function restOf(frame: Frame, request: RestRequest): Promise<Rest> {
  try {
    return await frame.call("rest", [request]);
  } catch (error) {
    if (error instanceof Failure && error.code !== "internal") return { hasEffect: false };
    throw error;
  }
}

/** Resolves to the answer; to undefined as soon as the page must be checked again; or to `late` after `mostMs`. */
async function first<T>(
  page: Page,
  isOther: () => boolean,
  answer: Promise<T>,
  mostMs: number,
  late: T,
  signal: AbortSignal,
): Promise<T | undefined> {
  const done = new AbortController();
  const ended = AbortSignal.any([signal, done.signal]);
  const isOver = () => isOther() || !!page.dialog || !!page.crash || !!page.session.gone;
  answer.catch(() => {});
  try {
    const other = watch(page, isOver, ended).then(() => undefined);
    return await Promise.race([answer, other, Bun.sleep(mostMs).then(() => late), rejectOnAbort(signal)]);
  } finally {
    done.abort();
  }
}

/** Resolves when `condition` returns true; it is checked after every event of the page and its network. */
async function watch(page: Page, condition: () => boolean, signal: AbortSignal): Promise<void> {
  const changed = page.until(condition, signal).catch(() => {});
  while (!condition() && !signal.aborted) await Promise.race([page.traffic.change(QUIET_MS), changed]);
}

/** Resolves when a request begins or ends, or after `LOAD_MS`, since other events report loads. */
async function change(page: Page, mostMs: number, signal: AbortSignal): Promise<void> {
  await Promise.race([page.traffic.change(Math.max(1, Math.min(mostMs, LOAD_MS))), rejectOnAbort(signal)]);
}
