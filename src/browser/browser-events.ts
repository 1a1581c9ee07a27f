/** Events that happened beside the commands, kept until the next command takes them. Sends nothing to the browser. */
import type { CommandEvent } from "../outcome.ts";
import type { Page } from "../page/core/page.ts";
import type { Downloads } from "./downloads.ts";

/** Number of events kept; older ones are dropped. */
const MAX_EVENTS = 100;

/** How long to wait for the document of a tab that a page opened, before the tab is reported without it. */
const OPENED_MS = 2_000;

/** How much later than the end of its navigation Chrome may report a download. */
const BEGUN_MS = 200;

/** How long the server of a download link may take to respond, before the click is reported without a download. */
const ASKED_MS = 1_000;

/** Statuses without content: such a navigation loads no document. */
const EMPTY: ReadonlySet<number> = new Set([204, 205]);

export class BrowserEvents {
  readonly #tabs: readonly Page[];
  readonly #downloads: Downloads;
  /** Tabs that pages opened and that are not reported yet. */
  readonly #opened = new Set<Page>();
  /** Navigations without a document that were waited for. */
  readonly #checked = new WeakSet<object>();
  #pending: CommandEvent[] = [];

  constructor(tabs: readonly Page[], downloads: Downloads) {
    this.#tabs = tabs;
    this.#downloads = downloads;
  }

  add(event: CommandEvent): void {
    this.#pending.push(event);
    if (this.#pending.length > MAX_EVENTS) this.#pending.shift();
  }

  opened(page: Page): void {
    this.#opened.add(page);
  }

  /** All new events. Waits for the address of a new tab, and for a download to end or to take long. */
  async take(signal: AbortSignal): Promise<CommandEvent[]> {
    const opened = [...this.#opened];
    this.#opened.clear();
    await Promise.all([
      this.#waitForOpenedTabs(opened, signal),
      this.#waitForNavigationDownloads(signal),
      this.#waitForLinkDownloads(signal),
    ]);
    await this.#downloads.settle(signal);
    await this.#waitForPermissions(signal);
    for (const page of opened) this.add(this.#ofOpened(page));
    for (const news of this.#downloads.news()) this.add(news);
    const taken = this.#pending;
    this.#pending = [];
    return taken;
  }

  async #waitForOpenedTabs(opened: Page[], signal: AbortSignal): Promise<void> {
    if (opened.length === 0) return;
    const done = new AbortController();
    const soon = AbortSignal.any([signal, done.signal, AbortSignal.timeout(OPENED_MS)]);
    const arrivals = opened.map((page) => {
      // A tab that was opened for a download gets no document.
      const download = this.#downloads.until(() => this.#downloads.beganIn(page.targetId), soon);
      return Promise.race([firstDocument(page, soon), download]).catch(() => {});
    });
    await Promise.all(arrivals);
    done.abort();
  }

  /** A navigation that got a response but no document is a download. Chrome reports that a moment later. */
  async #waitForNavigationDownloads(signal: AbortSignal): Promise<void> {
    const expecting = this.#tabs.filter(({ loads: { aborted } }) => {
      if (!aborted || this.#checked.has(aborted)) return false;
      this.#checked.add(aborted);
      return aborted.status !== undefined && aborted.status >= 200 && !EMPTY.has(aborted.status);
    });
    if (expecting.length === 0) return;
    const soon = AbortSignal.any([signal, AbortSignal.timeout(BEGUN_MS)]);
    const all = () =>
      expecting.every(({ targetId, loads: { aborted } }) => this.#downloads.beganIn(targetId, aborted?.atMs));
    await this.#downloads.until(all, soon).catch(() => {});
  }

  /** A permission request is refused a moment later. */
  async #waitForPermissions(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#tabs.map(({ requests }) => requests?.settle(signal)));
  }

  /** A link with `download` starts no navigation: only the start of its download is reported. */
  async #waitForLinkDownloads(signal: AbortSignal): Promise<void> {
    const expected = this.#tabs.flatMap((page) => {
      const { requestedDownload } = page;
      page.requestedDownload = undefined;
      return requestedDownload ?? [];
    });
    if (expected.length === 0) return;
    const soon = AbortSignal.any([signal, AbortSignal.timeout(ASKED_MS)]);
    const all = () => expected.every(({ frameId, atMs }) => this.#downloads.beganIn(frameId, atMs));
    await this.#downloads.until(all, soon).catch(() => {});
  }

  #ofOpened(page: Page): CommandEvent {
    const index = this.#tabs.indexOf(page);
    const url = page.url || "about:blank";
    if (index < 0) return { kind: "tab", text: "opened and closed again", url };
    return { kind: "tab", text: `new tab ${index}: ${url}`, index, url };
  }
}

/** Resolves when the document that a tab was opened with is loaded. A blank one is loaded from the start. */
async function firstDocument(page: Page, signal: AbortSignal): Promise<void> {
  await page.prepared(signal);
  const isBlank = page.openedWith === "" || page.openedWith.startsWith("about:blank");
  await page.until(() => (isBlank || page.url !== "") && page.load.committed && page.load.dom, signal);
}
