/**
 * In what order the tabs of a browser were opened, and last opened or navigated. The browser itself remembers neither and
 * lists its tabs by their ids; nobody may have looked at it so far. Listens only: that targets are told is asked for
 * elsewhere, for every browser.
 */
import type { Session } from "../../../cdp/connection.ts";

export class TabOrder {
  /** Addresses by the ids of tabs, in the order in which they were opened. */
  readonly #addresses = new Map<string, string>();
  #used: string[] = [];

  constructor(root: Session) {
    root.on("Target.targetCreated", ({ targetInfo }) => this.#told(targetInfo));
    root.on("Target.targetInfoChanged", ({ targetInfo }) => this.#told(targetInfo));
    root.on("Target.targetDestroyed", ({ targetId }) => {
      if (this.#addresses.delete(targetId)) this.#used = this.#used.filter((one) => one !== targetId);
    });
  }

  /** The first one first. */
  get opened(): string[] {
    return [...this.#addresses.keys()];
  }

  /** The one that was opened or navigated last is the last. */
  get used(): readonly string[] {
    return this.#used;
  }

  #told({ targetId, type, url }: { targetId: string; type: string; url: string }): void {
    if (type !== "page" || this.#addresses.get(targetId) === url) return;
    this.#addresses.set(targetId, url);
    this.#used = [...this.#used.filter((one) => one !== targetId), targetId];
  }
}
