/**
 * Runs commands for a client: commands that need no browser in this process, all others in the session's daemon over
 * one connection. Used by the command line, by MCP tools, and by commands that run others.
 */

import { canCorrectRules, permit } from "../authorization.ts";
import type { AnyCommand, CommandRunner, LaunchOptions, ParsedCommand, Place } from "../command.ts";
import { asFailure } from "../errors.ts";
import { DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS } from "../lib/limits.ts";
import { type CallerRules, NO_RULES, type Rules, readCallerRules, rulesOf } from "../lib/rules.ts";
import type { Outcome } from "../outcome.ts";
import { describe, run } from "../run-command.ts";
import { SessionClient } from "./client.ts";

export interface RunnerSetup {
  home: string;
  session: string;
  launch: LaunchOptions;
  commands: readonly AnyCommand[];
  read(words: readonly string[]): ParsedCommand;
  /** Called with messages for a person about a session that had to be started. */
  notify(text: string): void;
  /** All commands are steps of one line: when the session is lost, the later steps fail too. */
  isOneWork?: boolean;
}

export interface ClientRunner extends CommandRunner {
  /** Closes the connection. Running commands are cancelled. */
  end(): void;
}

export function clientRunner({ commands, read, ...setup }: RunnerSetup): ClientRunner {
  const { home, session, launch } = setup;
  // A command with launch options of its own gets a connection of its own.
  const clients = new Map<LaunchOptions, SessionClient>();
  const clientFor = (command: AnyCommand, args: Record<string, unknown>): SessionClient => {
    const own = typeof command.launch === "function" ? command.launch(args) : command.launch;
    const key = own ?? launch;
    const client = clients.get(key) ?? new SessionClient({ ...setup, launch: { ...own, ...launch } });
    clients.set(key, client);
    return client;
  };
  const runner: ClientRunner = {
    commands,
    read,
    async run(
      command,
      args,
      { signal = new AbortController().signal, timeoutMs, progress, output, confirmed = false } = {},
    ) {
      const ownMs = timeoutMs ?? defaultTimeout(command);
      const environment = environmentOf(command, home);
      const options = { signal, timeoutMs: ownMs, progress, output };
      const callerRules = readCallerRules(process.env);
      if (command.needs === "nothing") {
        const authorization = authorizationOf(command, home, callerRules, confirmed, commands);
        const place = { home, session, cwd: process.cwd(), runner, environment };
        return await runHere(command, args, place, launch, { ...options, ...authorization });
      }
      try {
        return await clientFor(command, args).call({
          command: command.name,
          begins: command.begins === true || command.launch !== undefined,
          args,
          environment,
          callerRules,
          confirmed,
          ...options,
          timeoutMs: Math.min(ownMs, MAX_TIMEOUT_MS),
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

/** The default deadline in milliseconds. */
function defaultTimeout({ endless, timeoutMs = DEFAULT_TIMEOUT_MS }: AnyCommand): number {
  return endless ? Number.POSITIVE_INFINITY : timeoutMs;
}

type InnerRun = Omit<Parameters<typeof run>[0], "command" | "args" | "context">;

async function runHere(
  command: AnyCommand,
  args: Record<string, unknown>,
  place: Place,
  launch: LaunchOptions,
  options: InnerRun,
): Promise<Outcome> {
  const { localSessions } = await import("./sessions.ts");
  const context = { ...place, sessions: localSessions(place.home, place.session), launch };
  return await run({ command, args, context, ...options });
}

/** The authorization check of a command that runs in the client. */
function authorizationOf(
  command: AnyCommand,
  home: string,
  callerRules: CallerRules,
  confirmed: boolean,
  commands: readonly AnyCommand[],
) {
  return {
    permit(args: Record<string, unknown>) {
      permit({ command, args, home, rules: rulesFor(command, home, callerRules), confirmed, commands });
    },
  };
}

/**
 * The safety rules for a command. Rules that cannot be read do not stop commands that repair the settings or end a session.
 * Throws `usage` and `bad_file` for others.
 */
export function rulesFor(command: AnyCommand, home: string, callerRules: CallerRules): Rules {
  try {
    return rulesOf(home, callerRules);
  } catch (error) {
    const ends = command.needs === "nothing" && command.group === "session";
    if (!ends && !canCorrectRules(command)) throw error;
    return NO_RULES;
  }
}

/** The variables that the command reads, as far as they are set. */
export function environmentOf(
  { environment = [], environmentNames }: AnyCommand,
  home: string,
): Record<string, string> {
  const names = [...environment, ...(environmentNames?.(home) ?? []), "SVC_TRACE"];
  const values: Record<string, string> = {};
  for (const name of names) if (process.env[name]) values[name] = process.env[name];
  return values;
}
