/**
 * The frames of one tab, in its own session and in those of other processes: which there are, which document each shows,
 * and which session speaks for it. Keeps track by events; knows no loads and no dialogs.
 */
import type { Session } from "../../cdp/connection.ts";
import type { Page_Frame, Page_FrameTree } from "../../cdp/protocol.gen.ts";
import { Frame } from "./frame.ts";

/** What the tab is told of its main frame. */
export interface FramesHost {
  placed(url: string): void;
  /** It has another document, or the same again; `restored` from the back/forward cache. */
  committed(loaderId: string, replaced: boolean, restored: boolean): void;
  movedWithinDocument(): void;
}

export class Frames {
  readonly byId = new Map<string, Frame>();
  /** The main frame has the id of its tab, so that what it does is known before its tree is. */
  readonly #mainId: string;
  /** The error of the last document of a frame that did not load, by frame. */
  readonly #errors = new Map<string, { loaderId: string; error: string }>();
  readonly #host: FramesHost;

  constructor(mainId: string, session: Session, host: FramesHost) {
    this.#mainId = mainId;
    this.#host = host;
    this.byId.set(mainId, new Frame(mainId, undefined, session, "", ""));
  }

  /** From here on the session tells of its frames. */
  follow(session: Session): void {
    session.on("Page.frameAttached", ({ frameId, parentFrameId }) => {
      if (!this.byId.has(frameId)) this.byId.set(frameId, new Frame(frameId, parentFrameId, session, "", ""));
    });
    session.on("Network.requestWillBeSent", ({ type, frameId, loaderId, requestId }) => {
      if (type === "Document" && frameId && requestId === loaderId) this.#errors.set(frameId, { loaderId, error: "" });
    });
    session.on("Network.loadingFailed", ({ requestId, type, errorText }) => {
      if (type !== "Document") return;
      for (const one of this.#errors.values()) if (one.loaderId === requestId) one.error = errorText;
      for (const frame of this.byId.values())
        if (frame.failed === "" && frame.loaderId === requestId) frame.failed = errorText;
    });
    session.on("Page.frameNavigated", ({ frame, type }) => {
      const replaced = this.#placed(frame, session);
      if (frame.id !== this.#mainId) return;
      if (replaced) for (const id of [...this.byId.keys()]) if (id !== this.#mainId) this.byId.delete(id);
      this.#host.committed(frame.loaderId, replaced, type === "BackForwardCacheRestore");
    });
    session.on("Page.navigatedWithinDocument", ({ frameId, url }) => {
      const frame = this.byId.get(frameId);
      if (frame) frame.url = url;
      if (frameId !== this.#mainId) return;
      this.#host.placed(url);
      this.#host.movedWithinDocument();
    });
    session.on("Page.frameDetached", ({ frameId, reason }) => {
      // A frame that moves to another process keeps its place; its new session tells of it.
      if (reason === "swap") return;
      this.byId.delete(frameId);
      this.#errors.delete(frameId);
    });
  }

  /**
   * The frames as they were when the tab was asked. Answers are looked at after the events that came with them, so a
   * document that has been replaced since then is known already, and better. True when the tree is of the present one.
   */
  addTree(tree: Page_FrameTree, session: Session): boolean {
    const known = this.byId.get(tree.frame.id)?.loaderId;
    if (known && known !== tree.frame.loaderId) return false;
    this.#placed(tree.frame, session);
    for (const child of tree.childFrames ?? []) this.addTree(child, session);
    return true;
  }

  /** A frame that runs in a process of its own: its session speaks for it, and for those inside it. */
  adoptTree(tree: Page_FrameTree, session: Session): void {
    const known = this.byId.get(tree.frame.id);
    if (known?.session === session && known.loaderId !== tree.frame.loaderId) return;
    this.#placed(tree.frame, session);
    for (const child of tree.childFrames ?? []) this.adoptTree(child, session);
  }

  adopted(frameId: string, session: Session): void {
    const frame = this.byId.get(frameId);
    if (!frame || frame.session === session) return;
    frame.session = session;
    frame.reset();
  }

  /** What is known of a frame, brought up to date. True when its document is another one than before. */
  #placed(told: Page_Frame, session: Session): boolean {
    // The page of an error stands for the address that did not open.
    const url = told.unreachableUrl ?? told.url + (told.urlFragment ?? "");
    const known = this.byId.get(told.id);
    const replaced = known !== undefined && known.loaderId !== told.loaderId;
    if (!known) {
      this.byId.set(told.id, new Frame(told.id, told.parentId, session, told.loaderId, url));
    } else if (replaced || known.session !== session) {
      known.loaderId = told.loaderId;
      known.session = session;
      known.reset();
    }
    const frame = this.byId.get(told.id);
    if (frame) {
      frame.url = url;
      const { loaderId, error } = this.#errors.get(told.id) ?? {};
      frame.failed = told.unreachableUrl === undefined ? undefined : loaderId === told.loaderId ? (error ?? "") : "";
    }
    if (told.id === this.#mainId) this.#host.placed(url);
    return replaced;
  }
}
