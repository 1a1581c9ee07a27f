/** Checks the safety settings before every command: what needs a person's confirmation, and which paths it may use. */

import type { Args } from "./args.ts";
import type { AnyCommand } from "./command.ts";
import { Failure } from "./errors.ts";
import { newBoundary } from "./lib/boundary.ts";
import { isWithin } from "./lib/contain.ts";
import type { Rules } from "./lib/rules.ts";
import { shorten } from "./lib/shorten.ts";
import type { ValueType } from "./value-type.ts";
import { isJson } from "./values.ts";

/** A command with everything that the check depends on. */
export interface AuthorizationRequest {
  command: AnyCommand;
  /** Checked against their types: paths are absolute. */
  args: Record<string, unknown>;
  /** The home folder of svc. */
  home: string;
  rules: Rules;
  /** A person has confirmed this command. */
  confirmed: boolean;
  /** All commands. */
  commands: readonly AnyCommand[];
}

/** Throws `unconfirmed` or `denied` when the command may not run, and `usage` when a rule cannot be parsed. */
export function permit(request: AuthorizationRequest): void {
  const { command, args, rules } = request;
  const unknown = unknownWord(rules.confirm, request.commands);
  // An unknown word may mean any command, so everything is refused except the commands that can correct the setting.
  if (unknown !== undefined && !canCorrectRules(command)) throw unknownFailure(unknown);
  const why = request.confirmed ? undefined : confirmationReason(request);
  if (why !== undefined) {
    throw new Failure(
      "unconfirmed",
      `${command.name} needs a person's confirmation: ${why}`,
      `Ask a person to run \`svc ${command.name}\` with its arguments in a terminal.`,
    );
  }
  for (const root of rules.fileRoots) checkPaths(command.args, args, root);
}

/** True for commands that must run under invalid rules: they show or change the settings and use no path. */
export function canCorrectRules({ needs, group, args }: AnyCommand): boolean {
  const touches = Object.values(args as Args).some(({ type }) => type.names !== undefined);
  return needs === "nothing" && /^(setup|help)$/.test(group) && !touches;
}

/** A boundary for the output when it is requested and the output may contain page content. */
export function boundaryFor({ needs, group, pageless, paged }: AnyCommand, isWanted: boolean): string | undefined {
  const isOurs = pageless || (!paged && needs === "nothing" && /^(session|setup|help|cloud)$/.test(group));
  return isWanted && !isOurs ? newBoundary() : undefined;
}

/** Why the command needs a confirmation. Undefined when it needs none. */
export function confirmationReason({
  command,
  args,
  home,
  rules,
}: Omit<AuthorizationRequest, "confirmed" | "commands">): string | undefined {
  if (command.loosens?.(args, home)) return "it changes a safety setting that is in force";
  if (rules.confirm.length === 0) return undefined;
  const words = wordsOf(command);
  const found = rules.confirm.find((word) => words.includes(word.toLowerCase()));
  return found === undefined ? undefined : `the setting confirm has ${found}`;
}

/** The words of `confirm` that apply to this command: effect, group, its names, and the first words of its names. */
function wordsOf({ name, aliases = [], effect, group }: AnyCommand): string[] {
  const names = [name, ...aliases];
  return [effect, group, ...names, ...names.map((one) => one.split(" ")[0] ?? one)];
}

/** Cached by list, because every command asks. */
const knownWords = new WeakMap<readonly AnyCommand[], Set<string>>();

/** The first word that applies to no command. */
function unknownWord(words: readonly string[], commands: readonly AnyCommand[]): string | undefined {
  if (words.length === 0) return undefined;
  const known = knownWords.get(commands) ?? new Set(commands.flatMap(wordsOf));
  knownWords.set(commands, known);
  return words.find((word) => !known.has(word.toLowerCase()));
}

/** Throws `usage` for words of `confirm` that apply to no command. */
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
        `${shorten(path, 300)} is not in the folder of the setting file_root (${root})`,
        `Use a path in ${root}.`,
      );
    }
  }
}

/** The path that a value names. Undefined when it names none. */
function pathIn(value: string, names: NonNullable<ValueType<unknown>["names"]>): string | undefined {
  if (names === "address") return fileAddress(value);
  if (names === "json-or-@path") return value.startsWith("@") ? value.slice(1) : undefined;
  // `-` is standard input. A file of that name has an absolute path here.
  if (value === "-") return undefined;
  return names === "json-or-path" && isJson(value) ? undefined : value;
}

/** Returns the address when it is a file URL, with or without prefixes such as `view-source:`. */
function fileAddress(address: string): string | undefined {
  const bare = address.replace(/^\s*((view-source|blob|filesystem):\s*)+/i, "").trim();
  return /^file:/i.test(bare) ? bare : undefined;
}
