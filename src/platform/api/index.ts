/** THE list of endpoints. Router, validation, OpenAPI documents and docs/endpoints.md come from it. */
import { createBrowser, getBrowser, updateBrowser } from "./browsers.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import { listBrowserDownloads, uploadBrowserFile } from "./files.ts";
import { createProfile, getProfile } from "./profiles.ts";

export const endpoints: readonly AnyEndpoint[] = [
  createBrowser,
  getBrowser,
  updateBrowser,
  createProfile,
  getProfile,
  listBrowserDownloads,
  uploadBrowserFile,
];
