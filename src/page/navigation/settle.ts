/**
 * Waiting until a page is at rest, for the reads that follow an action: no request since then is pending, frames are
 * loaded, nothing has changed for a moment, no finite animation runs. Bounded, and free where no action came shortly before.
 */
import { Failure } from "../../errors.ts";
import { rejectOnAbort } from "../../lib/deadline.ts";
import { shorten } from "../../lib/shorten.ts";
import type { Frame } from "../core/frame.ts";
import type { Rest, RestRequest } from "../core/library-rest.ts";
import type { Page } from "../core/page.ts";

/** How long nothing may have changed: longer than a frame or a task, shorter than anyone notices. */
const QUIET_MS = 80;

/** Pages often react by a timer. An action without an effect is given this long in all to show one. */
const EFFECT_MS = 450;

/** What the page does with an answer of its server comes a moment after it. */
const ANSWERED_MS = 50;

/** A page may do that by a timer, too. */
const ANSWERED_EFFECT_MS = 120;

/** A page that goes on to the next one by itself is waited for anew, but not for ever. */
const MAX_BOUNDS = 3;

/** How much later than asked for a document may answer before it counts as hanging. */
const SILENT_MS = 250;

/** How often to look whether a document is loaded. */
const LOAD_MS = 20;

/** Requests named in a message. */
const MAX_NAMED = 2;

export interface SettleRequest {
  /** At most so long after the action; 0 is not at all. */
  boundMs: number;
  /** Fonts, and images in view, must be there too. */
  pictures?: boolean;
  /** How long nothing may have changed, where that is to be longer than usual. */
  quietMs?: number;
  signal: AbortSignal;
}

/** Resolves when the page is at rest after the last action or load, or at the bound with what is still changing. */
export async function settle(
  page: Page,
  { boundMs, pictures = false, quietMs = QUIET_MS, signal }: SettleRequest,
): Promise<string | undefined> {
  const lastMs = performance.now() + boundMs * MAX_BOUNDS;
  const endMs = () => Math.min(lastMs, (page.activity?.endedMs ?? 0) + boundMs);
  if (boundMs <= 0 || performance.now() >= endMs()) return undefined;
  return await untilRest(page, { endMs, pictures, quietMs, sinceMs: () => page.activity?.beganMs ?? 0 }, signal);
}

/** The same for whoever asks for it: everything counts whenever it began, and the action may be long ago. */
export async function settleNow(page: Page, withinMs: number, signal: AbortSignal): Promise<string | undefined> {
  const end = performance.now() + withinMs;
  return await untilRest(
    page,
    { endMs: () => end, pictures: true, quietMs: QUIET_MS, sinceMs: () => Number.NEGATIVE_INFINITY },
    signal,
  );
}

/** A page may still react to an action by a timer, of which nobody knows, within this time. */
const REACTS_MS = 1_000;

/** How soon the last action or load will be so long ago that no effect of it is to be expected; null while a request is pending. */
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
    else still = await look(page, bounds, leftMs, signal);
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

/** What the page loads, in one clause. */
function loadingNow(page: Page, sinceMs: number): string | undefined {
  const { load } = page;
  if (page.loads.navigating || !load.committed)
    return load.address ? `${shorten(load.address)} is loading` : "another page is loading";
  if (!load.dom) return `${shorten(page.url)} is loading`;
  const requests = page.traffic.pendingSince(sinceMs);
  if (requests.length === 0) return undefined;
  const named = requests.slice(0, MAX_NAMED).map((one) => shorten(one, 100));
  const more = requests.length > MAX_NAMED ? ` and ${requests.length - MAX_NAMED} more` : "";
  return `${requests.length === 1 ? "a request is" : "requests are"} pending: ${named.join(", ")}${more}`;
}

/** Looks at all documents of the page. Answers what is still changing, or nothing where there is something new to look at. */
async function look(page: Page, bounds: Bounds, leftMs: number, signal: AbortSignal): Promise<string | undefined> {
  const { begun } = page.traffic;
  const documents = documentsOf(page);
  const isOther = () => page.traffic.begun !== begun || documentsOf(page) !== documents || isLeaving(page);
  const anySince = bounds.sinceMs() === Number.NEGATIVE_INFINITY;
  const request = { quietMs: bounds.quietMs, wantsEffect: false, pictures: bounds.pictures, anySince };
  const asked = restOfAll(page, { ...request, maxMs: leftMs });
  const silence = { hasEffect: false, still: "the page does not answer" };
  const rests = await first(page, isOther, asked, leftMs + SILENT_MS, [silence], signal);
  if (rests === undefined || isOther()) return undefined;
  const changing = rests.find(({ still }) => still !== undefined)?.still;
  if (changing !== undefined) return changing;
  const waitMs = effectWait(page);
  if (waitMs <= 0 || rests.some(({ hasEffect }) => hasEffect) || hasLeft(page)) return "at rest";
  // Nothing has happened yet: the first document that changes, or the end of the wait.
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

/** How long an effect of the action may still take to show. */
function effectWait({ activity, traffic }: Page): number {
  if (!activity?.expectsEffect) return 0;
  const answered = traffic.endedMs > activity.beganMs ? traffic.endedMs + ANSWERED_EFFECT_MS : 0;
  return Math.max(activity.endedMs + EFFECT_MS, answered) - performance.now();
}

/** Another document or another tab is an effect as well. Another address of the same document is none that a reader sees. */
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

/** A frame that is replaced or goes away meanwhile is looked at again with the others, if it is there then. */
async function restOf(frame: Frame, request: RestRequest): Promise<Rest> {
  try {
    return await frame.call("rest", [request]);
  } catch (error) {
    if (error instanceof Failure && error.code !== "internal") return { hasEffect: false };
    throw error;
  }
}

/** What is asked, or undefined as soon as there is something new to look at, or `late` when it does not answer in time. */
async function first<T>(
  page: Page,
  isOther: () => boolean,
  asked: Promise<T>,
  mostMs: number,
  late: T,
  signal: AbortSignal,
): Promise<T | undefined> {
  const done = new AbortController();
  const ended = AbortSignal.any([signal, done.signal]);
  const isOver = () => isOther() || !!page.dialog || !!page.crash || !!page.session.gone;
  asked.catch(() => {});
  try {
    const other = watch(page, isOver, ended).then(() => undefined);
    return await Promise.race([asked, other, Bun.sleep(mostMs).then(() => late), rejectOnAbort(signal)]);
  } finally {
    done.abort();
  }
}

/** Resolves when `holds` does: looked at after every event of the page and of its network. */
async function watch(page: Page, holds: () => boolean, signal: AbortSignal): Promise<void> {
  const told = page.until(holds, signal).catch(() => {});
  while (!holds() && !signal.aborted) await Promise.race([page.traffic.change(QUIET_MS), told]);
}

/** Resolves when a request begins or ends, and after a moment at the latest: loads are told by other events. */
async function change(page: Page, mostMs: number, signal: AbortSignal): Promise<void> {
  await Promise.race([page.traffic.change(Math.max(1, Math.min(mostMs, LOAD_MS))), rejectOnAbort(signal)]);
}
