/** Detects navigations that no command caused: compares the page in the last answer with the current one. */
import type { CommandEvent } from "../../outcome.ts";
import type { Load } from "./loads.ts";

interface CurrentDocument {
  readonly loaderId: string;
  readonly url: string;
}

export class UnpromptedNavigation {
  #reported: CurrentDocument | undefined;

  /** Called when an answer contains this document. A tab that is being set up has no document yet. */
  reported({ loaderId, url }: CurrentDocument): void {
    if (loaderId !== "") this.#reported = { loaderId, url };
  }

  /** The navigation since the last report, as an event; undefined if only the fragment has changed. */
  since({ loaderId, url }: CurrentDocument, load: Load): CommandEvent | undefined {
    const before = this.#reported;
    this.reported({ loaderId, url });
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
