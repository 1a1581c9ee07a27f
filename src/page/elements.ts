/**
 * The indices that `state` gave out: small numbers, unique over the frames of a page, each bound to one element of one
 * document. A number never moves to another element; with another main document counting begins anew.
 */
import { Failure } from "../errors.ts";
import type { Frame, Library } from "./frame.ts";
import type { ElementFacts } from "./library.ts";

/** Where an index points: an element's id within the document that `library` lives in. */
export interface ElementHandle {
  index: number;
  frame: Frame;
  library: Library;
  id: number;
  /** How it looked when it was last listed. */
  seen: string;
}

export class Elements {
  #byIndex = new Map<number, ElementHandle>();
  #byElement = new Map<Library, Map<number, ElementHandle>>();
  /** What the indices of the previous document were, for the message about a stale one. */
  #previous = new Map<number, string>();
  #next = 1;

  /** The element's index, given now if it has none. `fresh` is true when it was not listed before. */
  assign(frame: Frame, library: Library, id: number, facts: ElementFacts): { index: number; fresh: boolean } {
    let ids = this.#byElement.get(library);
    if (!ids) {
      ids = new Map();
      this.#byElement.set(library, ids);
    }
    const known = ids.get(id);
    if (known) {
      known.seen = describeFacts(facts);
      return { index: known.index, fresh: false };
    }
    const handle = { index: this.#next++, frame, library, id, seen: describeFacts(facts) };
    ids.set(id, handle);
    this.#byIndex.set(handle.index, handle);
    return { index: handle.index, fresh: true };
  }

  indexOf(library: Library, id: number): number | undefined {
    return this.#byElement.get(library)?.get(id)?.index;
  }

  /** The handle of an index, or `not_found` or `stale` with what it was. */
  get(index: number): ElementHandle {
    const handle = this.#byIndex.get(index);
    if (handle) return handle;
    const was = this.#previous.get(index);
    if (was !== undefined) throw staleFailure(index, was, "the page is another one now");
    const known =
      this.#byIndex.size === 0
        ? "no indices have been given out on this page"
        : `this page has indices 1 to ${this.#next - 1}`;
    throw new Failure(
      "not_found",
      `no element with index ${index}: ${known}`,
      "Run `svc state` to see the elements and their indices.",
    );
  }

  /** Another main document: every index is stale from here on. */
  reset(): void {
    if (this.#byIndex.size > 0) this.#previous = new Map([...this.#byIndex].map(([index, { seen }]) => [index, seen]));
    this.#byIndex = new Map();
    this.#byElement = new Map();
    this.#next = 1;
  }
}

export function staleFailure(index: number, was: string, why = "it is no longer in the page"): Failure {
  return new Failure(
    "stale",
    `element ${index} was ${was}; ${why}`,
    "Run `svc state` to see the elements that are there now.",
  );
}

/** How a message names an element: `<button> "Save"`. */
export function describeFacts(facts: ElementFacts): string {
  const name = (facts.name || facts.text).slice(0, 60);
  return `<${facts.tag}>${name ? ` "${name}"` : ""}`;
}
