/** Chooses the tools to list and to accept, from the commands and the value of `--tools`. */
import type { AnyCommand } from "../command.ts";
import { Failure } from "../errors.ts";
import { CORE, namedTools } from "./named.ts";
import { ruleName, ruleTool, type Tool } from "./tool.ts";

export interface Tools {
  /** In the order of the command list. */
  readonly listed: readonly Tool[];
  /** By name: the listed tools, all named tools, and a tool for each command of a listed tool. */
  readonly callable: ReadonlyMap<string, Tool>;
}

/** `words` is the value of `--tools`: all, core, command groups, names of tools or commands. Throws `usage`. */
export function chooseTools(commands: readonly AnyCommand[], words = "core"): Tools {
  const named = namedTools(commands);
  const covered = new Set(named.flatMap((tool) => tool.commands));
  const rules = commands.filter(({ endless }) => !endless).map(ruleTool);
  const all = [...named, ...rules.filter(({ commands: [name = ""] }) => !covered.has(name))];
  const chosen = new Set<Tool>();
  for (const word of words.split(",").map((one) => one.trim())) {
    const found = matching(word, all, rules, commands);
    if (found.length === 0) throw unknownWord(word, commands);
    for (const tool of found) chosen.add(tool);
  }
  const listed = [...new Set([...all, ...rules])].filter((tool) => chosen.has(tool));
  const within = new Set(listed.flatMap((tool) => tool.commands));
  const allowed = rules.filter(({ commands: [name = ""] }) => within.has(name));
  const callable = new Map([...allowed, ...named, ...listed].map((tool) => [tool.name, tool]));
  return { listed, callable };
}

function matching(
  word: string,
  all: readonly Tool[],
  rules: readonly Tool[],
  commands: readonly AnyCommand[],
): readonly Tool[] {
  if (word === "all") return all;
  if (word === "core") return all.filter(({ name }) => CORE.includes(name));
  const group = new Set(commands.filter((one) => one.group === word).map(({ name }) => name));
  if (group.size > 0) return all.filter((tool) => tool.commands.some((name) => group.has(name)));
  const byName = [...all, ...rules].find(({ name }) => name === word || name === ruleName(word));
  return byName ? [byName] : [];
}

function unknownWord(word: string, commands: readonly AnyCommand[]): Failure {
  const groups = [...new Set(commands.map(({ group }) => group))];
  return new Failure(
    "usage",
    `--tools: unknown name '${word}'; use all, core, a group (${groups.join(", ")}) or the name of a tool`,
    "Run `svc --mcp --tools all` to offer all tools.",
  );
}
