/** Endpoint for the versions of a skill. An extension: the published API shows only the current version. */
import { skillOf } from "../../skills/skills.ts";
import { dateOf } from "../http/agents.ts";
import { endpoint } from "../http/endpoint.ts";
import { anyObject, dateTime, integer } from "../http/fields.ts";
import { z } from "../http/hono.ts";
import { BySkill, ParameterSchema } from "./shapes.ts";

const SkillVersionView = z
  .object({
    number: integer(),
    isCurrent: z.boolean(),
    parameters: z.array(ParameterSchema),
    outputSchema: anyObject(),
    code: z.string().openapi({ description: "The script, base64-encoded" }),
    startedAt: dateTime(),
    finishedAt: dateTime().nullable(),
  })
  .openapi("SkillVersionView");

const listSkillVersions = endpoint({
  versions: ["v2"],
  tag: "Skills",
  method: "get",
  path: "/skills/{skill_id}/versions",
  id: "listSkillVersions",
  summary: "List the versions of a skill, newest first",
  description: "Verified versions with their scripts. Extension of this server.",
  params: BySkill,
  status: 200,
  answer: z.object({ versions: z.array(SkillVersionView) }).openapi("SkillVersionListResponse"),
  errors: [404],
  async handle({ platform, projectId, params }) {
    const { id, currentVersion } = await skillOf(platform.skills, projectId, params.skill_id);
    const found = await platform.skills.records.versions(id);
    const versions = found.toReversed().map(({ number, parameters, outputSchema, script, startedAt, finishedAt }) => ({
      ...{ number, parameters, outputSchema },
      isCurrent: number === currentVersion,
      code: Buffer.from(script).toString("base64"),
      startedAt: dateOf(startedAt),
      finishedAt: finishedAt === null ? null : dateOf(finishedAt),
    }));
    return { status: 200, body: { versions } };
  },
});

export const skillVersions = [listSkillVersions];
