/** Commands in our own words as the tools that stand for them. Pure. */
import type { Tool } from "./tool.ts";

/** Lines of an answer that are ours and name commands. */
const OURS = /^(errors: |permission: |Hint: |\(|… that is not all: )/;

/** How a dialog is answered, after what the page says in it. */
const ANSWERED_BY = /^dialog: .* is open; (?=run `svc dialog )/;

/** Our own lines in the words of tools. One that nobody can call is left out of the header. */
export function spoken(text: string, tools: readonly Tool[]): string {
  return text
    .split("\n")
    .map((line) => {
      if (OURS.test(line)) return toolWords(line, tools).replace(/; see `svc [^`]+`$/, "");
      const pageWords = ANSWERED_BY.exec(line)?.[0] ?? line;
      return pageWords + toolWords(line.slice(pageWords.length), tools);
    })
    .join("\n");
}

/** A hint names commands; who calls tools has those that stand for them. */
export function hintOf(hint: string | undefined, tools: readonly Tool[]): { hint?: string } {
  // What `--help` says, a tool's schema does.
  if (hint === undefined || /^Run `svc [a-z ]*--help`\.$/.test(hint)) return {};
  return { hint: toolWords(hint, tools) };
}

/** What a session is started with, a server is: `svc close`, then `svc open … --accept-cert host`. */
const STARTED_WITH = /run `svc close`, then `svc open \S+ (--[a-z-]+ [^`]+)`/g;

/** Commands in a text of ours as the tools that stand for them, their deadline as `timeout_ms`. */
export function toolWords(text: string, tools: readonly Tool[]): string {
  const begun = text.replace(STARTED_WITH, "start the MCP server with `svc --mcp $1`");
  // What a person is to type stays as it is.
  if (begun.includes("in a terminal")) return begun;
  const named = begun.replace(/`svc ([a-z]+)(?: ([a-z]+))?(?=[ `])/g, (whole, first: string, second = "") => {
    for (const [command, rest] of [
      [`${first} ${second}`, ""],
      [first, second],
    ] as const) {
      const tool = tools.find((one) => one.commands.includes(command));
      if (tool) return `\`${[calledAs(tool, command), rest].filter(Boolean).join(" ")}`;
    }
    return whole;
  });
  return named.replace("--timeout <ms>", "timeout_ms").replace(" --diff`", "` with diff");
}

/** The tool, and where it stands for several commands the word that tells this one from them. */
export function calledAs({ name, commands }: Tool, command: string): string {
  const [word, verb = commands[0] === command ? undefined : word] = command.split(" ");
  return commands.length > 1 && verb !== undefined ? `${name} ${verb}` : name;
}
