/** Endpoints of skills, v2 alone: tasks that were learnt once and run as functions. Described and checked; not in this version. */
import { planned } from "./endpoint.ts";
import { anyObject, dateTime, integer, pageOf, pageQuery, queryFlag, text, uuid } from "./fields.ts";
import { z } from "./hono.ts";

const COMMON = { versions: ["v2"], tag: "Skills" } as const;
const WHAT = "skills";

const CATEGORIES =
  "search e_commerce financial news real_estate social_media travel marketplace lead_generation seo jobs developer media automation integration other";

export const SkillCategory = z.enum(CATEGORIES.split(" ")).openapi("SkillCategory");

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
    currentVersion: integer().nullable(),
    currentVersionStartedAt: dateTime().nullish(),
    currentVersionFinishedAt: dateTime().nullish(),
    code: z.string().nullish().openapi({ description: "Base64" }),
    clonedFromSkillId: uuid().nullish(),
    createdAt: dateTime(),
    updatedAt: dateTime(),
  })
  .openapi("SkillResponse");

const CreateSkillRequest = z
  .object({
    title: text(0, 100).nullish(),
    description: text(0, 1_000).nullish(),
    goal: text(0, 1_000),
    agentPrompt: text(10, Number.POSITIVE_INFINITY),
  })
  .openapi("CreateSkillRequest");
const CreateSkillResponse = z.object({ id: uuid() }).openapi("CreateSkillResponse");

const UpdateSkillRequest = z
  .object({
    title: text(0, 100).nullish(),
    description: text(0, 1_000).nullish(),
    categories: z.array(SkillCategory).nullish(),
    domains: z.array(z.string()).nullish(),
    isEnabled: z.boolean().nullish(),
  })
  .openapi("UpdateSkillRequest");

export const ExecuteSkillRequest = z
  .object({ parameters: anyObject().optional(), sessionId: uuid().nullish() })
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

const RefineSkillRequest = z
  .object({
    feedback: text(10, Number.POSITIVE_INFINITY),
    testOutput: z.string().nullish(),
    testLogs: z.string().nullish(),
  })
  .openapi("RefineSkillRequest");
const RefineSkillResponse = z.object({ id: uuid() }).openapi("RefineSkillResponse");

const SkillExecutionView = z
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
const SkillExecutionOutputResponse = z.object({ downloadUrl: z.string() }).openapi("SkillExecutionOutputResponse");

export const BySkill = z.object({ skill_id: uuid() });

/** How lists of skills are narrowed, here and in the marketplace. */
export const skillQuery = {
  query: text(0, 100).optional().openapi({ description: "Words to look for" }),
  category: SkillCategory.optional(),
  fromDate: dateTime().optional(),
  toDate: dateTime().optional(),
};

const one = { ...COMMON, path: "/skills/{skill_id}", params: BySkill } as const;

export const skills = [
  planned(WHAT, {
    ...COMMON,
    method: "get",
    path: "/skills",
    id: "listSkills",
    summary: "List skills",
    query: z.object({
      ...pageQuery,
      isPublic: queryFlag().optional(),
      isEnabled: queryFlag().optional(),
      ...skillQuery,
    }),
    status: 200,
    answer: pageOf(SkillResponse, "SkillListResponse"),
  }),
  planned(WHAT, {
    ...COMMON,
    method: "post",
    path: "/skills",
    id: "createSkill",
    summary: "Have a skill made",
    description: "Answers at once; one skill is made at a time.",
    body: CreateSkillRequest,
    example: { goal: "Prices of products of a shop", agentPrompt: "Search for the product and read its price" },
    status: 202,
    answer: CreateSkillResponse,
    errors: [400, 402, 429],
  }),
  planned(WHAT, {
    ...one,
    method: "get",
    id: "getSkill",
    summary: "Read a skill",
    status: 200,
    answer: SkillResponse,
    errors: [404],
  }),
  planned(WHAT, {
    ...one,
    method: "delete",
    id: "deleteSkill",
    summary: "Delete a skill",
    status: 204,
    errors: [400, 404],
  }),
  planned(WHAT, {
    ...one,
    method: "patch",
    id: "updateSkill",
    summary: "Change what is said of a skill, or whether it is enabled",
    body: UpdateSkillRequest,
    example: { title: "Prices", isEnabled: true },
    status: 200,
    answer: SkillResponse,
    errors: [403, 404],
  }),
  planned(WHAT, {
    ...one,
    method: "post",
    path: "/skills/{skill_id}/cancel",
    id: "cancelSkillGeneration",
    summary: "Stop the making of a skill",
    status: 200,
    answer: SkillResponse,
    errors: [400, 404],
  }),
  planned(WHAT, {
    ...one,
    method: "post",
    path: "/skills/{skill_id}/rollback",
    id: "rollbackSkill",
    summary: "Go back to a skill's version before",
    status: 200,
    answer: SkillResponse,
    errors: [400, 404],
  }),
  planned(WHAT, {
    ...one,
    method: "post",
    path: "/skills/{skill_id}/execute",
    id: "executeSkill",
    summary: "Run a skill",
    body: ExecuteSkillRequest,
    example: { parameters: { product: "blue kettle" } },
    status: 200,
    answer: ExecuteSkillResponse,
    errors: [400, 402, 404, 429],
  }),
  planned(WHAT, {
    ...one,
    method: "post",
    path: "/skills/{skill_id}/refine",
    id: "refineSkill",
    summary: "Have a skill made better",
    body: RefineSkillRequest,
    example: { feedback: "The price must be a number without its currency" },
    status: 202,
    answer: RefineSkillResponse,
    errors: [400, 404, 429],
  }),
  planned(WHAT, {
    ...one,
    method: "get",
    path: "/skills/{skill_id}/executions",
    id: "listSkillExecutions",
    summary: "List runs of a skill",
    query: z.object(pageQuery),
    status: 200,
    answer: pageOf(SkillExecutionView, "SkillExecutionListResponse"),
    errors: [404],
  }),
  planned(WHAT, {
    ...COMMON,
    method: "get",
    path: "/skills/{skill_id}/executions/{execution_id}/output",
    id: "getSkillExecutionOutput",
    summary: "Get the address of what a run of a skill gave",
    params: z.object({ skill_id: uuid(), execution_id: uuid() }),
    status: 200,
    answer: SkillExecutionOutputResponse,
    errors: [404],
  }),
];
