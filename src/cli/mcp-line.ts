/** Starts the MCP server with the options of the line. */
import { commands } from "../commands/index.ts";
import { newBoundary } from "../lib/boundary.ts";
import { checkSessionName, homeFolder } from "../lib/paths.ts";
import { readCallerRules, rulesOf } from "../lib/rules.ts";
import { asksForJson } from "../lib/shell.ts";
import type { ServerSetup } from "../mcp/server.ts";
import { describe } from "../run-command.ts";
import { launchOptions, runLine } from "./cli.ts";
import { readLine } from "./inner-line.ts";
import { parseLine } from "./parse.ts";
import { printOutcome, render } from "./print.ts";

/** Serves and returns the exit code. Any other line takes the slow path. Never throws. */
export async function runServer(
  argv: readonly string[],
  serve: (line: ServerSetup) => Promise<number>,
): Promise<number> {
  try {
    const line = serverLine(argv);
    return line ? await serve(line) : await runLine(argv);
  } catch (error) {
    return printOutcome({ ok: false, error: describe(error, "the command line") }, asksForJson(argv));
  }
}

/** Undefined for a line that does something else. Throws `usage`. */
function serverLine(argv: readonly string[]): ServerSetup | undefined {
  const { command, globals } = parseLine(argv, commands);
  if (!globals.mcp || command || globals.help || globals.version) return undefined;
  const home = homeFolder();
  return {
    home,
    session: checkSessionName(globals.session ?? (process.env.SVC_SESSION || "default")),
    launch: launchOptions(globals),
    timeoutMs: globals.timeout,
    tools: globals.tools,
    commands,
    read: readLine,
    // Applies to the answer of every tool, because one tool may run several commands.
    boundary: () => (globals.contentBoundaries || requiresBoundary(home) ? newBoundary() : undefined),
    render(outcome, boundary) {
      const { stdout, stderr } = render(outcome, false, boundary);
      return stdout || stderr;
    },
  };
}

/** True when the rules cannot be read: they may require boundaries, and the answers report what is wrong with them. */
function requiresBoundary(home: string): boolean {
  try {
    return rulesOf(home, readCallerRules(process.env)).boundaries;
  } catch {
    return true;
  }
}
