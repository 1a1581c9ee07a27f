/** One frame of a page: the document it holds now, and our library in that document's isolated world. */

import type { Session } from "../../cdp/connection.ts";
import { isProtocolError } from "../../cdp/errors.ts";
import type { Runtime_CallArgument, Runtime_RemoteObject } from "../../cdp/protocol.gen.ts";
import { Failure } from "../../errors.ts";
import { INJECTED } from "../inject.gen.ts";
import type { Cover, Origin, Point } from "./library.ts";
import type { PageLibrary } from "./page-library.ts";

/** The library in one document. Dies with the document. */
export interface Library {
  session: Session;
  contextId: number;
  objectId: string;
  /** The document's node. */
  documentNodeId: Promise<number>;
  /** Elements that a command began with since the last call: the next one compares them with what they were. */
  fresh: number[];
}

/** A page that redirects by script may replace its document several times; each replacing takes a moment. */
const MAX_ATTEMPTS = 20;
const RETRY_MS = 10;

type Returned<K extends keyof PageLibrary> = Awaited<ReturnType<PageLibrary[K]>>;

export class Frame {
  readonly id: string;
  /** The frame around it; absent for the main frame. */
  readonly parentId: string | undefined;
  /** The session that speaks for it: its own when it runs in another process than its parent. */
  session: Session;
  /** Identity of the document: changes with every load, not with same-document navigation. */
  loaderId: string;
  url: string;
  /** Set where the page did not load: the error, or nothing where the browser did not tell it. */
  failed: string | undefined;
  #library: Promise<Library> | undefined;
  /** The same, once it is there. */
  #loaded: Library | undefined;

  constructor(id: string, parentId: string | undefined, session: Session, loaderId: string, url: string) {
    this.id = id;
    this.parentId = parentId;
    this.session = session;
    this.loaderId = loaderId;
    this.url = url;
  }

  /** Called when the document was replaced or moved to another process. */
  reset(): void {
    this.#library = undefined;
    this.#loaded = undefined;
  }

  /**
   * Tells the document that an action begins, so that `rest` knows what has changed since. Sent without waiting, and only
   * where the library is there already. `subjectId` is the element that is acted on, where it is in this frame.
   */
  stir(subjectId: number | null, isTyping: boolean): void {
    if (this.#loaded) callLibrary(this.#loaded, "stir", [{ value: subjectId }, { value: isTyping }]).catch(() => {});
  }

  /** Called when a document turned out to be gone: the next question brings the library to the one that is there. */
  async forget(library: Library | undefined): Promise<void> {
    if (this.#library && (await this.#library.catch(() => undefined)) === library) this.reset();
  }

  /** The library in the present document, brought there on first use. */
  library(): Promise<Library> {
    if (!this.#library) {
      const loading = this.#load();
      this.#library = loading;
      loading.catch(() => {
        if (this.#library === loading) this.#library = undefined;
      });
    }
    return this.#library;
  }

  async #load(): Promise<Library> {
    const { session } = this;
    const { executionContextId } = await session.send("Page.createIsolatedWorld", {
      frameId: this.id,
      // A world of the frame's own: an element that is looked at from the world of another frame would belong there for ever.
      worldName: `svc ${this.id}`,
    });
    const contextId = executionContextId;
    const documentNodeId = documentNode(session, contextId);
    documentNodeId.catch(() => {});
    const { result } = await session.send("Runtime.evaluate", { expression: INJECTED, contextId });
    if (!result.objectId) throw new Failure("internal", "the page library did not load");
    const library = { session, contextId, objectId: result.objectId, documentNodeId, fresh: [] };
    if (this.session === session) this.#loaded = library;
    return library;
  }

  /**
   * Calls a method of the library in the present document. A document that is replaced meanwhile is tried again when
   * `library` is not pinned: what is asked of "the page" means the page that is there.
   */
  async call<K extends keyof PageLibrary>(
    method: K,
    args: Parameters<PageLibrary[K]>,
    pinned?: Library,
  ): Promise<Returned<K>> {
    for (let attempt = 1; ; attempt++) {
      let library = pinned;
      try {
        library ??= await this.library();
        return (
          await callLibrary(
            library,
            method,
            args.map((value) => ({ value })),
          )
        ).value as Returned<K>;
      } catch (error) {
        if (!isProtocolError(error, "context_gone")) throw error;
        await this.forget(library);
        if (pinned || attempt === MAX_ATTEMPTS) throw error;
        if (attempt > 1) await Bun.sleep(RETRY_MS);
      }
    }
  }

  /** The remote object of an element, or undefined when it is gone. `method` picks the element itself or its file input. */
  async element(
    library: Library,
    method: "elementFor" | "fileElement",
    id: number,
  ): Promise<Runtime_RemoteObject | undefined> {
    const result = await callLibrary(library, method, [{ value: id }], false);
    return result.objectId ? result : undefined;
  }
}

async function documentNode(session: Session, contextId: number): Promise<number> {
  const { result } = await session.send("Runtime.evaluate", { expression: "document", contextId });
  const { objectId = "" } = result;
  return (await session.send("DOM.describeNode", { objectId })).node.backendNodeId;
}

/** What a library threw in a page. A bug of ours, unless the browser's own interfaces fail there. */
export class LibraryError extends Error {
  readonly said: string;

  constructor(method: string, said: string) {
    super(`page library ${method}: ${said}`);
    this.said = said;
  }
}

export async function callLibrary(
  library: Library,
  method: string,
  args: Runtime_CallArgument[],
  byValue = true,
): Promise<Runtime_RemoteObject> {
  const { fresh } = library;
  library.fresh = [];
  const { result, exceptionDetails } = await library.session.send("Runtime.callFunctionOn", {
    functionDeclaration:
      "function(method, fresh, ...args) { if (fresh.length > 0) this.begin(fresh); return this[method](...args) }",
    objectId: library.objectId,
    arguments: [{ value: method }, { value: fresh }, ...args],
    returnByValue: byValue,
    awaitPromise: true,
  });
  if (exceptionDetails) {
    throw new LibraryError(method, exceptionDetails.exception?.description ?? exceptionDetails.text);
  }
  return result;
}

/** The element that holds a frame, as an object in the parent's world. */
export async function ownerElement(parent: Frame, library: Library, frameId: string): Promise<Runtime_CallArgument> {
  const { backendNodeId } = await parent.session.send("DOM.getFrameOwner", { frameId });
  const { object } = await parent.session.send("DOM.resolveNode", {
    backendNodeId,
    executionContextId: library.contextId,
  });
  return { objectId: object.objectId };
}

/** The id of the element that holds a frame. Asked once: a frame never moves to another element. */
export async function ownerId(parent: Frame, library: Library, frameId: string): Promise<number> {
  let owners = ownerIds.get(library);
  if (!owners) {
    owners = new Map();
    ownerIds.set(library, owners);
  }
  const known = owners.get(frameId);
  if (known !== undefined) return known;
  const owner = await ownerElement(parent, library, frameId);
  const [id = 0] = (await callLibrary(library, "idsOf", [owner])).value as number[];
  owners.set(frameId, id);
  return id;
}

const ownerIds = new WeakMap<Library, Map<string, number>>();

/** Where the frame's content begins in its parent's viewport; `show` scrolls the frame into view there. */
export async function frameOrigin(library: Library, owner: Runtime_CallArgument, show: boolean): Promise<Origin> {
  return (await callLibrary(library, "frameOrigin", [owner, { value: show }])).value as Origin;
}

/** What covers the frame's element at a point of the parent's viewport, or null. */
export async function frameCover(library: Library, owner: Runtime_CallArgument, point: Point): Promise<Cover | null> {
  return (await callLibrary(library, "frameCover", [owner, { value: point }])).value as Cover | null;
}
