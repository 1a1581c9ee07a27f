/** Client of the svc platform. `Svc` is the entry point. */
export type { ConnectedBrowser } from "./browsers.ts";
export { Svc, Svc as default } from "./client.ts";
export { ApiConnectionError, ApiError, ApiTimeoutError, type ErrorCode, type Problem, SvcError } from "./errors.ts";
export type { FolderOptions, TransferOptions, UploadOptions } from "./files.ts";
export type * as v2 from "./generated/v2-types.ts";
export type * from "./generated/v3-types.ts";
export type { Pages } from "./pages.ts";
export { type RunOptions, type RunResult, TaskFailedError } from "./run.ts";
export type { StandardSchema } from "./schema.ts";
export type { SessionEvent, StreamOptions, WaitOptions } from "./sessions.ts";
export type { CallOptions, ClientOptions, Fetch, ServerEvent } from "./types.ts";
export { verifyWebhook, type WebhookEvent, type WebhookOptions } from "./webhooks.ts";
