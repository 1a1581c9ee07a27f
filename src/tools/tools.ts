/** Which tools are listed and which can be called, from the list of commands and the words of `--tools`. Runs nothing. */
import type { AnyCommand } from "../command.ts";
import { Failure } from "../errors.ts";
import { CORE, namedTools } from "./named.ts";
import { ruleName, ruleTool, type Tool } from "./tool.ts";

export interface Tools {
  /** In the order of the list. */
  readonly listed: readonly Tool[];
  /** By name: those listed, and besides them the predecessor's and, by the rule, those of the commands they stand for. */
  readonly callable: ReadonlyMap<string, Tool>;
}

/** `words` is the value of `--tools`: all, core, groups of commands, names of tools or commands. Throws `usage`. */
export function chooseTools(commands: readonly AnyCommand[], words = "core"): Tools {
  const named = namedTools(commands);
  const stoodFor = new Set(named.flatMap((tool) => tool.commands));
  const rules = commands.filter(({ endless }) => !endless).map(ruleTool);
  const all = [...named, ...rules.filter(({ commands: [name = ""] }) => !stoodFor.has(name))];
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
