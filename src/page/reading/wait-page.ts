/** Waiting for the page as a whole: its address, its load, a quiet network, a function of its own, and plain time. */
import { rejectOnAbort } from "../../lib/deadline.ts";
import { shorten } from "../../lib/shorten.ts";
import type { Page } from "../core/page.ts";
import { tryFunction } from "../navigation/evaluate.ts";
import { type Arrival, arrival } from "../navigation/navigate.ts";
import { settleNow } from "../navigation/settle.ts";
import { addressPattern } from "../navigation/url-pattern.ts";
import { type Deadline, ended, inTime } from "./wait.ts";

/** How long a navigation that the page asked for may take to begin: not every address leads somewhere. */
const REQUESTED_MS = 500;

/** How long to wait between two looks at a function when the document does not change. */
const LOOK_MS = 30;

/** The share of the page's time that looking may take: after a look of 10 ms the next comes 40 ms later. */
const PAUSE_FACTOR = 4;

/** Addresses named in a message. */
const MAX_NAMED = 3;

/** Resolves with the page's address when it matches, and its document is there to be read. */
export async function waitForUrl(page: Page, pattern: string, deadline: Deadline): Promise<string> {
  const matches = addressPattern(pattern);
  const isThere = () => page.load.committed && matches(page.main.url);
  await inTime(
    deadline,
    () => page.until(() => isThere() && page.load.dom, deadline.signal),
    () =>
      isThere()
        ? `the address is ${page.main.url}, but its document is not there after {time}`
        : `the address does not match '${shorten(pattern)}' after {time}: it is ${page.main.url}`,
    "Run `svc get url` to see where the page is, or give it longer with --timeout <ms>.",
  );
  return page.main.url;
}

/** Resolves when the page is loaded: at once when nothing is under way. */
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
    "Run `svc state` to see what is there already.",
  );
}

function loadText(page: Page): string {
  if (!page.load.committed) return "its server has not answered";
  if (page.load.loaded) return "it has not answered";
  return page.load.dom ? requestsText(page) : `its document is not whole, ${requestsText(page)}`;
}

function requestsText(page: Page): string {
  const requests = page.traffic.pending();
  const named = requests.slice(0, MAX_NAMED).map((one) => shorten(one));
  const more = requests.length > MAX_NAMED ? `, … ${requests.length - MAX_NAMED} more` : "";
  if (requests.length === 0) return "no request is under way";
  return `${requests.length} ${requests.length === 1 ? "request is" : "requests are"} under way: ${named.join(", ")}${more}`;
}

/** Resolves when no request was under way for `quietMs` in a row. Time before the call does not count. */
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
      "Wait for what you need with `svc wait selector <css>` or `svc wait text <text>`: some pages never fall silent.",
    );
  } finally {
    done.abort();
  }
}

/** Resolves with how many requests had begun when none was under way for `quietMs`. Rejects as `end` does. */
async function untilQuiet({ traffic }: Page, quietMs: number, end: Promise<never>): Promise<number> {
  let quietSince = performance.now();
  for (;;) {
    const now = performance.now();
    const { begun } = traffic;
    const isBusy = traffic.pending().length > 0;
    if (isBusy) quietSince = now;
    if (!isBusy && now - quietSince >= quietMs) return begun;
    await Promise.race([traffic.change(isBusy ? quietMs : quietMs - (now - quietSince)), end]);
    // A request that began and ended meanwhile ends the quiet, too.
    if (isBusy || traffic.begun !== begun) quietSince = performance.now();
  }
}

/** A look takes this long at most; then the page is asked again, and what is still changing is known. */
const REST_LOOK_MS = 500;

/** Resolves when the page is at rest. Everything counts, whenever it began. */
export async function waitForRest(page: Page, deadline: Deadline): Promise<void> {
  let still: string | undefined = "it has not answered";
  const wait = async () => {
    while (still !== undefined) still = await settleNow(page, REST_LOOK_MS, deadline.signal);
  };
  await inTime(
    deadline,
    wait,
    () => `the page is not at rest after {time}: ${still}`,
    "Run `svc state` to see what is there: it does not wait that long. Some pages never come to rest.",
  );
}

function busyText(page: Page, begun: number): string {
  if (page.traffic.pending().length > 0) return requestsText(page);
  return `${begun} ${begun === 1 ? "request" : "requests"} began meanwhile`;
}

/** Resolves with the first value that is true for the page's own JavaScript. Exceptions mean: not yet. */
export async function waitForFunction(page: Page, js: string, deadline: Deadline): Promise<unknown> {
  const done = new AbortController();
  const signal = AbortSignal.any([deadline.signal, done.signal]);
  const end = ended(page, signal);
  let last = "its value did not come";
  const wait = async () => {
    for (;;) {
      const started = performance.now();
      const found = await Promise.race([tryFunction(page, js, signal), end]);
      if (found.isTrue) return found.value;
      last = found.told;
      const pause = Math.max(LOOK_MS, PAUSE_FACTOR * (performance.now() - started));
      await Promise.race([page.main.call("change", [pause, pause / 2]), end]);
    }
  };
  try {
    return await inTime(
      deadline,
      wait,
      () => `'${shorten(js)}' was not true within {time}: ${last}`,
      "Run `svc eval <js>` to see its value now, or give it longer with --timeout <ms>.",
    );
  } finally {
    done.abort();
  }
}
