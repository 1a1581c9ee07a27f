/**
 * The tabs of a browser, and which of them is looked at: the newest, the one that was navigated last, or the one that a
 * person chose. A browser without windows has no such notion of its own. Reads targets; sees no page.
 */
import type { Session } from "../../../cdp/connection.ts";
import type { Target_TargetInfo } from "../../../cdp/protocol.gen.ts";
import type { TabState } from "./messages.ts";
import type { TabOrder } from "./tab-order.ts";

export interface Tab extends TabState {
  opener: string | undefined;
  /** The browser context it belongs to. */
  context: string | undefined;
}

const PAGES = [{ type: "page" }];

export interface TabsHost {
  /** Something about the tabs is different; `active` may be another one. */
  changed(): void;
  /** While a person steers, a page that navigates in the background does not come to the front. */
  isSteered(): boolean;
}

export class Tabs {
  readonly #tabs = new Map<string, Tab>();
  readonly #host: TabsHost;
  readonly #root: Session;
  /** The tabs that were looked at, the last one last. */
  #seen: string[] = [];
  /** Those that were there already are told in an order that means nothing: nobody is to see one of them flash by. */
  #isStarted = false;

  constructor(root: Session, host: TabsHost) {
    this.#host = { ...host, changed: () => this.#isStarted && host.changed() };
    this.#root = root;
    root.on("Target.targetCreated", ({ targetInfo }) => this.#created(targetInfo));
    root.on("Target.targetInfoChanged", ({ targetInfo }) => this.#changed(targetInfo));
    root.on("Target.targetDestroyed", ({ targetId }) => this.#gone(targetId));
    root.on("Target.targetCrashed", ({ targetId }) => {
      const tab = this.#tabs.get(targetId);
      if (!tab) return;
      tab.crashed = true;
      this.#host.changed();
    });
  }

  /** Begins to tell of tabs. Those that are there already are in the order in which they came, and the last used one is seen. */
  async start({ opened, used }: TabOrder): Promise<void> {
    await this.#root.send("Target.setDiscoverTargets", { discover: true, filter: PAGES });
    const found = [...this.#tabs].sort(([a], [b]) => opened.indexOf(a) - opened.indexOf(b));
    this.#tabs.clear();
    for (const [id, tab] of found) this.#tabs.set(id, tab);
    this.#seen.sort((a, b) => used.indexOf(a) - used.indexOf(b));
    // The one that every browser begins with is seldom meant.
    const meant = this.all().findLast(({ url }) => url !== "about:blank");
    if (meant && this.active?.url === "about:blank") this.show(meant.id);
    this.#isStarted = true;
    this.#host.changed();
  }

  get active(): Tab | undefined {
    return this.#tabs.get(this.#seen.at(-1) ?? "");
  }

  get(id: string): Tab | undefined {
    return this.#tabs.get(id);
  }

  all(): Tab[] {
    return [...this.#tabs.values()];
  }

  /** Titles that changed without a word: a browser without windows tells them when something else happens. */
  async refresh(): Promise<void> {
    const known = await this.#root.sendMayFail("Target.getTargets", { filter: PAGES });
    for (const info of known?.targetInfos ?? []) {
      const tab = this.#tabs.get(info.targetId);
      if (!tab || (tab.title === info.title && tab.url === info.url)) continue;
      if (tab.crashed) continue;
      this.#changed(info);
    }
  }

  /** Looks at that tab. */
  show(id: string): void {
    if (!this.#tabs.has(id) || this.active?.id === id) return;
    this.#look(id);
    this.#host.changed();
  }

  #look(id: string): void {
    this.#seen = [...this.#seen.filter((one) => one !== id), id];
  }

  #created(info: Target_TargetInfo): void {
    if (info.type !== "page" || this.#tabs.has(info.targetId)) return;
    this.#tabs.set(info.targetId, { id: info.targetId, crashed: false, ...facts(info) });
    this.#look(info.targetId);
    this.#host.changed();
  }

  #changed(info: Target_TargetInfo): void {
    const tab = this.#tabs.get(info.targetId);
    if (!tab) {
      this.#created(info);
      return;
    }
    const isElsewhere = tab.url !== info.url;
    // Nothing is told of a page that crashed until it is loaded anew.
    Object.assign(tab, facts(info), { crashed: false });
    if (isElsewhere && !this.#host.isSteered()) this.#look(tab.id);
    this.#host.changed();
  }

  #gone(id: string): void {
    if (!this.#tabs.delete(id)) return;
    this.#seen = this.#seen.filter((one) => one !== id);
    this.#host.changed();
  }
}

function facts({ title, url, openerId, browserContextId }: Target_TargetInfo) {
  return { title, url, opener: openerId, context: browserContextId };
}
