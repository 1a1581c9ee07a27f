/** One frame of a page: its current document, and the script library in that document's isolated world. */

import type { Session } from "../../cdp/connection.ts";
import { isProtocolError } from "../../cdp/errors.ts";
import type { Runtime_CallArgument, Runtime_RemoteObject } from "../../cdp/protocol.gen.ts";
import { Failure } from "../../errors.ts";
import { INJECTED } from "../inject.gen.ts";
import type { Origin, Point } from "./library.ts";
import type { Cover } from "./library-pointer.ts";
import type { PageLibrary } from "./page-library.ts";

/** The library in one document. It ends with the document. */
export interface Library {
  session: Session;
  contextId: number;
  objectId: string;
  /** Backend node id of the document. */
  documentNodeId: Promise<number>;
  /** Ids of elements that commands named since the last call: the next call compares them with their earlier state. */
  fresh: number[];
}

/** A page that redirects by script may replace its document several times, which takes a moment each time. */
const MAX_ATTEMPTS = 20;
const RETRY_MS = 10;

type Returned<K extends keyof PageLibrary> = Awaited<ReturnType<PageLibrary[K]>>;

export class Frame {
  readonly id: string;
  /** Absent for the main frame. */
  readonly parentId: string | undefined;
  /** The session of its target: a frame in another process than its parent has its own. */
  session: Session;
  /** Identity of the document: changes with every load, not with same-document navigation. */
  loaderId: string;
  url: string;
  /** Set if the page did not load: the error, or an empty text if the browser reported none. */
  failed: string | undefined;
  #library: Promise<Library> | undefined;
  /** The same, once it has loaded. */
  #loaded: Library | undefined;

  constructor(id: string, parentId: string | undefined, session: Session, loaderId: string, url: string) {
    this.id = id;
    this.parentId = parentId;
    this.session = session;
    this.loaderId = loaderId;
    this.url = url;
  }

  /** Called when the document is replaced or moves to another process. */
  reset(): void {
    this.#library = undefined;
    this.#loaded = undefined;
  }

  /**
   * Marks the begin of an action in the document, from which on `rest` observes changes. Sent without waiting, and only if
   * the library is loaded. `subjectId` is the element of the action if it is in this frame.
   */
  beginAction(subjectId: number | null, isTyping: boolean): void {
    if (this.#loaded)
      callLibrary(this.#loaded, "beginAction", [{ value: subjectId }, { value: isTyping }]).catch(() => {});
  }

  /** Called when the document of `library` turns out to be gone: the next call loads the library into the current document. */
  async forget(library: Library | undefined): Promise<void> {
    if (this.#library && (await this.#library.catch(() => undefined)) === library) this.reset();
  }

  /** The library in the current document, loaded on first use. */
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
      // Each frame has its own world: a wrapper of an element that another frame's world creates stays in that world.
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
   * Calls a method of the library in the current document and returns its result. If the document is replaced meanwhile, the
   * call is repeated in the new one, unless `pinned` names the library to call.
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

  /** The remote object of an element, or undefined if it is gone. `method` selects the element itself or its file input. */
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

/** An exception that the library threw in a page: a bug of svc, unless an API of the browser failed. */
export class LibraryError extends Error {
  /** The exception's own text. */
  readonly detail: string;

  constructor(method: string, detail: string) {
    super(`page library ${method}: ${detail}`);
    this.detail = detail;
  }
}

/** Calls a method of a library. With `byValue` false the result is a remote object. Errors: `LibraryError`; `stale`. */
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

/** The remote object of a frame's element, in the world of the parent's library. */
export async function ownerElement(parent: Frame, library: Library, frameId: string): Promise<Runtime_CallArgument> {
  const { backendNodeId } = await parent.session.send("DOM.getFrameOwner", { frameId });
  const { object } = await parent.session.send("DOM.resolveNode", {
    backendNodeId,
    executionContextId: library.contextId,
  });
  return { objectId: object.objectId };
}

/** The id of a frame's element. Cached: a frame never moves to another element. */
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

/** Where the frame's content begins in its parent's viewport. `show` scrolls the frame into view first. */
export async function frameOrigin(library: Library, owner: Runtime_CallArgument, show: boolean): Promise<Origin> {
  return (await callLibrary(library, "frameOrigin", [owner, { value: show }])).value as Origin;
}

/** The element that covers the frame's element at a point of the parent's viewport, or null. */
export async function frameCover(library: Library, owner: Runtime_CallArgument, point: Point): Promise<Cover | null> {
  return (await callLibrary(library, "frameCover", [owner, { value: point }])).value as Cover | null;
}
