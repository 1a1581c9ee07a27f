/** Lets the commands that act on a page tell what they changed on it. Wraps commands of the list; knows none. */

import type { Arg } from "../../args.ts";
import type { Browser } from "../../browser/browser.ts";
import { type AnyCommand, type Common, type Contexts, keyValueLines } from "../../command.ts";
import { SETTINGS, setting } from "../../lib/settings.ts";
import { settle } from "../../page/navigation/settle.ts";
import { changesSince, changesText, type ReportedChanges, snapshotBefore } from "../../page/snapshot/report.ts";
import { bool } from "../../values.ts";
import { SETTLE_VARIABLE } from "./settling.ts";

/** The variable that the setting is read from: lines carry it to the daemon. */
const CHANGES_VARIABLE = "SVC_CHANGES";

/**
 * How long nothing may have changed before changes are told. Messages often follow the first effect by a timer, and whoever asks for changes
 * would need another call to see them.
 */
const QUIET_MS = 250;

/** Kept of the deadline, so that an action that was done is told in time. */
const SPARE_MS = 300;

const ACTING: ReadonlySet<string> = new Set(["navigation", "interaction", "tabs"]);

/** Where the line does not say, the setting does. */
const changes: Arg<boolean | undefined> = {
  place: "flag",
  type: bool(),
  doc: "Report what changed on the page; --changes=false turns it off",
  required: false,
  isCommon: true,
};

type Acting = Contexts["page"] & Common<{ changes: typeof changes }>;

/** The command with the option `--changes`, where it acts on what a page shows. */
export function telling(command: AnyCommand): AnyCommand {
  const { effect, group, needs } = command;
  if (effect !== "write" || !ACTING.has(group) || needs === "nothing") return command;
  return {
    ...command,
    args: { ...command.args, changes },
    environment: [...(command.environment ?? []), CHANGES_VARIABLE, SETTINGS.changes_tokens.env, SETTLE_VARIABLE],
    async run(context: Acting) {
      const { home, environment, args } = context;
      const isAsked = args.changes ?? setting(home, "changes", environment) === true;
      return isAsked ? await runAndTell(command, context) : await command.run(context as never);
    },
    text({ changes: told, ...data }: { changes?: ReportedChanges }) {
      const own = command.text ? command.text(data, told?.tree) : keyValueLines(data);
      return told ? `${own}\n${changesText(told)}` : own;
    },
  };
}

async function runAndTell(command: AnyCommand, context: Acting): Promise<object> {
  const { browser, page, timeoutMs, signal, home, environment } = context;
  const startedMs = performance.now();
  if (page) await snapshotBefore(page, timeoutMs, signal).catch(() => undefined);
  const data = (await command.run(context as never)) as object;
  const now = shownPage(browser);
  if (!now) return data;
  const leftMs = Math.max(0, timeoutMs - (performance.now() - startedMs) - SPARE_MS);
  await rest(context, now, leftMs);
  const maxTokens = Number(setting(home, "changes_tokens", environment));
  return { ...data, changes: await changesSince(now, { timeoutMs: leftMs, maxTokens, signal }) };
}

function shownPage(browser: Browser) {
  return browser.tabs.length > 0 ? browser.current : undefined;
}

/** What the page does at its leisure is no failure of an action that is done. */
async function rest(
  { browser, home, environment, signal }: Acting,
  page: Acting["page"],
  leftMs: number,
): Promise<void> {
  const boundMs = Math.min(leftMs, Number(setting(home, "settle", environment)));
  const still = await settle(page, { boundMs, quietMs: QUIET_MS, signal }).catch(() => undefined);
  if (still !== undefined) browser.addEvent({ kind: "unsettled", text: still });
}
