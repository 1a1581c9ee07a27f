/** What happened beside the commands: kept for the command that asks next, and told once. Asks nothing of a browser. */
import type { CommandEvent } from "../outcome.ts";
import type { Page } from "../page/core/page.ts";
import type { Downloads } from "./downloads.ts";

/** Happenings kept; older ones are dropped. */
const MAX_HAPPENINGS = 100;

/** How long to wait for the document of a tab that a page opened, before it is told without. */
const OPENED_MS = 2_000;

/** How much later than the end of its navigation a download may be told. */
const BEGUN_MS = 200;

/** How long the server of a link that is downloaded may take to answer, before the press is told without a download. */
const ASKED_MS = 1_000;

/** Answers without content: such a navigation leads nowhere, and is over. */
const EMPTY: ReadonlySet<number> = new Set([204, 205]);

export class BrowserEvents {
  readonly #tabs: readonly Page[];
  readonly #downloads: Downloads;
  /** Tabs that pages opened, not yet told. */
  readonly #opened = new Set<Page>();
  /** Navigations without a document that were looked at. */
  readonly #looked = new WeakSet<object>();
  #untold: CommandEvent[] = [];

  constructor(tabs: readonly Page[], downloads: Downloads) {
    this.#tabs = tabs;
    this.#downloads = downloads;
  }

  tell(happening: CommandEvent): void {
    this.#untold.push(happening);
    if (this.#untold.length > MAX_HAPPENINGS) this.#untold.shift();
  }

  opened(page: Page): void {
    this.#opened.add(page);
  }

  /** All that is new. A tab that was opened is told when its address is known, a download when it is whole or takes long. */
  async take(signal: AbortSignal): Promise<CommandEvent[]> {
    const opened = [...this.#opened];
    this.#opened.clear();
    await Promise.all([this.#arrived(opened, signal), this.#begun(signal), this.#asked(signal)]);
    await this.#downloads.settle(signal);
    await this.#answered(signal);
    for (const page of opened) this.tell(this.#ofOpened(page));
    for (const news of this.#downloads.news()) this.tell(news);
    const taken = this.#untold;
    this.#untold = [];
    return taken;
  }

  async #arrived(opened: Page[], signal: AbortSignal): Promise<void> {
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

  /** A navigation that was answered and led to no document is a download, of which we hear a moment later. */
  async #begun(signal: AbortSignal): Promise<void> {
    const expecting = this.#tabs.filter(({ aborted }) => {
      if (!aborted || this.#looked.has(aborted)) return false;
      this.#looked.add(aborted);
      return aborted.status !== undefined && aborted.status >= 200 && !EMPTY.has(aborted.status);
    });
    if (expecting.length === 0) return;
    const soon = AbortSignal.any([signal, AbortSignal.timeout(BEGUN_MS)]);
    const all = () => expecting.every(({ targetId, aborted }) => this.#downloads.beganIn(targetId, aborted?.atMs));
    await this.#downloads.until(all, soon).catch(() => {});
  }

  /** A permission that a page asked for is refused a moment later. */
  async #answered(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#tabs.map(({ requests }) => requests?.settle(signal)));
  }

  /** A link with `download` navigates nowhere: that its download began is all that is heard of it. */
  async #asked(signal: AbortSignal): Promise<void> {
    const asked = this.#tabs.flatMap((page) => {
      const { askedFor } = page;
      page.askedFor = undefined;
      return askedFor ?? [];
    });
    if (asked.length === 0) return;
    const soon = AbortSignal.any([signal, AbortSignal.timeout(ASKED_MS)]);
    const all = () => asked.every(({ frameId, atMs }) => this.#downloads.beganIn(frameId, atMs));
    await this.#downloads.until(all, soon).catch(() => {});
  }

  #ofOpened(page: Page): CommandEvent {
    const index = this.#tabs.indexOf(page);
    const url = page.url || "about:blank";
    if (index < 0) return { kind: "tab", text: "opened and closed again", url };
    return { kind: "tab", text: `new tab ${index}: ${url}`, index, url };
  }
}

/** Resolves when the document that a tab was opened with is there. A blank one is there from the start. */
async function firstDocument(page: Page, signal: AbortSignal): Promise<void> {
  await page.prepared(signal);
  const isBlank = page.openedWith === "" || page.openedWith.startsWith("about:blank");
  await page.until(() => (isBlank || page.url !== "") && page.load.committed && page.load.dom, signal);
}
