/**
 * The indices that `state` gave out: small numbers, unique over the frames of a page, each bound to one element of one
 * document. A number never moves to another element; with another main document counting begins anew.
 */
import { Failure } from "../../errors.ts";
import type { Frame, Library } from "./frame.ts";
import type { ElementFacts } from "./library.ts";

/** What an element was, as far as it was looked at. */
export interface Seen {
  tag: string;
  role: string;
  name: string;
}

/** Where an index points: an element's id within the document that `library` lives in. */
export interface ElementHandle {
  index: number;
  frame: Frame;
  library: Library;
  id: number;
  /** How it looked when it was last listed. */
  seen: string;
  what: Seen | undefined;
  /** Says what became of it, once it is stale. */
  lost(): Promise<Lost | undefined>;
}

/** What became of an element, in clauses for a message. */
export interface Lost {
  /** Where it was: `in the row "Ann"`; empty where nothing tells that. */
  where: string;
  /** What is there now: `that row is "Bob" now`. */
  change?: string;
  /** Names what is nearest to it in the page now. */
  nearest?: string;
}

/** Finds out what became of an element. The handle is absent where its document is gone. */
export type FindLost = (was: Seen, handle: ElementHandle | undefined) => Promise<Lost>;

export class Elements {
  #byIndex = new Map<number, ElementHandle>();
  #byElement = new Map<Library, Map<number, ElementHandle>>();
  /** What the indices of the previous document were, for the message about a stale one. */
  #previous = new Map<number, { seen: string; what: Seen | undefined }>();
  #next = 1;
  readonly #findLost: FindLost;

  constructor(findLost: FindLost = async () => ({ where: "" })) {
    this.#findLost = findLost;
  }

  /** The element's index, given now if it has none. `facts` are absent for one that was not looked at closely. */
  assign(frame: Frame, library: Library, id: number, facts?: ElementFacts): number {
    let ids = this.#byElement.get(library);
    if (!ids) {
      ids = new Map();
      this.#byElement.set(library, ids);
    }
    let handle = ids.get(id);
    if (!handle) {
      handle = this.#made(frame, library, id);
      ids.set(id, handle);
      this.#byIndex.set(handle.index, handle);
    }
    if (facts) {
      handle.seen = describeFacts(facts);
      handle.what = { tag: facts.tag, role: facts.role, name: facts.name };
    }
    return handle.index;
  }

  #made(frame: Frame, library: Library, id: number): ElementHandle {
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

  /** The handle of an index, or `not_found` or `stale` with what it was. */
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
      throw staleFailure(index, was.seen, "the page is another one now", lost);
    }
    const known =
      this.#byIndex.size === 0
        ? "nothing on this page has a number yet"
        : `this page has indices 1 to ${this.#next - 1}`;
    throw new Failure(
      "not_found",
      `no element with index ${index}: ${known}`,
      "Run `svc state` to see the elements and their indices.",
    );
  }

  /** Another main document: every index is stale from here on. */
  reset(): void {
    if (this.#byIndex.size > 0)
      this.#previous = new Map([...this.#byIndex].map(([index, { seen, what }]) => [index, { seen, what }]));
    this.#byIndex = new Map();
    this.#byElement = new Map();
    this.#next = 1;
  }
}

/** The index does not lead to its element any more. The failure says what became of it, and names what is nearest to it now. */
export function goneFailure(handle: ElementHandle, why?: string): Failure {
  return staleFailure(handle.index, handle.seen, why, () => handle.lost());
}

function staleFailure(
  index: number,
  was: string,
  why = "it is no longer in the page",
  lost?: () => Promise<Lost | undefined>,
): Failure {
  const hint = "Run `svc state` to see the elements that are there now.";
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
