/** The shapes of tasks of v2, and how a record looks in them. */

import { VERSION } from "../../../version.ts";
import { textOf } from "../../agents/runs/progress.ts";
import { fileNameOf } from "../../agents/runs/workspace.ts";
import { dollars } from "../../billing/money.ts";
import type { TaskRecord } from "../../store/records/task-rows.ts";
import type { StepRecord, TaskFile } from "../../store/records/tasks.ts";
import { type AnyCall, dateOf } from "../http/agents.ts";
import { anyObject, dateTime, decimal, integer, orNull, text, uuid } from "../http/fields.ts";
import { z } from "../http/hono.ts";
import { metadata, profileChoice, proxyCountry, screen } from "../http/schemas.ts";
import { nameIn, ThinkingLevel } from "../sessions/shapes.ts";

/** Names of models are examples in the contract: which there are is the operator's affair. */
const SupportedLLMs = z
  .string()
  .openapi("SupportedLLMs", { description: "Name of a language model that the server has", example: "gpt-4.1-mini" });

export const TaskStatus = z.enum(["created", "started", "finished", "failed", "stopped"]).openapi("TaskStatus");
const TaskUpdateAction = z.enum(["stop", "stop_task_and_session", "pause", "resume"]).openapi("TaskUpdateAction", {
  description:
    "`stop_task_and_session` also ends the session; `pause` holds the task up before its next action, `resume` lets it go on",
});
export const UpdateTaskRequest = z.object({ action: TaskUpdateAction }).openapi("UpdateTaskRequest");

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

export const CreateTaskRequest = z
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
    metadata: metadata().openapi({ description: "Pairs of the caller's own, at most 10; told in events and answers" }),
    secrets: z.record(z.string(), z.string()).nullish().openapi({
      description: "By domain (`github.com`: `user:password`) or by a name that stands for the value in `task`",
    }),
    allowedDomains: z.array(z.string()).nullish().openapi({ description: "`example.com`, `*.example.com`" }),
    opVaultId: z.string().nullish(),
    sessionSettings: orNull(SessionSettings).optional(),
    highlightElements: z.boolean().default(false),
    flashMode: z.boolean().default(false),
    thinking: z.boolean().default(false),
    thinkingLevel: orNull(ThinkingLevel).optional().openapi({ description: "Goes before `thinking`" }),
    vision: z.union([z.boolean(), z.literal("auto")]).default(true),
    systemPromptExtension: text(0, 2_000).default(""),
    judge: z.boolean().default(false),
    judgeGroundTruth: text(0, 10_000).nullish(),
    judgeLlm: orNull(SupportedLLMs).optional(),
    skillIds: z.array(z.string()).nullish().openapi({ description: "Skills it may use; `*` is all" }),
  })
  .openapi("CreateTaskRequest")
  .transform(({ url, ...rest }) => ({ ...rest, startUrl: rest.startUrl ?? url }));

export const TaskCreatedResponse = z.object({ id: uuid(), sessionId: uuid() }).openapi("TaskCreatedResponse");

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
  browserUseVersion: z
    .string()
    .nullish()
    .openapi({ description: "`agentVersion` by the name that older clients read" }),
  endReason: z.string().nullish().openapi({
    description: "In words, why it ended without success. An addition of this server",
  }),
  isSuccess: z.boolean().nullish(),
  judgement: z.string().nullish(),
  judgeVerdict: z.boolean().nullish(),
  cost: decimal().nullish(),
  suggestions: z.array(anyObject()).nullish(),
};

export const TaskItemView = z.object({ ...head, ...outcome }).openapi("TaskItemView");

export const TaskView = z
  .object({ ...head, steps: z.array(TaskStepView), outputFiles: z.array(FileView), ...outcome })
  .openapi("TaskView");

export const TaskStatusView = z
  .object({
    id: uuid(),
    status: TaskStatus,
    output: z.string().nullish().openapi({ description: "JSON as text where `structuredOutput` was asked for" }),
    finishedAt: dateTime().nullish(),
    isSuccess: z.boolean().nullish(),
    cost: decimal().nullish(),
  })
  .openapi("TaskStatusView");

export const TaskLogFileResponse = z.object({ downloadUrl: z.string() }).openapi("TaskLogFileResponse");

/** In lists, and the head of the whole. */
export function taskItem(task: TaskRecord): z.output<typeof TaskItemView> {
  const { id, sessionId, model, status, createdAt, startedAt, finishedAt, metadata } = task;
  return {
    ...{ id, sessionId, llm: model, task: task.task, status, createdAt: dateOf(createdAt), metadata },
    startedAt: startedAt === null ? null : dateOf(startedAt),
    finishedAt: finishedAt === null ? null : dateOf(finishedAt),
    ...outcomeOf(task),
    agentVersion: `svc ${VERSION}`,
    browserUseVersion: `svc ${VERSION}`,
    endReason: task.isSuccess === false ? task.explanation : null,
    judgement: task.judgement,
    judgeVerdict: task.judgeVerdict,
    suggestions: null,
  };
}

/** What whoever polls waits for. */
export function taskStatus(task: TaskRecord): z.output<typeof TaskStatusView> {
  const { id, status, finishedAt } = task;
  return { id, status, finishedAt: finishedAt === null ? null : dateOf(finishedAt), ...outcomeOf(task) };
}

function outcomeOf({ output, isSuccess, explanation, status, costNano }: TaskRecord) {
  // A task that failed without an answer says why where clients look.
  const told = output === null ? (isSuccess === false ? explanation : null) : textOf(output);
  return { output: told, isSuccess, cost: status === "created" ? null : dollars(costNano) };
}

export function taskView(
  task: TaskRecord,
  { steps, files }: { steps: readonly StepRecord[]; files: readonly TaskFile[] },
  call: AnyCall,
): z.output<typeof TaskView> {
  return {
    ...taskItem(task),
    steps: steps.map((step, n) => ({
      number: step.number,
      memory: "",
      evaluationPreviousGoal: steps[n - 1]?.result ?? "",
      nextGoal: step.thought,
      url: step.url,
      screenshotUrl: step.screenshot === null ? null : call.fileLink(step.screenshot, nameIn(step.screenshot)),
      actions: step.actions,
      duration: step.durationMs / 1_000,
    })),
    outputFiles: files.map(({ id, path }) => ({ id, fileName: fileNameOf(path) })),
  };
}
