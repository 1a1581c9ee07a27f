/** Endpoints for tasks, v2 only. */
import { jsonObject } from "../../../extract/schema.ts";
import type { SessionRequest, TaskRequest } from "../../agents/sessions/sessions.ts";
import { notFound, Refusal } from "../../refusal.ts";
import type { TaskOptions, TaskRecord } from "../../store/records/task-rows.ts";
import {
  type AnyCall,
  modelNamed,
  refuseUnsupported,
  requestContextOf,
  sessionOf,
  settingsOf,
  startUrlOf,
  timeOf,
} from "../http/agents.ts";
import { type Call, endpoint } from "../http/endpoint.ts";
import { dateTime, pageOf, pageQuery, uuid } from "../http/fields.ts";
import { z } from "../http/hono.ts";
import {
  CreateTaskRequest,
  TaskCreatedResponse,
  TaskItemView,
  TaskLogFileResponse,
  TaskStatus,
  TaskStatusView,
  TaskView,
  taskItem,
  taskStatus,
  taskView,
  UpdateTaskRequest,
} from "./shapes.ts";

const COMMON = { versions: ["v2"], tag: "Tasks" } as const;

const ByTask = z.object({ task_id: uuid() });

type TaskCall = Call<undefined, undefined, z.output<typeof CreateTaskRequest>>;

async function taskOf({ platform, projectId }: AnyCall, id: string): Promise<TaskRecord> {
  const task = await platform.agents.records.tasks.get(projectId, id);
  if (!task) throw notFound("Task");
  return task;
}

async function detailView(call: AnyCall, task: TaskRecord): Promise<z.output<typeof TaskView>> {
  const { tasks } = call.platform.agents.records;
  const [steps, files] = await Promise.all([tasks.steps(task.id), tasks.files(task.id)]);
  return taskView(task, { steps, files }, call);
}

const listTasks = endpoint({
  ...COMMON,
  method: "get",
  path: "/tasks",
  id: "listTasks",
  summary: "List tasks, newest first",
  description: "Without steps and files: read a task to get them.",
  query: z.object({
    ...pageQuery,
    sessionId: uuid().optional(),
    filterBy: TaskStatus.optional(),
    after: dateTime().optional().openapi({ description: "Created at this time or later" }),
    before: dateTime().optional().openapi({ description: "Created at this time or earlier" }),
  }),
  status: 200,
  answer: pageOf(TaskItemView, "TaskListResponse"),
  async handle({ platform, projectId, query }) {
    const { pageSize, pageNumber, sessionId, filterBy } = query;
    const page = await platform.agents.records.tasks.list(projectId, {
      ...{ page: pageNumber, size: pageSize, sessionId, status: filterBy },
      ...{ after: timeOf(query.after), before: timeOf(query.before) },
    });
    const items = page.items.map(taskItem);
    return { status: 200, body: { items, totalItems: page.total, pageNumber, pageSize } };
  },
});

const createTask = endpoint({
  ...COMMON,
  method: "post",
  path: "/tasks",
  id: "createTask",
  summary: "Run a task",
  description:
    "Responds immediately: poll the status of the task for the outcome. Without `sessionId` the task gets a new session, which ends with the task. A session does one task at a time; if its agent has asked a question, `task` is the answer. A failed task has the status `finished` and `isSuccess` false. Accepts `Idempotency-Key`.",
  takesIdempotencyKey: true,
  body: CreateTaskRequest,
  example: { task: "Find the price of the blue kettle", startUrl: "https://shop.example.com" },
  status: 202,
  answer: TaskCreatedResponse,
  errors: [400, 402, 404, 409, 429],
  async handle(call) {
    const { body, platform, projectId } = call;
    const model = modelNamed(call, "llm", body.llm);
    const task = await askedOf(call, model);
    const asking = requestContextOf(call, "tasks");
    if (body.sessionId) {
      const session = await sessionOf(call, body.sessionId);
      return created(await platform.agents.dispatch(session, task, asking, 400));
    }
    const settings = await newSessionSettings(call);
    const session = { projectId, model, keepAlive: false, persistMemory: true, settings, task };
    return created(await platform.agents.create(session, asking));
  },
});

function created({ sessionId, taskId }: { sessionId: string; taskId: string | null }) {
  return { status: 202, body: { id: taskId ?? "", sessionId } };
}

/** Settings of the task's new session. Settings without a proxy mean no proxy; no settings mean the server's default. */
async function newSessionSettings(call: TaskCall): Promise<SessionRequest["settings"]> {
  const { sessionSettings } = call.body;
  if (!sessionSettings) return await settingsOf(call, { enableRecording: false });
  const { proxyCountryCode = null } = sessionSettings;
  return await settingsOf(call, { ...sessionSettings, proxyCountryCode });
}

async function askedOf(call: TaskCall, model: string): Promise<TaskRequest> {
  const { body } = call;
  refuseUnsupported(body, ["opVaultId"]);
  const options: TaskOptions = {
    apiVersion: "v2",
    startUrl: startUrlOf(body.startUrl),
    schema: schemaOf(body.structuredOutput),
    maxSteps: body.maxSteps,
    thinking: body.thinkingLevel ?? (body.flashMode ? "disabled" : body.thinking ? "medium" : undefined),
    vision: body.vision,
    allowedDomains: body.allowedDomains?.length ? body.allowedDomains : undefined,
    skills: await requestedSkills(call),
    instructions: body.systemPromptExtension || undefined,
    judge: body.judge
      ? { model: modelNamed(call, "judgeLlm", body.judgeLlm ?? model), groundTruth: body.judgeGroundTruth ?? undefined }
      : undefined,
  };
  return { task: body.task, model, options, metadata: body.metadata ?? undefined, secrets: body.secrets };
}

/** The skills that the task may use. Errors: 404 for a skill that the project does not have or that cannot run. */
async function requestedSkills({ body, platform, projectId }: TaskCall): Promise<TaskOptions["skills"]> {
  const ids = body.skillIds ?? [];
  if (ids.length === 0) return undefined;
  if (ids.includes("*")) return "all";
  const usable = await platform.skills.records.usable(projectId, ids);
  if (usable.length < new Set(ids).size) throw notFound("Skill");
  return ids;
}

/** Errors: 422 if the text is not a JSON object. */
function schemaOf(text: string | null | undefined): Record<string, unknown> | undefined {
  if (text === null || text === undefined || text === "") return undefined;
  const schema = jsonObject(text);
  if (schema) return schema;
  throw new Refusal(422, "Input should be a JSON Schema (an object) as a string", { field: "structuredOutput" });
}

const getTask = endpoint({
  ...COMMON,
  method: "get",
  path: "/tasks/{task_id}",
  id: "getTask",
  summary: "Read a task with its steps",
  params: ByTask,
  status: 200,
  answer: TaskView,
  errors: [404],
  async handle(call) {
    return { status: 200, body: await detailView(call, await taskOf(call, call.params.task_id)) };
  },
});

const updateTask = endpoint({
  ...COMMON,
  method: "patch",
  path: "/tasks/{task_id}",
  id: "updateTask",
  summary: "Stop, pause or resume a task",
  description: "`stop` responds when the task has stopped, or after 20 s with its current state.",
  params: ByTask,
  body: UpdateTaskRequest,
  example: { action: "stop" },
  status: 200,
  answer: TaskView,
  errors: [400, 404],
  async handle(call) {
    const { platform, params, body } = call;
    const { agents } = platform;
    const task = await taskOf(call, params.task_id);
    const session = await sessionOf(call, task.sessionId);
    const isCurrent = session.taskId === task.id && (task.status === "created" || task.status === "started");
    if (body.action === "stop_task_and_session") await agents.stop(session, "session");
    else if (body.action === "stop" && isCurrent) await agents.stop(session, "task");
    else if (body.action !== "stop" && !(isCurrent && agents.pause(session, body.action === "pause")))
      throw new Refusal(400, "Task is not running");
    return { status: 200, body: await detailView(call, await taskOf(call, task.id)) };
  },
});

const getTaskStatus = endpoint({
  ...COMMON,
  method: "get",
  path: "/tasks/{task_id}/status",
  id: "getTaskStatus",
  summary: "Read the status of a task",
  description: "Use this endpoint for polling: it is cheap. Read the task once at the end.",
  params: ByTask,
  status: 200,
  answer: TaskStatusView,
  errors: [404],
  async handle(call) {
    return { status: 200, body: taskStatus(await taskOf(call, call.params.task_id)) };
  },
});

const getTaskLogs = endpoint({
  ...COMMON,
  method: "get",
  path: "/tasks/{task_id}/logs",
  id: "getTaskLogs",
  summary: "Get the download URL of a task's log",
  description: "The log is text with all messages of the task so far. The URL is valid for 15 minutes.",
  params: ByTask,
  status: 200,
  answer: TaskLogFileResponse,
  errors: [404, 500],
  async handle(call) {
    const { id, sessionId } = await taskOf(call, call.params.task_id);
    const { messages, objects } = call.platform.agents.records;
    const lines = (await messages.ofTask(id, sessionId)).map(
      ({ createdAt, type, data }) =>
        `${new Date(createdAt).toISOString()} ${type}: ${data.replaceAll("\n", "\n    ")}\n`,
    );
    const object = `tasks/${id}/log.txt`;
    await objects.put(object, new TextEncoder().encode(lines.join("")));
    return { status: 200, body: { downloadUrl: call.fileLink(object, `task-${id}.txt`) } };
  },
});

export const tasks = [listTasks, createTask, getTask, updateTask, getTaskStatus, getTaskLogs];
