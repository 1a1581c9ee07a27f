/** Options that every command takes, anywhere on the command line. */
import { type Args, flag, option, optionWithBare } from "../args.ts";
import { completing } from "../value-type.ts";
import { bool, fileOrStdin, milliseconds, oneOf, path, text } from "../values.ts";
import { cdpUrl } from "../web-values.ts";

export const globals = {
  headed: flag(bool(), "Show the browser window"),
  profile: optionWithBare(
    completing(text("name", { nonEmpty: true }), "profiles"),
    "Default",
    "Use a private copy of your own browser profile; without a name: Default",
  ),
  connect: flag(bool(), "Connect to your own running browser, as svc connect does"),
  cdpUrl: option(cdpUrl(), "Connect to the browser at a CDP URL (http, https, ws, wss)"),
  browser: option(
    oneOf("managed", "real", "remote"),
    "Older form: real means --profile Default, remote means cloud connect",
  ),
  acceptCert: option(
    text("hosts", { nonEmpty: true }),
    "Accept invalid TLS certificates of these hosts, such as localhost or intranet.example:8443; comma-separated",
  ),
  caCert: option(path("file"), "Trust the certificate authorities of a PEM file (on Linux)"),
  httpCredentials: option(fileOrStdin(), "File of names and passwords for HTTP authentication; - reads standard input"),
  permissions: option(
    text("names", { nonEmpty: true }),
    "Permissions to grant to pages, such as geolocation,camera@https://example.com",
  ),
  reportPermissions: flag(bool(), "Report the permissions that pages asked for and did not get"),
  geolocation: option(
    text("lat,lon", { nonEmpty: true }),
    "Location that pages see, such as 48.2,16.37; grants the permission too",
  ),
  viewportSize: option(text("WxH", { nonEmpty: true }), "Viewport size, such as 1440x900 or 390x844@3,mobile"),
  downloadsFolder: option(path("folder"), "Folder to save downloads in"),
  session: option(completing(text("name"), "sessions"), "Session name; without it SVC_SESSION, else `default`", {
    short: "s",
  }),
  json: flag(bool(), "Print the result as one line of JSON"),
  mcp: flag(bool(), "Run as an MCP server on standard input and output"),
  tools: option(
    text("names", { nonEmpty: true }),
    "With --mcp, the tools to offer: core (default), all, command groups or names; comma-separated",
  ),
  contentBoundaries: flag(bool(), "Put unguessable markers around page content in the output"),
  timeout: option(milliseconds(), "Timeout of the command, in milliseconds"),
  help: flag(bool(), "Show help", { short: "h" }),
  version: flag(bool(), "Show the version", { short: "V" }),
} as const satisfies Args;
