/** Tabs in which a command ended without its answer. They are probed at once, and recovered before the next command. */
import { rejectOnAbort } from "../lib/deadline.ts";
import type { Page } from "../page/core/page.ts";
import { PageRecovery } from "../page/navigation/recover.ts";

export class SuspectTabs {
  readonly #recoveries = new WeakMap<Page, PageRecovery>();

  add(page: Page): void {
    if (page.dialog || page.crash || page.session.gone || this.#recoveries.has(page)) return;
    this.#recoveries.set(page, new PageRecovery(page));
  }

  /** Waits until the tab responds again, and recovers it where it does not. Does nothing for a tab that was not added. */
  async recover(page: Page, how: Parameters<PageRecovery["recover"]>[0], signal: AbortSignal): Promise<void> {
    const recovery = this.#recoveries.get(page);
    if (!recovery) return;
    await Promise.race([recovery.recover(how), rejectOnAbort(signal)]);
    if (this.#recoveries.get(page) === recovery) this.#recoveries.delete(page);
  }
}
