/** Tabs that are none of the session's: where we work unseen, and which tabs those are. Knows no tab of the session. */
import type { Session } from "../cdp/connection.ts";
import type { Target_TargetInfo } from "../cdp/protocol.gen.ts";
import { sleep } from "../lib/deadline.ts";
import type { Page } from "../page/core/page.ts";

/** How often a tab that was asked for is looked for. */
const LOOK_MS = 5;

export class BackgroundTabs {
  readonly #targets = new Set<string>();
  /** Set while a tab was asked for and its target is not told yet. */
  #asking: Promise<unknown> | undefined;

  /** True for a tab of ours. While that cannot be told, a promise of when to ask again: a target appears before its id is known. */
  isAside({ targetId, openerId }: Target_TargetInfo): boolean | Promise<unknown> {
    if (this.#targets.has(targetId)) return true;
    return openerId === undefined && this.#asking ? this.#asking : false;
  }

  /** Opens a tab, works in it, and closes it. `pageOf` finds the tab of a target once it is attached. */
  async work<T>(
    root: Session,
    pageOf: (targetId: string) => Page | undefined,
    signal: AbortSignal,
    work: (page: Page) => Promise<T>,
  ): Promise<T> {
    while (this.#asking) await this.#asking;
    const targetId = await this.#open(root);
    try {
      let page = pageOf(targetId);
      while (!page) {
        await sleep(LOOK_MS, signal);
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
    const noted = created.then(
      ({ targetId }) => this.#targets.add(targetId),
      () => {},
    );
    this.#asking = noted.finally(() => {
      this.#asking = undefined;
    });
    return (await created).targetId;
  }
}
