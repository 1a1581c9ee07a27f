/** The tools of the remote MCP server: what they are called, what they take, and how each asks the API. */
import type { Tool as ListedTool } from "@modelcontextprotocol/server";
import type { AnyJson, Ask } from "./ask.ts";
import { messagesOf, type Shown, sessionOf } from "./shown.ts";

/** What a call has besides its arguments. */
export interface Calling {
  ask: Ask;
  /** Waits until the session needs somebody, for so many seconds at most. */
  wait(sessionId: string, seconds: number): Promise<void>;
  /** What is to be stopped when the call is cancelled: a session, or its task alone. */
  begun(sessionId: string, strategy: "session" | "task"): void;
}

export type Args = Readonly<Record<string, unknown>>;

/** What a tool takes. */
interface Taken {
  properties: Readonly<Record<string, Record<string, unknown>>>;
  required: readonly string[];
}

export interface RemoteTool extends Taken {
  listed: ListedTool;
  /** Errors: `Refused` with what the API said. */
  run(args: Args, calling: Calling): Promise<Shown>;
}

const SESSION = { session_id: { type: "string", description: "As run_session or list_sessions told it" } };

/** Hosts give a call a minute as a rule. */
const WAIT_SECONDS = 45;
const MAX_WAIT_SECONDS = 240;
const waiting = (seconds: number) => ({
  wait_seconds: {
    ...{ type: "number", minimum: 0, maximum: MAX_WAIT_SECONDS, default: seconds },
    description: "Wait this long at most for the end of the task",
  },
});

const TASK = {
  model: { type: "string", description: "A language model of the server; else its default" },
  output_schema: { type: "object", description: "JSON Schema that the output is to fit" },
  max_cost_usd: { type: "number", minimum: 0, description: "The task is stopped when the session has cost this much" },
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
  { properties, required = [] }: Pick<Taken, "properties"> & Partial<Taken>,
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

/** Members of a request: the same words in the case of the API; what was not given is left out. */
function bodyOf(args: Args, names: readonly string[]): Record<string, unknown> {
  const given = names.filter((name) => args[name] !== undefined);
  return Object.fromEntries(
    given.map((name) => [name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()), args[name]]),
  );
}

async function run(args: Args, calling: Calling, body: object, strategy: "session" | "task"): Promise<Shown> {
  const { id } = await calling.ask("POST", "/sessions", { body });
  calling.begun(id, strategy);
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
/** Left out is the default of the server. Null would say this in the API, but not in every dialect of schemas for tools. */
const NO_PROXY = { proxyCountryCode: null };

const NEW_FIELDS = ["keep_alive", "profile_id", "workspace_id", "proxy_country_code"];

export const TOOLS: readonly RemoteTool[] = [
  tool(
    "run_session",
    "Starts a browser session in which an agent does a task in words on the web, and waits for its end. A task that takes longer goes on: ask with get_session. Cancelling the call ends the session.",
    "act",
    {
      properties: {
        task: { type: "string", description: "What to do, with all it needs to know" },
        ...TASK,
        keep_alive: { type: "boolean", default: false, description: "The session stays for send_task" },
        profile_id: { type: "string", description: "Logins to begin with, from list_browser_profiles" },
        workspace_id: { type: "string" },
        proxy_country_code: { type: "string", description: "Two letters, or none for no proxy" },
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
    "Reads a session: status, output, what it asks, steps, cost, address of its live view.",
    "read",
    { properties: { ...SESSION, ...waiting(0) }, required: ["session_id"] },
    async (args, calling) => {
      // Whose session it is, before anything is waited for.
      const { id } = await calling.ask("GET", pathOf(args.session_id));
      return await waited(id, args, calling, 0);
    },
  ),
  tool(
    "send_task",
    "Gives an idle session its next task, or the agent of one that asks something its answer, and waits for the end of the task. Cancelling the call stops the task.",
    "act",
    {
      properties: { ...SESSION, task: { type: "string" }, ...TASK, ...waiting(WAIT_SECONDS) },
      required: ["session_id", "task"],
    },
    (args, calling) => run(args, calling, bodyOf(args, ["session_id", ...RUN_FIELDS]), "task"),
  ),
  tool(
    "stop_session",
    "Stops the task of a session, which then waits for the next one, or ends the session.",
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
    "Reads what was said and done in a session, in the order of time: the last ones, or those after or before a message.",
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
    "Lists browser profiles, newest first: saved logins that a session can begin with.",
    "read",
    { properties: { query: { type: "string", description: "Part of the name or user id" }, ...PAGE } },
    async ({ query, page = 1, page_size = 10 }, { ask }) => {
      const asked = { ...(query === undefined ? {} : { query }), pageNumber: page, pageSize: page_size };
      const { items, totalItems } = await ask("GET", "/profiles", { query: asked });
      const profiles = items.map(({ id, name, userId, cookieDomains }: AnyJson) => ({
        ...{ profile_id: id, name: name ?? undefined, user_id: userId ?? undefined },
        domains: cookieDomains?.slice(0, 20),
      }));
      return { profiles, total: totalItems };
    },
  ),
];
