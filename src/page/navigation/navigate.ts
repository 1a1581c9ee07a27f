/** Loading pages: by address, through the history, again. What is reported is where the page ended, not what was asked. */
import { isProtocolError } from "../../cdp/errors.ts";
import { asFailure, Failure } from "../../errors.ts";
import type { Page } from "../core/page.ts";
import { netError, netHint } from "./network-errors.ts";

export type WaitFor = "load" | "dom" | "none";

export interface Arrival {
  url: string;
  title: string;
  /** HTTP status of the document; absent for pages without one (files, `about:`, `data:`, the cache of the history). */
  status?: number;
  /** Present when the page was still loading parts (images, frames) when we stopped waiting. */
  loading?: true;
  /** What to do where the server wants something first. */
  hint?: string;
}

/**
 * How long to wait for images and frames once the document itself is there. A page with one part that hangs is usable;
 * the answer then says `loading`.
 */
const PARTS_MS = 10_000;

/** How long to wait for the page that Chrome shows in place of one that did not load. */
const ERROR_PAGE_MS = 1_000;

export function open(page: Page, url: string, wait: WaitFor, signal: AbortSignal): Promise<Arrival> {
  return leaving(page, signal, () => navigate(page, url, wait, signal));
}

/** Leaves the page, whatever dialogs it opens meanwhile; one that the next page opens ends the waiting for it. */
async function leaving(page: Page, signal: AbortSignal, load: () => Promise<Arrival>): Promise<Arrival> {
  page.acts("nothing");
  try {
    await page.dialogs.leave();
    const arrival = await page.dialogs.race(load);
    page.reportedUrl();
    return arrival;
  } catch (error) {
    if (error instanceof Failure && error.code === "dialog") return halted(page);
    if (error instanceof Failure && error.code === "navigation") page.reportedUrl();
    // A load that outlives its command would swallow the next one.
    if (signal.aborted) void page.session.sendMayFail("Page.stopLoading");
    throw error;
  } finally {
    page.dialogs.stay();
    page.acted();
  }
}

/** What is known of the page without asking it. */
export function halted(page: Page): Arrival {
  page.reportedUrl();
  const { url, title, load } = page;
  return { url, title, ...(load.status === undefined ? {} : { status: load.status }), loading: true };
}

async function navigate(page: Page, url: string, wait: WaitFor, signal: AbortSignal): Promise<Arrival> {
  const { crash } = page;
  const refusal = page.bounds?.refusal(url);
  if (refusal) throw refusal;
  const before = page.main.loaderId;
  page.refusedCertificate = undefined;
  const sent = page.session.send("Page.navigate", { url }, signal);
  const [answer] = await Promise.all([sent, page.ready]).catch((error) => {
    if (!isProtocolError(error, "other")) throw error;
    throw new Failure("usage", `cannot open ${url}: ${error.message}`, "Write the address like https://example.com.");
  });
  const { errorText, loaderId, isDownload } = answer;
  if (page.crash && page.crash !== crash) throw page.crash;
  const { refusedCertificate } = page as Page;
  if (errorText === "net::ERR_ABORTED" && refusedCertificate)
    throw navigationFailure(refusedCertificate.url, refusedCertificate.error);
  if (isDownload || errorText === "net::ERR_ABORTED") throw abortedFailure(page, url, loaderId, isDownload === true);
  if (errorText) {
    // The page of the error comes after the answer: the next command is to find it whole.
    const soon = AbortSignal.any([signal, AbortSignal.timeout(ERROR_PAGE_MS)]);
    await page.until(() => page.main.loaderId === loaderId && page.load.dom, soon).catch(() => {});
    const refused = errorText === "net::ERR_BLOCKED_BY_CLIENT" ? page.bounds?.refused(page.main.id) : undefined;
    if (refused) throw refused;
    throw navigationFailure(url, errorText);
  }
  if (loaderId !== undefined) await arrive(page, loaderId, wait, signal);
  else if (before !== page.main.loaderId) await loaded(page, wait, signal);
  return await lastArrival(page, wait, signal);
}

/** A page that sends its reader on at once (by script, by a refresh of 0 seconds) is followed to where that ends. */
const MAX_REDIRECTS = 10;

async function lastArrival(page: Page, wait: WaitFor, signal: AbortSignal): Promise<Arrival> {
  for (let n = 1; ; n++) {
    const { loaderId } = page.load;
    const reached = await arrival(page).catch((error) => {
      if (!isProtocolError(error, "context_gone") || n > MAX_REDIRECTS) throw error;
      return undefined;
    });
    if (reached && (page.load.loaderId === loaderId || wait === "none" || n > MAX_REDIRECTS)) return reached;
    signal.throwIfAborted();
    await loaded(page, wait, signal);
  }
}

/** A page that did not load again is no arrival, though the browser shows one of its own in its place. */
async function arrivalUnlessFailed(page: Page, signal: AbortSignal): Promise<Arrival> {
  const reached = await lastArrival(page, "load", signal);
  if (page.main.failed !== undefined) throw navigationFailure(reached.url, page.main.failed || "no reason was given");
  return reached;
}

function abortedFailure(page: Page, url: string, loaderId: string | undefined, isDownload: boolean): Failure {
  const status = page.loads.aborted?.loaderId === loaderId ? page.loads.aborted?.status : page.load.status;
  const empty = status === 204 || status === 205 ? `the server answered ${status} without a page` : undefined;
  return new Failure(
    "navigation",
    `${url} did not open: ${isDownload ? "it is a download, not a page" : (empty ?? "it was aborted")}`,
    isDownload ? "Run `svc downloads wait` to have the file." : undefined,
  );
}

function navigationFailure(url: string, errorText: string): Failure {
  return new Failure("navigation", `${url} did not open: ${netError(errorText)}`, netHint(errorText, url));
}

/** What a browser says that shows no page of the server in its place. */
const NEEDS_PASSWORD = "net::ERR_INVALID_AUTH_CREDENTIALS";

/** Waits until the document of that load is there, and as much of its parts as `wait` says. */
async function arrive(page: Page, loaderId: string, wait: WaitFor, signal: AbortSignal): Promise<void> {
  await page.until(() => page.main.loaderId === loaderId || page.load.loaderId !== loaderId, signal);
  await loaded(page, wait, signal);
}

/** Waits for the load that is under way. Parts that hang are not waited for beyond `PARTS_MS`. */
export async function loaded(page: Page, wait: WaitFor, signal: AbortSignal): Promise<void> {
  await page.until(() => page.load.committed, signal);
  if (wait === "none") return;
  await page.until(() => page.load.committed && page.load.dom, signal);
  if (wait === "dom") return;
  const enough = AbortSignal.any([signal, AbortSignal.timeout(PARTS_MS)]);
  await page
    .until(() => page.load.loaded, enough)
    .catch((error) => {
      if (signal.aborted || asFailure(error)) throw error;
    });
}

/** Where the page is now, as the document itself says. */
export async function arrival(page: Page): Promise<Arrival> {
  const { url, title } = await documentFacts(page);
  const { status, loaded: isLoaded, asksForPassword } = page.load;
  page.title = title;
  const hint = asksForPassword ? netHint(NEEDS_PASSWORD, url) : undefined;
  return {
    url,
    title,
    ...(status === undefined ? {} : { status }),
    ...(isLoaded ? {} : { loading: true as const }),
    ...(hint === undefined ? {} : { hint }),
  };
}

/** Goes `delta` entries through the history. Failure `not_found` at its end. */
export async function goHistory(page: Page, delta: -1 | 1, signal: AbortSignal): Promise<Arrival> {
  const { currentIndex, entries } = await page.session.send("Page.getNavigationHistory", undefined, signal);
  const entry = entries[currentIndex + delta];
  if (!entry) {
    throw new Failure(
      "not_found",
      `there is no ${delta < 0 ? "earlier" : "later"} page in the history of this tab`,
      "Run `svc open <url>` to go somewhere.",
    );
  }
  return await leaving(page, signal, async () => {
    const before = page.loads.moves;
    await page.session.send("Page.navigateToHistoryEntry", { entryId: entry.id }, signal);
    await page.until(() => page.loads.moves !== before, signal);
    await loaded(page, "load", signal);
    return await arrivalUnlessFailed(page, signal);
  });
}

export function reload(page: Page, signal: AbortSignal): Promise<Arrival> {
  return leaving(page, signal, async () => {
    const before = page.load;
    await page.session.send("Page.reload", {}, signal);
    await page.until(() => page.load !== before, signal);
    await loaded(page, "load", signal);
    return await arrivalUnlessFailed(page, signal);
  });
}

/** Address and title as the document says them now. The page of an error is called by the address that did not open. */
export async function documentFacts(page: Page): Promise<{ url: string; title: string }> {
  const { url, title } = await page.main.call("documentFacts", []);
  return url.startsWith("chrome-error:") ? { url: page.main.url, title: "" } : { url, title };
}
