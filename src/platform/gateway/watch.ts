/**
 * Second layer behind the filter: closes every target that shows a file of the server, or a tab that shows a page of the browser
 * itself (settings). No way to open one is known, but new versions of Chrome may add some.
 */
import type { Events } from "../../cdp/protocol.gen.ts";
import { log } from "../../lib/log.ts";
import type { LifecycleHook } from "../engine/lifecycle/lifecycle-hook.ts";

const FILE = /^(view-source:)*(file|filesystem):/i;
const OWN = /^(view-source:)*(chrome|devtools):/i;

export function watch(): LifecycleHook {
  return {
    async assigned(browser) {
      const { root } = browser.connection;
      const check = ({ targetInfo: { targetId, type, url } }: Events["Target.targetInfoChanged"]) => {
        const what = FILE.test(url)
          ? "a file"
          : type === "page" && OWN.test(url)
            ? "a page of the browser itself"
            : undefined;
        if (what === undefined) return;
        log.warn(`browser ${browser.id}: closed a target that showed ${what}`);
        void root.sendMayFail("Target.closeTarget", { targetId });
      };
      root.on("Target.targetCreated", check);
      root.on("Target.targetInfoChanged", check);
      await root.send("Target.setDiscoverTargets", { discover: true });
    },
  };
}
