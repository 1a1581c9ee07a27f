/** Parses a line of a command that runs other commands, as the command line does. */
import type { ParsedCommand } from "../command.ts";
import { commands } from "../commands/index.ts";
import { Failure } from "../errors.ts";
import { parseLine } from "./parse.ts";

export function readLine(words: readonly string[]): ParsedCommand {
  const { command, args, globals } = parseLine(words, commands);
  if (!command) throw new Failure("usage", "no command on the line", "Run `svc --help` to see the commands.");
  const { timeout: timeoutMs, ...common } = globals;
  return { command, args, timeoutMs, common: Object.keys(common) };
}
