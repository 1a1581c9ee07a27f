/** Schemas of tasks in v2, and the conversion of records to them. */

import { VERSION } from "../../../version.ts";
import { textOf } from "../../agents/runs/progress-writer.ts";
import { fileNameOf } from "../../agents/runs/workspace.ts";
import { dollars } from "../../billing/money.ts";
import type { TaskRecord } from "../../store/records/task-rows.ts";
import type { StepRecord, TaskFile } from "../../store/records/tasks.ts";
import { type AnyCall, dateOf } from "../http/agents.ts";
import { anyObject, dateTime, decimal, integer, orNull, text, uuid } from "../http/fields.ts";
import { z } from "../http/hono.ts";
import { metadata, profileChoice, proxyCountry, screen } from "../http/schemas.ts";
import { nameIn, ThinkingLevel } from "../sessions/shapes.ts";

/** A string, not an enumeration: the operator configures the models. */
const SupportedLLMs = z
  .string()
  .openapi("SupportedLLMs", { description: "Name of a language model of the server", example: "gpt-4.1-mini" });

export const TaskStatus = z.enum(["created", "started", "finished", "failed", "stopped"]).openapi("TaskStatus");
const TaskUpdateAction = z.enum(["stop", "stop_task_and_session", "pause", "resume"]).openapi("TaskUpdateAction", {
  description:
    "`stop_task_and_session` also ends the session; `pause` stops the task before its next action, `resume` continues it",
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
    description: "Settings of the session that is created for this task. Without `proxyCountryCode` it has no proxy.",
  });

export const CreateTaskRequest = z
  .object({
    task: text(1, 50_000).openapi({ description: "Instructions for the agent" }),
    llm: SupportedLLMs.optional(),
    startUrl: z.string().nullish().openapi({ description: "URL to open first" }),
    url: z.string().nullish().openapi({ description: "Alias of `startUrl`, which takes precedence" }),
    maxSteps: integer(1, 10_000).default(100),
    structuredOutput: z.string().nullish().openapi({ description: "JSON Schema of `output`, as a string" }),
    sessionId: uuid().nullish().openapi({ description: "Session to run the task in; default: a new session" }),
    metadata: metadata().openapi({
      description: "Labels chosen by the caller, at most 10 pairs; returned in responses and events",
    }),
    secrets: z.record(z.string(), z.string()).nullish().openapi({
      description: "Secret values by domain (`github.com`: `user:password`) or by a name that `task` refers to",
    }),
    allowedDomains: z
      .array(z.string())
      .nullish()
      .openapi({ description: "Domains that the agent may visit, such as `example.com` or `*.example.com`" }),
    opVaultId: z.string().nullish(),
    sessionSettings: orNull(SessionSettings).optional(),
    highlightElements: z.boolean().default(false),
    flashMode: z.boolean().default(false),
    thinking: z.boolean().default(false),
    thinkingLevel: orNull(ThinkingLevel).optional().openapi({ description: "Takes precedence over `thinking`" }),
    vision: z.union([z.boolean(), z.literal("auto")]).default(true),
    systemPromptExtension: text(0, 2_000).default(""),
    judge: z.boolean().default(false),
    judgeGroundTruth: text(0, 10_000).nullish(),
    judgeLlm: orNull(SupportedLLMs).optional(),
    skillIds: z.array(z.string()).nullish().openapi({ description: "Skills that the agent may use; `*` means all" }),
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
  browserUseVersion: z.string().nullish().openapi({ description: "Same as `agentVersion`, for older clients" }),
  endReason: z.string().nullish().openapi({
    description: "Why the task ended without success. Extension of this server",
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
    output: z.string().nullish().openapi({ description: "Text; JSON if `structuredOutput` was requested" }),
    finishedAt: dateTime().nullish(),
    isSuccess: z.boolean().nullish(),
    cost: decimal().nullish(),
  })
  .openapi("TaskStatusView");

export const TaskLogFileResponse = z.object({ downloadUrl: z.string() }).openapi("TaskLogFileResponse");

/** A list item; also part of the full view. */
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

/** The view for polling. */
export function taskStatus(task: TaskRecord): z.output<typeof TaskStatusView> {
  const { id, status, finishedAt } = task;
  return { id, status, finishedAt: finishedAt === null ? null : dateOf(finishedAt), ...outcomeOf(task) };
}

function outcomeOf({ output, isSuccess, explanation, status, costNano }: TaskRecord) {
  // Clients look for the reason of a failure in `output`.
  const text = output === null ? (isSuccess === false ? explanation : null) : textOf(output);
  return { output: text, isSuccess, cost: status === "created" ? null : dollars(costNano) };
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
