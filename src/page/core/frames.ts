/** Tracks the frames of one tab by events: their documents and sessions. Includes frames in other processes. */
import type { Session } from "../../cdp/connection.ts";
import type { Page_Frame, Page_FrameTree } from "../../cdp/protocol.gen.ts";
import { Frame } from "./frame.ts";

/** Receives the events of the main frame. */
export interface FramesHost {
  urlChanged(url: string): void;
  /** The frame committed a document. `replaced` is false for the same document; `restored`: from the back/forward cache. */
  committed(loaderId: string, replaced: boolean, restored: boolean): void;
  movedWithinDocument(): void;
}

export class Frames {
  readonly byId = new Map<string, Frame>();
  /** The main frame has the id of its tab: its events can be used before the tree is known. */
  readonly #mainId: string;
  /** By frame: the last document that it requested, and the network error if that failed. */
  readonly #errors = new Map<string, { loaderId: string; error: string }>();
  readonly #host: FramesHost;

  constructor(mainId: string, session: Session, host: FramesHost) {
    this.#mainId = mainId;
    this.#host = host;
    this.byId.set(mainId, new Frame(mainId, undefined, session, "", ""));
  }

  /** Adds the event handlers for the frames of a session. */
  follow(session: Session): void {
    session.on("Page.frameAttached", ({ frameId, parentFrameId }) => {
      if (!this.byId.has(frameId)) this.byId.set(frameId, new Frame(frameId, parentFrameId, session, "", ""));
    });
    session.on("Network.requestWillBeSent", ({ type, frameId, loaderId, requestId }) => {
      if (type === "Document" && frameId && requestId === loaderId) this.#errors.set(frameId, { loaderId, error: "" });
    });
    session.on("Network.loadingFailed", ({ requestId, type, errorText }) => {
      if (type !== "Document") return;
      for (const entry of this.#errors.values()) if (entry.loaderId === requestId) entry.error = errorText;
      for (const frame of this.byId.values())
        if (frame.failed === "" && frame.loaderId === requestId) frame.failed = errorText;
    });
    session.on("Page.frameNavigated", ({ frame, type }) => {
      const replaced = this.#update(frame, session);
      if (frame.id !== this.#mainId) return;
      if (replaced) for (const id of [...this.byId.keys()]) if (id !== this.#mainId) this.byId.delete(id);
      this.#host.committed(frame.loaderId, replaced, type === "BackForwardCacheRestore");
    });
    session.on("Page.navigatedWithinDocument", ({ frameId, url }) => {
      const frame = this.byId.get(frameId);
      if (frame) frame.url = url;
      if (frameId !== this.#mainId) return;
      this.#host.urlChanged(url);
      this.#host.movedWithinDocument();
    });
    session.on("Page.frameDetached", ({ frameId, reason }) => {
      // A frame that moves to another process stays in the tree; its new session reports it.
      if (reason === "swap") return;
      this.byId.delete(frameId);
      this.#errors.delete(frameId);
    });
  }

  /**
   * Adds the frames of the tab's frame tree. Answers are handled after the events that arrived with them, so the tree may be
   * of an earlier document: it is ignored then. Returns true if it is of the current document.
   */
  addTree(tree: Page_FrameTree, session: Session): boolean {
    const known = this.byId.get(tree.frame.id)?.loaderId;
    if (known && known !== tree.frame.loaderId) return false;
    this.#update(tree.frame, session);
    for (const child of tree.childFrames ?? []) this.addTree(child, session);
    return true;
  }

  /** Adds the frame tree of a frame in another process, with the session of that process. */
  adoptTree(tree: Page_FrameTree, session: Session): void {
    const known = this.byId.get(tree.frame.id);
    if (known?.session === session && known.loaderId !== tree.frame.loaderId) return;
    this.#update(tree.frame, session);
    for (const child of tree.childFrames ?? []) this.adoptTree(child, session);
  }

  /** Sets the session of a frame. */
  adopted(frameId: string, session: Session): void {
    const frame = this.byId.get(frameId);
    if (!frame || frame.session === session) return;
    frame.session = session;
    frame.reset();
  }

  /** Adds or updates a frame. Returns true if its document is another one than before. */
  #update(data: Page_Frame, session: Session): boolean {
    // An error page has the address that did not open.
    const url = data.unreachableUrl ?? data.url + (data.urlFragment ?? "");
    const known = this.byId.get(data.id);
    const replaced = known !== undefined && known.loaderId !== data.loaderId;
    if (!known) {
      this.byId.set(data.id, new Frame(data.id, data.parentId, session, data.loaderId, url));
    } else if (replaced || known.session !== session) {
      known.loaderId = data.loaderId;
      known.session = session;
      known.reset();
    }
    const frame = this.byId.get(data.id);
    if (frame) {
      frame.url = url;
      const { loaderId, error } = this.#errors.get(data.id) ?? {};
      frame.failed = data.unreachableUrl === undefined ? undefined : loaderId === data.loaderId ? (error ?? "") : "";
    }
    if (data.id === this.#mainId) this.#host.urlChanged(url);
    return replaced;
  }
}
