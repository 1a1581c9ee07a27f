/** Endpoints for the marketplace, v2 only: skills that projects of this server have published. */
import { typedIn } from "../../../agent/guard/secrets.ts";
import { notFound } from "../../refusal.ts";
import { skillOf } from "../../skills/skills.ts";
import type { SkillRecord, SkillVersion } from "../../store/records/skills.ts";
import { type AnyCall, dateOf, timeOf } from "../http/agents.ts";
import { endpoint } from "../http/endpoint.ts";
import { anyObject, dateTime, integer, pageOf, pageQuery, uuid } from "../http/fields.ts";
import { z } from "../http/hono.ts";
import { runSkill } from "./executions.ts";
import {
  BySkill,
  categoriesOf,
  ExecuteSkillRequest,
  ExecuteSkillResponse,
  ParameterSchema,
  SkillCategory,
  SkillResponse,
  secretNames,
  skillQuery,
  skillView,
} from "./shapes.ts";

const COMMON = { versions: ["v2"], tag: "Marketplace" } as const;

const MarketplaceSkillResponse = z
  .object({
    id: uuid(),
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    categories: z.array(SkillCategory),
    domains: z.array(z.string()),
    parameters: z.array(ParameterSchema),
    secrets: secretNames(),
    outputSchema: anyObject(),
    currentVersion: integer().nullable(),
    isOfficial: z.boolean(),
    cloneCount: integer(),
    iconUrl: z.string().nullish(),
    firstPublishedAt: dateTime(),
    lastPublishedAt: dateTime(),
    createdAt: dateTime(),
    updatedAt: dateTime(),
  })
  .openapi("MarketplaceSkillResponse");

function view(skill: SkillRecord, version: SkillVersion | undefined): z.output<typeof MarketplaceSkillResponse> {
  const { id, slug, title, description, currentVersion, cloneCount, createdAt, updatedAt } = skill;
  const first = skill.firstPublishedAt ?? createdAt;
  return {
    ...{ id, slug, title, description, currentVersion, cloneCount },
    categories: categoriesOf(skill),
    domains: skill.domains ?? version?.hosts ?? [],
    parameters: version?.parameters ?? [],
    secrets: typedIn(version?.script ?? ""),
    outputSchema: version?.outputSchema ?? {},
    isOfficial: false,
    iconUrl: null,
    firstPublishedAt: dateOf(first),
    lastPublishedAt: dateOf(skill.lastPublishedAt ?? first),
    createdAt: dateOf(createdAt),
    updatedAt: dateOf(updatedAt),
  };
}

async function publicSkill({ platform }: AnyCall, idOrSlug: string): Promise<SkillRecord> {
  const skill = await platform.skills.records.published(idOrSlug);
  if (!skill) throw notFound("Skill");
  return skill;
}

const listMarketplaceSkills = endpoint({
  ...COMMON,
  method: "get",
  path: "/marketplace/skills",
  id: "listMarketplaceSkills",
  summary: "List published skills of this server, newest first",
  query: z.object({ ...pageQuery, ...skillQuery }),
  status: 200,
  answer: pageOf(MarketplaceSkillResponse, "MarketplaceSkillListResponse"),
  async handle({ platform, query }) {
    const { pageSize, pageNumber, fromDate, toDate, ...narrowed } = query;
    const { records } = platform.skills;
    const filter = { ...narrowed, from: timeOf(fromDate), to: timeOf(toDate) };
    const { items, total } = await records.list(undefined, { page: pageNumber, size: pageSize, ...filter });
    const versions = await records.currentOf(items);
    const shown = items.map((skill) => view(skill, versions.get(skill.id)));
    return { status: 200, body: { items: shown, totalItems: total, pageNumber, pageSize } };
  },
});

const getMarketplaceSkill = endpoint({
  ...COMMON,
  method: "get",
  path: "/marketplace/skills/{skill_slug}",
  id: "getMarketplaceSkill",
  summary: "Read a public skill by slug or id",
  params: z.object({ skill_slug: z.string() }),
  status: 200,
  answer: MarketplaceSkillResponse,
  errors: [404],
  async handle(call) {
    const skill = await publicSkill(call, call.params.skill_slug);
    return {
      status: 200,
      body: view(skill, await call.platform.skills.records.version(skill.id, skill.currentVersion)),
    };
  },
});

const cloneMarketplaceSkill = endpoint({
  ...COMMON,
  method: "post",
  path: "/marketplace/skills/{skill_id}/clone",
  id: "cloneMarketplaceSkill",
  summary: "Clone a public skill",
  description: "Copies the current version into the project. Later changes by the owner do not affect the copy.",
  params: BySkill,
  status: 200,
  answer: SkillResponse,
  errors: [400, 404],
  async handle(call) {
    const { skills } = call.platform;
    const id = await skills.clone(await publicSkill(call, call.params.skill_id), call.projectId);
    const copy = await skillOf(skills, call.projectId, id);
    return { status: 200, body: skillView(copy, await skills.records.version(id, copy.currentVersion)) };
  },
});

const executeMarketplaceSkill = endpoint({
  ...COMMON,
  method: "post",
  path: "/marketplace/skills/{skill_id}/execute",
  id: "executeMarketplaceSkill",
  summary: "Run a public skill",
  description:
    "Runs the current version in a session of the caller's project, without a model. Only the owner's runs repair a failing skill.",
  params: BySkill,
  body: ExecuteSkillRequest,
  example: { parameters: { product: "blue kettle" } },
  status: 200,
  answer: ExecuteSkillResponse,
  errors: [400, 402, 404, 409, 429],
  handle: async (call) => await runSkill(call, await publicSkill(call, call.params.skill_id)),
});

export const marketplace = [
  ...[listMarketplaceSkills, getMarketplaceSkill, cloneMarketplaceSkill, executeMarketplaceSkill],
];
