/**
 * One tab: its session, its frames, what it loads, and the indices given out on it. Keeps track by events; does nothing
 * by itself but answer dialogs, so that no command can hang behind one.
 */
import type { Session } from "../cdp/connection.ts";
import type { Page_Frame, Page_FrameTree } from "../cdp/protocol.gen.ts";
import { Failure } from "../errors.ts";
import type { Happening } from "../outcome.ts";
import type { Listed } from "./compose.ts";
import { Elements } from "./elements.ts";
import { Frame } from "./frame.ts";
import { nearestTo } from "./nearest.ts";
import { Traffic } from "./traffic.ts";

/** What is known of the load of one document. */
export interface Load {
  loaderId: string;
  status?: number;
  committed: boolean;
  dom: boolean;
  loaded: boolean;
}

export class Page {
  readonly targetId: string;
  readonly session: Session;
  readonly elements = new Elements((was) => nearestTo(this, was));
  readonly frames = new Map<string, Frame>();
  readonly traffic = new Traffic();
  /** Address and title as the browser last told them; a document can change its title at any time. */
  url = "about:blank";
  title = "";
  /** The latest load of the main frame. */
  load: Load = { loaderId: "", committed: true, dom: true, loaded: true };
  /** The load of the document that is shown: what `load` goes back to when a navigation leads to none. */
  #shown: Load = this.load;
  /** What the last `state` listed and printed, for what is new since then. */
  listed: Listed | undefined;
  /** Addresses of the tabs that the page has opened and that have not appeared yet, in order. */
  readonly opened: string[] = [];
  /** The address that a tab was opened with, where a page opened it. */
  openedWith = "";
  /** Counts documents and entries of the history that the main frame went through. */
  moves = 0;
  /** Set while the page's process is gone: nothing can be asked of it, but it can be loaded again. */
  crash: Failure | undefined;
  /** The last navigation that led to no document: an answer without one, a download, an interruption. */
  aborted: { loaderId: string; status?: number } | undefined;
  /** Set while a navigation of the main frame is asked for and not yet answered. */
  navigating = false;
  /** Resolves when the tab is set up; rejects when it went away before. Until then only a navigation may be sent. */
  ready: Promise<unknown> = Promise.resolve();
  /** The main frame has the id of its tab, so that what it does is known before its tree is. */
  readonly #mainId: string;
  #waiters = new Set<() => void>();
  #tell: (happening: Happening) => void;

  constructor(targetId: string, session: Session, tell: (happening: Happening) => void) {
    this.targetId = targetId;
    this.session = session;
    this.#tell = tell;
    this.#mainId = targetId;
    this.frames.set(targetId, new Frame(targetId, undefined, session, "", ""));
    this.#listen();
  }

  get main(): Frame {
    const main = this.frames.get(this.#mainId);
    if (!main) throw new Failure("closed", "the tab has no page", "Run `svc tab list` to see the tabs.");
    return main;
  }

  /** Everything a tab needs before its first script runs. All calls leave at once; the tab may run when they left. */
  setUp(): Promise<unknown> {
    const { session } = this;
    const calls = [
      session.send("Page.enable"),
      session.send("Page.getFrameTree").then(({ frameTree }) => this.#addTree(frameTree)),
      session.send("Page.setLifecycleEventsEnabled", { enabled: true }),
      session.send("Network.enable", { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 }),
      session.send("Inspector.enable"),
      // A tab behind another one, or in a window without focus, behaves like the one in front.
      session.send("Emulation.setFocusEmulationEnabled", { enabled: true }),
    ];
    return Promise.all(calls);
  }

  /**
   * The frames as they were when the tab was asked. Answers are looked at after the events that came with them, so a
   * document that has been replaced since then is known already, and better.
   */
  #addTree(tree: Page_FrameTree): void {
    const known = this.frames.get(tree.frame.id)?.loaderId;
    if (known && known !== tree.frame.loaderId) return;
    this.#placed(tree.frame, this.session);
    if (tree.frame.id === this.#mainId) {
      // A navigation that was sent along with the set-up may have arrived before its events were asked for.
      const { loaderId } = tree.frame;
      if (this.load.loaderId === loaderId) this.load.committed = true;
      else if (this.load.loaderId === "") this.load = { loaderId, committed: true, dom: true, loaded: true };
      if (this.load.committed) this.#shown = this.load;
      this.#changed();
    }
    for (const child of tree.childFrames ?? []) this.#addTree(child);
  }

  #listen(): void {
    const { session } = this;
    this.followFrames(session);
    this.traffic.follow(session);
    session.on("Page.lifecycleEvent", ({ frameId, loaderId, name }) => {
      if (frameId !== this.#mainId || loaderId !== this.load.loaderId) return;
      if (name === "DOMContentLoaded") this.load.dom = true;
      if (name === "load") this.load.loaded = this.load.dom = true;
      this.#changed();
    });
    session.on("Network.requestWillBeSent", ({ type, frameId, loaderId, requestId }) => {
      if (type !== "Document" || frameId !== this.#mainId || requestId !== loaderId) return;
      if (loaderId !== this.load.loaderId) this.load = { loaderId, committed: false, dom: false, loaded: false };
      this.#changed();
    });
    session.on("Network.responseReceived", ({ type, frameId, loaderId, response }) => {
      if (type !== "Document" || frameId !== this.#mainId || loaderId !== this.load.loaderId) return;
      // Chrome makes up a 200 for data: and other addresses that no server answers.
      if (/^https?:/.test(response.url)) this.load.status = response.status;
    });
    session.on("Network.loadingFailed", ({ requestId }) => {
      if (requestId !== this.load.loaderId || this.load.committed) return;
      const { status } = this.load;
      this.aborted = { loaderId: requestId, ...(status === undefined ? {} : { status }) };
      this.load = this.#shown;
      this.#changed();
    });
    session.on("Page.frameRequestedNavigation", ({ frameId, disposition }) => {
      if (frameId !== this.#mainId || disposition !== "currentTab") return;
      this.navigating = true;
      this.#changed();
    });
    session.on("Page.frameStartedNavigating", ({ frameId, loaderId, navigationType }) => {
      if (frameId !== this.#mainId || /sameDocument$/i.test(navigationType)) return;
      this.navigating = false;
      if (loaderId !== this.load.loaderId) this.load = { loaderId, committed: false, dom: false, loaded: false };
      this.#changed();
    });
    session.on("Page.frameStoppedLoading", ({ frameId }) => {
      if (frameId !== this.#mainId) return;
      this.navigating = false;
      this.#changed();
    });
    session.on("Page.javascriptDialogOpening", ({ type, message }) => {
      const accept = type !== "prompt";
      void session.sendMayFail("Page.handleJavaScriptDialog", { accept });
      this.#tell({
        kind: "dialog",
        text: `${type} ${accept ? "accepted" : "dismissed"}: ${message}`,
        type,
        message,
        accepted: accept,
      });
    });
    session.on("Inspector.targetCrashed", () => {
      const reason = new Failure(
        "crashed",
        "the page's process crashed",
        "Run `svc reload`, or `svc open <url>` to load another page.",
      );
      this.crash = reason;
      this.#tell({ kind: "crash", text: "the page's process crashed", url: this.url });
      session.connection.interrupt(session, reason);
      for (const frame of this.frames.values()) frame.reset();
      this.#changed();
    });
  }

  /** Frames of this page that a session speaks for: its own, and those of frames in other processes. */
  followFrames(session: Session): void {
    session.on("Page.windowOpen", ({ url }) => {
      this.opened.push(url);
    });
    session.on("Page.frameAttached", ({ frameId, parentFrameId }) => {
      if (!this.frames.has(frameId)) this.frames.set(frameId, new Frame(frameId, parentFrameId, session, "", ""));
    });
    session.on("Page.frameNavigated", ({ frame, type }) => {
      this.#committed(frame, session);
      // A page that comes back from the back/forward cache is whole already: its load is not told again.
      if (type === "BackForwardCacheRestore" && frame.id === this.#mainId)
        this.load = { loaderId: frame.loaderId, committed: true, dom: true, loaded: true };
      this.#changed();
    });
    session.on("Page.navigatedWithinDocument", ({ frameId, url }) => {
      const frame = this.frames.get(frameId);
      if (frame) frame.url = url;
      if (frameId === this.#mainId) {
        this.url = url;
        this.navigating = false;
        this.moves++;
        this.#changed();
      }
    });
    session.on("Page.frameDetached", ({ frameId, reason }) => {
      // A frame that moves to another process keeps its place; its new session tells of it.
      if (reason !== "swap") this.frames.delete(frameId);
    });
  }

  /** A frame that runs in a process of its own: from here on its session speaks for it. */
  async adopt(frameId: string, session: Session): Promise<void> {
    this.followFrames(session);
    this.traffic.follow(session, frameId);
    await Promise.all([
      session.send("Page.enable"),
      session.send("Page.getFrameTree").then(({ frameTree }) => this.#adoptTree(frameTree, session)),
      session.send("Network.enable", { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 }),
    ]);
    const frame = this.frames.get(frameId);
    if (frame && frame.session !== session) {
      frame.session = session;
      frame.reset();
    }
  }

  #adoptTree(tree: Page_FrameTree, session: Session): void {
    const known = this.frames.get(tree.frame.id);
    if (known?.session === session && known.loaderId !== tree.frame.loaderId) return;
    this.#placed(tree.frame, session);
    for (const child of tree.childFrames ?? []) this.#adoptTree(child, session);
  }

  /** What is known of a frame, brought up to date. True when its document is another one than before. */
  #placed(told: Page_Frame, session: Session): boolean {
    // The page of an error stands for the address that did not open.
    const url = told.unreachableUrl ?? told.url + (told.urlFragment ?? "");
    const known = this.frames.get(told.id);
    const replaced = known !== undefined && known.loaderId !== told.loaderId;
    if (!known) {
      this.frames.set(told.id, new Frame(told.id, told.parentId, session, told.loaderId, url));
    } else if (replaced || known.session !== session) {
      known.loaderId = told.loaderId;
      known.session = session;
      known.reset();
    }
    const frame = this.frames.get(told.id);
    if (frame) frame.url = url;
    if (told.id === this.#mainId) this.url = url;
    return replaced;
  }

  /** A frame has another document, or the same again. */
  #committed(told: Page_Frame, session: Session): void {
    const replaced = this.#placed(told, session);
    if (told.id !== this.#mainId) return;
    this.navigating = false;
    this.moves++;
    this.crash = undefined;
    if (!replaced) return;
    if (this.load.loaderId !== told.loaderId)
      this.load = { loaderId: told.loaderId, committed: true, dom: false, loaded: false };
    this.load.committed = true;
    this.#shown = this.load;
    for (const id of [...this.frames.keys()]) if (id !== this.#mainId) this.frames.delete(id);
    this.elements.reset();
    this.listed = undefined;
  }

  /** Resolves when `holds` does; looked at again after everything that happens to the page. */
  async until(holds: () => boolean, signal: AbortSignal): Promise<void> {
    const before = this.crash;
    while (!holds()) {
      if (this.session.gone) throw this.session.gone;
      if (this.crash && this.crash !== before) throw this.crash;
      signal.throwIfAborted();
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiters.add(resolve);
      signal.addEventListener("abort", () => resolve(), { once: true });
      await promise;
      this.#waiters.delete(resolve);
    }
  }

  #changed(): void {
    for (const wake of [...this.#waiters]) wake();
  }

  /** The tab is gone: whoever waits on it is told. */
  ended(): void {
    this.#changed();
  }
}
