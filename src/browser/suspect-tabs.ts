/** Tabs in which a command ended without its answer. They are probed at once, and recovered before the next command. */
import { rejectOnAbort } from "../lib/deadline.ts";
import type { Page } from "../page/core/page.ts";
import { Suspicion } from "../page/navigation/recover.ts";

export class SuspectTabs {
  readonly #suspicions = new WeakMap<Page, Suspicion>();

  add(page: Page): void {
    if (page.dialog || page.crash || page.session.gone || this.#suspicions.has(page)) return;
    this.#suspicions.set(page, new Suspicion(page));
  }

  /** Waits until the tab responds again, and recovers it where it does not. Does nothing for a tab that was not added. */
  async recover(page: Page, how: Parameters<Suspicion["mended"]>[0], signal: AbortSignal): Promise<void> {
    const suspicion = this.#suspicions.get(page);
    if (!suspicion) return;
    await Promise.race([suspicion.mended(how), rejectOnAbort(signal)]);
    if (this.#suspicions.get(page) === suspicion) this.#suspicions.delete(page);
  }
}
