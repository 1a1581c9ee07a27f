/** Tools for tabs, sessions and whole tasks. */

import { flag, type NamedTool, plainly, text } from "./named-tool.ts";
import { listSessions, onTab } from "./plans.ts";

export const sessionTools: readonly NamedTool[] = [
  {
    name: "browser_switch_tab",
    description: "Switch to another tab",
    runs: ["tab switch"],
    isIdempotent: true,
    own: { tab_id: text("Index or id of the tab") },
    required: ["tab_id"],
    run: ({ tab_id: id, ...args }, run) => onTab(id, run, (index) => run("tab switch", { ...args, index })),
  },
  {
    name: "browser_list_tabs",
    description: "List the tabs",
    runs: ["tab list"],
    run: plainly("tab list"),
  },
  {
    name: "browser_close_tab",
    description: "Close a tab",
    runs: ["tab close"],
    own: { tab_id: text("Index or id of the tab; default the current one") },
    async run({ tab_id: id, ...args }, run) {
      if (id === undefined || id === null) return await run("tab close", args);
      return await onTab(id, run, (index) => run("tab close", { indices: [index] }));
    },
  },
  {
    name: "browser_run",
    description: "Let the configured language model do a whole task in this browser, and return its answer",
    runs: ["run"],
    shown: ["task", "url", "schema", "maxSteps", "maxCost", "maxTime", "allowedDomain"],
    required: ["task"],
    run: plainly("run"),
  },
  {
    name: "retry_with_svc_agent",
    description: "Older name of the same tool: for a task that failed with the other tools",
    runs: ["run"],
    shown: ["task", "maxSteps", "model"],
    own: {
      allowed_domains: {
        type: "array",
        items: { type: "string" },
        description: "The only hosts that the browser may reach",
      },
      use_vision: flag("Send screenshots to the model"),
    },
    required: ["task"],
    run: ({ allowed_domains: hosts, use_vision: sees, ...args }, run) =>
      run("run", {
        ...args,
        ...(hosts === undefined || hosts === null ? {} : { allowed_domain: hosts }),
        ...(typeof sees === "boolean" ? { vision: sees ? "on" : "off" } : {}),
      }),
  },
  { name: "browser_list_sessions", description: "List the running sessions", runs: ["sessions"], run: listSessions },
  {
    name: "browser_close_session",
    description: "Close a session and its browser",
    runs: ["close"],
    isIdempotent: true,
    own: { session_id: text("Name of the session; default the current one") },
    run: ({ session_id: session, ...args }, run) =>
      run("close", args, session === undefined || session === null ? undefined : session),
  },
  {
    name: "browser_close_all",
    description: "Close all sessions",
    runs: ["close"],
    isIdempotent: true,
    run: (_, run) => run("close", { all: true }),
  },
];
