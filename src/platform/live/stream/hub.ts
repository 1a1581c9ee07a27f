/**
 * One browser as it is seen: its tabs, the pictures of the one that is shown, and the dialog that waits there; once for
 * all who look and for the recorder. It is attached to nothing while nobody does. Knows no viewer and no socket.
 */

import { Connection, type Session } from "../../../cdp/connection.ts";
import { Failure } from "../../../errors.ts";
import { log } from "../../../lib/log.ts";
import type { LifecycleHook } from "../../engine/lifecycle/lifecycle-hook.ts";
import type { RunningBrowser } from "../../engine/lifecycle/running.ts";
import { DialogWatch } from "../input/dialog.ts";
import type { Onlooker } from "./onlooker.ts";
import { Redaction } from "./redaction.ts";
import { type Frame, type Quality, Screencast } from "./screencast.ts";
import { TabOrder } from "./tab-order.ts";
import { type Tab, Tabs } from "./tabs.ts";

/** How long the browser may take to let us in. */
const OPEN_MS = 10_000;

/** How old may be what is shown of titles and of the history. */
const REFRESH_MS = 1000;

/** After a picture of which nobody could tell what it shows. */
const AGAIN_MS = 300;

export const BEST: Quality = { quality: 80, maxWidth: 1920, maxHeight: 1200 };

export class Hub {
  readonly browser: RunningBrowser;
  /** The last picture of the tab that is shown. */
  frame: Frame | undefined;
  canGoBack = false;
  canGoForward = false;
  readonly #onlookers = new Set<Onlooker>();
  readonly #order: TabOrder;
  readonly #whenEmpty: () => void;
  #connection: Connection | undefined;
  #tabs: Tabs | undefined;
  #quality = BEST;
  #shown: { tab: Tab; session: Session; cast: Screencast; dialog: DialogWatch } | undefined;
  #switching: Promise<void> = Promise.resolve();
  /** The session whose history is asked for just now. */
  #asking: Session | undefined;
  #refresh: Timer | undefined;
  #isClosed = false;
  /** The newest picture that is not covered yet, and who covers those of a tab. */
  #uncovered: { tab: Tab; frame: Frame } | undefined;
  #covering: Promise<void> | undefined;
  #veil: { tab: Tab; veil: Redaction } | undefined;

  constructor(browser: RunningBrowser, order: TabOrder, whenEmpty: () => void) {
    this.browser = browser;
    this.#order = order;
    this.#whenEmpty = whenEmpty;
  }

  /** Lets somebody look; returns what ends that. */
  add(onlooker: Onlooker): () => void {
    this.#onlookers.add(onlooker);
    if (this.#onlookers.size === 1) void this.#open();
    else this.reconsider();
    return () => {
      if (!this.#onlookers.delete(onlooker) || this.#isClosed) return;
      if (this.#onlookers.size === 0) this.#close();
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

  /** The session of the tab that is shown; undefined between two tabs. */
  get session(): Session | undefined {
    return this.#shown?.session;
  }

  get root(): Session | undefined {
    return this.#connection?.root;
  }

  /** Shows that tab to all. */
  show(id: string): void {
    if (!this.#tabs?.get(id)) return;
    // Where tabs hide each other the browser has to bring it forward, or it gives no pictures.
    void this.root?.sendMayFail("Target.activateTarget", { targetId: id });
    this.#tabs.show(id);
  }

  setQuality(quality: Quality): void {
    const wanted = this.#some((one) => one.needsDetail()) ? BEST : quality;
    if (wanted === this.#quality) return;
    this.#quality = wanted;
    this.#shown?.cast.start(wanted);
  }

  /** An onlooker can do something that it could not do before, or the reverse. */
  reconsider(): void {
    this.#shown?.cast.wake();
    this.#shown?.dialog.take(this.#some((one) => one.answersDialogs()));
    this.#shown?.dialog.askForFiles(this.#some((one) => one.isSteering()));
  }

  #some(is: (onlooker: Onlooker) => boolean): boolean {
    return [...this.#onlookers].some(is);
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
      this.#tell();
    } catch (error) {
      if (!(error instanceof Failure) && !(error instanceof DOMException)) throw error;
      log.debug(`live view of ${this.browser.id}:`, error);
      this.#over();
    }
  }

  /** What is told by no event; and a tab that gave no picture within this time is asked once more. */
  #check(): void {
    void this.#tabs?.refresh();
    void this.#history();
    if (this.active && this.active !== this.#shown?.tab) this.#follow();
    else if (this.#shown && !this.frame && !this.#shown.tab.crashed) this.#shown.cast.start(this.#quality);
    else this.#shown?.cast.check();
  }

  /** Attaches to the tab that is to be shown, one after the other, and tells of all that changed. */
  #follow(): void {
    this.#switching = this.#switching.then(() => this.#attach());
    void this.#history();
    this.#tell();
  }

  async #attach(): Promise<void> {
    const tab = this.#tabs?.active;
    if (this.#isClosed || tab === this.#shown?.tab) return;
    this.#leave();
    const connection = this.#connection;
    if (!tab || !connection) return;
    const attached = await connection.root.sendMayFail("Target.attachToTarget", { targetId: tab.id, flatten: true });
    // It was closed meanwhile, and that is told by another event.
    if (!attached || this.#isClosed) return;
    const session = connection.session(attached.sessionId);
    const dialog = new DialogWatch(session, {
      changed: () => this.#tell(),
      fileAsked: () => {
        for (const onlooker of this.#onlookers) onlooker.fileAsked();
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
    this.#tell();
  }

  #leave(): void {
    const { session, cast } = this.#shown ?? {};
    this.#shown = undefined;
    this.frame = undefined;
    if (!session?.id) return;
    cast?.stop();
    void this.root?.sendMayFail("Target.detachFromTarget", { sessionId: session.id });
    this.#connection?.drop(session.id, new Failure("closed", "this tab is not shown any more"));
  }

  async #history(): Promise<void> {
    const { session } = this;
    // One question at a time: a page can change its address a thousand times a second.
    if (this.#asking === session) return;
    this.#asking = session;
    const known = await session?.sendMayFail("Page.getNavigationHistory");
    if (this.#asking === session) this.#asking = undefined;
    if (!known || session !== this.session) return;
    const canGoBack = known.currentIndex > 0;
    const canGoForward = known.currentIndex < known.entries.length - 1;
    if (canGoBack === this.canGoBack && canGoForward === this.canGoForward) return;
    this.canGoBack = canGoBack;
    this.canGoForward = canGoForward;
    this.#tell();
  }

  /** Where the browser has something to hide, pictures are covered one after the other; of those that wait only the newest. */
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
      if (this.#veil?.tab !== tab)
        this.#veil = { tab, veil: new Redaction(async () => this.browser.whereHidden?.(tab.id)) };
      const covered = await this.#veil.veil.over(frame);
      if (tab !== this.#shown?.tab) continue;
      if (covered) this.#pass(covered);
      else if (!this.#uncovered) await this.#again();
    }
  }

  /** A page at rest gives no other picture by itself. */
  async #again(): Promise<void> {
    await Bun.sleep(AGAIN_MS);
    this.#shown?.cast.start(this.#quality);
  }

  #pass(frame: Frame): void {
    this.frame = frame;
    for (const onlooker of this.#onlookers) onlooker.frame(frame);
  }

  #least(paceOf: (onlooker: Onlooker) => number | undefined): number | undefined {
    const paces = [...this.#onlookers].map(paceOf).filter((pace) => pace !== undefined);
    return paces.length === 0 ? undefined : Math.min(...paces);
  }

  #tell(): void {
    for (const onlooker of this.#onlookers) onlooker.changed();
  }

  #over(): void {
    if (this.#isClosed) return;
    this.#close();
    for (const onlooker of [...this.#onlookers]) onlooker.ended();
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

/** The hubs of all browsers that somebody looks at. */
export class Hubs implements LifecycleHook {
  readonly #hubs = new Map<string, Hub>();
  readonly #orders = new WeakMap<RunningBrowser, TabOrder>();

  /** From now on the order of its tabs is known, also while nobody looks. */
  async assigned(browser: RunningBrowser): Promise<void> {
    this.#orders.set(browser, new TabOrder(browser.connection.root));
  }

  /** Lets somebody look at a browser; returns what they look at, and what ends it. */
  look(browser: RunningBrowser, onlooker: Onlooker): { hub: Hub; leave: () => void } {
    let hub = this.#hubs.get(browser.id);
    if (!hub) {
      const order = this.#orders.get(browser) ?? new TabOrder(browser.connection.root);
      const made = new Hub(browser, order, () => this.#hubs.get(browser.id) === made && this.#hubs.delete(browser.id));
      hub = made;
      this.#hubs.set(browser.id, hub);
    }
    return { hub, leave: hub.add(onlooker) };
  }

  get size(): number {
    return this.#hubs.size;
  }
}
