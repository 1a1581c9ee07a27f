/** Endpoints of the marketplace of skills, v2 alone. Described and checked; not in this version. */
import { planned } from "./endpoint.ts";
import { anyObject, dateTime, integer, pageOf, pageQuery, uuid } from "./fields.ts";
import { z } from "./hono.ts";
import {
  BySkill,
  ExecuteSkillRequest,
  ExecuteSkillResponse,
  ParameterSchema,
  SkillCategory,
  SkillResponse,
  skillQuery,
} from "./skills.ts";

const COMMON = { versions: ["v2"], tag: "Marketplace" } as const;
const WHAT = "marketplace of skills";

const MarketplaceSkillResponse = z
  .object({
    id: uuid(),
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    categories: z.array(SkillCategory),
    domains: z.array(z.string()),
    parameters: z.array(ParameterSchema),
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

export const marketplace = [
  planned(WHAT, {
    ...COMMON,
    method: "get",
    path: "/marketplace/skills",
    id: "listMarketplaceSkills",
    summary: "List skills that others have made public",
    query: z.object({ ...pageQuery, ...skillQuery }),
    status: 200,
    answer: pageOf(MarketplaceSkillResponse, "MarketplaceSkillListResponse"),
  }),
  planned(WHAT, {
    ...COMMON,
    method: "get",
    path: "/marketplace/skills/{skill_slug}",
    id: "getMarketplaceSkill",
    summary: "Read a public skill",
    params: z.object({ skill_slug: z.string() }),
    status: 200,
    answer: MarketplaceSkillResponse,
    errors: [404],
  }),
  planned(WHAT, {
    ...COMMON,
    method: "post",
    path: "/marketplace/skills/{skill_id}/clone",
    id: "cloneMarketplaceSkill",
    summary: "Make a public skill one's own",
    params: BySkill,
    status: 200,
    answer: SkillResponse,
    errors: [400, 404],
  }),
  planned(WHAT, {
    ...COMMON,
    method: "post",
    path: "/marketplace/skills/{skill_id}/execute",
    id: "executeMarketplaceSkill",
    summary: "Run a public skill",
    params: BySkill,
    body: ExecuteSkillRequest,
    example: { parameters: { product: "blue kettle" } },
    status: 200,
    answer: ExecuteSkillResponse,
    errors: [400, 402, 404],
  }),
];
