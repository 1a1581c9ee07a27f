/**
 * What the main frame of a tab loads and has loaded, kept track of by events. Knows no frame but that one, and waits for
 * nothing.
 */
import type { Session } from "../../cdp/connection.ts";

/** What is known of the load of one document. */
export interface Load {
  loaderId: string;
  /** Set when there is an answer to it: the address that answered. */
  address?: string;
  status?: number;
  /** The server asks for a name and a password by HTTP. */
  asksForPassword?: boolean;
  committed: boolean;
  dom: boolean;
  loaded: boolean;
}

const begun = (loaderId: string): Load => ({ loaderId, committed: false, dom: false, loaded: false });
const whole = (loaderId: string): Load => ({ loaderId, committed: true, dom: true, loaded: true });

export class Loads {
  /** The latest load. */
  load: Load = whole("");
  /** The load of the document that is shown: what `load` goes back to when a navigation leads to none. */
  #shown: Load = this.load;
  /** Counts documents and entries of the history that the frame went through. */
  moves = 0;
  /** The last navigation that led to no document: an answer without one, a download, an interruption. */
  aborted: { loaderId: string; status?: number; atMs: number } | undefined;
  /** Set while a navigation is asked for and not yet answered. */
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
      // Chrome makes up a 200 for data: and other addresses that no server answers.
      if (!/^https?:/.test(response.url)) return;
      this.load.status = response.status;
      const isAsked = Object.keys(response.headers).some((name) => name.toLowerCase() === "www-authenticate");
      this.load.asksForPassword = response.status === 401 && isAsked;
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

  /** The document that was there when the tab was asked. */
  found(loaderId: string): void {
    // A navigation that was sent along with the set-up may have arrived before its events were asked for.
    if (this.load.loaderId === loaderId) this.load.committed = true;
    else if (this.load.loaderId === "") this.load = whole(loaderId);
    if (this.load.committed) this.#shown = this.load;
    this.#changed();
  }

  /** The frame shows a document; `replaced` says that it is another one than before. */
  committed(loaderId: string, replaced: boolean): void {
    this.navigating = false;
    this.moves++;
    if (!replaced) return;
    if (this.load.loaderId !== loaderId) this.load = begun(loaderId);
    this.load.committed = true;
    this.#shown = this.load;
  }

  /** A page that comes back from the back/forward cache is whole already: its load is not told again. */
  restored(loaderId: string): void {
    this.load = whole(loaderId);
    this.#shown = this.load;
  }

  movedWithinDocument(): void {
    this.navigating = false;
    this.moves++;
    this.#changed();
  }
}
