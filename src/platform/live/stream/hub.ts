/**
 * The view of one browser: its tabs, the pictures of the shown one, and its open dialog, shared by all observers. Attached to the
 * browser only while there is an observer.
 */

import { Connection, type Session } from "../../../cdp/connection.ts";
import { Failure } from "../../../errors.ts";
import { log } from "../../../lib/log.ts";
import type { LifecycleHook } from "../../engine/lifecycle/lifecycle-hook.ts";
import type { RunningBrowser } from "../../engine/lifecycle/running.ts";
import { DialogWatch } from "../input/dialog.ts";
import type { Observer } from "./observer.ts";
import { Redaction } from "./redaction.ts";
import { type Frame, type Quality, Screencast } from "./screencast.ts";
import { TabOrder } from "./tab-order.ts";
import { type Tab, Tabs } from "./tabs.ts";

/** Timeout of connecting to the browser. */
const OPEN_MS = 10_000;

/** Interval of reading titles and history. */
const REFRESH_MS = 1000;

/** Delay of a retry after a picture that could not be redacted. */
const AGAIN_MS = 300;

export const BEST: Quality = { quality: 80, maxWidth: 1920, maxHeight: 1200 };

export class Hub {
  readonly browser: RunningBrowser;
  /** The last picture of the shown tab. */
  frame: Frame | undefined;
  canGoBack = false;
  canGoForward = false;
  readonly #observers = new Set<Observer>();
  readonly #order: TabOrder;
  readonly #whenEmpty: () => void;
  #connection: Connection | undefined;
  #tabs: Tabs | undefined;
  #quality = BEST;
  #shown: { tab: Tab; session: Session; cast: Screencast; dialog: DialogWatch } | undefined;
  #switching: Promise<void> = Promise.resolve();
  /** The session whose history is being read. */
  #reading: Session | undefined;
  #refresh: Timer | undefined;
  #isClosed = false;
  /** The newest picture to redact, and the redaction of a tab. */
  #uncovered: { tab: Tab; frame: Frame } | undefined;
  #covering: Promise<void> | undefined;
  #redaction: { tab: Tab; redaction: Redaction } | undefined;

  constructor(browser: RunningBrowser, order: TabOrder, whenEmpty: () => void) {
    this.browser = browser;
    this.#order = order;
    this.#whenEmpty = whenEmpty;
  }

  /** Adds an observer; returns the function that removes it. */
  add(observer: Observer): () => void {
    this.#observers.add(observer);
    if (this.#observers.size === 1) void this.#open();
    else this.reconsider();
    return () => {
      if (!this.#observers.delete(observer) || this.#isClosed) return;
      if (this.#observers.size === 0) this.#close();
      else this.reconsider();
    };
  }

  get tabs(): Tab[] {
    return this.#tabs?.all() ?? [];
  }

  get active(): Tab | undefined {
    return this.#tabs?.active;
  }

  get dialog(): DialogWatch | undefined {
    return this.#shown?.dialog;
  }

  /** Session of the shown tab; undefined while switching tabs. */
  get session(): Session | undefined {
    return this.#shown?.session;
  }

  get root(): Session | undefined {
    return this.#connection?.root;
  }

  /** Shows that tab to all observers. */
  show(id: string): void {
    if (!this.#tabs?.get(id)) return;
    // In a full browser only the front tab gives pictures.
    void this.root?.sendMayFail("Target.activateTarget", { targetId: id });
    this.#tabs.show(id);
  }

  setQuality(quality: Quality): void {
    const wanted = this.#some((one) => one.needsDetail()) ? BEST : quality;
    if (wanted === this.#quality) return;
    this.#quality = wanted;
    this.#shown?.cast.start(wanted);
  }

  /** The abilities of an observer have changed. */
  reconsider(): void {
    this.#shown?.cast.wake();
    this.#shown?.dialog.take(this.#some((one) => one.answersDialogs()));
    this.#shown?.dialog.askForFiles(this.#some((one) => one.isSteering()));
  }

  #some(is: (observer: Observer) => boolean): boolean {
    return [...this.#observers].some(is);
  }

  async #open(): Promise<void> {
    try {
      const transport = await this.browser.open(AbortSignal.timeout(OPEN_MS));
      const connection = new Connection(transport);
      if (this.#isClosed) return connection.close();
      this.#connection = connection;
      void connection.over.then(() => this.#over());
      this.#tabs = new Tabs(connection.root, {
        changed: () => this.#follow(),
        isSteered: () => this.#some((one) => one.isSteering()),
      });
      await this.#tabs.start(this.#order);
      this.#refresh = setInterval(() => this.#check(), REFRESH_MS);
      this.#notify();
    } catch (error) {
      if (!(error instanceof Failure) && !(error instanceof DOMException)) throw error;
      log.debug(`live view of ${this.browser.id}:`, error);
      this.#over();
    }
  }

  /** Reads what no event reports, and retries a tab that gave no picture. */
  #check(): void {
    void this.#tabs?.refresh();
    void this.#history();
    if (this.active && this.active !== this.#shown?.tab) this.#follow();
    else if (this.#shown && !this.frame && !this.#shown.tab.crashed) this.#shown.cast.start(this.#quality);
    else this.#shown?.cast.check();
  }

  /** Attaches to the active tab, sequentially, and reports changes. */
  #follow(): void {
    this.#switching = this.#switching.then(() => this.#attach());
    void this.#history();
    this.#notify();
  }

  async #attach(): Promise<void> {
    const tab = this.#tabs?.active;
    if (this.#isClosed || tab === this.#shown?.tab) return;
    this.#leave();
    const connection = this.#connection;
    if (!tab || !connection) return;
    const attached = await connection.root.sendMayFail("Target.attachToTarget", { targetId: tab.id, flatten: true });
    // The tab was closed meanwhile; another event reports that.
    if (!attached || this.#isClosed) return;
    const session = connection.session(attached.sessionId);
    const dialog = new DialogWatch(session, {
      changed: () => this.#notify(),
      fileRequested: () => {
        for (const observer of this.#observers) observer.fileRequested();
      },
    });
    const cast = new Screencast(session, {
      frame: (frame) => this.#arrived(tab, frame),
      paceMs: () => this.#least((one) => one.paceMs()),
      usualPaceMs: () => this.#least((one) => one.usualPaceMs()),
    });
    this.#shown = { tab, session, cast, dialog };
    cast.start(this.#quality);
    this.reconsider();
    await this.#history();
    this.#notify();
  }

  #leave(): void {
    const { session, cast } = this.#shown ?? {};
    this.#shown = undefined;
    this.frame = undefined;
    if (!session?.id) return;
    cast?.stop();
    void this.root?.sendMayFail("Target.detachFromTarget", { sessionId: session.id });
    this.#connection?.drop(session.id, new Failure("closed", "this tab is no longer shown"));
  }

  async #history(): Promise<void> {
    const { session } = this;
    // One read at a time: a page can change its URL a thousand times per second.
    if (this.#reading === session) return;
    this.#reading = session;
    const known = await session?.sendMayFail("Page.getNavigationHistory");
    if (this.#reading === session) this.#reading = undefined;
    if (!known || session !== this.session) return;
    const canGoBack = known.currentIndex > 0;
    const canGoForward = known.currentIndex < known.entries.length - 1;
    if (canGoBack === this.canGoBack && canGoForward === this.canGoForward) return;
    this.canGoBack = canGoBack;
    this.canGoForward = canGoForward;
    this.#notify();
  }

  /** Redacts pictures sequentially if the browser has secrets to hide; of waiting ones only the newest. */
  #arrived(tab: Tab, frame: Frame): void {
    if (this.browser.hidden.size === 0) this.#pass(frame);
    else {
      this.#uncovered = { tab, frame };
      this.#covering ??= this.#cover().finally(() => {
        this.#covering = undefined;
      });
    }
  }

  async #cover(): Promise<void> {
    for (let next = this.#uncovered; next; next = this.#uncovered) {
      this.#uncovered = undefined;
      const { tab, frame } = next;
      if (this.#redaction?.tab !== tab)
        this.#redaction = { tab, redaction: new Redaction(async () => this.browser.whereHidden?.(tab.id)) };
      const redacted = await this.#redaction.redaction.apply(frame);
      if (tab !== this.#shown?.tab) continue;
      if (redacted) this.#pass(redacted);
      else if (!this.#uncovered) await this.#retry();
    }
  }

  /** A page at rest sends no other picture by itself. */
  async #retry(): Promise<void> {
    await Bun.sleep(AGAIN_MS);
    this.#shown?.cast.start(this.#quality);
  }

  #pass(frame: Frame): void {
    this.frame = frame;
    for (const observer of this.#observers) observer.frame(frame);
  }

  #least(paceOf: (observer: Observer) => number | undefined): number | undefined {
    const paces = [...this.#observers].map(paceOf).filter((pace) => pace !== undefined);
    return paces.length === 0 ? undefined : Math.min(...paces);
  }

  #notify(): void {
    for (const observer of this.#observers) observer.changed();
  }

  #over(): void {
    if (this.#isClosed) return;
    this.#close();
    for (const observer of [...this.#observers]) observer.ended();
  }

  #close(): void {
    this.#isClosed = true;
    clearInterval(this.#refresh);
    this.#shown?.cast.stop();
    this.#shown = undefined;
    this.#connection?.close();
    this.#whenEmpty();
  }
}

/** Hubs of all observed browsers. */
export class Hubs implements LifecycleHook {
  readonly #hubs = new Map<string, Hub>();
  readonly #orders = new WeakMap<RunningBrowser, TabOrder>();

  /** Tracks the order of tabs from the beginning, also without observers. */
  async assigned(browser: RunningBrowser): Promise<void> {
    this.#orders.set(browser, new TabOrder(browser.connection.root));
  }

  /** Adds an observer of a browser; returns the hub and the function that ends the observation. */
  observe(browser: RunningBrowser, observer: Observer): { hub: Hub; leave: () => void } {
    let hub = this.#hubs.get(browser.id);
    if (!hub) {
      const order = this.#orders.get(browser) ?? new TabOrder(browser.connection.root);
      const made = new Hub(browser, order, () => this.#hubs.get(browser.id) === made && this.#hubs.delete(browser.id));
      hub = made;
      this.#hubs.set(browser.id, hub);
    }
    return { hub, leave: hub.add(observer) };
  }

  get size(): number {
    return this.#hubs.size;
  }
}
