/** Endpoints for skills, v2 only: tasks that an agent did once and that run as functions. Executions are in `executions.ts`. */
import { domainFault } from "../../../agent/guard/hosts.ts";
import { notFound } from "../../refusal.ts";
import { skillOf } from "../../skills/skills.ts";
import { type AnyCall, modelNamed, timeOf } from "../http/agents.ts";
import { endpoint } from "../http/endpoint.ts";
import { pageOf, pageQuery, queryFlag } from "../http/fields.ts";
import { z } from "../http/hono.ts";
import { Invalid } from "../http/problems.ts";
import {
  COMMON,
  checkSecrets,
  executeSkill,
  getSkillExecutionOutput,
  listSkillExecutions,
  SKILL,
  skillInPath,
} from "./executions.ts";
import {
  CreateSkillRequest,
  CreateSkillResponse,
  RefineSkillRequest,
  RefineSkillResponse,
  SkillResponse,
  skillQuery,
  skillView,
  UpdateSkillRequest,
} from "./shapes.ts";

/** Reads the skill again and returns it. */
async function skillResponse(call: AnyCall, id: string) {
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
  summary: "Create a skill",
  description:
    "Responds immediately: poll the skill until its status is `finished`, or `failed` with a reason. An agent does the task once (`recording`). Then a model writes a script, and a test run verifies it with the same values (`generating`). The task is therefore done at least twice. A project can create one skill at a time.",
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
  ...SKILL,
  method: "get",
  id: "getSkill",
  summary: "Read a skill",
  status: 200,
  answer: SkillResponse,
  errors: [404],
  handle: (call) => skillResponse(call, call.params.skill_id),
});

const deleteSkill = endpoint({
  ...SKILL,
  method: "delete",
  id: "deleteSkill",
  summary: "Delete a skill with its versions",
  status: 204,
  errors: [400, 404],
  async handle(call) {
    await call.platform.skills.remove(await skillInPath(call));
    return { status: 204 };
  },
});

const updateSkill = endpoint({
  ...SKILL,
  method: "patch",
  id: "updateSkill",
  summary: "Update a skill",
  body: UpdateSkillRequest,
  example: { title: "Prices", isEnabled: true },
  status: 200,
  answer: SkillResponse,
  errors: [400, 403, 404],
  async handle(call) {
    const { skills } = call.platform;
    const { title, description, categories, domains, isEnabled, isPublic } = call.body;
    const skill = await skillInPath(call);
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
    return await skillResponse(call, skill.id);
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
  ...SKILL,
  method: "post",
  path: "/skills/{skill_id}/cancel",
  id: "cancelSkillGeneration",
  summary: "Cancel the generation of a skill or of a new version",
  status: 200,
  answer: SkillResponse,
  errors: [400, 404],
  async handle(call) {
    const skill = await skillInPath(call);
    await call.platform.skills.cancel(skill);
    return await skillResponse(call, skill.id);
  },
});

const rollbackSkill = endpoint({
  ...SKILL,
  method: "post",
  path: "/skills/{skill_id}/rollback",
  id: "rollbackSkill",
  summary: "Restore the previous version of a skill",
  status: 200,
  answer: SkillResponse,
  errors: [400, 404],
  async handle(call) {
    const skill = await skillInPath(call);
    await call.platform.skills.rollback(skill);
    return await skillResponse(call, skill.id);
  },
});

const refineSkill = endpoint({
  ...SKILL,
  method: "post",
  path: "/skills/{skill_id}/refine",
  id: "refineSkill",
  summary: "Improve a skill",
  description:
    "Responds immediately. A model changes the script according to the feedback, and a test run verifies it. Until then, and if that fails, the previous version stays current.",
  body: RefineSkillRequest,
  example: { feedback: "The price must be a number without its currency" },
  status: 202,
  answer: RefineSkillResponse,
  errors: [400, 402, 404, 429],
  async handle(call) {
    const skill = await skillInPath(call);
    modelNamed(call, "llm", undefined);
    await checkSecrets(call, skill, call.body.secrets);
    await call.platform.skills.refine(skill, { ...call.body, keyId: call.keyId });
    return { status: 202, body: { id: skill.id } };
  },
});

export const skills = [
  ...[listSkills, createSkill, getSkill, deleteSkill, updateSkill],
  ...[cancelSkillGeneration, rollbackSkill, executeSkill, refineSkill],
  ...[listSkillExecutions, getSkillExecutionOutput],
];
