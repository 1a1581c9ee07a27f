/**
 * What is written from the list itself: help, the list as data, completion scripts, the manual page. Their texts are loaded
 * when they are asked for: the daemon, which has the list too, never is.
 */

import { positional, positionals } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { shorten } from "../../lib/shorten.ts";
import type { CommandDescription, ListDescription } from "../../manual/describe.ts";
import { completionScript, SHELLS } from "../../manual/shells.ts";
import { suggestion } from "../../manual/suggest.ts";
import { completing } from "../../value-type.ts";
import { oneOf, text } from "../../values.ts";

export const help = command({
  name: "help",
  group: "help",
  summary: "Show help on a command or a topic",
  effect: "read",
  needs: "nothing",
  args: {
    topic: positionals(completing(text("topic"), "topics"), "Command or topic; without it all commands are listed"),
  },
  examples: ["help", "help click", "help tab list", "help topics", "help agents"],
  async run({ runner, args }) {
    const { helpOn } = await import("../../manual/help.ts");
    return { help: helpOn(args.topic, runner.commands) };
  },
  text: ({ help }) => help,
});

export const describe = command({
  name: "describe",
  group: "help",
  summary: "Print the commands as JSON, with JSON Schemas",
  effect: "read",
  needs: "nothing",
  args: { command: positionals(completing(text("command"), "commands"), "Command; without it all commands") },
  examples: ["describe", "describe click", "describe tab list --json"],
  async run({ runner, args }): Promise<ListDescription | CommandDescription | { commands: CommandDescription[] }> {
    const { describeCommand, describeList } = await import("../../manual/describe.ts");
    const words = args.command;
    if (words.length === 0) return describeList(runner.commands);
    const name = words.join(" ");
    const verbs = runner.commands.filter((one) => one.name.startsWith(`${name} `));
    const found = runner.commands.find((one) => one.name === name || one.aliases?.includes(name));
    if (found && (found.name === name || verbs.length === 0)) return describeCommand(found);
    if (verbs.length > 0) return { commands: verbs.map(describeCommand) };
    const near = suggestion(
      name,
      runner.commands.map((one) => one.name),
    );
    const message = `unknown command '${shorten(name, 60)}'`;
    throw new Failure("usage", message, near ? `Did you mean \`svc describe ${near}\`?` : "Run `svc help`.");
  },
  text: (data) => JSON.stringify(data, null, 2),
});

export const completion = command({
  name: "completion",
  group: "help",
  summary: "Print the completion script for a shell",
  effect: "read",
  needs: "nothing",
  args: { shell: positional(oneOf(...SHELLS), "Shell") },
  examples: ["completion bash", "completion zsh", "completion fish", "completion powershell"],
  run: ({ args }) => ({ shell: args.shell, script: completionScript(args.shell) }),
  text: ({ script }) => script,
});

export const man = command({
  name: "man",
  group: "help",
  summary: "Print the manual page; to read it: svc man | man -l -",
  effect: "read",
  needs: "nothing",
  args: {},
  examples: ["man"],
  async run({ runner }) {
    const { manualPage } = await import("../../manual/man.ts");
    return { page: manualPage(runner.commands) };
  },
  text: ({ page }) => page.trimEnd(),
});
