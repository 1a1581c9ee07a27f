/** Endpoints for profiles, identical in both versions. */
import { removeProfile } from "../../engine/profiles/snapshots.ts";
import { notFound } from "../../refusal.ts";
import type { ProfileRecord } from "../../store/records/profiles.ts";
import { endpoint, VERSIONS } from "../http/endpoint.ts";
import { dateTime, pageOf, pageQuery, text, uuid } from "../http/fields.ts";
import { z } from "../http/hono.ts";

const COMMON = { versions: VERSIONS, tag: "Profiles" } as const;

/** In an update an omitted field stays unchanged and null clears it. */
const naming = {
  name: text(0, 100).nullish(),
  userId: text(0, 255).nullish().openapi({ description: "Owner of the profile, an id chosen by the caller" }),
};

const ProfileCreateRequest = z.object(naming).openapi("ProfileCreateRequest");
const ProfileUpdateRequest = z.object(naming).openapi("ProfileUpdateRequest");

const ProfileView = z
  .object({
    id: uuid(),
    userId: z.string().nullable(),
    name: z.string().nullable(),
    lastUsedAt: dateTime().nullable(),
    createdAt: dateTime(),
    updatedAt: dateTime(),
    cookieDomains: z.array(z.string()).nullable().openapi({ description: "Hosts that have cookies in the profile" }),
  })
  .openapi("ProfileView");

const ByProfile = z.object({ profile_id: uuid() });

export const listProfiles = endpoint({
  ...COMMON,
  method: "get",
  path: "/profiles",
  id: "listProfiles",
  summary: "List profiles, newest first",
  query: z.object({
    ...pageQuery,
    query: text(0, 200).optional().openapi({ description: "Case-insensitive substring of the name or of `userId`" }),
  }),
  status: 200,
  answer: pageOf(ProfileView, "ProfileListResponse"),
  async handle({ platform, projectId, query: { pageSize, pageNumber, query } }) {
    const page = await platform.profiles.list(projectId, { page: pageNumber, size: pageSize, query });
    return { status: 200, body: { items: page.items.map(view), totalItems: page.total, pageNumber, pageSize } };
  },
});

export const createProfile = endpoint({
  ...COMMON,
  method: "post",
  path: "/profiles",
  id: "createProfile",
  summary: "Create a profile",
  description: "The profile is empty until a browser that was started with it has stopped normally.",
  body: ProfileCreateRequest,
  bodyOptional: true,
  example: { name: "shopping", userId: "user-42" },
  status: 201,
  answer: ProfileView,
  errors: [402],
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

export const updateProfile = endpoint({
  ...COMMON,
  method: "patch",
  path: "/profiles/{profile_id}",
  id: "updateProfile",
  summary: "Rename a profile",
  description: "Omitted fields stay unchanged; null clears a field.",
  params: ByProfile,
  body: ProfileUpdateRequest,
  example: { name: "shopping at home" },
  status: 200,
  answer: ProfileView,
  errors: [404],
  async handle({ platform, projectId, params, body }) {
    const record = await platform.profiles.change(projectId, params.profile_id, body, platform.now());
    if (!record) throw notFound("Profile");
    return { status: 200, body: view(record) };
  },
});

export const deleteProfile = endpoint({
  ...COMMON,
  method: "delete",
  path: "/profiles/{profile_id}",
  id: "deleteProfile",
  summary: "Delete a profile",
  description: "Also returns 204 if the profile does not exist.",
  params: ByProfile,
  status: 204,
  async handle({ platform, projectId, params }) {
    await removeProfile(platform, projectId, params.profile_id);
    return { status: 204 };
  },
});

function view(record: ProfileRecord): z.output<typeof ProfileView> {
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
