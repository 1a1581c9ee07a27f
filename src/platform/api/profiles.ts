/** Endpoints of profiles: the same in both versions. */
import { notFound } from "../refusal.ts";
import type { ProfileRecord } from "../store/profiles.ts";
import { endpoint } from "./endpoint.ts";
import { z } from "./hono.ts";

const COMMON = { versions: ["v2", "v3"], tag: "Profiles" } as const;

const ProfileCreateRequest = z
  .object({ name: z.string().max(100).nullish(), userId: z.string().max(255).nullish() })
  .openapi("ProfileCreateRequest");

const ProfileView = z
  .object({
    id: z.uuid(),
    userId: z.string().nullable(),
    name: z.string().nullable(),
    lastUsedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    cookieDomains: z.array(z.string()).nullable(),
  })
  .openapi("ProfileView");

const ByProfile = z.object({ profile_id: z.uuid() });

export const createProfile = endpoint({
  ...COMMON,
  method: "post",
  path: "/profiles",
  id: "createProfile",
  summary: "Make a profile",
  body: ProfileCreateRequest,
  bodyOptional: true,
  status: 201,
  answer: ProfileView,
  async handle({ platform, projectId, body }) {
    return { status: 201, body: view(await platform.profiles.create(projectId, body, platform.now())) };
  },
});

export const getProfile = endpoint({
  ...COMMON,
  method: "get",
  path: "/profiles/{profile_id}",
  id: "getProfile",
  summary: "Read a profile",
  params: ByProfile,
  status: 200,
  answer: ProfileView,
  errors: [404],
  async handle({ platform, projectId, params }) {
    const record = await platform.profiles.get(projectId, params.profile_id);
    if (!record) throw notFound("Profile");
    return { status: 200, body: view(record) };
  },
});

function view(record: ProfileRecord) {
  const date = (ms: number) => new Date(ms).toISOString();
  return {
    id: record.id,
    userId: record.userId,
    name: record.name,
    lastUsedAt: record.lastUsedAt === null ? null : date(record.lastUsedAt),
    createdAt: date(record.createdAt),
    updatedAt: date(record.updatedAt),
    cookieDomains: record.cookieDomains,
  };
}
