/** Environment variables that have no setting. The variables of settings are in `lib/settings.ts`. */

export const ENVIRONMENT: readonly (readonly [string, string])[] = [
  ["SVC_HOME", "Folder for the files of svc, instead of `~/.svc`"],
  ["SVC_SESSION", "Session to use when --session is not given"],
  ["SVC_NO_SANDBOX", "`1` starts the browser without its sandbox. The root user always does"],
  ["SVC_CLOUDFLARED_MIRROR", "URL to download cloudflared from, instead of its releases on GitHub"],
  ["SVC_DEBUG", "Any value adds debug messages to stderr and to the log file"],
  [
    "SVC_TRACE",
    "Prints messages to stderr as they are sent: `cdp`, `wire`, `http`, `sql`, `agent` or `all`; comma-separated",
  ],
  ["SVC_TRACE_FILE", "File to append the trace to, instead of stderr"],
  ["NODE_EXTRA_CA_CERTS", "File of additional certificates to trust for https and wss URLs"],
];
