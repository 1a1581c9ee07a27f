/**
 * The live browser of a session: every target attached and set up before it runs, its tabs in the order they appeared,
 * and the one that commands go to. Knows no command.
 */
import { Connection, type Session } from "../cdp/connection.ts";
import type { Target_TargetInfo } from "../cdp/protocol.gen.ts";
import type { Transport } from "../cdp/transport.ts";
import { Failure } from "../errors.ts";
import { rejectOnAbort, sleep } from "../lib/deadline.ts";
import { log } from "../lib/log.ts";
import type { CommandEvent } from "../outcome.ts";
import { Page } from "../page/core/page.ts";
import type { DialogPolicy } from "../page/events/dialogs.ts";
import { Suspicion } from "../page/navigation/recover.ts";
import { BackgroundTabs } from "./background-tabs.ts";
import { BrowserEvents } from "./browser-events.ts";
import { type DownloadFolders, Downloads } from "./downloads.ts";
import { Conditions } from "./launch/conditions.ts";
import type { Confinement, Confining, Hides } from "./policy/confine.ts";
import { NetworkPolicy } from "./policy/network-policy.ts";
import type { Held } from "./policy/policy.ts";

declare module "../command.ts" {
  interface Contexts {
    session: Place & { readonly browser: Browser };
    page: Place & { readonly browser: Browser; readonly page: Page };
  }
}

/** A button that copies works in a browser with a window without a question. Reading the clipboard stays forbidden. */
const COPYING = {
  permission: { name: "clipboard-write" },
  setting: "granted",
} as const;

/** What a session decides of its browser. */
export interface BrowserSetup {
  /** Where downloads go; without it they are left to the browser, and only told. */
  downloads?: DownloadFolders;
  dialogPolicy?: () => DialogPolicy;
  /**
   * A tab of our own can be navigated while it is set up: a cold `open` then ends sooner. The headless shell bears that;
   * Chrome 156 itself crashes the tab in every third start.
   */
  startsEarly?: boolean;
  /** The rules that it keeps to as long as it runs; none without it. */
  heldTo?: Held;
  /** What is asked of it besides. */
  conditions?: Conditions;
  /** Which browser of the cloud platform it is. */
  remote?: Remote;
  /** It runs on another machine, or is kept from our files as if it did: paths mean nothing to it. */
  isFar?: boolean;
  /** What runs before had hidden in pictures stays so, and what later ones hide is added. */
  hidden?: Set<Hides>;
}

/** A browser that the cloud platform runs for us. */
export interface Remote {
  readonly id: string;
  readonly cdpUrl: string;
  /** The page that shows it as it runs. */
  readonly liveUrl: string | undefined;
  readonly timeoutAt: string | undefined;
  readonly profileId: string;
  /** A file that a page has downloaded, by its name: it lies where the browser runs. */
  download(name: string, signal: AbortSignal): Promise<Response>;
}

export class Browser {
  readonly connection: Connection;
  /** True for a browser that we started: it ends with the session. False: we only let go of it. */
  readonly owned: boolean;
  /** Product and version, such as `HeadlessChrome/156.0.8078.79`. */
  product = "";
  /** Without a window it has a clipboard of its own; with one it shares that of the desktop. */
  get hasOwnClipboard(): boolean {
    return this.product.startsWith("Headless");
  }

  readonly #pages: Page[] = [];
  readonly #sessions = new Map<string, { page?: Page; type: string }>();
  /** Tabs that a command waited for in vain. */
  readonly #suspicions = new WeakMap<Page, Suspicion>();
  #current: Page | undefined;
  /** The tab that we opened last. */
  #created: Page | undefined;
  /** Tabs that we were asked to close. */
  readonly #closing = new Set<Page>();
  readonly #asides = new BackgroundTabs();
  readonly downloads: Downloads;
  /** Where no rule and no run limits what is reached it asks for nothing, and costs nothing. */
  readonly wall: NetworkPolicy;
  readonly heldTo: Held | undefined;
  readonly conditions: Conditions;
  /** Set where the cloud platform runs it. */
  readonly remote: Remote | undefined;
  /** It cannot read our files. */
  readonly isFar: boolean;
  readonly #happenings: BrowserEvents;
  readonly #dialogPolicy: () => DialogPolicy;
  readonly #startsEarly: boolean;
  /** Of the run that has it. */
  #bounds: Confinement | undefined;
  readonly #hidden: Set<Hides> | undefined;

  constructor(transport: Transport, owned: boolean, setup: BrowserSetup = {}) {
    const { downloads, dialogPolicy, startsEarly, heldTo, conditions, remote, isFar, hidden } = setup;
    this.#hidden = hidden;
    this.connection = new Connection(transport);
    this.owned = owned;
    this.isFar = isFar ?? remote !== undefined;
    this.downloads = new Downloads(downloads, this.isFar);
    this.#happenings = new BrowserEvents(this.#pages, this.downloads);
    this.heldTo = heldTo;
    this.conditions = conditions ?? new Conditions();
    this.remote = remote;
    const isTab = (frameId: string) => this.#pages.some(({ targetId }) => targetId === frameId);
    this.wall = new NetworkPolicy(heldTo?.policy, { isTab, tell: (happening) => this.tell(happening) });
    // What must be there before the first script of a page does not bear it either.
    const isFirst = heldTo?.policy !== undefined || this.conditions.permissionChannel !== undefined;
    this.#startsEarly = (startsEarly ?? false) && !isFirst;
    this.#dialogPolicy = dialogPolicy ?? (() => "ask");
  }

  /** Attaches to everything there is and will be. Resolves when the first tab is ready. */
  async start(signal: AbortSignal): Promise<void> {
    const { root } = this.connection;
    this.#follow(root, undefined);
    root.on("Target.targetInfoChanged", ({ targetInfo }) => this.#informed(targetInfo));
    const [version] = await Promise.all([
      root.send("Browser.getVersion", undefined, signal),
      this.wall.raise(root, signal),
      root.send("Target.setDiscoverTargets", { discover: true }, signal),
      this.downloads.follow(root),
      this.conditions.begin(root),
      this.#autoAttach(root, signal),
    ]);
    if (this.owned) void root.sendMayFail("Browser.setPermission", COPYING);
    this.product = version.product;
    if (this.#pages.length === 0) await this.#create("about:blank", signal);
    this.#current ??= this.#pages[0];
  }

  #autoAttach(session: Session, signal?: AbortSignal): Promise<unknown> {
    return session.send(
      "Target.setAutoAttach",
      { autoAttach: true, waitForDebuggerOnStart: true, flatten: true },
      signal,
    );
  }

  #follow(session: Session, page: Page | undefined): void {
    session.on("Target.attachedToTarget", ({ sessionId, targetInfo, waitingForDebugger }) => {
      this.#attached(sessionId, targetInfo, waitingForDebugger, page).catch((error) => {
        if (!(error instanceof Failure)) log.error("setting up a target", error);
      });
    });
    session.on("Target.detachedFromTarget", ({ sessionId }) => this.#detached(sessionId));
  }

  /** Sets a new target up. Everything is sent at once, the permission to run last, so that no script runs before. */
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
      page.url = info.url;
      page.title = info.title;
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
    const walled = this.wall.follow(session, info.type, !waiting);
    calls.push(walled);
    if (/page|iframe|worker/.test(info.type))
      calls.push(
        session.sendMayFail("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
      );
    const run = () => session.sendMayFail("Runtime.runIfWaitingForDebugger");
    // The conditions of a network hold from when they are answered, not from when they are asked for.
    if (waiting) calls.push(walled.then(run));
    const ready = Promise.all(calls);
    if (page && info.type === "page") page.ready = ready;
    await ready;
  }

  #newPage(targetId: string, session: Session): Page {
    const page: Page = new Page(targetId, session, {
      tell: (happening) => this.#tellOf(page, happening),
      dialogPolicy: this.#dialogPolicy,
      acting: () => this.downloads.acting(),
      bounds: this.wall,
      hides: (address) => [...new Set([...this.#hides].flatMap((hides) => hides(address)))],
      permissionChannel: this.conditions.permissionChannel,
    });
    return page;
  }

  /** What happens in another tab than the one that commands go to says in which. */
  #tellOf(page: Page, happening: CommandEvent): void {
    const tab = this.#pages.indexOf(page);
    const isElsewhere = tab >= 0 && page !== this.#current;
    this.tell(isElsewhere ? { ...happening, text: `in tab ${tab}: ${happening.text}`, tab } : happening);
  }

  #adopt(page: Page, info: Target_TargetInfo): void {
    const aside = this.#asides.isAside(info);
    if (aside instanceof Promise) {
      void aside.then(() => this.#adopt(page, info));
      return;
    }
    if (aside) return;
    const isFirst = this.#pages.length === 0;
    // Chrome's own pages (extensions, side panels, DevTools) are attached, so that they run, but are no tabs.
    if (/^(chrome-extension|devtools|chrome-untrusted):/.test(info.url)) return;
    this.#pages.push(page);
    this.#current ??= page;
    if (isFirst || info.openerId === undefined) return;
    page.openedWith = this.#pages.find((one) => one.targetId === info.openerId)?.opened.shift() ?? "";
    this.#happenings.opened(page);
  }

  #informed(info: Target_TargetInfo): void {
    const page = this.#pages.find((one) => one.targetId === info.targetId);
    if (!page) return;
    page.title = info.title;
    page.url = info.url;
  }

  #detached(sessionId: string): void {
    const known = this.#sessions.get(sessionId);
    this.#sessions.delete(sessionId);
    this.connection.drop(sessionId, new Failure("closed", "the tab is closed", "Run `svc tab list` to see the tabs."));
    const page = known?.page;
    if (!page) return;
    const index = this.#pages.indexOf(page);
    if (index >= 0) this.#pages.splice(index, 1);
    // A tab that closed by itself, or that a person closed: whoever works in it has to know.
    if (index >= 0 && !this.#closing.delete(page)) {
      this.tell({ kind: "tab", text: `tab ${index} closed: ${page.url}`, index, url: page.url, closed: true });
    }
    if (this.#current === page) this.#current = this.#pages[Math.min(Math.max(index, 0), this.#pages.length - 1)];
    page.ended();
  }

  get tabs(): readonly Page[] {
    return this.#pages;
  }

  /** The tab that commands go to. */
  get current(): Page {
    if (!this.#current) throw new Failure("not_found", "no tab is open", "Run `svc tab new <url>` to open one.");
    return this.#current;
  }

  /** The current tab, or a new one when the last was closed; set up, so that anything can be asked of it. */
  async page(signal: AbortSignal): Promise<Page> {
    const page = await this.#tab(signal, false);
    await page.prepared(signal);
    if (page.crash) throw page.crash;
    return page;
  }

  /**
   * The same, but a blank tab that we opened ourselves is given out at once where the browser bears it (`startsEarly`): it may
   * still be setting up, and can only be navigated. Other tabs are waited for.
   */
  tab(signal: AbortSignal): Promise<Page> {
    return this.#tab(signal, true);
  }

  async #tab(signal: AbortSignal, isLeft: boolean): Promise<Page> {
    const page = this.#current ?? (await this.#create("about:blank", signal));
    if (page !== this.#created) await page.prepared(signal);
    const suspicion = this.#suspicions.get(page);
    if (page.dialogs.stuck) throw page.dialogs.stuck;
    if (!suspicion || page.dialog || page.crash) return page;
    await Promise.race([suspicion.mended({ isLeft, mayCrash: this.owned }), rejectOnAbort(signal)]);
    if (this.#suspicions.get(page) === suspicion) this.#suspicions.delete(page);
    return page;
  }

  /** A command waited in vain for the current tab: whether it still answers is asked now, so that the next one knows. */
  suspect(): void {
    const page = this.#current;
    if (!page || page.dialog || page.crash || page.session.gone || this.#suspicions.has(page)) return;
    this.#suspicions.set(page, new Suspicion(page));
  }

  select(page: Page): void {
    this.#current = page;
  }

  /** Opens a blank tab and makes it the current one; what it shall load is loaded by navigation. */
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

  /** Works in a tab that is none of the session's: it is not listed, no command goes to it, and it is closed afterwards. */
  aside<T>(signal: AbortSignal, work: (page: Page) => Promise<T>): Promise<T> {
    const pageOf = (id: string) => [...this.#sessions.values()].find(({ page }) => page?.targetId === id)?.page;
    return this.#asides.work(this.connection.root, pageOf, signal, work);
  }

  async closeTab(page: Page, signal: AbortSignal): Promise<void> {
    this.#closing.add(page);
    await this.connection.root.send("Target.closeTarget", { targetId: page.targetId }, signal);
    while (this.#pages.includes(page)) {
      await sleep(2, signal);
    }
  }

  /**
   * Holds the browser to the bounds of a run until it is released. Throws `conflict` while another run has it, and `denied`
   * where the browser does not take the checks.
   */
  async confine(bounds: Confinement, signal?: AbortSignal): Promise<Confining> {
    if (this.#bounds) throw new Failure("conflict", "another run has this browser", "Wait for its end, or stop it.");
    this.#bounds = bounds;
    this.#hide(bounds);
    const leave = bounds.downloads === undefined ? () => {} : this.downloads.keepIn(bounds.downloads);
    const release = async () => {
      leave();
      await this.wall.release();
      this.#bounds = undefined;
    };
    try {
      await this.wall.confine(bounds, signal);
      const change = async (other: Confinement) => {
        this.#bounds = other;
        this.#hide(other);
        await this.wall.confine(other);
      };
      return { release, change };
    } catch (error) {
      await release();
      throw error;
    }
  }

  #hide({ hides }: Confinement): void {
    if (hides) this.#hidden?.add(hides);
  }

  get #hides(): Iterable<Hides> {
    const { hides } = this.#bounds ?? {};
    return this.#hidden ?? (hides ? [hides] : []);
  }

  tell(happening: CommandEvent): void {
    this.#happenings.tell(happening);
  }

  /** What happened since it was last asked. Each happening is told once. */
  async takeHappenings(signal: AbortSignal): Promise<CommandEvent[]> {
    const taken = await this.#happenings.take(signal);
    const moved = this.#current?.movedByItself();
    if (moved) taken.push(moved);
    // A tab that was opened has asked for its page by now.
    return this.wall.settle() ? [...taken, ...(await this.#happenings.take(signal))] : taken;
  }
}
