/** Replaces commands in svc's own texts by the tools that run them. */
import type { Tool } from "./tool.ts";

/** Lines of a result that svc wrote (not the page) and that name commands. */
const OWN_LINES = /^(errors: |permission: |Hint: |\(|… not complete: )/;

/** A line about a dialog, up to the hint that follows the page's text. */
const DIALOG_LINE = /^dialog: .* is open; (?=run `svc dialog )/;

/** Replaces commands by tools in the lines that svc wrote. */
export function withToolNames(text: string, tools: readonly Tool[]): string {
  return text
    .split("\n")
    .map((line) => {
      if (OWN_LINES.test(line)) return toolWords(line, tools).replace(/; see `svc [^`]+`$/, "");
      const pageWords = DIALOG_LINE.exec(line)?.[0] ?? line;
      return pageWords + toolWords(line.slice(pageWords.length), tools);
    })
    .join("\n");
}

/** The hint with tools instead of commands, or nothing if it only refers to `--help`. */
export function hintOf(hint: string | undefined, tools: readonly Tool[]): { hint?: string } {
  // A tool's schema replaces `--help`.
  if (hint === undefined || /^Run `svc [a-z ]*--help`\.$/.test(hint)) return {};
  return { hint: toolWords(hint, tools) };
}

/** A hint to restart the session with an option, which for MCP means to restart the server with it. */
const STARTED_WITH = /run `svc close`, then `svc open \S+ (--[a-z-]+ [^`]+)`/g;

/** Replaces commands by tools, and `--timeout` by `timeout_ms`. */
export function toolWords(text: string, tools: readonly Tool[]): string {
  const begun = text.replace(STARTED_WITH, "start the MCP server with `svc --mcp $1`");
  // Commands that a person must type stay unchanged.
  if (begun.includes("in a terminal")) return begun;
  const named = begun.replace(/`svc ([a-z]+)(?: ([a-z]+))?(?=[ `])/g, (match, first: string, second = "") => {
    for (const [command, rest] of [
      [`${first} ${second}`, ""],
      [first, second],
    ] as const) {
      const tool = tools.find((one) => one.commands.includes(command));
      if (tool) return `\`${[nameOfTool(tool, command), rest].filter(Boolean).join(" ")}`;
    }
    return match;
  });
  return named.replace("--timeout <ms>", "timeout_ms").replace(" --diff`", "` with diff");
}

/** The tool's name; if it runs several commands, followed by the verb. */
export function nameOfTool({ name, commands }: Tool, command: string): string {
  const [word, verb = commands[0] === command ? undefined : word] = command.split(" ");
  return commands.length > 1 && verb !== undefined ? `${name} ${verb}` : name;
}
