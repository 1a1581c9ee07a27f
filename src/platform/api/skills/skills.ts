/** Endpoints of skills, v2 alone: tasks that were done once by an agent and are run as functions. */
import { domainFault } from "../../../agent/guard/hosts.ts";
import { missingIn } from "../../../agent/guard/secrets.ts";
import { notFound, Refusal } from "../../refusal.ts";
import { skillOf } from "../../skills/skills.ts";
import type { SkillRecord } from "../../store/records/skills.ts";
import { type AnyCall, askingOf, modelNamed, sessionOf, timeOf } from "../http/agents.ts";
import { type Call, endpoint } from "../http/endpoint.ts";
import { pageOf, pageQuery, queryFlag, uuid } from "../http/fields.ts";
import { z } from "../http/hono.ts";
import { Invalid } from "../http/problems.ts";
import {
  BySkill,
  CreateSkillRequest,
  CreateSkillResponse,
  ExecuteSkillRequest,
  ExecuteSkillResponse,
  executionView,
  latencyOf,
  RefineSkillRequest,
  RefineSkillResponse,
  SkillExecutionOutputResponse,
  SkillExecutionView,
  SkillResponse,
  skillQuery,
  skillView,
  UpdateSkillRequest,
} from "./shapes.ts";

const COMMON = { versions: ["v2"], tag: "Skills" } as const;
const one = { ...COMMON, path: "/skills/{skill_id}", params: BySkill } as const;

type OfSkill = AnyCall & { params: { skill_id: string } };

function skillIn({ platform, projectId, params }: OfSkill): Promise<SkillRecord> {
  return skillOf(platform.skills, projectId, params.skill_id);
}

/** The skill as it is now. */
async function answered(call: AnyCall, id: string) {
  const { records } = call.platform.skills;
  const skill = await skillOf(call.platform.skills, call.projectId, id);
  return { status: 200, body: skillView(skill, await records.version(id, skill.currentVersion)) };
}

const listSkills = endpoint({
  ...COMMON,
  method: "get",
  path: "/skills",
  id: "listSkills",
  summary: "List skills, newest first",
  query: z.object({ ...pageQuery, isPublic: queryFlag().optional(), isEnabled: queryFlag().optional(), ...skillQuery }),
  status: 200,
  answer: pageOf(SkillResponse, "SkillListResponse"),
  async handle({ platform, projectId, query }) {
    const { pageSize, pageNumber, fromDate, toDate, ...narrowed } = query;
    const { records } = platform.skills;
    const filter = { ...narrowed, from: timeOf(fromDate), to: timeOf(toDate) };
    const { items, total } = await records.list(projectId, { page: pageNumber, size: pageSize, ...filter });
    const versions = await records.currentOf(items);
    const body = { items: items.map((skill) => skillView(skill, versions.get(skill.id))), totalItems: total };
    return { status: 200, body: { ...body, pageNumber, pageSize } };
  },
});

const createSkill = endpoint({
  ...COMMON,
  method: "post",
  path: "/skills",
  id: "createSkill",
  summary: "Have a skill made",
  description:
    "Answers at once: poll the skill until its status is `finished`, or `failed` with a reason. An agent does the task once (`recording`); a model writes a script of that, which is run again with the same values to prove it (`generating`). So what the task does is done at least twice. One skill is made at a time.",
  body: CreateSkillRequest,
  example: {
    goal: "The price of a product of https://shop.example.com, by its name",
    agentPrompt: "Search for the blue kettle and read its price",
  },
  status: 202,
  answer: CreateSkillResponse,
  errors: [400, 402, 404, 429],
  async handle(call) {
    const { body, platform, projectId } = call;
    const model = modelNamed(call, "llm", body.llm);
    if (body.profileId && !(await platform.profiles.get(projectId, body.profileId))) throw notFound("Profile");
    return {
      status: 202,
      body: { id: await platform.skills.create(projectId, { ...body, model, keyId: call.keyId }) },
    };
  },
});

const getSkill = endpoint({
  ...one,
  method: "get",
  id: "getSkill",
  summary: "Read a skill",
  status: 200,
  answer: SkillResponse,
  errors: [404],
  handle: (call) => answered(call, call.params.skill_id),
});

const deleteSkill = endpoint({
  ...one,
  method: "delete",
  id: "deleteSkill",
  summary: "Delete a skill with its versions",
  status: 204,
  errors: [400, 404],
  async handle(call) {
    await call.platform.skills.remove(await skillIn(call));
    return { status: 204 };
  },
});

const updateSkill = endpoint({
  ...one,
  method: "patch",
  id: "updateSkill",
  summary: "Change what is said of a skill, whether it is enabled, and who sees it",
  body: UpdateSkillRequest,
  example: { title: "Prices", isEnabled: true },
  status: 200,
  answer: SkillResponse,
  errors: [400, 403, 404],
  async handle(call) {
    const { skills } = call.platform;
    const { title, description, categories, domains, isEnabled, isPublic } = call.body;
    const skill = await skillIn(call);
    if (domains) checkDomains(domains);
    if (isEnabled) await skills.enable(skill);
    if (typeof isPublic === "boolean") await skills.publish(skill, isPublic);
    await skills.records.change(skill.id, {
      ...(title ? { title } : {}),
      ...(typeof description === "string" ? { description } : {}),
      ...(categories ? { categories } : {}),
      ...(domains ? { domains: domains.length > 0 ? domains : null } : {}),
      ...(isEnabled === false ? { isEnabled } : {}),
    });
    return await answered(call, skill.id);
  },
});

function checkDomains(domains: readonly string[]): void {
  const problems = domains.flatMap((domain, at) => {
    const fault = domainFault(domain);
    return fault === undefined ? [] : [{ loc: ["body", "domains", at], msg: fault, type: "value_error" }];
  });
  if (problems.length > 0) throw new Invalid(problems);
}

const cancelSkillGeneration = endpoint({
  ...one,
  method: "post",
  path: "/skills/{skill_id}/cancel",
  id: "cancelSkillGeneration",
  summary: "Stop the making of a skill, or of a new version of it",
  status: 200,
  answer: SkillResponse,
  errors: [400, 404],
  async handle(call) {
    const skill = await skillIn(call);
    await call.platform.skills.cancel(skill);
    return await answered(call, skill.id);
  },
});

const rollbackSkill = endpoint({
  ...one,
  method: "post",
  path: "/skills/{skill_id}/rollback",
  id: "rollbackSkill",
  summary: "Go back to a skill's version before",
  status: 200,
  answer: SkillResponse,
  errors: [400, 404],
  async handle(call) {
    const skill = await skillIn(call);
    await call.platform.skills.rollback(skill);
    return await answered(call, skill.id);
  },
});

/** Errors: 422 for each secret that the script types and that was not given: without it the run could only fail. */
async function checkSecrets(
  { platform }: AnyCall,
  skill: SkillRecord,
  given: Record<string, string> | null | undefined,
) {
  const version = await platform.skills.records.version(skill.id, skill.currentVersion);
  const missing = missingIn(version?.script ?? "", given ?? {});
  if (missing.length > 0)
    throw new Invalid(
      missing.map((name) => ({ loc: ["body", "secrets", name], msg: "Field required", type: "missing" })),
    );
}

type ExecuteCall = Call<unknown, unknown, z.output<typeof ExecuteSkillRequest>>;

/** Runs a skill for the caller's project. Errors: 422 with each fault of the parameters. */
export async function executed(call: ExecuteCall, skill: SkillRecord) {
  const { platform, projectId, body } = call;
  const { sessionId, profileId, secrets, autoHeal, parameters = {} } = body;
  if (profileId && !(await platform.profiles.get(projectId, profileId))) throw notFound("Profile");
  await checkSecrets(call, skill, secrets);
  const session = sessionId ? await sessionOf(call, sessionId) : undefined;
  const asked = { projectId, parameters, session, profileId, secrets, autoHeal };
  const run = await platform.skills.execute(skill, asked, askingOf(call, `skills/${skill.id}/execute`));
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

const executeSkill = endpoint({
  ...one,
  method: "post",
  path: "/skills/{skill_id}/execute",
  id: "executeSkill",
  summary: "Run a skill",
  description:
    "Runs the script of the current version, without a model, and answers when it has ended. A run that failed is answered with `success` false and says why. It goes on when the caller leaves: its output is under the executions then. Takes `Idempotency-Key`.",
  takesIdempotencyKey: true,
  body: ExecuteSkillRequest,
  example: { parameters: { product: "blue kettle" } },
  status: 200,
  answer: ExecuteSkillResponse,
  errors: [400, 402, 404, 409, 429],
  async handle(call) {
    const skill = await skillIn(call);
    if (!skill.isEnabled) throw new Refusal(400, "Skill is not enabled", { hint: "Enable it first." });
    return await executed(call, skill);
  },
});

const refineSkill = endpoint({
  ...one,
  method: "post",
  path: "/skills/{skill_id}/refine",
  id: "refineSkill",
  summary: "Have a skill made better",
  description:
    "Answers at once. A model changes the script as the feedback says, and it is run again to prove it. Until then, and when that fails, the version before is run.",
  body: RefineSkillRequest,
  example: { feedback: "The price must be a number without its currency" },
  status: 202,
  answer: RefineSkillResponse,
  errors: [400, 402, 404, 429],
  async handle(call) {
    const skill = await skillIn(call);
    modelNamed(call, "llm", undefined);
    await checkSecrets(call, skill, call.body.secrets);
    await call.platform.skills.refine(skill, { ...call.body, keyId: call.keyId });
    return { status: 202, body: { id: skill.id } };
  },
});

const listSkillExecutions = endpoint({
  ...one,
  method: "get",
  path: "/skills/{skill_id}/executions",
  id: "listSkillExecutions",
  summary: "List runs of a skill, newest first",
  description: "Each is a task of a session: the session shows what was done.",
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(SkillExecutionView, "SkillExecutionListResponse"),
  errors: [404],
  async handle(call) {
    const { platform, projectId, query } = call;
    const { pageSize, pageNumber } = query;
    const { id } = await skillIn(call);
    const page = await platform.agents.records.tasks.ofSkill(projectId, id, { page: pageNumber, size: pageSize });
    const items = page.items.map(executionView);
    return { status: 200, body: { items, totalItems: page.total, pageNumber, pageSize } };
  },
});

/** How long the address of an output opens it. */
const OUTPUT_MS = 5 * 60_000;

const getSkillExecutionOutput = endpoint({
  ...COMMON,
  method: "get",
  path: "/skills/{skill_id}/executions/{execution_id}/output",
  id: "getSkillExecutionOutput",
  summary: "Get the address of what a run of a skill gave",
  description: "JSON. The address opens it for 5 minutes.",
  params: z.object({ skill_id: uuid(), execution_id: uuid() }),
  status: 200,
  answer: SkillExecutionOutputResponse,
  errors: [404],
  async handle(call) {
    const { id } = await skillIn(call);
    const { tasks, objects } = call.platform.agents.records;
    const task = await tasks.get(call.projectId, call.params.execution_id);
    if (task?.skillId !== id || task.output === null) throw notFound("Output file");
    const object = `tasks/${task.id}/output.json`;
    await objects.put(object, new TextEncoder().encode(JSON.stringify(task.output)));
    return { status: 200, body: { downloadUrl: call.fileLink(object, "output.json", OUTPUT_MS) } };
  },
});

export const skills = [
  ...[listSkills, createSkill, getSkill, deleteSkill, updateSkill],
  ...[cancelSkillGeneration, rollbackSkill, executeSkill, refineSkill],
  ...[listSkillExecutions, getSkillExecutionOutput],
];
