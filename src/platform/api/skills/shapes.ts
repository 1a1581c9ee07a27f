/** Schemas of skills, and the conversion of records to them. */
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
  .openapi({ description: "Secret values by name or host. Scripts and models see only the names" });

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

/** Field with the names of the secrets that a script types. */
export function secretNames() {
  return z
    .array(z.string())
    .openapi({ description: "Names of the secrets that the script types; every run must provide them" });
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
    code: z.string().nullish().openapi({ description: "The script, base64-encoded" }),
    clonedFromSkillId: uuid().nullish(),
    reason: z.string().nullish().openapi({ description: "Why the skill, or the last attempt to change it, failed" }),
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
      description: "Instructions for the agent that demonstrates the task, with example values",
    }),
    llm: z.string().nullish().openapi({ description: "Name of the model; default: the server's default model" }),
    profileId: uuid().nullish().openapi({ description: "Profile for the demonstration and for runs" }),
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
      .openapi({ description: "Hosts that runs are restricted to; an empty list removes the restriction" }),
    isEnabled: z.boolean().nullish(),
    isPublic: z.boolean().nullish().openapi({ description: "Visible to all projects of this server" }),
  })
  .openapi("UpdateSkillRequest");

export const ExecuteSkillRequest = z
  .object({
    parameters: anyObject().optional(),
    sessionId: uuid().nullish().openapi({ description: "Idle session to run in; default: a new session" }),
    profileId: uuid()
      .nullish()
      .openapi({ description: "Profile of the new session; default: the profile of the skill" }),
    secrets,
    autoHeal: z.boolean().default(true).openapi({
      description: "If the script fails, let an agent do the task and create a new version, after this response",
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

/** Filters of skill lists, shared with the marketplace. */
export const skillQuery = {
  query: text(0, 100).optional().openapi({ description: "Words to search for" }),
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

/** An execution is a task of a session. */
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
