/**
 * One command on a browser, from the tab it needs to what happened beside it. A dialog that opens ends it, and a page
 * that let it wait in vain is looked at before the next one. Knows no order, no socket and no command.
 */
import type { Browser } from "../browser/browser.ts";
import type { AnyCommand } from "../command.ts";
import type { FailureCode } from "../errors.ts";
import { describe, type Outcome, run } from "../outcome.ts";
import { dialogFailure } from "../page/dialogs.ts";

export interface Performance {
  command: AnyCommand;
  args: Record<string, unknown>;
  signal: AbortSignal;
  timeoutMs: number;
  progress?: (message: string) => void;
}

/** Ends of a command after which it is not known whether the page still answers. */
const SUSPICIOUS: ReadonlySet<FailureCode> = new Set(["timeout", "interrupted", "closed", "crashed"]);

export async function perform(browser: Browser, wanted: Performance): Promise<Outcome> {
  const outcome = await attempt(browser, wanted);
  if (!outcome.ok && SUSPICIOUS.has(outcome.error.code)) browser.suspect();
  const events = await browser.takeHappenings(wanted.signal);
  return events.length === 0 ? outcome : { ...outcome, events };
}

async function attempt(browser: Browser, wanted: Performance): Promise<Outcome> {
  const { command, signal } = wanted;
  if (command.needs !== "page") return await run({ ...wanted, context: { browser } });
  const opened = new AbortController();
  let unwatch = () => {};
  try {
    const page = await browser.page(signal);
    if (page.dialog && !command.whileDialog) throw dialogFailure(page.dialog);
    // Actions that open a dialog end well, by themselves; whatever else waits for the page has to be ended.
    unwatch = page.dialogs.watch((reason) => opened.abort(reason));
    const ended = AbortSignal.any([signal, opened.signal]);
    const outcome = await run({ ...wanted, context: { browser, page }, signal: ended });
    if (outcome.ok) page.wasStopped = false;
    return outcome;
  } catch (error) {
    return { ok: false, error: describe(error, command.name) };
  } finally {
    unwatch();
  }
}
