/** Navigations that no command asked for: what the last answer told of a page, compared with where the page is now. */
import type { CommandEvent } from "../../outcome.ts";
import type { Load } from "./loads.ts";

interface Place {
  readonly loaderId: string;
  readonly url: string;
}

export class NavigationNews {
  #told: Place | undefined;

  /** An answer tells of this document and address. A tab that is still set up has no document yet. */
  told({ loaderId, url }: Place): void {
    if (loaderId !== "") this.#told = { loaderId, url };
  }

  /** The navigation since then, once. Another fragment of the same address is no news. */
  of({ loaderId, url }: Place, load: Load): CommandEvent | undefined {
    const before = this.#told;
    this.told({ loaderId, url });
    const isSameDocument = before?.loaderId === loaderId;
    if (!before || (isSameDocument && withoutFragment(before.url) === withoutFragment(url))) return undefined;
    if (isSameDocument) return { kind: "navigation", text: `${url}, in the same document`, url };
    const status = load.loaderId === loaderId ? load.status : undefined;
    const text = status !== undefined && status >= 400 ? `${url}, status ${status}` : url;
    return { kind: "navigation", text, url, ...(status === undefined ? {} : { status }) };
  }
}

function withoutFragment(url: string): string {
  return url.split("#", 1)[0] ?? url;
}
