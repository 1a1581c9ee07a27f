/** Shapes of skills as callers see them, and records as such. */
import { typedIn } from "../../../agent/guard/secrets.ts";
import { CATEGORIES } from "../../skills/draft.ts";
import type { SkillRecord, SkillVersion } from "../../store/records/skills.ts";
import type { TaskRecord } from "../../store/records/task-rows.ts";
import { dateOf } from "../http/agents.ts";
import { anyObject, dateTime, integer, text, uuid } from "../http/fields.ts";
import { z } from "../http/hono.ts";

const secrets = z
  .record(z.string(), z.string())
  .nullish()
  .openapi({ description: "Values by name or by host: scripts and models know the names alone" });

export const SkillCategory = z.enum(CATEGORIES).openapi("SkillCategory");

const ParameterType = z.enum(["string", "number", "boolean", "object", "array", "cookie"]).openapi("ParameterType");

export const ParameterSchema = z
  .object({
    name: z.string(),
    type: ParameterType,
    required: z.boolean().default(true),
    description: z.string().nullish(),
    default: z.unknown().optional(),
    cookieDomain: z.string().nullish(),
  })
  .openapi("ParameterSchema");

const SkillsGenerationStatus = z
  .enum(["recording", "generating", "failed", "finished", "cancelled", "timed_out"])
  .openapi("SkillsGenerationStatus");

/** Of what a script types. */
export function secretNames() {
  return z
    .array(z.string())
    .openapi({ description: "Names of the secrets that its script types: each run needs them" });
}

export const SkillResponse = z
  .object({
    id: uuid(),
    slug: z.string().nullish(),
    title: z.string(),
    description: z.string(),
    categories: z.array(SkillCategory),
    domains: z.array(z.string()),
    goal: z.string().nullish(),
    agentPrompt: z.string().nullish(),
    status: SkillsGenerationStatus,
    parameters: z.array(ParameterSchema),
    outputSchema: anyObject(),
    isEnabled: z.boolean(),
    isPublic: z.boolean(),
    iconUrl: z.string().nullish(),
    firstPublishedAt: dateTime().nullish(),
    lastPublishedAt: dateTime().nullish(),
    secrets: secretNames(),
    currentVersion: integer().nullable(),
    currentVersionStartedAt: dateTime().nullish(),
    currentVersionFinishedAt: dateTime().nullish(),
    code: z.string().nullish().openapi({ description: "Base64" }),
    clonedFromSkillId: uuid().nullish(),
    reason: z.string().nullish().openapi({ description: "Why it failed, or the last try to change it did" }),
    createdAt: dateTime(),
    updatedAt: dateTime(),
  })
  .openapi("SkillResponse");

export const CreateSkillRequest = z
  .object({
    title: text(0, 100).nullish(),
    description: text(0, 1_000).nullish(),
    goal: text(0, 1_000),
    agentPrompt: text(10, 50_000).openapi({
      description: "What the agent is told that shows how it is done, with example values",
    }),
    llm: z.string().nullish().openapi({ description: "Name of the model; else the default one" }),
    profileId: uuid().nullish().openapi({ description: "Profile that it is shown and run with" }),
    secrets,
  })
  .openapi("CreateSkillRequest");
export const CreateSkillResponse = z.object({ id: uuid() }).openapi("CreateSkillResponse");

export const UpdateSkillRequest = z
  .object({
    title: text(0, 100).nullish(),
    description: text(0, 1_000).nullish(),
    categories: z.array(SkillCategory).nullish(),
    domains: z
      .array(text(1, 255))
      .max(100)
      .nullish()
      .openapi({ description: "Hosts that its runs are limited to; an empty list takes that back" }),
    isEnabled: z.boolean().nullish(),
    isPublic: z.boolean().nullish().openapi({ description: "Whether all projects of this server see it" }),
  })
  .openapi("UpdateSkillRequest");

export const ExecuteSkillRequest = z
  .object({
    parameters: anyObject().optional(),
    sessionId: uuid().nullish().openapi({ description: "An idle session that it is run in; else one of its own" }),
    profileId: uuid().nullish().openapi({ description: "Profile of its own session; else that of the skill" }),
    secrets,
    autoHeal: z.boolean().default(true).openapi({
      description: "Where the script fails, have an agent do it and make a new version of that, after this answer",
    }),
  })
  .openapi("ExecuteSkillRequest");
export const ExecuteSkillResponse = z
  .object({
    success: z.boolean(),
    result: z.unknown().optional(),
    error: z.string().nullish(),
    stderr: z.string().nullish(),
    latencyMs: integer().nullish(),
  })
  .openapi("ExecuteSkillResponse");

export const RefineSkillRequest = z
  .object({
    feedback: text(10, 50_000),
    testOutput: text(0, 50_000).nullish(),
    testLogs: text(0, 50_000).nullish(),
    secrets,
  })
  .openapi("RefineSkillRequest");
export const RefineSkillResponse = z.object({ id: uuid() }).openapi("RefineSkillResponse");

export const SkillExecutionView = z
  .object({
    id: uuid(),
    skillId: uuid(),
    status: z.string().openapi({ description: "`running`, `completed` or `failed`" }),
    success: z.boolean(),
    startedAt: dateTime(),
    finishedAt: dateTime().nullable(),
    latencyMs: integer().nullable(),
    hasOutput: z.boolean(),
  })
  .openapi("SkillExecutionView");
export const SkillExecutionOutputResponse = z
  .object({ downloadUrl: z.string() })
  .openapi("SkillExecutionOutputResponse");

export const BySkill = z.object({ skill_id: uuid() });

/** How lists of skills are narrowed, here and in the marketplace. */
export const skillQuery = {
  query: text(0, 100).optional().openapi({ description: "Words to look for" }),
  category: SkillCategory.optional(),
  fromDate: dateTime().optional(),
  toDate: dateTime().optional(),
};

export function skillView(skill: SkillRecord, version: SkillVersion | undefined): z.output<typeof SkillResponse> {
  const { id, slug, title, description, goal, agentPrompt, status, reason, isEnabled, isPublic } = skill;
  return {
    ...{ id, slug, title, description, goal, agentPrompt, status, reason, isEnabled, isPublic },
    categories: categoriesOf(skill),
    domains: skill.domains ?? version?.hosts ?? [],
    parameters: version?.parameters ?? [],
    secrets: typedIn(version?.script ?? ""),
    outputSchema: version?.outputSchema ?? {},
    iconUrl: null,
    firstPublishedAt: dateOrNull(skill.firstPublishedAt),
    lastPublishedAt: dateOrNull(skill.lastPublishedAt),
    currentVersion: skill.currentVersion,
    currentVersionStartedAt: dateOrNull(version?.startedAt ?? null),
    currentVersionFinishedAt: dateOrNull(version?.finishedAt ?? null),
    code: version ? Buffer.from(version.script).toString("base64") : null,
    clonedFromSkillId: skill.clonedFrom,
    createdAt: dateOf(skill.createdAt),
    updatedAt: dateOf(skill.updatedAt),
  };
}

export function categoriesOf({ categories }: SkillRecord): z.output<typeof SkillCategory>[] {
  return categories.filter((one): one is z.output<typeof SkillCategory> => SkillCategory.safeParse(one).success);
}

/** Runs are tasks of sessions. */
export function executionView(task: TaskRecord): z.output<typeof SkillExecutionView> {
  const { id, skillId, status, isSuccess, finishedAt, createdAt, output } = task;
  const isOver = status === "finished" || status === "stopped";
  return {
    ...{ id, skillId: skillId ?? "" },
    status: !isOver ? "running" : isSuccess ? "completed" : "failed",
    success: isSuccess === true,
    startedAt: dateOf(task.startedAt ?? createdAt),
    finishedAt: dateOrNull(finishedAt),
    latencyMs: latencyOf(task),
    hasOutput: output !== null,
  };
}

export function latencyOf({ startedAt, createdAt, finishedAt }: TaskRecord): number | null {
  return finishedAt === null ? null : finishedAt - (startedAt ?? createdAt);
}

function dateOrNull(at: number | null): string | null {
  return at === null ? null : dateOf(at);
}
