/** Starts a browser in the test's process, without a daemon. */

import { join } from "node:path";
import { Browser } from "../../src/browser/browser.ts";
import { type ConditionOptions, Conditions } from "../../src/browser/launch/conditions.ts";
import { type Launched, launch } from "../../src/browser/launch/launch.ts";
import { temporaryFolder } from "../support/folder.ts";

export const soon = () => AbortSignal.timeout(40_000);

interface Start {
  /** Changes what was launched, before the browser is used. */
  change?: (launched: Launched) => void;
  args?: string[];
  owned?: boolean;
  headed?: boolean;
  wanted?: ConditionOptions;
}

/** Declare it with `await using`, so that it is ended. */
export async function started({ change, args = [], owned = true, headed = false, wanted = {} }: Start = {}) {
  const temporary = temporaryFolder();
  const home = temporary.path;
  const launched = await launch({ home, runFolder: join(home, "run"), headed, args });
  change?.(launched);
  const browser = new Browser(launched.transport, owned, { conditions: new Conditions(wanted) });
  await browser.start(soon());
  return {
    browser,
    page: await browser.page(soon()),
    async [Symbol.asyncDispose]() {
      await launched.kill();
      temporary[Symbol.dispose]();
    },
  };
}
