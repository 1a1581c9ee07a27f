/** Endpoints of tasks, v2 alone: described and checked; the agent that does them is not part of this version. */
import { planned } from "./endpoint.ts";
import { anyObject, dateTime, decimal, integer, orNull, pageOf, pageQuery, text, uuid } from "./fields.ts";
import { z } from "./hono.ts";
import { profileChoice, proxyCountry, screen } from "./schemas.ts";

const COMMON = { versions: ["v2"], tag: "Tasks" } as const;
const WHAT = "tasks";

const MAX_METADATA = 10;

/** Names of models are examples in the contract: which there are is the operator's affair. */
const SupportedLLMs = z
  .string()
  .openapi("SupportedLLMs", { description: "Name of a language model that the server has", example: "gpt-4.1-mini" });

const TaskStatus = z.enum(["created", "started", "finished", "failed", "stopped"]).openapi("TaskStatus");
const TaskUpdateAction = z.enum(["stop", "stop_task_and_session"]).openapi("TaskUpdateAction");
const UpdateTaskRequest = z.object({ action: TaskUpdateAction }).openapi("UpdateTaskRequest");

const SessionSettings = z
  .object({
    profileId: profileChoice,
    proxyCountryCode: proxyCountry,
    ...screen,
    enableRecording: z.boolean().default(false),
  })
  .openapi("SessionSettings", {
    description: "The session that is made for this task. Without `proxyCountryCode` it has no proxy.",
  });

const metadata = z
  .record(z.string(), z.string())
  .refine((pairs) => Object.keys(pairs).length <= MAX_METADATA, { error: `Metadata has at most ${MAX_METADATA} pairs` })
  .nullish()
  .openapi({ description: `Pairs of the caller's own, at most ${MAX_METADATA}; told in events and answers` });

const CreateTaskRequest = z
  .object({
    task: text(1, 50_000).openapi({ description: "What to do" }),
    llm: SupportedLLMs.optional(),
    startUrl: z.string().nullish().openapi({ description: "Page to begin on" }),
    url: z.string().nullish().openapi({ description: "Another name of `startUrl`, which goes first" }),
    maxSteps: integer(1, 10_000).default(100),
    structuredOutput: z
      .string()
      .nullish()
      .openapi({ description: "JSON Schema as text: what `output` is to look like" }),
    sessionId: uuid().nullish().openapi({ description: "Session to do it in; without one it gets its own" }),
    metadata,
    secrets: z.record(z.string(), z.string()).nullish().openapi({
      description: "By domain (`github.com`: `user:password`) or by a name that stands for the value in `task`",
    }),
    allowedDomains: z.array(z.string()).nullish().openapi({ description: "`example.com`, `*.example.com`" }),
    opVaultId: z.string().nullish(),
    sessionSettings: orNull(SessionSettings).optional(),
    highlightElements: z.boolean().default(false),
    flashMode: z.boolean().default(false),
    thinking: z.boolean().default(false),
    vision: z.union([z.boolean(), z.literal("auto")]).default(true),
    systemPromptExtension: text(0, 2_000).default(""),
    judge: z.boolean().default(false),
    judgeGroundTruth: text(0, 10_000).nullish(),
    judgeLlm: orNull(SupportedLLMs).optional(),
    skillIds: z.array(z.string()).nullish().openapi({ description: "Skills it may use; `*` is all" }),
  })
  .openapi("CreateTaskRequest")
  .transform(({ url, ...rest }) => ({ ...rest, startUrl: rest.startUrl ?? url }));

const TaskCreatedResponse = z.object({ id: uuid(), sessionId: uuid() }).openapi("TaskCreatedResponse");

const FileView = z.object({ id: uuid(), fileName: z.string() }).openapi("FileView");

const TaskStepView = z
  .object({
    number: integer(),
    memory: z.string(),
    evaluationPreviousGoal: z.string(),
    nextGoal: z.string(),
    url: z.string(),
    screenshotUrl: z.string().nullish(),
    actions: z.array(z.string()),
    duration: z.number().nullish(),
  })
  .openapi("TaskStepView");

const head = {
  id: uuid(),
  sessionId: uuid(),
  llm: z.string(),
  task: z.string(),
  status: TaskStatus,
  createdAt: dateTime(),
  startedAt: dateTime().nullish(),
  finishedAt: dateTime().nullish(),
  metadata: anyObject().default({}),
};

const outcome = {
  output: z.string().nullish(),
  agentVersion: z.string().nullish(),
  isSuccess: z.boolean().nullish(),
  judgement: z.string().nullish(),
  judgeVerdict: z.boolean().nullish(),
  cost: decimal().nullish(),
  suggestions: z.array(anyObject()).nullish(),
};

export const TaskItemView = z.object({ ...head, ...outcome }).openapi("TaskItemView");

const TaskView = z
  .object({ ...head, steps: z.array(TaskStepView), outputFiles: z.array(FileView), ...outcome })
  .openapi("TaskView");

const TaskStatusView = z
  .object({
    id: uuid(),
    status: TaskStatus,
    output: z.string().nullish(),
    finishedAt: dateTime().nullish(),
    isSuccess: z.boolean().nullish(),
    cost: decimal().nullish(),
  })
  .openapi("TaskStatusView");

const TaskLogFileResponse = z.object({ downloadUrl: z.string() }).openapi("TaskLogFileResponse");

const ByTask = z.object({ task_id: uuid() });

export const tasks = [
  planned(WHAT, {
    ...COMMON,
    method: "get",
    path: "/tasks",
    id: "listTasks",
    summary: "List tasks, newest first",
    query: z.object({
      ...pageQuery,
      sessionId: uuid().optional(),
      filterBy: TaskStatus.optional(),
      after: dateTime().optional(),
      before: dateTime().optional(),
    }),
    status: 200,
    answer: pageOf(TaskItemView, "TaskListResponse"),
  }),
  planned(WHAT, {
    ...COMMON,
    method: "post",
    path: "/tasks",
    id: "createTask",
    summary: "Have a task done",
    description: "Answers at once: poll the task's status for the outcome. A session does one task at a time.",
    body: CreateTaskRequest,
    example: { task: "Find the price of the blue kettle", startUrl: "https://shop.example.com" },
    status: 202,
    answer: TaskCreatedResponse,
    errors: [400, 402, 404, 429],
  }),
  planned(WHAT, {
    ...COMMON,
    method: "get",
    path: "/tasks/{task_id}",
    id: "getTask",
    summary: "Read a task with its steps",
    params: ByTask,
    status: 200,
    answer: TaskView,
    errors: [404],
  }),
  planned(WHAT, {
    ...COMMON,
    method: "patch",
    path: "/tasks/{task_id}",
    id: "updateTask",
    summary: "Stop a task",
    params: ByTask,
    body: UpdateTaskRequest,
    example: { action: "stop" },
    status: 200,
    answer: TaskView,
    errors: [404],
  }),
  planned(WHAT, {
    ...COMMON,
    method: "get",
    path: "/tasks/{task_id}/status",
    id: "getTaskStatus",
    summary: "Read how far a task is",
    description: "The one to poll: it costs little. Read the whole task once at the end.",
    params: ByTask,
    status: 200,
    answer: TaskStatusView,
    errors: [404],
  }),
  planned(WHAT, {
    ...COMMON,
    method: "get",
    path: "/tasks/{task_id}/logs",
    id: "getTaskLogs",
    summary: "Get the address of a task's log",
    params: ByTask,
    status: 200,
    answer: TaskLogFileResponse,
    errors: [404, 500],
  }),
];
