/**
 * Reads and writes the storage of sites. It opens each origin in a background tab, on an empty page that svc serves
 * itself, so that no network is used and no script of the site runs. sessionStorage belongs to a tab, so it is read and
 * written in that tab.
 */
import type { Session } from "../../cdp/connection.ts";
import { isProtocolError } from "../../cdp/errors.ts";
import { asFailure, Failure } from "../../errors.ts";
import { extraLibrary } from "../../page/core/extra-library.ts";
import { callLibrary, LibraryError } from "../../page/core/frame.ts";
import type { Page } from "../../page/core/page.ts";
import { silence } from "../../page/core/silence.ts";
import { open } from "../../page/navigation/navigate.ts";
import type { Entry, OriginRead, OriginStorage, OriginWritten, StorageLibrary } from "../../page/reading/stored.ts";
import type { Browser } from "../browser.ts";

const storageOf = extraLibrary(async () => (await import("../../page/storage.gen.ts")).STORAGE);

/** How long a page may keep a database open that is to be replaced. */
const BLOCKED_MS = 2_000;

/** How long a tab may take to return its sessionStorage. A tab that hangs is left out. */
const TAB_MS = 3_000;

async function callStorage<K extends keyof StorageLibrary>(
  page: Page,
  method: K,
  ...args: Parameters<StorageLibrary[K]>
) {
  const storage = await storageOf(await page.main.library());
  const values = args.map((value) => ({ value }));
  try {
    return (await callLibrary(storage, method, values)).value as Awaited<ReturnType<StorageLibrary[K]>>;
  } catch (error) {
    throw error instanceof LibraryError ? storageFailure(page, method, error) : error;
  }
}

/** A failure of the browser's storage: a full disk, a quota, or damaged files. */
function storageFailure({ url }: Page, method: keyof StorageLibrary, error: LibraryError): Failure {
  const isRead = method.startsWith("read");
  return new Failure(
    "io",
    `the storage of ${originOf(url) ?? url} could not be ${isRead ? "read" : "written"}: the browser reports: ${error.detail.split("\n", 1)[0]}`,
    isRead
      ? "Check that the disk is not full, then run the command again. `svc cookies export <file>` saves the cookies alone."
      : "Check that the disk is not full, then run `svc close`, `svc open <url>` and this command again.",
    { cause: error },
  );
}

/** The origin of a tab. Undefined for pages without a site. */
function originOf(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.origin : undefined;
}

/** The origins of the open tabs, the current one first. Refused pages are left out. */
export function openOrigins(browser: Browser): string[] {
  const origins = tabsOf(browser).flatMap((page) => originOf(page.url) ?? []);
  return [...new Set(origins)].filter((origin) => !browser.networkPolicy.refusal(origin));
}

/** Throws for the first origin that the rules refuse, before anything is cleared or written. */
export function checkAllowed(browser: Browser, origins: readonly OriginStorage[]): void {
  for (const { origin } of origins) {
    const refusal = browser.networkPolicy.refusal(origin);
    if (refusal) throw refusal;
  }
}

function tabsOf(browser: Browser): Page[] {
  if (browser.tabs.length === 0) return [];
  return [browser.current, ...browser.tabs.filter((page) => page !== browser.current)];
}

export interface ReadOrigins {
  origins: OriginStorage[];
  /** Number of records that cannot be stored in a file. */
  skipped: number;
}

/** Reads the origins. Leaves out those without data. */
export async function readOrigins(browser: Browser, origins: string[], signal: AbortSignal): Promise<ReadOrigins> {
  const sessions = await readSessions(browser, origins);
  const found: ReadOrigins = { origins: [], skipped: 0 };
  if (origins.length === 0) return found;
  await browser.inBackgroundTab(signal, async (page) => {
    await using _ = await servingEmptyPages(page.session);
    for (const origin of origins) {
      const read: OriginRead = await onOrigin(page, origin, signal, () => callStorage(page, "read"));
      const sessionStorage = sessions.get(origin) ?? [];
      found.skipped += read.skipped;
      if (read.localStorage.length + read.indexedDB.length + sessionStorage.length === 0) continue;
      const { localStorage, indexedDB } = read;
      found.origins.push({ origin, localStorage, sessionStorage, indexedDB });
    }
  });
  return found;
}

/** The sessionStorage of the open tabs by origin. When several tabs have one origin, the current tab wins. */
async function readSessions(browser: Browser, origins: string[]): Promise<Map<string, Entry[]>> {
  const found = new Map<string, Entry[]>();
  for (const page of tabsOf(browser)) {
    const origin = originOf(page.url);
    if (origin === undefined || found.has(origin) || !origins.includes(origin) || page.dialog || page.crash) continue;
    const limits = { silentMs: TAB_MS, endMs: performance.now() + TAB_MS };
    const read = callStorage(page, "readSession").catch((error) => {
      if (asFailure(error)?.code === "internal" || !(asFailure(error) || isProtocolError(error, "context_gone")))
        throw error;
      return "silent" as const;
    });
    const entries = await Promise.race([read, silence(page.session, limits)]);
    if (entries !== "silent") found.set(origin, entries);
  }
  return found;
}

/** Writes the origins over their present data. Returns the origins whose sessionStorage found no tab. Throws `conflict` when a database is in use. */
export async function writeOrigins(
  browser: Browser,
  origins: OriginStorage[],
  options: { clear: boolean },
  signal: AbortSignal,
): Promise<{ withoutTab: string[] }> {
  if (origins.length > 0) {
    await browser.inBackgroundTab(signal, async (page) => {
      await using _ = await servingEmptyPages(page.session);
      for (const one of origins) {
        if (options.clear) await clear(page.session, one.origin);
        const written: OriginWritten = await onOrigin(page, one.origin, signal, () =>
          callStorage(page, "write", one, BLOCKED_MS),
        );
        if (written.blocked !== undefined) throw blockedFailure(one.origin, written.blocked);
      }
    });
  }
  const withoutTab: string[] = [];
  for (const { origin, sessionStorage = [] } of origins)
    if (sessionStorage.length > 0 && !(await writeSession(browser, origin, sessionStorage, signal)))
      withoutTab.push(origin);
  return { withoutTab };
}

async function clear(session: Session, origin: string): Promise<void> {
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "local_storage,indexeddb" });
}

function blockedFailure(origin: string, name: string): Failure {
  return new Failure(
    "conflict",
    `a tab of ${origin} keeps the database '${name}' open, which has a different structure in the file`,
    "Leave that site in all tabs (`svc open about:blank`), and load the file again.",
  );
}

/** Writes sessionStorage into the tabs of the origin, otherwise through a current tab that is blank. Returns false when there is neither. */
async function writeSession(browser: Browser, origin: string, entries: Entry[], signal: AbortSignal): Promise<boolean> {
  const showing = browser.tabs.filter((page) => originOf(page.url) === origin && !page.dialog && !page.crash);
  for (const page of showing) await callStorage(page, "writeSession", entries);
  if (showing.length > 0) return true;
  const page = await browser.page(signal);
  if (page.url !== "about:blank") return false;
  {
    await using _ = await servingEmptyPages(page.session);
    await onOrigin(page, origin, signal, () => callStorage(page, "writeSession", entries));
  }
  await open(page, "about:blank", "dom", signal);
  await page.session.sendMayFail("Page.resetNavigationHistory");
  return true;
}

/** Runs `work` on an empty page of the origin. */
async function onOrigin<T>(page: Page, origin: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  await open(page, `${origin}/`, "dom", signal);
  if (originOf(page.url) !== origin)
    throw new Failure("navigation", `${origin} cannot be reached: the browser goes to ${page.url} instead`);
  return await work();
}

/** Until it is disposed of, every page of the tab is an empty one, and every other request fails. */
async function servingEmptyPages(session: Session): Promise<AsyncDisposable> {
  const unfollow = session.on("Fetch.requestPaused", ({ requestId, resourceType }) => {
    if (resourceType !== "Document") {
      void session.sendMayFail("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
      return;
    }
    const responseHeaders = [{ name: "content-type", value: "text/html" }];
    void session.sendMayFail("Fetch.fulfillRequest", { requestId, responseCode: 200, responseHeaders, body: "" });
  });
  await Promise.all([
    session.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] }),
    // A service worker of the site would respond first.
    session.send("Network.setBypassServiceWorker", { bypass: true }),
  ]);
  return {
    async [Symbol.asyncDispose]() {
      unfollow();
      await Promise.all([
        session.sendMayFail("Fetch.disable"),
        session.sendMayFail("Network.setBypassServiceWorker", { bypass: false }),
      ]);
    },
  };
}
