/** Environment variables that are no settings: those stand in the table of settings. */

export const ENVIRONMENT: readonly (readonly [string, string])[] = [
  ["SVC_HOME", "Folder of svc, in place of `~/.svc`"],
  ["SVC_SESSION", "Name of the session where the line gives none"],
  ["SVC_NO_SANDBOX", "`1` starts the browser without its sandbox, as is done for root"],
  ["SVC_CLOUDFLARED_MIRROR", "Address that `tunnel` fetches cloudflared from, in place of its releases on GitHub"],
  ["SVC_DEBUG", "Any value adds what only a developer wants to know to the talk on stderr and in the log"],
  [
    "SVC_TRACE",
    "Prints what is exchanged, on stderr: `cdp`, `wire`, `http`, `sql`, `agent` or `all`, with commas between",
  ],
  ["SVC_TRACE_FILE", "File that the trace is appended to, in place of stderr"],
  ["NODE_EXTRA_CA_CERTS", "File of certificates to trust besides the usual ones, for https and wss addresses"],
];
