/** Options that stand anywhere on the line and mean the same for every command. */
import { type Args, flag, option, optionWithBare } from "../args.ts";
import { completing } from "../value-type.ts";
import { bool, fileOrStdin, milliseconds, oneOf, path, text } from "../values.ts";
import { cdpUrl } from "../web-values.ts";

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
  acceptCert: option(
    text("hosts", { nonEmpty: true }),
    "Accept the certificate of these hosts, whatever is wrong with it: localhost or intranet.example:8443",
  ),
  caCert: option(path("file"), "Trust the certificate authorities of a PEM file (on Linux)"),
  httpCredentials: option(
    fileOrStdin(),
    "File of names and passwords for servers that ask by HTTP (svc help browser); - is standard input",
  ),
  permissions: option(
    text("names", { nonEmpty: true }),
    "What pages may: geolocation,notifications,camera@https://example.com",
  ),
  reportPermissions: flag(bool(), "Tell which permissions pages asked for and were refused (svc help browser)"),
  geolocation: option(
    text("lat,lon", { nonEmpty: true }),
    "Where pages are that ask, like 48.2,16.37; implies the permission",
  ),
  viewportSize: option(text("WxH", { nonEmpty: true }), "Size of the pages: 1440x900, 390x844@3,mobile"),
  downloadsFolder: option(path("folder"), "Folder that downloads are saved in"),
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
