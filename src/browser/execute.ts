/**
 * Executes one command on a browser: finds its tab, runs it, and adds the events that happened meanwhile. A dialog that opens
 * ends the command. After a timeout the tab is probed before the next command.
 */

import { permit } from "../authorization.ts";
import type { AnyCommand, CommandRunner, Output, ParsedCommand, Place, Sessions } from "../command.ts";
import { Failure, type FailureCode } from "../errors.ts";
import { DEFAULT_TIMEOUT_MS } from "../lib/limits.ts";
import { boundsOf, type CallerRules, NO_RULES, type Rules, rulesOf } from "../lib/rules.ts";
import { closeLine } from "../lib/words.ts";
import type { Outcome } from "../outcome.ts";
import { dialogFailure } from "../page/events/dialogs.ts";
import { describe, run } from "../run-command.ts";
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
  /** Sent by svc itself: no entry in the history, and events are left for the next command of the user. */
  isInternal?: boolean;
  progress?: ((message: string) => void) | undefined;
  output?: Output | undefined;
  /** Safety rules of the caller's environment. */
  callerRules?: CallerRules | undefined;
  /** A person has confirmed this command. */
  confirmed?: boolean | undefined;
}

/** Failures after which the page may no longer respond. */
const SUSPICIOUS: ReadonlySet<FailureCode> = new Set(["timeout", "interrupted", "closed", "crashed"]);

export async function executeCommand(
  browser: Browser,
  where: ExecutionContext,
  execution: Execution,
): Promise<Outcome> {
  const outcome = await attempt(browser, where, execution);
  if (!outcome.ok && SUSPICIOUS.has(outcome.error.code)) browser.suspect();
  if (execution.isInternal) return outcome;
  const events = await browser.takeEvents(execution.signal);
  return events.length === 0 ? outcome : { ...outcome, events };
}

async function attempt(browser: Browser, where: ExecutionContext, execution: Execution): Promise<Outcome> {
  const { command, signal, environment = {}, cwd = process.cwd() } = execution;
  const { home, session } = where;
  const place: Place = { home, session, cwd, environment, runner: runnerWithin(browser, where, execution) };
  const opened = new AbortController();
  let unwatch = () => {};
  try {
    const authorization = authorizationOf(browser, where, execution);
    if (command.needs === "nothing") {
      const context = { ...place, sessions: where.sessions, launch: {} };
      return await run({ ...execution, ...authorization, context });
    }
    if (command.needs === "session")
      return await run({ ...execution, ...authorization, context: { ...place, browser } });
    const page = await browser.page(signal);
    if (page.dialog && !command.whileDialog) throw dialogFailure(page.dialog);
    // An action that opens a dialog succeeds by itself. Any other command that waits for the page is aborted.
    unwatch = page.dialogs.watch((reason) => opened.abort(reason));
    const ended = AbortSignal.any([signal, opened.signal]);
    const outcome = await run({ ...execution, ...authorization, context: { ...place, browser, page }, signal: ended });
    if (outcome.ok) page.wasStopped = false;
    return outcome;
  } catch (error) {
    return { ok: false, error: describe(error, command.name) };
  } finally {
    unwatch();
  }
}

/** The check that `run` makes before the command. Throws `conflict` when the rules differ from those of the browser. */
function authorizationOf(
  browser: Browser,
  { home, session, commands }: ExecutionContext,
  { command, callerRules = {}, confirmed = false }: Execution,
) {
  const rules = rulesOf(home, { ...browser.browserRules?.callerRules, ...callerRules });
  if (command.needs !== "nothing") checkUnchanged(browser, rules, session);
  return {
    permit: (args: Record<string, unknown>) => permit({ command, args, home, rules, confirmed, commands }),
  };
}

/** A browser keeps the rules that it was started with. It must not continue under other rules, stricter or not. */
function checkUnchanged({ browserRules }: Browser, rules: Rules, session: string): void {
  if (boundsOf(rules) === boundsOf(browserRules?.rules ?? NO_RULES)) return;
  throw new Failure(
    "conflict",
    "the safety settings for addresses and files have changed since this session started",
    `Run \`${closeLine(session)}\`, then the command again.`,
  );
}

/** Runs other commands within the turn of the outer command, because they must not queue behind it. */
function runnerWithin(browser: Browser, where: ExecutionContext, outer: Execution): CommandRunner {
  return {
    commands: where.commands,
    read: where.read,
    async run(command, args, { signal = outer.signal, timeoutMs, progress, output } = {}) {
      const ownMs = timeoutMs ?? command.timeoutMs ?? DEFAULT_TIMEOUT_MS;
      const options = { signal, timeoutMs: ownMs, progress, output };
      // A confirmation of the outer command does not cover the commands that it runs.
      return await executeCommand(browser, where, { ...outer, command, args, ...options, confirmed: false });
    },
  };
}
