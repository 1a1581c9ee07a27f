/** Lets the commands that read what a page shows wait until the page is at rest. Wraps commands of the list; knows none. */

import { option } from "../../args.ts";
import type { AnyCommand, Common, Contexts } from "../../command.ts";
import { setting } from "../../lib/settings.ts";
import { settle } from "../../page/navigation/settle.ts";
import { integer } from "../../values.ts";

/** The variable that the setting is read from: lines carry it to the daemon. */
export const SETTLE_VARIABLE = "SVC_SETTLE";

/** So long after an action no setting lets a read wait: the file of settings need not be read then. */
const LONGEST_MS = 60_000;

const args = {
  settle: option(
    integer("ms", { min: 0, max: LONGEST_MS }),
    "Longest time to wait after an action until the page settles; 0 means no wait",
  ),
};

type Reading = Contexts["page"] & Common<typeof args>;

/** The command with the option `--settle`, where it reads what a page shows. */
export function settling(command: AnyCommand): AnyCommand {
  const { settles } = command;
  if (settles === undefined) return command;
  return {
    ...command,
    args: { ...command.args, ...args },
    environment: [...(command.environment ?? []), SETTLE_VARIABLE],
    async run(context: Reading) {
      await comeToRest(context, settles === "pictures");
      return await command.run(context as never);
    },
  };
}

/** Waits as a read does. For commands that look at the page before they act; they name the variable in `environment`. */
export async function comeToRest(
  { browser, page, args, home, environment, signal }: Omit<Reading, "args"> & { args: { settle?: number | undefined } },
  pictures: boolean,
): Promise<void> {
  if (!page.activity || performance.now() - page.activity.endedMs > LONGEST_MS) return;
  const boundMs = args.settle ?? Number(setting(home, "settle", environment));
  const still = await settle(page, { boundMs, pictures, signal });
  if (still !== undefined) browser.addEvent({ kind: "unsettled", text: still });
}
