/**
 * The indices of elements: small numbers, unique over all frames of a page. An index belongs to one element of one document
 * and is never reused for another one. A new main document starts again at 1.
 */
import { Failure } from "../../errors.ts";
import type { Frame, Library } from "./frame.ts";
import type { ElementFacts } from "./library.ts";

/** An element as it was last seen. */
export interface Seen {
  tag: string;
  role: string;
  name: string;
}

/** The element of an index: its id within the document of `library`. */
export interface ElementHandle {
  index: number;
  frame: Frame;
  library: Library;
  id: number;
  /** Name of the element for messages, from when it was last listed. */
  seen: string;
  what: Seen | undefined;
  /** For a stale index: why it is stale, and the nearest element. */
  lost(): Promise<Lost | undefined>;
}

/** Why an element is stale, in clauses for a message. */
export interface Lost {
  /** Where it was: `in the row "Ann"`; empty if unknown. */
  where: string;
  /** What is there now: `that row is "Bob" now`. */
  change?: string;
  /** Names the most similar element of the page now. */
  nearest?: string;
}

/** Explains why an element is stale. The handle is absent if its document is gone. */
export type FindLost = (was: Seen, handle: ElementHandle | undefined) => Promise<Lost>;

export class Elements {
  #byIndex = new Map<number, ElementHandle>();
  #byElement = new Map<Library, Map<number, ElementHandle>>();
  /** The indices of the previous document, for the message about a stale one. */
  #previous = new Map<number, { seen: string; what: Seen | undefined }>();
  #next = 1;
  readonly #findLost: FindLost;

  constructor(findLost: FindLost = async () => ({ where: "" })) {
    this.#findLost = findLost;
  }

  /** Returns the index of an element; assigns the next one if it has none. `facts` update the description of the element. */
  assign(frame: Frame, library: Library, id: number, facts?: ElementFacts): number {
    let ids = this.#byElement.get(library);
    if (!ids) {
      ids = new Map();
      this.#byElement.set(library, ids);
    }
    let handle = ids.get(id);
    if (!handle) {
      handle = this.#newHandle(frame, library, id);
      ids.set(id, handle);
      this.#byIndex.set(handle.index, handle);
    }
    if (facts) {
      handle.seen = describeFacts(facts);
      handle.what = { tag: facts.tag, role: facts.role, name: facts.name };
    }
    return handle.index;
  }

  #newHandle(frame: Frame, library: Library, id: number): ElementHandle {
    const find = this.#findLost;
    const index = this.#next++;
    return {
      index,
      frame,
      library,
      id,
      seen: "an element that was not shown",
      what: undefined,
      async lost() {
        return this.what ? await find(this.what, this) : undefined;
      },
    };
  }

  indexOf(library: Library, id: number): number | undefined {
    return this.#byElement.get(library)?.get(id)?.index;
  }

  /** The handle of an index. Errors: `not_found`; `stale` for an index of the previous document. */
  get(index: number): ElementHandle {
    const handle = this.#byIndex.get(index);
    if (handle) {
      handle.library.fresh.push(handle.id);
      return handle;
    }
    const was = this.#previous.get(index);
    if (was !== undefined) {
      const { what } = was;
      const lost = what ? () => this.#findLost(what, undefined) : undefined;
      throw staleFailure(index, was.seen, "another page has loaded since", lost);
    }
    const known =
      this.#byIndex.size === 0 ? "this page has no indices yet" : `this page has indices 1 to ${this.#next - 1}`;
    throw new Failure(
      "not_found",
      `no element with index ${index}: ${known}`,
      "Run `svc state` to see the elements and their indices.",
    );
  }

  /** Called when the main document is replaced: all indices become stale. */
  reset(): void {
    if (this.#byIndex.size > 0)
      this.#previous = new Map([...this.#byIndex].map(([index, { seen, what }]) => [index, { seen, what }]));
    this.#byIndex = new Map();
    this.#byElement = new Map();
    this.#next = 1;
  }
}

/** The `stale` failure of an element that is gone or has changed. Its message explains why and names the nearest element. */
export function goneFailure(handle: ElementHandle, why?: string): Failure {
  return staleFailure(handle.index, handle.seen, why, () => handle.lost());
}

function staleFailure(
  index: number,
  was: string,
  why = "it is no longer in the page",
  lost?: () => Promise<Lost | undefined>,
): Failure {
  const hint = "Run `svc state` to see the current elements.";
  const failure = new Failure("stale", `element ${index} was ${was}; ${why}`, hint);
  if (lost)
    failure.elaborate = async () => {
      const { where = "", change = why, nearest } = (await lost()) ?? {};
      return [`element ${index} was ${was}${where && ` ${where}`}`, change, ...(nearest ? [nearest] : [])].join("; ");
    };
  return failure;
}

/** How a message names an element: `<button> "Save"`. */
export function describeFacts(facts: ElementFacts): string {
  const name = (facts.name || facts.text).slice(0, 60);
  return `<${facts.tag}>${name ? ` "${name}"` : ""}`;
}
