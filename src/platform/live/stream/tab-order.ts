/**
 * Tracks the order in which tabs were opened and last used, because Chrome lists them by random ids. It only listens;
 * `Target.setDiscoverTargets` is sent elsewhere for every browser.
 */
import type { Session } from "../../../cdp/connection.ts";

export class TabOrder {
  /** URLs by tab id, in the order of opening. */
  readonly #addresses = new Map<string, string>();
  #used: string[] = [];

  constructor(root: Session) {
    root.on("Target.targetCreated", ({ targetInfo }) => this.#update(targetInfo));
    root.on("Target.targetInfoChanged", ({ targetInfo }) => this.#update(targetInfo));
    root.on("Target.targetDestroyed", ({ targetId }) => {
      if (this.#addresses.delete(targetId)) this.#used = this.#used.filter((one) => one !== targetId);
    });
  }

  /** Ids in the order of opening. */
  get opened(): string[] {
    return [...this.#addresses.keys()];
  }

  /** Ids in the order of last use; the last one is the newest. */
  get used(): readonly string[] {
    return this.#used;
  }

  #update({ targetId, type, url }: { targetId: string; type: string; url: string }): void {
    if (type !== "page" || this.#addresses.get(targetId) === url) return;
    this.#addresses.set(targetId, url);
    this.#used = [...this.#used.filter((one) => one !== targetId), targetId];
  }
}
