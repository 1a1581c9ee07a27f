/** Background tabs: tabs in which svc works for itself, and which the session does not list. */
import type { Session } from "../cdp/connection.ts";
import type { Target_TargetInfo } from "../cdp/protocol.gen.ts";
import { sleep } from "../lib/deadline.ts";
import type { Page } from "../page/core/page.ts";

/** Pause between two checks whether a new tab is attached. */
const POLL_MS = 5;

export class BackgroundTabs {
  readonly #targets = new Set<string>();
  /** Set while a tab is being created and its target id is not known. */
  #creating: Promise<unknown> | undefined;

  /** True for a background tab. Returns a promise while a tab is being created: its target appears before its id is known. */
  has({ targetId, openerId }: Target_TargetInfo): boolean | Promise<unknown> {
    if (this.#targets.has(targetId)) return true;
    return openerId === undefined && this.#creating ? this.#creating : false;
  }

  /** Opens a tab, runs `work` in it, and closes it. `pageOf` finds the tab of a target once it is attached. */
  async work<T>(
    root: Session,
    pageOf: (targetId: string) => Page | undefined,
    signal: AbortSignal,
    work: (page: Page) => Promise<T>,
  ): Promise<T> {
    while (this.#creating) await this.#creating;
    const targetId = await this.#open(root);
    try {
      let page = pageOf(targetId);
      while (!page) {
        await sleep(POLL_MS, signal);
        page = pageOf(targetId);
      }
      await page.prepared(signal);
      return await work(page);
    } finally {
      await root.sendMayFail("Target.closeTarget", { targetId });
      this.#targets.delete(targetId);
    }
  }

  async #open(root: Session): Promise<string> {
    const created = root.send("Target.createTarget", { url: "about:blank", background: true });
    const stored = created.then(
      ({ targetId }) => this.#targets.add(targetId),
      () => {},
    );
    this.#creating = stored.finally(() => {
      this.#creating = undefined;
    });
    return (await created).targetId;
  }
}
