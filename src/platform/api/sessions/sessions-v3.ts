/** Endpoints for agent sessions in v3, where the session has the task. */
import type { TaskRequest } from "../../agents/sessions/sessions.ts";
import { nanoOf } from "../../billing/money.ts";
import { Refusal } from "../../refusal.ts";
import { isMarked, marked } from "../../skills/cache.ts";
import type { TaskOptions } from "../../store/records/task-rows.ts";
import {
  modelNamed,
  refuseUnsupported,
  requestContextOf,
  sessionOf,
  settingsOf,
  startUrlOf,
  workspaceNamed,
} from "../http/agents.ts";
import { type Call, endpoint } from "../http/endpoint.ts";
import { MAX_PAGE, queryInteger } from "../http/fields.ts";
import { z } from "../http/hono.ts";
import { BySession } from "../http/schemas.ts";
import {
  SessionFilter,
  SessionListResponse,
  SessionResponse,
  SessionRunRequest,
  StopSessionRequest,
  sessionItem,
  sessionView,
} from "./shapes.ts";

const COMMON = { versions: ["v3"], tag: "Sessions" } as const;

/** Step limit of a task; v3 requests cannot set it. */
const MAX_STEPS = 500;

type RunRequest = z.output<typeof SessionRunRequest>;
type RunCall = Call<undefined, undefined, RunRequest>;

const createSession = endpoint({
  ...COMMON,
  method: "post",
  path: "/sessions",
  id: "createSession",
  summary: "Run a task in a new or an idle session",
  description:
    "Responds as soon as the session has its browser: poll the session until it is `idle`, `stopped`, `timed_out` or `error`, or stream its events. Without `task` the session is created and stays idle. If the agent of the session has asked a question, `task` is the answer. If all slots are in use, the request waits for a free one: up to 15 s, or as long as `Prefer: wait=<seconds>` requests and the operator allows. After that it is refused with 429. Accepts `Idempotency-Key`.",
  takesIdempotencyKey: true,
  body: SessionRunRequest,
  example: { task: "Find the price of the blue kettle on https://shop.example.com" },
  status: 200,
  answer: SessionResponse,
  errors: [400, 402, 404, 409, 429],
  async handle(call) {
    const { body } = call;
    refuseUnsupported(body, ["codeMode", "enableScheduledTasks"]);
    const { sessionId } = body.sessionId ? await dispatched(call, body.sessionId) : await created(call);
    const session = await sessionOf(call, sessionId);
    return { status: 200, body: await sessionView(session, call) };
  },
});

async function created(call: RunCall) {
  const { body, projectId, platform } = call;
  const model = modelNamed(call, "model", body.model);
  const settings = await settingsOf(call, body);
  const maxCostNano = maxCostOf(body);
  const workspaceId = await workspaceNamed(call, body.workspaceId);
  return await platform.agents.create(
    {
      projectId,
      workspaceId,
      model,
      keepAlive: body.keepAlive ?? false,
      persistMemory: true,
      settings,
      maxCostNano,
      thinking: body.thinkingLevel ?? undefined,
      // With a task the agent opens the page, and sees if that fails.
      startUrl: body.task ? undefined : startUrlOf(body.startUrl),
      task: body.task ? await taskOf(call, { ...body, workspaceId }, model, maxCostNano) : undefined,
    },
    requestContextOf(call, "sessions"),
  );
}

function maxCostOf({ maxCostUsd }: RunRequest): number | undefined {
  return maxCostUsd === undefined || maxCostUsd === null ? undefined : nanoOf(maxCostUsd);
}

async function dispatched(call: RunCall, id: string) {
  const { body, platform } = call;
  const session = await sessionOf(call, id);
  const workspaceId = await workspaceNamed(call, body.workspaceId);
  if (workspaceId !== undefined && workspaceId !== session.workspaceId)
    throw new Refusal(422, "The workspace of a session cannot be changed", { field: "workspaceId" });
  const model = modelNamed(call, "model", body.model ?? session.model);
  // The budget is for the whole session: earlier costs count.
  const maxCostNano = maxCostOf(body);
  const { costNano } = await platform.agents.records.sessions.spending(id);
  const left = maxCostNano === undefined ? undefined : Math.max(0, maxCostNano - costNano);
  const set = {
    maxCostNano: maxCostNano ?? null,
    ...(body.keepAlive === undefined ? {} : { keepAlive: body.keepAlive }),
  };
  const thinkingLevel = body.thinkingLevel ?? session.thinking ?? undefined;
  const asked = { ...body, thinkingLevel, workspaceId: session.workspaceId };
  const task = await taskOf(call, asked, model, left);
  return await platform.agents.dispatch(session, task, requestContextOf(call, `sessions/${id}`), 409, set);
}

/** Errors: 402 if the session has already spent its budget. */
async function taskOf(
  call: RunCall,
  body: RunRequest,
  model: string,
  maxCostNano: number | undefined,
): Promise<TaskRequest> {
  if (maxCostNano !== undefined && maxCostNano <= 0)
    throw new Refusal(402, "The cost limit of the session is reached", {
      hint: "Send the task with a larger maxCostUsd.",
    });
  const options: TaskOptions = {
    startUrl: startUrlOf(body.startUrl),
    schema: body.outputSchema ?? undefined,
    maxSteps: MAX_STEPS,
    thinking: body.thinkingLevel ?? undefined,
    vision: "auto",
    maxCostNano,
    skills: body.skills ? "all" : undefined,
  };
  const { task, ...cached } = await cachedOf(call, body);
  return { task, model, options: { ...options, ...cached }, secrets: body.sensitiveData };
}

/** Errors: 422 for `cacheScript` without a workspace. */
async function cachedOf(
  { platform }: RunCall,
  { task = "", cacheScript, workspaceId, outputSchema, autoHeal }: RunRequest,
) {
  const text = task ?? "";
  if (cacheScript && !workspaceId)
    throw new Refusal(422, "cacheScript requires a workspace to store the script in", { field: "workspaceId" });
  const isCached = cacheScript ?? isMarked(text);
  if (!isCached || !workspaceId || text === "") return { task: cacheScript === false ? text : marked(text).task };
  return await platform.skills.cached(workspaceId, text, { schema: outputSchema ?? undefined, autoHeal });
}

const listSessions = endpoint({
  ...COMMON,
  method: "get",
  path: "/sessions",
  id: "listSessions",
  summary: "List sessions, newest first",
  description: "URLs (`liveUrl`, `recordingUrls`, `screenshotUrl`) are omitted: read a session to get them.",
  query: z.object({
    page: queryInteger(1, MAX_PAGE, 1).openapi({ description: "Page number, starting at 1" }),
    page_size: queryInteger(1, 100, 20).openapi({ description: "Items per page" }),
    filterBy: SessionFilter.optional(),
  }),
  status: 200,
  answer: SessionListResponse,
  async handle({ platform, projectId, query: { page, page_size: size, filterBy } }) {
    const { sessions } = platform.agents.records;
    const { items, total } = await sessions.list(projectId, {
      page,
      size,
      state: filterBy === "active" ? "live" : filterBy,
    });
    const browsers = await sessions.browsersOf(items.map(({ id }) => id));
    const body = { sessions: items.map((one) => sessionItem(one, browsers.get(one.id))), total, page, pageSize: size };
    return { status: 200, body };
  },
});

const getSession = endpoint({
  ...COMMON,
  method: "get",
  path: "/sessions/{session_id}",
  id: "getSession",
  summary: "Read a session",
  params: BySession,
  status: 200,
  answer: SessionResponse,
  errors: [404],
  async handle(call) {
    return { status: 200, body: await sessionView(await sessionOf(call, call.params.session_id), call) };
  },
});

const deleteSession = endpoint({
  ...COMMON,
  method: "delete",
  path: "/sessions/{session_id}",
  id: "deleteSession",
  summary: "Stop and delete a session",
  description:
    "Removes its messages, tasks, screenshots, files, its workspace (unless you created it), and its browsers with downloads and recordings. Pending webhook events are still delivered, and the ledger keeps its id.",
  params: BySession,
  status: 204,
  errors: [404],
  async handle(call) {
    await call.platform.agents.remove(await sessionOf(call, call.params.session_id));
    return { status: 204 };
  },
});

const stopSession = endpoint({
  ...COMMON,
  method: "post",
  path: "/sessions/{session_id}/stop",
  id: "stopSession",
  summary: "Stop a session or its task",
  description:
    "Responds when the session or task has stopped, or after 20 s with the current state. A session that is already stopped is returned unchanged.",
  params: BySession,
  body: StopSessionRequest,
  bodyOptional: true,
  example: { strategy: "task" },
  status: 200,
  answer: SessionResponse,
  errors: [404],
  async handle(call) {
    const session = await sessionOf(call, call.params.session_id);
    await call.platform.agents.stop(session, call.body.strategy === "task" ? "idle" : "session");
    return { status: 200, body: await sessionView(await sessionOf(call, session.id), call) };
  },
});

export const sessionsV3 = [createSession, listSessions, getSession, deleteSession, stopSession];
