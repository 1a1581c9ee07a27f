/** Waits for the page: its address, its load, an idle network, rest, or a function. */
import { rejectOnAbort } from "../../lib/deadline.ts";
import { shorten } from "../../lib/shorten.ts";
import type { Page } from "../core/page.ts";
import { tryFunction } from "../navigation/evaluate.ts";
import { type Arrival, arrival } from "../navigation/navigate.ts";
import { settleNow } from "../navigation/settle.ts";
import { addressPattern } from "../navigation/url-pattern.ts";
import { type Deadline, ended, inTime } from "./wait.ts";

/** How long a requested navigation may take to begin. Not every one does. */
const REQUESTED_MS = 500;

/** Pause between two calls of a function if the document does not change. */
const PAUSE_MS = 30;

/** The pause is at least this multiple of a call's duration, to limit the load on the page. */
const PAUSE_FACTOR = 4;

/** Limit of addresses in a message. */
const MAX_NAMED = 3;

/** Resolves with the page's address when it matches and its document has loaded. Errors: `timeout`. */
export async function waitForUrl(page: Page, pattern: string, deadline: Deadline): Promise<string> {
  const matches = addressPattern(pattern);
  const isThere = () => page.load.committed && matches(page.main.url);
  await inTime(
    deadline,
    () => page.until(() => isThere() && page.load.dom, deadline.signal),
    () =>
      isThere()
        ? `the address is ${page.main.url}, but its document has not loaded after {time}`
        : `the address does not match '${shorten(pattern)}' after {time}: it is ${page.main.url}`,
    "Run `svc get url` to see the current address, or give it more time with --timeout <ms>.",
  );
  return page.main.url;
}

/** Resolves when the page has loaded. Errors: `timeout`. */
export async function waitForLoad(page: Page, state: "load" | "dom", deadline: Deadline): Promise<Arrival> {
  const { signal } = deadline;
  const isLoaded = () => page.load.committed && (state === "dom" ? page.load.dom : page.load.loaded);
  const wait = async () => {
    const soon = AbortSignal.any([signal, AbortSignal.timeout(REQUESTED_MS)]);
    await page.until(() => !page.loads.navigating, soon).catch(() => signal.throwIfAborted());
    await page.until(isLoaded, signal);
    return await arrival(page);
  };
  return await inTime(
    deadline,
    () => Promise.race([wait(), rejectOnAbort(signal)]),
    () => `the page has not loaded after {time}: ${loadText(page)}`,
    "Run `svc state` to see what has loaded, or give it more time with --timeout <ms>.",
  );
}

function loadText(page: Page): string {
  if (!page.load.committed) return "its server has not answered";
  if (page.load.loaded) return "the page does not respond";
  return page.load.dom ? requestsText(page) : `its document is not complete, ${requestsText(page)}`;
}

function requestsText(page: Page): string {
  const requests = page.traffic.pending();
  const named = requests.slice(0, MAX_NAMED).map((request) => shorten(request));
  const more = requests.length > MAX_NAMED ? `, … ${requests.length - MAX_NAMED} more` : "";
  if (requests.length === 0) return "no request is pending";
  return `${requests.length} ${requests.length === 1 ? "request is" : "requests are"} pending: ${named.join(", ")}${more}`;
}

/** Resolves when no request was pending for `quietMs`, counted from the call. Returns the number of requests. Errors: `timeout`. */
export async function waitForIdle(page: Page, quietMs: number, deadline: Deadline): Promise<{ requests: number }> {
  const { traffic } = page;
  const before = traffic.begun;
  const done = new AbortController();
  const end = ended(page, AbortSignal.any([deadline.signal, done.signal]));
  try {
    return await inTime(
      deadline,
      async () => ({ requests: (await untilQuiet(page, quietMs, end)) - before }),
      () => `the network was not idle for ${quietMs} ms within {time}: ${busyText(page, traffic.begun - before)}`,
      "Some pages never stop sending requests: wait for what you need with `svc wait selector <css>` or `svc wait text <text>`.",
    );
  } finally {
    done.abort();
  }
}

/** Resolves to the number of all requests so far when none was pending for `quietMs`. Rejects when `end` does. */
async function untilQuiet({ traffic }: Page, quietMs: number, end: Promise<never>): Promise<number> {
  let quietSince = performance.now();
  for (;;) {
    const now = performance.now();
    const { begun } = traffic;
    const isBusy = traffic.pending().length > 0;
    if (isBusy) quietSince = now;
    if (!isBusy && now - quietSince >= quietMs) return begun;
    await Promise.race([traffic.change(isBusy ? quietMs : quietMs - (now - quietSince)), end]);
    // A request that began and ended meanwhile also restarts the quiet time.
    if (isBusy || traffic.begun !== begun) quietSince = performance.now();
  }
}

/** Duration of one check, so that a timeout can name what still changes. */
const REST_CHECK_MS = 500;

/** Resolves when the page is at rest, no matter when its changes began. Errors: `timeout`. */
export async function waitForRest(page: Page, deadline: Deadline): Promise<void> {
  let still: string | undefined = "the page does not respond";
  const wait = async () => {
    while (still !== undefined) still = await settleNow(page, REST_CHECK_MS, deadline.signal);
  };
  await inTime(
    deadline,
    wait,
    () => `the page is not at rest after {time}: ${still}`,
    "Some pages never come to rest: run `svc state`, which does not wait that long.",
  );
}

function busyText(page: Page, begun: number): string {
  if (page.traffic.pending().length > 0) return requestsText(page);
  return `${begun} ${begun === 1 ? "request" : "requests"} began meanwhile`;
}

/** Resolves to the first true value of an expression or function of the page. An exception counts as false. Errors: `timeout`. */
export async function waitForFunction(page: Page, js: string, deadline: Deadline): Promise<unknown> {
  const done = new AbortController();
  const signal = AbortSignal.any([deadline.signal, done.signal]);
  const end = ended(page, signal);
  let last = "the page did not return a value";
  const wait = async () => {
    for (;;) {
      const started = performance.now();
      const tried = await Promise.race([tryFunction(page, js, signal), end]);
      if (tried.isTrue) return tried.value;
      last = tried.actual;
      const pause = Math.max(PAUSE_MS, PAUSE_FACTOR * (performance.now() - started));
      await Promise.race([page.main.call("change", [pause, pause / 2]), end]);
    }
  };
  try {
    return await inTime(
      deadline,
      wait,
      () => `'${shorten(js)}' was not true within {time}: ${last}`,
      "Run `svc eval <js>` to see its current value, or give it more time with --timeout <ms>.",
    );
  } finally {
    done.abort();
  }
}
