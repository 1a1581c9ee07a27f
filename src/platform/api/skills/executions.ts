/** Endpoints for executions of skills, v2 only: run a skill, list its runs, read their output. */
import { missingIn } from "../../../agent/guard/secrets.ts";
import { notFound, Refusal } from "../../refusal.ts";
import { skillOf } from "../../skills/skills.ts";
import type { SkillRecord } from "../../store/records/skills.ts";
import { type AnyCall, requestContextOf, sessionOf } from "../http/agents.ts";
import { type Call, endpoint } from "../http/endpoint.ts";
import { pageOf, pageQuery, uuid } from "../http/fields.ts";
import { z } from "../http/hono.ts";
import { Invalid } from "../http/problems.ts";
import {
  BySkill,
  ExecuteSkillRequest,
  ExecuteSkillResponse,
  executionView,
  latencyOf,
  SkillExecutionOutputResponse,
  SkillExecutionView,
} from "./shapes.ts";

export const COMMON = { versions: ["v2"], tag: "Skills" } as const;
export const SKILL = { ...COMMON, path: "/skills/{skill_id}", params: BySkill } as const;

type OfSkill = AnyCall & { params: { skill_id: string } };

/** The skill in the path. Errors: 404. */
export function skillInPath({ platform, projectId, params }: OfSkill): Promise<SkillRecord> {
  return skillOf(platform.skills, projectId, params.skill_id);
}

/** Errors: 422 for each secret that the script types and the request lacks. */
export async function checkSecrets(
  { platform }: AnyCall,
  skill: SkillRecord,
  secrets: Record<string, string> | null | undefined,
) {
  const version = await platform.skills.records.version(skill.id, skill.currentVersion);
  const missing = missingIn(version?.script ?? "", secrets ?? {});
  if (missing.length > 0)
    throw new Invalid(
      missing.map((name) => ({ loc: ["body", "secrets", name], msg: "Field required", type: "missing" })),
    );
}

type ExecuteCall = Call<unknown, unknown, z.output<typeof ExecuteSkillRequest>>;

/** Runs a skill in the caller's project. Errors: 422 for missing secrets and for each invalid parameter. */
export async function runSkill(call: ExecuteCall, skill: SkillRecord) {
  const { platform, projectId, body } = call;
  const { sessionId, profileId, secrets, autoHeal, parameters = {} } = body;
  if (profileId && !(await platform.profiles.get(projectId, profileId))) throw notFound("Profile");
  await checkSecrets(call, skill, secrets);
  const session = sessionId ? await sessionOf(call, sessionId) : undefined;
  const request = { projectId, parameters, session, profileId, secrets, autoHeal };
  const run = await platform.skills.execute(skill, request, requestContextOf(call, `skills/${skill.id}/execute`));
  if ("faults" in run)
    throw new Invalid(
      run.faults.map(({ name, why }) => ({ loc: ["body", "parameters", name], msg: why, type: "value_error" })),
    );
  const { task, printed } = run;
  const success = task.isSuccess === true;
  const answer: z.output<typeof ExecuteSkillResponse> = {
    success,
    result: success ? task.output : null,
    error: success ? null : task.explanation,
    stderr: printed === "" ? null : printed,
    latencyMs: latencyOf(task),
  };
  return { status: 200, body: answer };
}

export const executeSkill = endpoint({
  ...SKILL,
  method: "post",
  path: "/skills/{skill_id}/execute",
  id: "executeSkill",
  summary: "Run a skill",
  description:
    "Runs the script of the current version without a model, and responds when it has ended. A failed run has `success` false and the reason in `error`. The run continues if the caller disconnects: list the executions to get its output. Accepts `Idempotency-Key`.",
  takesIdempotencyKey: true,
  body: ExecuteSkillRequest,
  example: { parameters: { product: "blue kettle" } },
  status: 200,
  answer: ExecuteSkillResponse,
  errors: [400, 402, 404, 409, 429],
  async handle(call) {
    const skill = await skillInPath(call);
    if (!skill.isEnabled)
      throw new Refusal(400, "Skill is not enabled", { hint: "Set isEnabled to true with PATCH first." });
    return await runSkill(call, skill);
  },
});

export const listSkillExecutions = endpoint({
  ...SKILL,
  method: "get",
  path: "/skills/{skill_id}/executions",
  id: "listSkillExecutions",
  summary: "List runs of a skill, newest first",
  description: "Each execution is a task of a session; read the session for details.",
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(SkillExecutionView, "SkillExecutionListResponse"),
  errors: [404],
  async handle(call) {
    const { platform, projectId, query } = call;
    const { pageSize, pageNumber } = query;
    const { id } = await skillInPath(call);
    const page = await platform.agents.records.tasks.ofSkill(projectId, id, { page: pageNumber, size: pageSize });
    const items = page.items.map(executionView);
    return { status: 200, body: { items, totalItems: page.total, pageNumber, pageSize } };
  },
});

/** Validity of the URL of an output. */
const OUTPUT_MS = 5 * 60_000;

export const getSkillExecutionOutput = endpoint({
  ...COMMON,
  method: "get",
  path: "/skills/{skill_id}/executions/{execution_id}/output",
  id: "getSkillExecutionOutput",
  summary: "Get the download URL of the output of an execution",
  description: "The output is JSON. The URL is valid for 5 minutes.",
  params: z.object({ skill_id: uuid(), execution_id: uuid() }),
  status: 200,
  answer: SkillExecutionOutputResponse,
  errors: [404],
  async handle(call) {
    const { id } = await skillInPath(call);
    const { tasks, objects } = call.platform.agents.records;
    const task = await tasks.get(call.projectId, call.params.execution_id);
    if (task?.skillId !== id || task.output === null) throw notFound("Output file");
    const object = `tasks/${task.id}/output.json`;
    await objects.put(object, new TextEncoder().encode(JSON.stringify(task.output)));
    return { status: 200, body: { downloadUrl: call.fileLink(object, "output.json", OUTPUT_MS) } };
  },
});
