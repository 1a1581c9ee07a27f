import { flag, option, positional } from "../../args.ts";
import type { Api } from "../../cloud/api.ts";
import { messageLine, messageReader } from "../../cloud/messages.ts";
import { command } from "../../command.ts";
import { asFailure, Failure } from "../../errors.ts";
import { jsonSchemaOf } from "../../extract/schema.ts";
import { bool, decimal, jsonOrFile, text } from "../../values.ts";
import { url, uuid } from "../../web-values.ts";
import { keyOptions } from "./cloud-api.ts";
import { wellEnded } from "./cloud-poll.ts";
import { intervalOption, SESSION_MS, type SessionRecord } from "./cloud-sessions.ts";

export const cloudRun = command({
  name: "cloud run",
  group: "cloud",
  summary: "Let an agent on the platform do a task, and print its answer",
  effect: "write",
  needs: "nothing",
  paged: true,
  talks: true,
  timeoutMs: SESSION_MS,
  args: {
    task: positional(text("task", { nonEmpty: true, stdin: true }), "Task in plain language; - reads standard input"),
    url: option(url(), "Page to start on"),
    model: option(text("name", { nonEmpty: true }), "Language model; `svc cloud v3 GET /models` lists them"),
    schema: option(jsonOrFile(), "JSON Schema for the answer, or a file with it"),
    sessionId: option(uuid(), "Use this session of the platform; it must be idle"),
    workspaceId: option(uuid(), "Workspace for the agent's files; `svc cloud workspaces` lists them"),
    profileId: option(uuid(), "Cloud profile with the logins to use"),
    maxCost: option(decimal("usd", { min: 0 }), "Stop when the session has cost this much, in US dollars"),
    keepAlive: flag(bool(), "Keep the session open for another task"),
    recording: flag(bool(), "Record the browser as a video"),
    noWait: flag(bool(), "Print the session's id and do not wait"),
    interval: intervalOption,
    ...keyOptions,
  },
  examples: [
    "cloud run 'Find the price of the blue kettle' --url https://shop.example.com",
    "cloud run 'List all open invoices' --schema invoices.json --max-cost 0.50",
    "cloud run 'Read the bill in bill.pdf' --workspace-id 3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80",
  ],
  async run({ home, args, signal, progress, output }): Promise<SessionRecord> {
    const { openApi } = await import("../../cloud/api.ts");
    const api = openApi({ home, key: args.apiKey });
    const before = args.sessionId === undefined ? undefined : await lastMessage(api, args.sessionId, signal);
    const { json } = await api.request("POST", "/v3/sessions", bodyOf(args), signal);
    const { id, liveUrl } = (json ?? {}) as { id?: string; liveUrl?: string | null };
    if (typeof id !== "string") throw new Failure("api", "the platform's response has no session");
    if (args.noWait) return json as SessionRecord;
    progress(`session ${id}`);
    if (liveUrl) progress(`live view: ${liveUrl}`);
    const read = messageReader(api, id, before);
    let asked: unknown;
    const each = async ({ question }: Readonly<Record<string, unknown>>) => {
      for (const one of await read(signal))
        if (!one.hidden && !HELD_BACK.test(one.type ?? "")) progress(messageLine(one));
      if (typeof question === "string" && question !== asked)
        progress(`Question of the agent: ${question}\nAnswer it with: svc cloud run '<answer>' --session-id ${id}`);
      asked = question;
    };
    const { poll } = await import("../../cloud/poll.ts");
    const polling = { api, id, intervalMs: args.interval, signal, tell: () => {}, each };
    const ended = await poll("v3", polling).catch((error) => {
      throw goesOn(signal.aborted ? signal.reason : error, id);
    });
    return await wellEnded(ended, output);
  },
  text: (record) => answerText(record),
});

/** Its own task, what actions were answered, and the answer itself, which is printed. */
const HELD_BACK = /^user_message$|_result$|^completion$/;

interface RunArguments {
  task: string;
  url: string | undefined;
  model: string | undefined;
  schema: string | undefined;
  sessionId: string | undefined;
  workspaceId: string | undefined;
  profileId: string | undefined;
  maxCost: number | undefined;
  keepAlive: boolean;
  recording: boolean;
}

/** The page is named in the task as well: not every platform has a field for it. */
function bodyOf({ task, url: page, schema, ...asked }: RunArguments): object {
  return {
    task: page === undefined ? task : `${task}\n\nStart at ${page}`,
    startUrl: page,
    ...{ model: asked.model, sessionId: asked.sessionId, workspaceId: asked.workspaceId, profileId: asked.profileId },
    outputSchema: schema === undefined ? undefined : jsonSchemaOf(schema),
    maxCostUsd: asked.maxCost,
    // Another task may follow in a session that was there before.
    keepAlive: asked.keepAlive || asked.sessionId !== undefined,
    enableRecording: asked.recording || undefined,
  };
}

/** Messages of the task begin behind it. */
async function lastMessage(api: Api, id: string, signal: AbortSignal): Promise<string | undefined> {
  const { json } = await api.request("GET", `/v3/sessions/${id}/messages?limit=1`, undefined, signal);
  return (json as { messages?: { id: string }[] } | undefined)?.messages?.at(-1)?.id;
}

/** Who stops waiting stops nothing else. */
function goesOn(error: unknown, id: string): unknown {
  const failure = asFailure(error);
  if (failure?.code !== "timeout" && failure?.code !== "interrupted") return error;
  const hint = `It continues on the platform: \`svc cloud sessions messages ${id} --follow\` shows it, \`svc cloud sessions stop ${id}\` ends it.`;
  return new Failure(failure.code, failure.message, hint, { cause: failure });
}

function answerText({ id, output, status }: SessionRecord): string {
  if (output === null || output === undefined) return `session: ${id}\nstatus: ${status}`;
  return typeof output === "string" ? output : JSON.stringify(output, null, 2);
}
