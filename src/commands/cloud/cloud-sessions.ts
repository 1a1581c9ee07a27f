import { flag, optionOr, positional } from "../../args.ts";
import { type Message, messageLine, messageReader } from "../../cloud/messages.ts";
import { command, type Output } from "../../command.ts";
import { MAX_BROWSER_MINUTES } from "../../lib/limits.ts";
import { shorten } from "../../lib/shorten.ts";
import { bool, integer } from "../../values.ts";
import { uuid } from "../../web-values.ts";
import { keyOptions } from "./cloud-api.ts";

/** As long as a session of the platform may last. */
export const SESSION_MS = MAX_BROWSER_MINUTES * 60_000;

/** How often the platform is asked while somebody waits. */
export const intervalOption = optionOr(
  integer("ms", { min: 100, max: 3_600_000 }),
  2_000,
  "Time between two requests, in milliseconds",
);

const sessionId = positional(uuid(), "Id of the session; `svc cloud sessions` lists them");

/** An agent session as the platform sends it: `GET /v3/sessions/{id}` documents the fields. */
export type SessionRecord = Record<string, unknown>;

export const cloudSessions = command({
  name: "cloud sessions",
  group: "cloud",
  summary: "List the agent sessions on the platform, newest first",
  effect: "read",
  needs: "nothing",
  paged: true,
  args: { limit: optionOr(integer("n", { min: 1, max: 100 }), 20, "Maximum number of sessions"), ...keyOptions },
  examples: ["cloud sessions", "cloud sessions --limit 5"],
  async run({ home, args, signal }) {
    const { openApi } = await import("../../cloud/api.ts");
    const path = `/v3/sessions?page=1&page_size=${args.limit}`;
    const { json } = await openApi({ home, key: args.apiKey }).request("GET", path, undefined, signal);
    const { sessions = [], total = 0 } = (json ?? {}) as { sessions?: SessionRecord[]; total?: number };
    return { sessions, total };
  },
  text: ({ sessions, total }) =>
    sessions.length === 0
      ? "No sessions"
      : [
          ...sessions.map(sessionLine),
          ...(total > sessions.length ? [`${sessions.length} of ${total}; --limit shows more`] : []),
        ].join("\n"),
});

function sessionLine({ id, status, title, totalCostUsd, isTaskSuccessful }: SessionRecord): string {
  const outcome = isTaskSuccessful === false ? " (not successful)" : "";
  return `${id}  ${`${status}${outcome}`.padEnd(10)}  $${totalCostUsd ?? "0"}  ${shorten(String(title ?? ""), 60)}`.trimEnd();
}

export const cloudSessionsShow = command({
  name: "cloud sessions show",
  group: "cloud",
  summary: "Show the status, output and live view URL of an agent session",
  effect: "read",
  needs: "nothing",
  paged: true,
  args: { id: sessionId, ...keyOptions },
  examples: ["cloud sessions show 3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80"],
  async run({ home, args, signal }): Promise<SessionRecord> {
    const { openApi } = await import("../../cloud/api.ts");
    const api = openApi({ home, key: args.apiKey });
    return (await api.request("GET", `/v3/sessions/${args.id}`, undefined, signal)).json as SessionRecord;
  },
  text: (record) =>
    SHOWN.flatMap(([name, key]) => {
      const value = record[key];
      if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return [];
      return [`${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`];
    }).join("\n"),
});

/** What a person wants to know of a session, and the member that says it. */
const SHOWN = [
  ["id", "id"],
  ["status", "status"],
  ["task", "title"],
  ["success", "isTaskSuccessful"],
  ["why", "endReason"],
  ["question", "question"],
  ["output", "output"],
  ["steps", "stepCount"],
  ["last step", "lastStepSummary"],
  ["cost in USD", "totalCostUsd"],
  ["model", "model"],
  ["live view", "liveUrl"],
  ["recordings", "recordingUrls"],
  ["workspace", "workspaceId"],
  ["profile", "profileId"],
  ["created", "createdAt"],
] as const;

export const cloudSessionsStop = command({
  name: "cloud sessions stop",
  group: "cloud",
  summary: "Stop an agent session, or only its current task",
  effect: "destroy",
  needs: "nothing",
  pageless: true,
  timeoutMs: 60_000,
  args: {
    id: sessionId,
    task: flag(bool(), "Stop only the task, and keep the session open for another one"),
    ...keyOptions,
  },
  examples: [
    "cloud sessions stop 3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80",
    "cloud sessions stop 3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80 --task",
  ],
  async run({ home, args, signal }) {
    const { openApi } = await import("../../cloud/api.ts");
    const body = { strategy: args.task ? "task" : "session" };
    const api = openApi({ home, key: args.apiKey });
    const { json } = await api.request("POST", `/v3/sessions/${args.id}/stop`, body, signal);
    const { id, status } = (json ?? {}) as { id?: string; status?: string };
    return { id, status };
  },
  text: ({ id, status }) => `Session ${id} is ${status}`,
});

export const cloudSessionsMessages = command({
  name: "cloud sessions messages",
  group: "cloud",
  summary: "Show the messages and steps of an agent session",
  effect: "read",
  needs: "nothing",
  paged: true,
  timeoutMs: SESSION_MS,
  args: {
    id: sessionId,
    follow: flag(bool(), "Keep printing new messages until the session is idle or has ended"),
    interval: intervalOption,
    ...keyOptions,
  },
  examples: [
    "cloud sessions messages 3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80",
    "cloud sessions messages 3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80 --follow",
  ],
  async run({ home, args, signal, output }): Promise<{ messages: Message[]; status?: unknown }> {
    const { openApi } = await import("../../cloud/api.ts");
    const api = openApi({ home, key: args.apiKey });
    const read = messageReader(api, args.id);
    const messages: Message[] = [];
    const each = async () => {
      for (const one of await read(signal)) {
        if (one.hidden) continue;
        if (output) await output(`${messageLine(one)}\n`, "stdout");
        else messages.push(one);
      }
    };
    if (!args.follow) {
      await each();
      return { messages };
    }
    const { poll } = await import("../../cloud/poll.ts");
    const polling = { api, id: args.id, intervalMs: args.interval, signal, tell: () => {}, each };
    const { record } = await poll("v3", polling);
    await tellEnd(record, output);
    return { messages, status: record.status };
  },
  text: ({ messages }) => messages.map(messageLine).join("\n"),
});

async function tellEnd(record: SessionRecord, output: Output | undefined): Promise<void> {
  await output?.(`The session is ${record.status}\n`, "stderr");
}
