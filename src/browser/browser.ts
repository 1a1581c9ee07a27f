/**
 * The live browser of a session. Attaches to every target and sets it up before it runs. Keeps the tabs in the order in which
 * they appeared, and the current tab, which commands act on.
 */
import { Connection, type Session } from "../cdp/connection.ts";
import type { Target_TargetInfo } from "../cdp/protocol.gen.ts";
import type { Transport } from "../cdp/transport.ts";
import { Failure } from "../errors.ts";
import { sleep } from "../lib/deadline.ts";
import { log } from "../lib/log.ts";
import type { CommandEvent } from "../outcome.ts";
import { Page } from "../page/core/page.ts";
import type { DialogPolicy } from "../page/events/dialogs.ts";
import { BackgroundTabs } from "./background-tabs.ts";
import { BrowserEvents } from "./browser-events.ts";
import type { BrowserSetup, Remote } from "./browser-setup.ts";
import { Downloads } from "./downloads.ts";
import { Conditions } from "./launch/conditions.ts";
import type { Confinement, Confining } from "./policy/confine.ts";
import { NetworkPolicy } from "./policy/network-policy.ts";
import type { BrowserRules } from "./policy/policy.ts";
import { RunConfinement } from "./run-confinement.ts";
import { SuspectTabs } from "./suspect-tabs.ts";

declare module "../command.ts" {
  interface Contexts {
    session: Place & { readonly browser: Browser };
    page: Place & { readonly browser: Browser; readonly page: Page };
  }
}

/** Lets a page write to the clipboard without a prompt. Reading it stays forbidden. */
const ALLOW_COPYING = { permission: { name: "clipboard-write" }, setting: "granted" } as const;

/** Attaches to every new target and stops it until it is set up. */
const AUTO_ATTACH = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };

export class Browser {
  readonly connection: Connection;
  /** True for a browser that svc started: it ends with the session. Any other one is only disconnected. */
  readonly owned: boolean;
  /** Product and version, such as `HeadlessChrome/156.0.8078.79`. */
  product = "";
  /** A browser with a window shares the clipboard of the desktop. */
  get hasOwnClipboard(): boolean {
    return this.product.startsWith("Headless");
  }

  readonly #pages: Page[] = [];
  readonly #sessions = new Map<string, { page?: Page; type: string }>();
  readonly #suspects = new SuspectTabs();
  #current: Page | undefined;
  /** The tab that svc opened last. */
  #created: Page | undefined;
  /** Tabs that `closeTab` is closing. */
  readonly #closing = new Set<Page>();
  readonly #backgroundTabs = new BackgroundTabs();
  readonly downloads: Downloads;
  readonly networkPolicy: NetworkPolicy;
  readonly browserRules: BrowserRules | undefined;
  readonly conditions: Conditions;
  /** Set for a browser of the cloud platform. */
  readonly remote: Remote | undefined;
  /** It cannot read local files. */
  readonly isFar: boolean;
  readonly #events: BrowserEvents;
  readonly #dialogPolicy: () => DialogPolicy;
  readonly #startsEarly: boolean;
  readonly #confinement: RunConfinement;

  constructor(transport: Transport, owned: boolean, setup: BrowserSetup = {}) {
    const { downloads, dialogPolicy, startsEarly, browserRules, conditions, remote, isFar, hidden } = setup;
    this.connection = new Connection(transport);
    this.owned = owned;
    this.isFar = isFar ?? remote !== undefined;
    this.downloads = new Downloads(downloads, this.isFar);
    this.#events = new BrowserEvents(this.#pages, this.downloads);
    this.browserRules = browserRules;
    this.conditions = conditions ?? new Conditions();
    this.remote = remote;
    const isTab = (frameId: string) => this.#pages.some(({ targetId }) => targetId === frameId);
    this.networkPolicy = new NetworkPolicy(browserRules?.policy, { isTab, addEvent: (event) => this.addEvent(event) });
    this.#confinement = new RunConfinement(this.networkPolicy, this.downloads, hidden);
    // Rules and permission reports must be in force before the first script of a page.
    const isFirst = browserRules?.policy !== undefined || this.conditions.permissionChannel !== undefined;
    this.#startsEarly = (startsEarly ?? false) && !isFirst;
    this.#dialogPolicy = dialogPolicy ?? (() => "ask");
  }

  /** Attaches to all targets, also later ones. Resolves when the first tab is ready. */
  async start(signal: AbortSignal): Promise<void> {
    const { root } = this.connection;
    this.#follow(root, undefined);
    root.on("Target.targetInfoChanged", ({ targetInfo }) => this.#informed(targetInfo));
    const [version] = await Promise.all([
      root.send("Browser.getVersion", undefined, signal),
      this.networkPolicy.start(root, signal),
      root.send("Target.setDiscoverTargets", { discover: true }, signal),
      this.downloads.follow(root),
      this.conditions.begin(root),
      root.send("Target.setAutoAttach", AUTO_ATTACH, signal),
    ]);
    if (this.owned) void root.sendMayFail("Browser.setPermission", ALLOW_COPYING);
    this.product = version.product;
    if (this.#pages.length === 0) await this.#create("about:blank", signal);
    this.#current ??= this.#pages[0];
  }

  #follow(session: Session, page: Page | undefined): void {
    session.on("Target.attachedToTarget", ({ sessionId, targetInfo, waitingForDebugger }) => {
      this.#attached(sessionId, targetInfo, waitingForDebugger, page).catch((error) => {
        if (!(error instanceof Failure)) log.error("setting up a target", error);
      });
    });
    session.on("Target.detachedFromTarget", ({ sessionId }) => this.#detached(sessionId));
  }

  /** Sets up a new target. All calls are sent at once, the one that lets it run last: no script runs before. */
  async #attached(
    sessionId: string,
    info: Target_TargetInfo,
    waiting: boolean,
    parent: Page | undefined,
  ): Promise<void> {
    const session = this.connection.session(sessionId);
    const calls: Promise<unknown>[] = [];
    let page = parent;
    if (info.type === "page" && parent === undefined) {
      page = this.#newPage(info.targetId, session);
      Object.assign(page, { title: info.title, url: info.url });
      this.#adopt(page, info);
      calls.push(page.setUp(this.owned), ...this.conditions.follow(page));
    } else if (info.type === "iframe" && page) {
      calls.push(page.adopt(info.targetId, session));
    } else if (info.type === "worker" && page) {
      page.traffic.follow(session);
      calls.push(session.sendMayFail("Network.enable"));
    }
    this.#sessions.set(sessionId, { type: info.type, ...(page && info.type === "page" ? { page } : {}) });
    this.#follow(session, page);
    const walled = this.networkPolicy.follow(session, info.type, !waiting);
    calls.push(walled);
    if (/page|iframe|worker/.test(info.type)) calls.push(session.sendMayFail("Target.setAutoAttach", AUTO_ATTACH));
    const run = () => session.sendMayFail("Runtime.runIfWaitingForDebugger");
    // Network conditions take effect with their answer, not when they are sent.
    if (waiting) calls.push(walled.then(run));
    const ready = Promise.all(calls);
    if (page && info.type === "page") page.ready = ready;
    await ready;
  }

  #newPage(targetId: string, session: Session): Page {
    const page: Page = new Page(targetId, session, {
      emit: (event) => this.#addEventOf(page, event),
      dialogPolicy: this.#dialogPolicy,
      acting: () => this.downloads.acting(),
      bounds: this.networkPolicy,
      hides: (address) => this.#confinement.hiddenTexts(address),
      permissionChannel: this.conditions.permissionChannel,
    });
    return page;
  }

  /** Adds an event of a tab. Events of other tabs than the current one name their tab. */
  #addEventOf(page: Page, event: CommandEvent): void {
    const tab = this.#pages.indexOf(page);
    const isElsewhere = tab >= 0 && page !== this.#current;
    this.addEvent(isElsewhere ? { ...event, text: `in tab ${tab}: ${event.text}`, tab } : event);
  }

  #adopt(page: Page, info: Target_TargetInfo): void {
    const isBackground = this.#backgroundTabs.has(info);
    if (isBackground instanceof Promise) return void isBackground.then(() => this.#adopt(page, info));
    if (isBackground) return;
    const isFirst = this.#pages.length === 0;
    // Chrome's own pages (extensions, side panels, DevTools) are attached so that they run, but are not tabs.
    if (/^(chrome-extension|devtools|chrome-untrusted):/.test(info.url)) return;
    this.#pages.push(page);
    this.#current ??= page;
    if (isFirst || info.openerId === undefined) return;
    page.openedWith = this.#pages.find((one) => one.targetId === info.openerId)?.opened.shift() ?? "";
    this.#events.opened(page);
  }

  #informed(info: Target_TargetInfo): void {
    const page = this.#pages.find((one) => one.targetId === info.targetId);
    if (page) Object.assign(page, { title: info.title, url: info.url });
  }

  #detached(sessionId: string): void {
    const known = this.#sessions.get(sessionId);
    this.#sessions.delete(sessionId);
    this.connection.drop(sessionId, new Failure("closed", "the tab is closed", "Run `svc tab list` to see the tabs."));
    const page = known?.page;
    if (!page) return;
    const index = this.#pages.indexOf(page);
    if (index >= 0) this.#pages.splice(index, 1);
    // A tab that closed by itself or was closed by a person is reported.
    if (index >= 0 && !this.#closing.delete(page)) {
      this.addEvent({ kind: "tab", text: `tab ${index} closed: ${page.url}`, index, url: page.url, closed: true });
    }
    if (this.#current === page) this.#current = this.#pages[Math.min(Math.max(index, 0), this.#pages.length - 1)];
    page.ended();
  }

  get tabs(): readonly Page[] {
    return this.#pages;
  }

  /** The tab that commands act on. */
  get current(): Page {
    if (!this.#current) throw new Failure("not_found", "no tab is open", "Run `svc tab new <url>` to open one.");
    return this.#current;
  }

  /** The current tab, or a new one when the last was closed, set up for any command. */
  async page(signal: AbortSignal): Promise<Page> {
    const page = await this.#tab(signal, false);
    await page.prepared(signal);
    if (page.crash) throw page.crash;
    return page;
  }

  /** As `page`, but with `startsEarly` a blank tab that svc opened is returned before it is set up: it may only be navigated. */
  tab(signal: AbortSignal): Promise<Page> {
    return this.#tab(signal, true);
  }

  async #tab(signal: AbortSignal, isLeft: boolean): Promise<Page> {
    const page = this.#current ?? (await this.#create("about:blank", signal));
    if (page !== this.#created) await page.prepared(signal);
    if (page.dialogs.stuck) throw page.dialogs.stuck;
    if (!page.dialog && !page.crash) await this.#suspects.recover(page, { isLeft, mayCrash: this.owned }, signal);
    return page;
  }

  /** Probes whether the current tab still responds. Called after a command that ended without its answer. */
  suspect(): void {
    if (this.#current) this.#suspects.add(this.#current);
  }

  select(page: Page): void {
    this.#current = page;
  }

  /** Opens a blank tab and makes it the current one. */
  async newTab(signal: AbortSignal): Promise<Page> {
    const page = await this.#create("about:blank", signal);
    await page.prepared(signal);
    return page;
  }

  async #create(url: string, signal: AbortSignal): Promise<Page> {
    const { targetId } = await this.connection.root.send(
      "Target.createTarget",
      { url, background: !this.owned },
      signal,
    );
    for (;;) {
      const page = this.#pages.find((one) => one.targetId === targetId);
      if (page) {
        this.#current = page;
        if (this.#startsEarly) this.#created = page;
        return page;
      }
      await sleep(5, signal);
    }
  }

  /** Runs `work` in a background tab, which is not listed, gets no command, and is closed afterwards. */
  inBackgroundTab<T>(signal: AbortSignal, work: (page: Page) => Promise<T>): Promise<T> {
    const pageOf = (id: string) => [...this.#sessions.values()].find(({ page }) => page?.targetId === id)?.page;
    return this.#backgroundTabs.work(this.connection.root, pageOf, signal, work);
  }

  async closeTab(page: Page, signal: AbortSignal): Promise<void> {
    this.#closing.add(page);
    await this.connection.root.send("Target.closeTarget", { targetId: page.targetId }, signal);
    while (this.#pages.includes(page)) {
      await sleep(2, signal);
    }
  }

  /**
   * Limits the browser to the bounds of a run until it is released. Throws `conflict` while another run has the browser, and
   * `denied` where the browser does not support the checks.
   */
  confine(bounds: Confinement, signal?: AbortSignal): Promise<Confining> {
    return this.#confinement.begin(bounds, signal);
  }

  /** Adds an event for the next command that takes them. */
  addEvent(event: CommandEvent): void {
    this.#events.add(event);
  }

  /** The events since the last call. Each is returned once. */
  async takeEvents(signal: AbortSignal): Promise<CommandEvent[]> {
    const taken = await this.#events.take(signal);
    const moved = this.#current?.movedByItself();
    if (moved) taken.push(moved);
    // A tab that was opened has requested its page by now.
    return this.networkPolicy.settle() ? [...taken, ...(await this.#events.take(signal))] : taken;
  }
}
