/**
 * Tabs of a browser, and the shown one: the newest, the last navigated, or the one that a person chose. A headless browser has no
 * active tab of its own.
 */
import type { Session } from "../../../cdp/connection.ts";
import type { Target_TargetInfo } from "../../../cdp/protocol.gen.ts";
import type { TabState } from "./messages.ts";
import type { TabOrder } from "./tab-order.ts";

export interface Tab extends TabState {
  opener: string | undefined;
  /** Id of its browser context. */
  context: string | undefined;
}

const PAGES = [{ type: "page" }];

export interface TabsHost {
  /** Tabs have changed, possibly the active one. */
  changed(): void;
  /** While a person has control, a page that navigates in the background is not shown. */
  isSteered(): boolean;
}

export class Tabs {
  readonly #tabs = new Map<string, Tab>();
  readonly #host: TabsHost;
  readonly #root: Session;
  /** Ids of shown tabs; the last one is the newest. */
  #recent: string[] = [];
  /** Existing tabs are reported in random order, which must not switch the shown tab. */
  #isStarted = false;

  constructor(root: Session, host: TabsHost) {
    this.#host = { ...host, changed: () => this.#isStarted && host.changed() };
    this.#root = root;
    root.on("Target.targetCreated", ({ targetInfo }) => this.#created(targetInfo));
    root.on("Target.targetInfoChanged", ({ targetInfo }) => this.#changed(targetInfo));
    root.on("Target.targetDestroyed", ({ targetId }) => this.#remove(targetId));
    root.on("Target.targetCrashed", ({ targetId }) => {
      const tab = this.#tabs.get(targetId);
      if (!tab) return;
      tab.crashed = true;
      this.#host.changed();
    });
  }

  /** Starts reporting tabs: existing ones in the order of opening, with the last used one shown. */
  async start({ opened, used }: TabOrder): Promise<void> {
    await this.#root.send("Target.setDiscoverTargets", { discover: true, filter: PAGES });
    const found = [...this.#tabs].sort(([a], [b]) => opened.indexOf(a) - opened.indexOf(b));
    this.#tabs.clear();
    for (const [id, tab] of found) this.#tabs.set(id, tab);
    this.#recent.sort((a, b) => used.indexOf(a) - used.indexOf(b));
    // The initial blank page is rarely the wanted one.
    const preferred = this.all().findLast(({ url }) => url !== "about:blank");
    if (preferred && this.active?.url === "about:blank") this.show(preferred.id);
    this.#isStarted = true;
    this.#host.changed();
  }

  get active(): Tab | undefined {
    return this.#tabs.get(this.#recent.at(-1) ?? "");
  }

  get(id: string): Tab | undefined {
    return this.#tabs.get(id);
  }

  all(): Tab[] {
    return [...this.#tabs.values()];
  }

  /** Reads titles again, because a headless browser does not report all changes. */
  async refresh(): Promise<void> {
    const known = await this.#root.sendMayFail("Target.getTargets", { filter: PAGES });
    for (const info of known?.targetInfos ?? []) {
      const tab = this.#tabs.get(info.targetId);
      if (!tab || (tab.title === info.title && tab.url === info.url)) continue;
      if (tab.crashed) continue;
      this.#changed(info);
    }
  }

  /** Shows that tab. */
  show(id: string): void {
    if (!this.#tabs.has(id) || this.active?.id === id) return;
    this.#select(id);
    this.#host.changed();
  }

  #select(id: string): void {
    this.#recent = [...this.#recent.filter((one) => one !== id), id];
  }

  #created(info: Target_TargetInfo): void {
    if (info.type !== "page" || this.#tabs.has(info.targetId)) return;
    this.#tabs.set(info.targetId, { id: info.targetId, crashed: false, ...facts(info) });
    this.#select(info.targetId);
    this.#host.changed();
  }

  #changed(info: Target_TargetInfo): void {
    const tab = this.#tabs.get(info.targetId);
    if (!tab) {
      this.#created(info);
      return;
    }
    const isElsewhere = tab.url !== info.url;
    // A crashed page reports nothing until it is reloaded.
    Object.assign(tab, facts(info), { crashed: false });
    if (isElsewhere && !this.#host.isSteered()) this.#select(tab.id);
    this.#host.changed();
  }

  #remove(id: string): void {
    if (!this.#tabs.delete(id)) return;
    this.#recent = this.#recent.filter((one) => one !== id);
    this.#host.changed();
  }
}

function facts({ title, url, openerId, browserContextId }: Target_TargetInfo) {
  return { title, url, opener: openerId, context: browserContextId };
}
