/**
 * The second layer behind the filter: a target that shows a file of the server, however it came to that, is closed at once.
 * No way to one is known; a browser has more of them with every version.
 */
import type { Events } from "../../cdp/protocol.gen.ts";
import { log } from "../../lib/log.ts";
import type { Attendant } from "../engine/attendant.ts";

const FILE = /^(view-source:)*(file|filesystem):/i;

export function watch(): Attendant {
  return {
    async given(browser) {
      const { root } = browser.connection;
      const look = ({ targetInfo: { targetId, url } }: Events["Target.targetInfoChanged"]) => {
        if (!FILE.test(url)) return;
        log.warn(`browser ${browser.id}: a target showed a file and is closed`);
        void root.sendMayFail("Target.closeTarget", { targetId });
      };
      root.on("Target.targetCreated", look);
      root.on("Target.targetInfoChanged", look);
      await root.send("Target.setDiscoverTargets", { discover: true });
    },
  };
}
