/**
 * Runs any command of the list for a client: here what needs no browser, in the session's daemon the rest, all of it over
 * one connection. The command line, tools and commands that run others stand on it.
 */

import { mends, permit } from "../authorization.ts";
import type { AnyCommand, CommandRunner, LaunchOptions, ParsedCommand, Place } from "../command.ts";
import { asFailure } from "../errors.ts";
import { type CallerRules, callerRules, NO_RULES, type Rules, rulesOf } from "../lib/rules.ts";
import type { Outcome } from "../outcome.ts";
import { DEFAULT_TIMEOUT_MS, describe, run } from "../run-command.ts";
import { SessionClient } from "./client.ts";

/** As long as `--timeout` allows. */
const MAX_MS = 2_000_000_000;

export interface RunnerSetup {
  home: string;
  session: string;
  launch: LaunchOptions;
  commands: readonly AnyCommand[];
  read(words: readonly string[]): ParsedCommand;
  /** Told what a person must know of a session that had to be started. */
  tell(text: string): void;
  /** It runs one line, with all that this line runs. */
  isOneWork?: boolean;
}

export interface ClientRunner extends CommandRunner {
  /** Closes the connection; commands that still run are ended. */
  end(): void;
}

export function clientRunner({
  home,
  session,
  launch,
  commands,
  read,
  tell,
  isOneWork = false,
}: RunnerSetup): ClientRunner {
  // A command may ask for launch options of its own: those have a connection of their own, too.
  const clients = new Map<LaunchOptions, SessionClient>();
  const clientFor = (command: AnyCommand, args: Record<string, unknown>): SessionClient => {
    const own = typeof command.launch === "function" ? command.launch(args) : command.launch;
    const key = own ?? launch;
    const held =
      clients.get(key) ?? new SessionClient({ home, session, launch: { ...own, ...launch }, tell, isOneWork });
    clients.set(key, held);
    return held;
  };
  const runner: ClientRunner = {
    commands,
    read,
    async run(
      command,
      args,
      { signal = new AbortController().signal, timeoutMs, progress, output, confirmed = false } = {},
    ) {
      const ownMs =
        timeoutMs ?? (command.endless ? Number.POSITIVE_INFINITY : (command.timeoutMs ?? DEFAULT_TIMEOUT_MS));
      const environment = environmentOf(command, home);
      const asked = { signal, timeoutMs: ownMs, progress, output };
      const said = callerRules(process.env);
      if (command.needs === "nothing") {
        const gate = gateOf(command, home, said, confirmed, commands);
        const place = { home, session, cwd: process.cwd(), runner, environment };
        return await runHere(command, args, place, launch, { ...asked, ...gate });
      }
      try {
        return await clientFor(command, args).call({
          command: command.name,
          begins: command.begins === true || command.launch !== undefined,
          args,
          environment,
          said,
          confirmed,
          ...asked,
          // Timers and the wire hold no more.
          timeoutMs: Math.min(ownMs, MAX_MS),
        });
      } catch (error) {
        const reason = signal.aborted && !asFailure(error) ? signal.reason : error;
        return { ok: false, error: describe(reason, command.name) };
      }
    },
    end() {
      for (const client of clients.values()) client.end();
      clients.clear();
    },
  };
  return runner;
}

type InnerRun = Omit<Parameters<typeof run>[0], "command" | "args" | "context">;

async function runHere(
  command: AnyCommand,
  args: Record<string, unknown>,
  place: Place,
  launch: LaunchOptions,
  asked: InnerRun,
): Promise<Outcome> {
  const { localSessions } = await import("./sessions.ts");
  const context = { ...place, sessions: localSessions(place.home, place.session), launch };
  return await run({ command, args, context, ...asked });
}

/** The gate for a command that runs here. Rules that cannot be read forbid nothing to what mends or ends a session. */
function gateOf(
  command: AnyCommand,
  home: string,
  said: CallerRules,
  confirmed: boolean,
  commands: readonly AnyCommand[],
) {
  return {
    permit(args: Record<string, unknown>) {
      permit({ command, args, home, rules: rulesFor(command, home, said), confirmed, commands });
    },
  };
}

export function rulesFor(command: AnyCommand, home: string, said: CallerRules): Rules {
  try {
    return rulesOf(home, said);
  } catch (error) {
    const ends = command.needs === "nothing" && command.group === "session";
    if (!ends && !mends(command)) throw error;
    return NO_RULES;
  }
}

/** What the command asked for, as far as it is set. */
export function environmentOf(
  { environment = [], environmentNames }: AnyCommand,
  home: string,
): Record<string, string> {
  const names = [...environment, ...(environmentNames?.(home) ?? []), "SVC_TRACE"];
  const held: Record<string, string> = {};
  for (const name of names) if (process.env[name]) held[name] = process.env[name];
  return held;
}
