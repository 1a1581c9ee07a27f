/** Tracks the loads of a tab's main frame by events. */
import type { Session } from "../../cdp/connection.ts";

/** The load of one document. */
export interface Load {
  loaderId: string;
  /** Set when the response arrives: its address, after redirects. */
  address?: string;
  status?: number;
  /** The server requires HTTP authentication. */
  asksForPassword?: boolean;
  committed: boolean;
  dom: boolean;
  loaded: boolean;
}

const begun = (loaderId: string): Load => ({ loaderId, committed: false, dom: false, loaded: false });
const complete = (loaderId: string): Load => ({ loaderId, committed: true, dom: true, loaded: true });

export class Loads {
  /** The latest load. */
  load: Load = complete("");
  /** The load of the current document: `load` returns to it when a navigation yields no document. */
  #shown: Load = this.load;
  /** Counts navigations: documents and history entries. */
  moves = 0;
  /** The last navigation that yielded no document: a response without one, a download, an interruption. */
  aborted: { loaderId: string; status?: number; atMs: number } | undefined;
  /** Set while a requested navigation has not started. */
  navigating = false;
  readonly #frameId: string;
  readonly #changed: () => void;

  constructor(frameId: string, session: Session, changed: () => void) {
    this.#frameId = frameId;
    this.#changed = changed;
    this.#followNetwork(session);
    this.#followFrame(session);
  }

  #followNetwork(session: Session): void {
    session.on("Network.requestWillBeSent", ({ type, frameId, loaderId, requestId }) => {
      if (type === "Document" && frameId === this.#frameId && requestId === loaderId) this.#begins(loaderId);
    });
    session.on("Network.responseReceived", ({ type, frameId, loaderId, response }) => {
      if (type !== "Document" || frameId !== this.#frameId || loaderId !== this.load.loaderId) return;
      this.load.address = response.url;
      // Chrome reports status 200 for data: and other addresses without a server.
      if (!/^https?:/.test(response.url)) return;
      this.load.status = response.status;
      const isChallenge = Object.keys(response.headers).some((name) => name.toLowerCase() === "www-authenticate");
      this.load.asksForPassword = response.status === 401 && isChallenge;
    });
    session.on("Network.loadingFailed", ({ requestId }) => {
      if (requestId !== this.load.loaderId || this.load.committed) return;
      const { status } = this.load;
      this.aborted = { loaderId: requestId, ...(status === undefined ? {} : { status }), atMs: performance.now() };
      this.load = this.#shown;
      this.#changed();
    });
  }

  #followFrame(session: Session): void {
    session.on("Page.lifecycleEvent", ({ frameId, loaderId, name }) => {
      if (frameId !== this.#frameId || loaderId !== this.load.loaderId) return;
      if (name === "DOMContentLoaded") this.load.dom = true;
      if (name === "load") this.load.loaded = this.load.dom = true;
      this.#changed();
    });
    session.on("Page.frameRequestedNavigation", ({ frameId, disposition }) => {
      if (frameId !== this.#frameId || disposition !== "currentTab") return;
      this.navigating = true;
      this.#changed();
    });
    session.on("Page.frameStartedNavigating", ({ frameId, loaderId, navigationType }) => {
      if (frameId !== this.#frameId || /sameDocument$/i.test(navigationType)) return;
      this.navigating = false;
      this.#begins(loaderId);
    });
    session.on("Page.frameStoppedLoading", ({ frameId }) => {
      if (frameId !== this.#frameId) return;
      this.navigating = false;
      this.#changed();
    });
  }

  #begins(loaderId: string): void {
    if (loaderId !== this.load.loaderId) this.load = begun(loaderId);
    this.#changed();
  }

  /** Called with the document of the frame tree. */
  found(loaderId: string): void {
    // A navigation that was sent along with the set-up may be committed before its events are enabled.
    if (this.load.loaderId === loaderId) this.load.committed = true;
    else if (this.load.loaderId === "") this.load = complete(loaderId);
    if (this.load.committed) this.#shown = this.load;
    this.#changed();
  }

  /** Called when the frame commits a document; `replaced` is false if it is the same one. */
  committed(loaderId: string, replaced: boolean): void {
    this.navigating = false;
    this.moves++;
    if (!replaced) return;
    if (this.load.loaderId !== loaderId) this.load = begun(loaderId);
    this.load.committed = true;
    this.#shown = this.load;
  }

  /** Called for a page from the back/forward cache: it is complete, and no load events follow. */
  restored(loaderId: string): void {
    this.load = complete(loaderId);
    this.#shown = this.load;
  }

  movedWithinDocument(): void {
    this.navigating = false;
    this.moves++;
    this.#changed();
  }
}
