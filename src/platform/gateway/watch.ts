/**
 * The second layer behind the filter: a target that shows a file of the server, or a page of a tab that shows one of the browser's
 * own (its settings), however it came to that, is closed at once. No way to one is known; a browser has more of them with every
 * version.
 */
import type { Events } from "../../cdp/protocol.gen.ts";
import { log } from "../../lib/log.ts";
import type { LifecycleHook } from "../engine/lifecycle/lifecycle-hook.ts";

const FILE = /^(view-source:)*(file|filesystem):/i;
const OWN = /^(view-source:)*(chrome|devtools):/i;

export function watch(): LifecycleHook {
  return {
    async given(browser) {
      const { root } = browser.connection;
      const look = ({ targetInfo: { targetId, type, url } }: Events["Target.targetInfoChanged"]) => {
        const what = FILE.test(url)
          ? "a file"
          : type === "page" && OWN.test(url)
            ? "a page of the browser's own"
            : undefined;
        if (what === undefined) return;
        log.warn(`browser ${browser.id}: a target showed ${what} and is closed`);
        void root.sendMayFail("Target.closeTarget", { targetId });
      };
      root.on("Target.targetCreated", look);
      root.on("Target.targetInfoChanged", look);
      await root.send("Target.setDiscoverTargets", { discover: true });
    },
  };
}
