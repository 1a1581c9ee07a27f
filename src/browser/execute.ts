/**
 * One command on a browser, from the tab it needs to what happened beside it. A dialog that opens ends it, and a page
 * that let it wait in vain is looked at before the next one. Knows no order, no socket and no command.
 */

import { permit } from "../authorization.ts";
import type { AnyCommand, CommandRunner, Output, ParsedCommand, Place, Sessions } from "../command.ts";
import { Failure, type FailureCode } from "../errors.ts";
import { boundsOf, type CallerRules, NO_RULES, type Rules, rulesOf } from "../lib/rules.ts";
import { closeLine } from "../lib/words.ts";
import type { Outcome } from "../outcome.ts";
import { dialogFailure } from "../page/events/dialogs.ts";
import { DEFAULT_TIMEOUT_MS, describe, run } from "../run-command.ts";
import type { Browser } from "./browser.ts";

/** Where the commands of a session run. */
export interface ExecutionContext {
  home: string;
  session: string;
  commands: readonly AnyCommand[];
  /** Reads words as the command line does. Throws `usage`. */
  read(words: readonly string[]): ParsedCommand;
  /** For commands that list or close sessions. */
  sessions: Sessions;
}

export interface Execution {
  command: AnyCommand;
  args: Record<string, unknown>;
  signal: AbortSignal;
  timeoutMs: number;
  environment?: Readonly<Record<string, string>>;
  /** The caller's folder. */
  cwd?: string;
  /** Asked beside the user's own commands: what happened is left for the next of those to tell. */
  aside?: boolean;
  progress?: ((message: string) => void) | undefined;
  output?: Output | undefined;
  /** What the caller's environment says of the rules. */
  said?: CallerRules | undefined;
  /** A person has said yes to this very command. */
  confirmed?: boolean | undefined;
}

/** Ends of a command after which it is not known whether the page still answers. */
const SUSPICIOUS: ReadonlySet<FailureCode> = new Set(["timeout", "interrupted", "closed", "crashed"]);

export async function executeCommand(browser: Browser, ground: ExecutionContext, wanted: Execution): Promise<Outcome> {
  const outcome = await attempt(browser, ground, wanted);
  if (!outcome.ok && SUSPICIOUS.has(outcome.error.code)) browser.suspect();
  if (wanted.aside) return outcome;
  const events = await browser.takeHappenings(wanted.signal);
  return events.length === 0 ? outcome : { ...outcome, events };
}

async function attempt(browser: Browser, ground: ExecutionContext, wanted: Execution): Promise<Outcome> {
  const { command, signal, environment = {}, cwd = process.cwd() } = wanted;
  const { home, session } = ground;
  const place: Place = { home, session, cwd, environment, runner: runnerWithin(browser, ground, wanted) };
  const opened = new AbortController();
  let unwatch = () => {};
  try {
    const gate = gateOf(browser, ground, wanted);
    if (command.needs === "nothing") {
      const context = { ...place, sessions: ground.sessions, launch: {} };
      return await run({ ...wanted, ...gate, context });
    }
    if (command.needs === "session") return await run({ ...wanted, ...gate, context: { ...place, browser } });
    const page = await browser.page(signal);
    if (page.dialog && !command.whileDialog) throw dialogFailure(page.dialog);
    // Actions that open a dialog end well, by themselves; whatever else waits for the page has to be ended.
    unwatch = page.dialogs.watch((reason) => opened.abort(reason));
    const ended = AbortSignal.any([signal, opened.signal]);
    const outcome = await run({ ...wanted, ...gate, context: { ...place, browser, page }, signal: ended });
    if (outcome.ok) page.wasStopped = false;
    return outcome;
  } catch (error) {
    return { ok: false, error: describe(error, command.name) };
  } finally {
    unwatch();
  }
}

/** The rules that this command meets, asked before anything else. Throws where they are not those of the browser. */
function gateOf(
  browser: Browser,
  { home, session, commands }: ExecutionContext,
  { command, said = {}, confirmed = false }: Execution,
) {
  const rules = rulesOf(home, { ...browser.heldTo?.said, ...said });
  if (command.needs !== "nothing") checkUnchanged(browser, rules, session);
  return {
    permit: (args: Record<string, unknown>) => permit({ command, args, home, rules, confirmed, commands }),
  };
}

/** A browser keeps to the rules that it was started with: under others it must not go on, stricter or not. */
function checkUnchanged({ heldTo }: Browser, rules: Rules, session: string): void {
  if (boundsOf(rules) === boundsOf(heldTo?.rules ?? NO_RULES)) return;
  throw new Failure(
    "conflict",
    "the rules for addresses and files have changed since this session started",
    `Run \`${closeLine(session)}\`, then the command again.`,
  );
}

/** Runs other commands within the turn of the one that asks: they must not queue behind it. */
function runnerWithin(browser: Browser, ground: ExecutionContext, outer: Execution): CommandRunner {
  return {
    commands: ground.commands,
    read: ground.read,
    async run(command, args, { signal = outer.signal, timeoutMs, progress, output } = {}) {
      const ownMs = timeoutMs ?? command.timeoutMs ?? DEFAULT_TIMEOUT_MS;
      const asked = { signal, timeoutMs: ownMs, progress, output };
      // A yes to the command that asks is none to those it runs.
      return await executeCommand(browser, ground, { ...outer, command, args, ...asked, confirmed: false });
    },
  };
}
