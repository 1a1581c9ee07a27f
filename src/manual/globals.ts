/** Options that stand anywhere on the line and mean the same for every command. */
import { type Args, flag, option, optionWithBare } from "../command.ts";
import { bool, cdpUrl, completing, milliseconds, oneOf, text } from "../values.ts";

export const globals = {
  headed: flag(bool(), "Show the browser window"),
  profile: optionWithBare(
    completing(text("name", { nonEmpty: true }), "profiles"),
    "Default",
    "Use your own browser's profile, on a private copy; bare: Default",
  ),
  connect: flag(bool(), "Connect to your running browser (the command connect does the same)"),
  cdpUrl: option(cdpUrl(), "Connect to the browser at a CDP URL (http, https, ws, wss)"),
  browser: option(
    oneOf("managed", "real", "remote"),
    "Old spelling: real is --profile Default, remote is cloud connect",
  ),
  session: option(completing(text("name"), "sessions"), "Name of the session; else SVC_SESSION, else default", {
    short: "s",
  }),
  json: flag(bool(), "Print one line of JSON"),
  mcp: flag(bool(), "Serve the commands as MCP tools on standard input and output"),
  tools: option(
    text("names", { nonEmpty: true }),
    "With --mcp, which tools are listed: core (default), all, groups, names; comma-separated",
  ),
  contentBoundaries: flag(bool(), "Fence what comes from pages with a marker that no page can know"),
  timeout: option(milliseconds(), "Deadline of the command, in milliseconds"),
  help: flag(bool(), "Show help", { short: "h" }),
  version: flag(bool(), "Show the version", { short: "V" }),
} as const satisfies Args;
