/** Loads pages: by address, by history, or again. The result is the final page, after redirects. */
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
  /** The wait ended while parts of the page (images, frames) were still loading. */
  loading?: true;
  /** The next step if the server requires authentication. */
  hint?: string;
}

/** How long to wait for images and frames after the document has loaded. After that the result has `loading`. */
const PARTS_MS = 10_000;

/** How long to wait for Chrome's error page. */
const ERROR_PAGE_MS = 1_000;

export function open(page: Page, url: string, wait: WaitFor, signal: AbortSignal): Promise<Arrival> {
  return leaving(page, signal, () => navigate(page, url, wait, signal));
}

/** Leaves the page and dismisses its dialogs. A dialog of the next page ends the wait. */
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
    // A load that continues after its command would disturb the next one.
    if (signal.aborted) void page.session.sendMayFail("Page.stopLoading");
    throw error;
  } finally {
    page.dialogs.stay();
    page.acted();
  }
}

/** The result while a dialog blocks the page: what is known without a call to it. */
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
    throw new Failure("usage", `cannot open ${url}: ${error.message}`, "Give an address like https://example.com.");
  });
  const { errorText, loaderId, isDownload } = answer;
  if (page.crash && page.crash !== crash) throw page.crash;
  const { refusedCertificate } = page as Page;
  if (errorText === "net::ERR_ABORTED" && refusedCertificate)
    throw navigationFailure(refusedCertificate.url, refusedCertificate.error);
  if (isDownload || errorText === "net::ERR_ABORTED") throw abortedFailure(page, url, loaderId, isDownload === true);
  if (errorText) {
    // Chrome's error page loads after the answer; wait so that the next command finds it complete.
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

/** Limit of immediate redirects by script or by a refresh of 0 seconds. */
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

/** Fails if the page did not load and the browser shows an error page. */
async function arrivalUnlessFailed(page: Page, signal: AbortSignal): Promise<Arrival> {
  const reached = await lastArrival(page, "load", signal);
  if (page.main.failed !== undefined)
    throw navigationFailure(reached.url, page.main.failed || "the browser gave no reason");
  return reached;
}

function abortedFailure(page: Page, url: string, loaderId: string | undefined, isDownload: boolean): Failure {
  const status = page.loads.aborted?.loaderId === loaderId ? page.loads.aborted?.status : page.load.status;
  const empty = status === 204 || status === 205 ? `the server answered ${status} without a page` : undefined;
  return new Failure(
    "navigation",
    `${url} did not open: ${isDownload ? "it is a download, not a page" : (empty ?? "it was aborted")}`,
    isDownload ? "Run `svc downloads wait` to get the file." : undefined,
  );
}

function navigationFailure(url: string, errorText: string): Failure {
  return new Failure("navigation", `${url} did not open: ${netError(errorText)}`, netHint(errorText, url));
}

/** The error of a browser for HTTP authentication if the response has no page. */
const NEEDS_PASSWORD = "net::ERR_INVALID_AUTH_CREDENTIALS";

/** Waits until the document of that load is committed, and until the state that `wait` names. */
async function arrive(page: Page, loaderId: string, wait: WaitFor, signal: AbortSignal): Promise<void> {
  await page.until(() => page.main.loaderId === loaderId || page.load.loaderId !== loaderId, signal);
  await loaded(page, wait, signal);
}

/** Waits for the current load; for images and frames at most `PARTS_MS`. */
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

/** The current page, as the document reports it. */
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

/** Goes `delta` entries through the history. Errors: `not_found` at its end. */
export async function goHistory(page: Page, delta: -1 | 1, signal: AbortSignal): Promise<Arrival> {
  const { currentIndex, entries } = await page.session.send("Page.getNavigationHistory", undefined, signal);
  const entry = entries[currentIndex + delta];
  if (!entry) {
    throw new Failure(
      "not_found",
      `there is no ${delta < 0 ? "earlier" : "later"} page in the history of this tab`,
      "Run `svc open <url>` to open a page.",
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

/** Address and title as the document reports them. For an error page: the address that did not open. */
export async function documentFacts(page: Page): Promise<{ url: string; title: string }> {
  const { url, title } = await page.main.call("documentFacts", []);
  return url.startsWith("chrome-error:") ? { url: page.main.url, title: "" } : { url, title };
}
