/** The tools of the remote MCP server: names, arguments, and their API calls. */
import type { Tool as ListedTool } from "@modelcontextprotocol/server";
import type { AnyJson, Ask } from "./ask.ts";
import { messagesOf, type Shown, sessionOf } from "./shown.ts";

/** Context of a tool call. */
export interface Calling {
  ask: Ask;
  /** Waits until the session stops working, at most `seconds`. */
  wait(sessionId: string, seconds: number): Promise<void>;
  /** Registers what to stop if the call is cancelled: a session, or only its task. */
  started(sessionId: string, strategy: "session" | "task"): void;
}

export type Args = Readonly<Record<string, unknown>>;

/** Arguments of a tool. */
interface Arguments {
  properties: Readonly<Record<string, Record<string, unknown>>>;
  required: readonly string[];
}

export interface RemoteTool extends Arguments {
  listed: ListedTool;
  /** Errors: `Refused` with the error of the API. */
  run(args: Args, calling: Calling): Promise<Shown>;
}

const SESSION = { session_id: { type: "string", description: "Id from run_session or list_sessions" } };

/** MCP hosts usually time out after a minute. */
const WAIT_SECONDS = 45;
const MAX_WAIT_SECONDS = 240;
const waiting = (seconds: number) => ({
  wait_seconds: {
    ...{ type: "number", minimum: 0, maximum: MAX_WAIT_SECONDS, default: seconds },
    description: "Longest wait for the end of the task, in seconds",
  },
});

const TASK = {
  model: { type: "string", description: "A language model of the server; default: the server's default model" },
  output_schema: { type: "object", description: "JSON Schema of the output" },
  max_cost_usd: { type: "number", minimum: 0, description: "Stop the task when the session has cost this much" },
};

const PAGE = {
  page: { type: "integer", minimum: 1, default: 1 },
  page_size: { type: "integer", minimum: 1, maximum: 100, default: 10 },
};

type Hints = "read" | "act" | "destroy";

function tool(
  name: string,
  description: string,
  hints: Hints,
  { properties, required = [] }: Pick<Arguments, "properties"> & Partial<Arguments>,
  run: RemoteTool["run"],
): RemoteTool {
  const title = name.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());
  const inputSchema = { type: "object", properties, required };
  const annotations = {
    ...{ readOnlyHint: hints === "read", destructiveHint: hints === "destroy", idempotentHint: hints !== "act" },
    openWorldHint: hints === "act",
  };
  const listed = { name, title, description, inputSchema, annotations } as ListedTool;
  return { listed, properties, required, run };
}

/** The arguments as request fields: snake_case to camelCase, without absent ones. */
function bodyOf(args: Args, names: readonly string[]): Record<string, unknown> {
  const present = names.filter((name) => args[name] !== undefined);
  return Object.fromEntries(
    present.map((name) => [name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()), args[name]]),
  );
}

async function run(args: Args, calling: Calling, body: object, strategy: "session" | "task"): Promise<Shown> {
  const { id } = await calling.ask("POST", "/sessions", { body });
  calling.started(id, strategy);
  return await waited(id, args, calling, WAIT_SECONDS);
}

async function waited(id: unknown, args: Args, { ask, wait }: Calling, seconds: number): Promise<Shown> {
  await wait(String(id), typeof args.wait_seconds === "number" ? args.wait_seconds : seconds);
  return sessionOf(await ask("GET", pathOf(id)));
}

function pathOf(sessionId: unknown, below = ""): string {
  return `/sessions/${encodeURIComponent(String(sessionId))}${below}`;
}

const RUN_FIELDS = ["task", "model", "output_schema", "max_cost_usd"];
/** Omitted means the server's default, so tools need a value for no proxy; not every tool schema dialect supports null. */
const NO_PROXY = { proxyCountryCode: null };

const NEW_FIELDS = ["keep_alive", "profile_id", "workspace_id", "proxy_country_code"];

export const TOOLS: readonly RemoteTool[] = [
  tool(
    "run_session",
    "Starts a browser session in which an agent does a task on the web, and waits for its end. A longer task continues in the background: check it with get_session. Cancelling the call ends the session.",
    "act",
    {
      properties: {
        task: { type: "string", description: "Instructions for the agent, with all required information" },
        ...TASK,
        keep_alive: { type: "boolean", default: false, description: "Keep the session for send_task" },
        profile_id: { type: "string", description: "Profile with saved logins, from list_browser_profiles" },
        workspace_id: { type: "string" },
        proxy_country_code: { type: "string", description: "Two-letter country code, or none for no proxy" },
        ...waiting(WAIT_SECONDS),
      },
      required: ["task"],
    },
    (args, calling) => {
      const { proxyCountryCode, ...body } = bodyOf(args, [...RUN_FIELDS, ...NEW_FIELDS]);
      const proxy = proxyCountryCode === undefined ? {} : { proxyCountryCode };
      return run(args, calling, { ...body, ...(proxyCountryCode === "none" ? NO_PROXY : proxy) }, "session");
    },
  ),
  tool(
    "get_session",
    "Reads a session: status, output, question of the agent, steps, cost, URL of the live view.",
    "read",
    { properties: { ...SESSION, ...waiting(0) }, required: ["session_id"] },
    async (args, calling) => {
      // Checks that the caller owns the session before waiting.
      const { id } = await calling.ask("GET", pathOf(args.session_id));
      return await waited(id, args, calling, 0);
    },
  ),
  tool(
    "send_task",
    "Sends the next task to an idle session, or the answer to an agent that asked a question, and waits for the end of the task. Cancelling the call stops the task.",
    "act",
    {
      properties: { ...SESSION, task: { type: "string" }, ...TASK, ...waiting(WAIT_SECONDS) },
      required: ["session_id", "task"],
    },
    (args, calling) => run(args, calling, bodyOf(args, ["session_id", ...RUN_FIELDS]), "task"),
  ),
  tool(
    "stop_session",
    "Ends a session, or stops only its task and leaves the session idle.",
    "destroy",
    {
      properties: { ...SESSION, strategy: { type: "string", enum: ["task", "session"], default: "session" } },
      required: ["session_id"],
    },
    async (args, { ask }) => {
      const body = { strategy: args.strategy ?? "session" };
      return sessionOf(await ask("POST", pathOf(args.session_id, "/stop"), { body }));
    },
  ),
  tool(
    "get_session_messages",
    "Lists the messages of a session in chronological order: the latest ones, or those after or before a message.",
    "read",
    {
      properties: {
        ...SESSION,
        after: { type: "string", description: "id of a message" },
        before: { type: "string", description: "id of a message" },
        limit: { type: "integer", minimum: 1, maximum: 100, default: 10 },
      },
      required: ["session_id"],
    },
    async (args, { ask }) =>
      messagesOf(
        await ask("GET", pathOf(args.session_id, "/messages"), { query: bodyOf(args, ["after", "before", "limit"]) }),
      ),
  ),
  tool(
    "list_sessions",
    "Lists sessions, newest first.",
    "read",
    { properties: PAGE },
    async ({ page = 1, page_size = 10 }, { ask }) => {
      const { sessions, total } = await ask("GET", "/sessions", { query: { page, page_size } });
      return { sessions: sessions.map((one: AnyJson) => sessionOf(one, true)), total };
    },
  ),
  tool(
    "list_browser_profiles",
    "Lists browser profiles, newest first: saved logins that a session can start with.",
    "read",
    { properties: { query: { type: "string", description: "Substring of the name or user id" }, ...PAGE } },
    async ({ query, page = 1, page_size = 10 }, { ask }) => {
      const params = { ...(query === undefined ? {} : { query }), pageNumber: page, pageSize: page_size };
      const { items, totalItems } = await ask("GET", "/profiles", { query: params });
      const profiles = items.map(({ id, name, userId, cookieDomains }: AnyJson) => ({
        ...{ profile_id: id, name: name ?? undefined, user_id: userId ?? undefined },
        domains: cookieDomains?.slice(0, 20),
      }));
      return { profiles, total: totalItems };
    },
  ),
];
