/** THE list of endpoints. Router, validation, OpenAPI documents and docs/endpoints.md come from it. */
import { billing } from "./billing.ts";
import { createBrowser, getBrowser, listBrowsers, updateBrowser } from "./browsers.ts";
import { deliveries } from "./deliveries.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import { createBrowserUploadUrl, listBrowserDownloads } from "./files.ts";
import { marketplace } from "./marketplace.ts";
import { listSessionMessages, streamSessionEvents } from "./messages.ts";
import { listModels } from "./models.ts";
import { createProfile, deleteProfile, getProfile, listProfiles, updateProfile } from "./profiles.ts";
import { sessionFiles } from "./session-files.ts";
import { sessionsV2 } from "./sessions-v2.ts";
import { sessionsV3 } from "./sessions-v3.ts";
import { shares } from "./shares.ts";
import { skillVersions } from "./skill-versions.ts";
import { skills } from "./skills.ts";
import { tasks } from "./tasks.ts";
import { agentFiles } from "./uploads.ts";
import { usage } from "./usage.ts";
import { webhooks } from "./webhooks.ts";
import { workspaceFiles } from "./workspace-files.ts";
import { workspaces } from "./workspaces.ts";

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
