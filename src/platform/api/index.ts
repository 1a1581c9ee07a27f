/** The list of endpoints: the source of router, validation, OpenAPI documents and docs/endpoints.md. */
import { billing } from "./billing/billing.ts";
import { usage } from "./billing/usage.ts";
import { createBrowser, getBrowser, listBrowsers, updateBrowser } from "./browsers/browsers.ts";
import { createProfile, deleteProfile, getProfile, listProfiles, updateProfile } from "./browsers/profiles.ts";
import { createBrowserUploadUrl, listBrowserDownloads } from "./files/files.ts";
import { agentFiles } from "./files/uploads.ts";
import type { AnyEndpoint } from "./http/endpoint.ts";
import { sessionFiles } from "./sessions/files.ts";
import { listSessionMessages, streamSessionEvents } from "./sessions/messages.ts";
import { sessionsV3 } from "./sessions/sessions-v3.ts";
import { shares } from "./sessions/shares.ts";
import { marketplace } from "./skills/marketplace.ts";
import { skills } from "./skills/skills.ts";
import { skillVersions } from "./skills/versions.ts";
import { listModels } from "./tasks/models.ts";
import { sessionsV2 } from "./tasks/sessions-v2.ts";
import { tasks } from "./tasks/tasks.ts";
import { deliveries } from "./webhooks/deliveries.ts";
import { webhooks } from "./webhooks/webhooks.ts";
import { workspaceFiles } from "./workspaces/files.ts";
import { workspaces } from "./workspaces/workspaces.ts";

export const endpoints: readonly AnyEndpoint[] = [
  ...[listBrowsers, createBrowser, getBrowser, updateBrowser, listBrowserDownloads],
  ...[listProfiles, createProfile, getProfile, updateProfile, deleteProfile],
  ...[...sessionsV2, ...shares],
  ...[...sessionsV3, ...sessionFiles, listSessionMessages, streamSessionEvents],
  ...tasks,
  listModels,
  ...[...workspaces, ...workspaceFiles],
  ...[createBrowserUploadUrl, ...agentFiles],
  ...skills,
  ...skillVersions,
  ...marketplace,
  ...[...billing, ...usage],
  ...[...webhooks, ...deliveries],
];
