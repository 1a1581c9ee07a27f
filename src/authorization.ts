/**
 * The gate before every command: what needs a person's yes, and what paths it may touch. Knows commands by what they say
 * of themselves, and no browser.
 */

import type { Args } from "./args.ts";
import type { AnyCommand } from "./command.ts";
import { Failure } from "./errors.ts";
import { newBoundary } from "./lib/boundary.ts";
import { isWithin } from "./lib/contain.ts";
import type { Rules } from "./lib/rules.ts";
import { shorten } from "./lib/shorten.ts";
import type { ValueType } from "./value-type.ts";
import { isJson } from "./values.ts";

/** What is asked of the gate. */
export interface AuthorizationRequest {
  command: AnyCommand;
  /** Checked against their types: paths are absolute. */
  args: Record<string, unknown>;
  /** Folder of svc. */
  home: string;
  rules: Rules;
  /** A person has said yes to this very command. */
  confirmed: boolean;
  /** The list. */
  commands: readonly AnyCommand[];
}

/** Lets the command pass, or throws: `unconfirmed`, `denied`, or `usage` where a rule cannot be understood. */
export function permit(asked: AuthorizationRequest): void {
  const { command, args, rules } = asked;
  const unknown = unknownWord(rules.confirm, asked.commands);
  // What a rule means that nobody understands is everything, except for the commands that mend it.
  if (unknown !== undefined && !mends(command)) throw unknownFailure(unknown);
  const why = asked.confirmed ? undefined : needsYes(asked);
  if (why !== undefined) {
    throw new Failure(
      "unconfirmed",
      `${command.name} needs a person's yes: ${why}`,
      `Ask a person to run \`svc ${command.name}\` with its arguments in a terminal.`,
    );
  }
  for (const root of rules.fileRoots) checkPaths(command.args, args, root);
}

/** What must work under rules that nobody understands: it shows what is wrong or changes it, and touches no path. */
export function mends({ needs, group, args }: AnyCommand): boolean {
  const touches = Object.values(args as Args).some(({ type }) => type.names !== undefined);
  return needs === "nothing" && /^(setup|help)$/.test(group) && !touches;
}

/** The fence for what the command answers, where one is asked for and it may hold what pages say. */
export function boundaryFor({ needs, group, pageless, paged }: AnyCommand, isWanted: boolean): string | undefined {
  const isOurs = pageless || (!paged && needs === "nothing" && /^(session|setup|help|cloud)$/.test(group));
  return isWanted && !isOurs ? newBoundary() : undefined;
}

/** Why the command needs a yes, in words, or undefined when it needs none. */
export function needsYes({
  command,
  args,
  home,
  rules,
}: Omit<AuthorizationRequest, "confirmed" | "commands">): string | undefined {
  if (command.loosens?.(args, home)) return "it changes a rule that is in force";
  if (rules.confirm.length === 0) return undefined;
  const words = wordsOf(command);
  const found = rules.confirm.find((word) => words.includes(word.toLowerCase()));
  return found === undefined ? undefined : `confirm has ${found}`;
}

/** The words of `confirm` that mean this command: effect, group, and its names, whole or by their noun. */
function wordsOf({ name, aliases = [], effect, group }: AnyCommand): string[] {
  const names = [name, ...aliases];
  return [effect, group, ...names, ...names.map((one) => one.split(" ")[0] ?? one)];
}

/** Of a list, asked for with every command. */
const knownWords = new WeakMap<readonly AnyCommand[], Set<string>>();

/** The first word of a rule that means nothing in the list, or undefined. */
function unknownWord(words: readonly string[], commands: readonly AnyCommand[]): string | undefined {
  if (words.length === 0) return undefined;
  const known = knownWords.get(commands) ?? new Set(commands.flatMap(wordsOf));
  knownWords.set(commands, known);
  return words.find((word) => !known.has(word.toLowerCase()));
}

/** Throws `usage` for words of `confirm` that mean no command. */
export function checkWords(words: readonly string[], commands: readonly AnyCommand[]): void {
  const unknown = unknownWord(words, commands);
  if (unknown !== undefined) throw unknownFailure(unknown);
}

function unknownFailure(word: string): Failure {
  return new Failure(
    "usage",
    `the setting confirm has '${shorten(word)}', which is not an effect, a group or a command`,
    "Write words like destroy,upload,cookies clear with commas between them; `svc --help` shows the commands.",
  );
}

function checkPaths(declared: Args, args: Record<string, unknown>, root: string): void {
  for (const [key, { type }] of Object.entries(declared)) {
    if (type.names === undefined || args[key] === undefined) continue;
    for (const value of [args[key]].flat()) {
      if (type.stdin && value === "-") continue;
      const path = pathIn(String(value), type.names);
      if (path === undefined || isWithin(path, root)) continue;
      throw new Failure(
        "denied",
        `${shorten(path, 300)} does not lie in file_root (${root})`,
        `Use a path below ${root}.`,
      );
    }
  }
}

/** The path that a value names, if it does. */
function pathIn(value: string, names: NonNullable<ValueType<unknown>["names"]>): string | undefined {
  if (names === "address") return fileAddress(value);
  if (names === "json-or-@path") return value.startsWith("@") ? value.slice(1) : undefined;
  // Standard input: a path of that name was made absolute.
  if (value === "-") return undefined;
  return names === "json-or-path" && isJson(value) ? undefined : value;
}

/** The address when it is one of a file, whatever stands before its scheme. */
function fileAddress(address: string): string | undefined {
  const bare = address.replace(/^\s*((view-source|blob|filesystem):\s*)+/i, "").trim();
  return /^file:/i.test(bare) ? bare : undefined;
}
