// Written by `bun run gen` from the endpoints of the platform. Do not edit.

import type { Pages } from "../pages.ts";
import { route, Resource } from "../resource.ts";
import type { CallOptions, ServerEvent } from "../types.ts";
import type {
  AccountView,
  BrowserDownloadFile,
  BrowserDownloadListResponse,
  BrowserSessionItemView,
  BrowserSessionListResponse,
  BrowserSessionStatus,
  BrowserSessionView,
  CreateBrowserSessionRequest,
  DeliveryItemView,
  DeliveryListResponse,
  DeliveryState,
  DeliveryView,
  FileInfo,
  FileListResponse,
  FileUploadRequest,
  FileUploadResponse,
  MessageListResponse,
  MessageResponse,
  ModelListResponse,
  ProfileCreateRequest,
  ProfileListResponse,
  ProfileUpdateRequest,
  ProfileView,
  ResendResponse,
  RotateSecretRequest,
  SessionFilter,
  SessionListResponse,
  SessionResponse,
  SessionRunRequest,
  StopSessionRequest,
  UpdateBrowserSessionRequest,
  UsageItem,
  UsageResponse,
  WebhookCreateRequest,
  WebhookListResponse,
  WebhookSecretView,
  WebhookUpdateRequest,
  WebhookView,
  WorkspaceCreateRequest,
  WorkspaceListResponse,
  WorkspaceSize,
  WorkspaceUpdateRequest,
  WorkspaceView,
} from "./v3-types.ts";

/** Parameters to list the downloads of a browser. */
export interface BrowserDownloadsListParams {
  /** Items per page. 1 to 100. Default: 50. */
  limit?: number;
  /** `nextCursor` of the previous page. At most 1000 characters. */
  cursor?: string;
  /** Include a short-lived URL for each file. Default: false. */
  includeUrls?: boolean;
}

/** Parameters to list browsers, newest first. */
export interface BrowsersListParams {
  /** Items per page. 1 to 100. Default: 10. */
  pageSize?: number;
  /** Page number, starting at 1. 1 to 1000000000. Default: 1. */
  pageNumber?: number;
  filterBy?: BrowserSessionStatus;
  /** Only browsers of this agent session. */
  agentSessionId?: string;
  /**
   * Only browsers with this label, as `name:value` or `name=value`. Repeatable; all labels must match. At
   * most 20 items.
   */
  metadata?: string[];
}

/** Parameters to list profiles, newest first. */
export interface ProfilesListParams {
  /** Items per page. 1 to 100. Default: 10. */
  pageSize?: number;
  /** Page number, starting at 1. 1 to 1000000000. Default: 1. */
  pageNumber?: number;
  /** Case-insensitive substring of the name or of `userId`. At most 200 characters. */
  query?: string;
}

/** Parameters to list files of the workspace of a session. */
export interface SessionFilesListParams {
  /** Prefix of the paths, such as `reports/`. At most 1024 characters. Default: "". */
  prefix?: string;
  /** Items per page. 1 to 100. Default: 50. */
  limit?: number;
  /** `nextCursor` of the previous page. At most 1000 characters. */
  cursor?: string;
  /** Include a short-lived URL for each file. Default: false. */
  includeUrls?: boolean;
  /** Return each folder below `prefix` as one entry of `folders`. Default: false. */
  shallow?: boolean;
}

/** Parameters to get presigned URLs to upload files to the workspace of a session. */
export interface SessionFilesUploadParams extends FileUploadRequest {
  /** Target folder, such as `reports/`. At most 1024 characters. Default: "". */
  prefix?: string;
}

/** Parameters to list the messages of a session. */
export interface SessionMessagesListParams {
  /** Only messages after this one. */
  after?: string;
  /** Only messages before this one. */
  before?: string;
  /** Items per page. 1 to 100. Default: 10. */
  limit?: number;
}

/** Parameters to list sessions, newest first. */
export interface SessionsListParams {
  /** Page number, starting at 1. 1 to 1000000000. Default: 1. */
  page?: number;
  /** Items per page. 1 to 100. Default: 20. */
  pageSize?: number;
  /** `active`: created, idle or running. Extension of this server. */
  filterBy?: SessionFilter;
}

/** Parameters to stream the events of a session. */
export interface SessionsStreamEventsParams {
  /** Same as the header, which takes precedence. */
  lastEventId?: string;
  /** When the stream ends: with the session, or also when the session is idle. Default: "ended". */
  until?: "ended" | "idle" | (string & {});
}

/** Parameters to list files of a workspace. */
export interface WorkspaceFilesListParams {
  /** Prefix of the paths, such as `reports/`. At most 1024 characters. Default: "". */
  prefix?: string;
  /** Items per page. 1 to 100. Default: 50. */
  limit?: number;
  /** `nextCursor` of the previous page. At most 1000 characters. */
  cursor?: string;
  /** Include a short-lived URL for each file. Default: false. */
  includeUrls?: boolean;
  /** Return each folder below `prefix` as one entry of `folders`. Default: false. */
  shallow?: boolean;
}

/** Parameters to get presigned URLs to upload files. */
export interface WorkspaceFilesUploadParams extends FileUploadRequest {
  /** Target folder, such as `reports/`. At most 1024 characters. Default: "". */
  prefix?: string;
}

/** Parameters to delete a file of a workspace. */
export interface WorkspaceFilesDeleteParams {
  /** Path of the file, as in the list. */
  path: string;
}

/** Parameters to list workspaces, newest first. */
export interface WorkspacesListParams {
  /** Items per page. 1 to 100. Default: 10. */
  pageSize?: number;
  /** Page number, starting at 1. 1 to 1000000000. Default: 1. */
  pageNumber?: number;
}

/** Parameters to read usage by day, model or session. */
export interface BillingGetUsageParams {
  /** First day (UTC), such as 2026-11-01; default 30 days before `to`. */
  from?: string;
  /** Last day (UTC), inclusive; default today. */
  to?: string;
  /** Default: "day". */
  by?: "day" | "model" | "session" | (string & {});
  /** Items per page. 1 to 1000. Default: 100. */
  pageSize?: number;
  /** Page number, starting at 1. 1 to 1000000000. Default: 1. */
  pageNumber?: number;
}

/** Parameters to export every charge and credit as CSV. */
export interface BillingExportLedgerCsvParams {
  /** First day (UTC), such as 2026-11-01; default 30 days before `to`. */
  from?: string;
  /** Last day (UTC), inclusive; default today. */
  to?: string;
}

/** Parameters to list the deliveries of a webhook, newest first. */
export interface WebhookDeliveriesListParams {
  state?: DeliveryState;
  /** Items per page. 1 to 100. Default: 50. */
  limit?: number;
  /** `nextCursor` of the previous page. */
  cursor?: string;
}

/** Parameters to list webhooks, newest first. */
export interface WebhooksListParams {
  /** Items per page. 1 to 100. Default: 10. */
  pageSize?: number;
  /** Page number, starting at 1. 1 to 1000000000. Default: 1. */
  pageNumber?: number;
}

/** Downloads of a browser. */
export class BrowserDownloads extends Resource {
  /**
   * List the downloads of a browser.
   *
   * Oldest first, while the browser runs and after it has stopped. Incomplete downloads are omitted. With
   * `includeUrls` each file has a `url` that is valid for 15 minutes.
   *
   * @throws {ApiError} with status 400 or 404
   * @see docs/endpoints.md: GET /browsers/{session_id}/downloads (v3)
   */
  list(
    sessionId: string,
    params: BrowserDownloadsListParams = {},
    options?: CallOptions,
  ): Pages<BrowserDownloadListResponse, BrowserDownloadFile> {
    return this.http.pages(
      route`/v3/browsers/${sessionId}/downloads`,
      params,
      { by: "cursor", field: "cursor", rows: "files" },
      options,
    );
  }
}

/** Browsers that the server runs: start, watch and stop them; download and upload files. */
export class Browsers extends Resource {
  readonly downloads = new BrowserDownloads(this.http);

  /**
   * List browsers, newest first.
   *
   * @see docs/endpoints.md: GET /browsers (v3)
   */
  list(
    params: BrowsersListParams = {},
    options?: CallOptions,
  ): Pages<BrowserSessionListResponse, BrowserSessionItemView> {
    return this.http.pages(route`/v3/browsers`, params, { by: "number", field: "pageNumber", rows: "items" }, options);
  }

  /**
   * Start a browser.
   *
   * Responds when the browser accepts connections. If all slots are in use, the request waits for a free
   * one: up to 15 s, or as long as `Prefer: wait=<seconds>` requests and the operator allows. After that it
   * is refused with 429. The browser runs until it is stopped by PATCH or its `timeout` expires: stop
   * browsers that you no longer need.
   *
   * @throws {ApiError} with status 402, 403, 404, or 429
   * @see docs/endpoints.md: POST /browsers (v3)
   */
  create(params: CreateBrowserSessionRequest = {}, options?: CallOptions): Promise<BrowserSessionItemView> {
    return this.http.call("POST", route`/v3/browsers`, { body: params }, options);
  }

  /**
   * Read a browser.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: GET /browsers/{session_id} (v3)
   */
  get(sessionId: string, options?: CallOptions): Promise<BrowserSessionView> {
    return this.http.call("GET", route`/v3/browsers/${sessionId}`, {}, options);
  }

  /**
   * Stop a browser.
   *
   * Responds when the browser has stopped and its profile is saved; `profileError` says why it could not be
   * saved. A browser that is already stopped is returned unchanged.
   *
   * @throws {ApiError} with status 404 or 504
   * @see docs/endpoints.md: PATCH /browsers/{session_id} (v3)
   */
  update(sessionId: string, params: UpdateBrowserSessionRequest, options?: CallOptions): Promise<BrowserSessionView> {
    return this.http.call("PATCH", route`/v3/browsers/${sessionId}`, { body: params }, options);
  }
}

/** Browser state that is reused between browsers: cookies, storage, logins. */
export class Profiles extends Resource {
  /**
   * List profiles, newest first.
   *
   * @see docs/endpoints.md: GET /profiles (v3)
   */
  list(params: ProfilesListParams = {}, options?: CallOptions): Pages<ProfileListResponse, ProfileView> {
    return this.http.pages(route`/v3/profiles`, params, { by: "number", field: "pageNumber", rows: "items" }, options);
  }

  /**
   * Create a profile.
   *
   * The profile is empty until a browser that was started with it has stopped normally.
   *
   * @throws {ApiError} with status 402
   * @see docs/endpoints.md: POST /profiles (v3)
   */
  create(params: ProfileCreateRequest = {}, options?: CallOptions): Promise<ProfileView> {
    return this.http.call("POST", route`/v3/profiles`, { body: params }, options);
  }

  /**
   * Read a profile.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: GET /profiles/{profile_id} (v3)
   */
  get(profileId: string, options?: CallOptions): Promise<ProfileView> {
    return this.http.call("GET", route`/v3/profiles/${profileId}`, {}, options);
  }

  /**
   * Rename a profile.
   *
   * Omitted fields stay unchanged; null clears a field.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: PATCH /profiles/{profile_id} (v3)
   */
  update(profileId: string, params: ProfileUpdateRequest = {}, options?: CallOptions): Promise<ProfileView> {
    return this.http.call("PATCH", route`/v3/profiles/${profileId}`, { body: params }, options);
  }

  /**
   * Delete a profile.
   *
   * Also returns 204 if the profile does not exist.
   *
   * @see docs/endpoints.md: DELETE /profiles/{profile_id} (v3)
   */
  delete(profileId: string, options?: CallOptions): Promise<void> {
    return this.http.call("DELETE", route`/v3/profiles/${profileId}`, {}, options);
  }
}

/** Files of a session. */
export class SessionFiles extends Resource {
  /**
   * List files of the workspace of a session.
   *
   * @throws {ApiError} with status 400 or 404
   * @see docs/endpoints.md: GET /sessions/{session_id}/files (v3)
   */
  list(
    sessionId: string,
    params: SessionFilesListParams = {},
    options?: CallOptions,
  ): Pages<FileListResponse, FileInfo> {
    return this.http.pages(
      route`/v3/sessions/${sessionId}/files`,
      params,
      { by: "cursor", field: "cursor", rows: "files" },
      options,
    );
  }

  /**
   * Get presigned URLs to upload files to the workspace of a session.
   *
   * @throws {ApiError} with status 404 or 413
   * @see docs/endpoints.md: POST /sessions/{session_id}/files/upload (v3)
   */
  upload(sessionId: string, params: SessionFilesUploadParams, options?: CallOptions): Promise<FileUploadResponse> {
    const { prefix, ...body } = params;
    return this.http.call("POST", route`/v3/sessions/${sessionId}/files/upload`, { query: { prefix }, body }, options);
  }
}

/** Messages of a session. */
export class SessionMessages extends Resource {
  /**
   * List the messages of a session.
   *
   * In chronological order. With `after` the messages that follow that message; otherwise the latest ones,
   * or with `before` the latest ones before that message. `hasMore` is true if there are more in that
   * direction.
   *
   * @throws {ApiError} with status 400 or 404
   * @see docs/endpoints.md: GET /sessions/{session_id}/messages (v3)
   */
  list(
    sessionId: string,
    params: SessionMessagesListParams = {},
    options?: CallOptions,
  ): Pages<MessageListResponse, MessageResponse> {
    return this.http.pages(
      route`/v3/sessions/${sessionId}/messages`,
      params,
      { by: "id", field: "after", rows: "messages" },
      options,
    );
  }
}

/** Agent sessions: a browser in which an agent does tasks. */
export class Sessions extends Resource {
  readonly files = new SessionFiles(this.http);

  readonly messages = new SessionMessages(this.http);

  /**
   * Run a task in a new or an idle session.
   *
   * Responds as soon as the session has its browser: poll the session until it is `idle`, `stopped`,
   * `timed_out` or `error`, or stream its events. Without `task` the session is created and stays idle. If
   * the agent of the session has asked a question, `task` is the answer. If all slots are in use, the
   * request waits for a free one: up to 15 s, or as long as `Prefer: wait=<seconds>` requests and the
   * operator allows. After that it is refused with 429. Accepts `Idempotency-Key`.
   *
   * @throws {ApiError} with status 400, 402, 404, 409, or 429
   * @see docs/endpoints.md: POST /sessions (v3)
   */
  create(params: SessionRunRequest = {}, options?: CallOptions): Promise<SessionResponse> {
    return this.http.call("POST", route`/v3/sessions`, { body: params, takesIdempotencyKey: true }, options);
  }

  /**
   * List sessions, newest first.
   *
   * URLs (`liveUrl`, `recordingUrls`, `screenshotUrl`) are omitted: read a session to get them.
   *
   * @see docs/endpoints.md: GET /sessions (v3)
   */
  list(params: SessionsListParams = {}, options?: CallOptions): Pages<SessionListResponse, SessionResponse> {
    return this.http.pages(
      route`/v3/sessions`,
      { page: params.page, page_size: params.pageSize, filterBy: params.filterBy },
      { by: "number", field: "page", rows: "sessions" },
      options,
    );
  }

  /**
   * Read a session.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: GET /sessions/{session_id} (v3)
   */
  get(sessionId: string, options?: CallOptions): Promise<SessionResponse> {
    return this.http.call("GET", route`/v3/sessions/${sessionId}`, {}, options);
  }

  /**
   * Stop and delete a session.
   *
   * Removes its messages, tasks, screenshots, files, its workspace (unless you created it), and its browsers
   * with downloads and recordings. Pending webhook events are still delivered, and the ledger keeps its id.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: DELETE /sessions/{session_id} (v3)
   */
  delete(sessionId: string, options?: CallOptions): Promise<void> {
    return this.http.call("DELETE", route`/v3/sessions/${sessionId}`, {}, options);
  }

  /**
   * Stop a session or its task.
   *
   * Responds when the session or task has stopped, or after 20 s with the current state. A session that is
   * already stopped is returned unchanged.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: POST /sessions/{session_id}/stop (v3)
   */
  stop(sessionId: string, params: StopSessionRequest = {}, options?: CallOptions): Promise<SessionResponse> {
    return this.http.call("POST", route`/v3/sessions/${sessionId}/stop`, { body: params }, options);
  }

  /**
   * Stream the events of a session.
   *
   * Server-sent events. `session` contains the session as in the list; it comes first and after each change.
   * `message` contains one message, with its id as the event id; messages start with the first one, or after
   * the one in `Last-Event-ID` (header, or `lastEventId`). The stream ends with `end` when the session has
   * ended, or with `until=idle` also when it has no task any more. Extension of this server.
   *
   * @throws {ApiError} with status 400 or 404
   * @see docs/endpoints.md: GET /sessions/{session_id}/events (v3)
   */
  streamEvents(
    sessionId: string,
    params: SessionsStreamEventsParams = {},
    options?: CallOptions,
  ): AsyncIterable<ServerEvent> {
    return this.http.events(route`/v3/sessions/${sessionId}/events`, { query: params }, options);
  }
}

/** Language models that the operator of the server has configured. */
export class Models extends Resource {
  /**
   * List the language models of this server.
   *
   * Sessions and tasks accept their names. The list is empty if the operator has configured no model.
   *
   * @see docs/endpoints.md: GET /models (v3)
   */
  list(options?: CallOptions): Promise<ModelListResponse> {
    return this.http.call("GET", route`/v3/models`, {}, options);
  }
}

/** Files of a workspace. */
export class WorkspaceFiles extends Resource {
  /**
   * List files of a workspace.
   *
   * Sorted by path. With `includeUrls` each file has a `url` that is valid for 60 seconds.
   *
   * @throws {ApiError} with status 400 or 404
   * @see docs/endpoints.md: GET /workspaces/{workspace_id}/files (v3)
   */
  list(
    workspaceId: string,
    params: WorkspaceFilesListParams = {},
    options?: CallOptions,
  ): Pages<FileListResponse, FileInfo> {
    return this.http.pages(
      route`/v3/workspaces/${workspaceId}/files`,
      params,
      { by: "cursor", field: "cursor", rows: "files" },
      options,
    );
  }

  /**
   * Get presigned URLs to upload files.
   *
   * PUT the bytes of each file to its `uploadUrl` within 5 minutes, with the declared `contentType` and
   * exactly `size` bytes if a size was declared. An existing file is replaced.
   *
   * @throws {ApiError} with status 404 or 413
   * @see docs/endpoints.md: POST /workspaces/{workspace_id}/files/upload (v3)
   */
  upload(workspaceId: string, params: WorkspaceFilesUploadParams, options?: CallOptions): Promise<FileUploadResponse> {
    const { prefix, ...body } = params;
    return this.http.call("POST", route`/v3/workspaces/${workspaceId}/files/upload`, { query: { prefix }, body }, options);
  }

  /**
   * Delete a file of a workspace.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: DELETE /workspaces/{workspace_id}/files (v3)
   */
  delete(workspaceId: string, params: WorkspaceFilesDeleteParams, options?: CallOptions): Promise<void> {
    return this.http.call("DELETE", route`/v3/workspaces/${workspaceId}/files`, { query: params }, options);
  }
}

/** Folders of files that outlive sessions. */
export class Workspaces extends Resource {
  readonly files = new WorkspaceFiles(this.http);

  /**
   * List workspaces, newest first.
   *
   * Without the workspaces that were created for single sessions; `workspaceId` of a session has their ids.
   *
   * @see docs/endpoints.md: GET /workspaces (v3)
   */
  list(params: WorkspacesListParams = {}, options?: CallOptions): Pages<WorkspaceListResponse, WorkspaceView> {
    return this.http.pages(
      route`/v3/workspaces`,
      params,
      { by: "number", field: "pageNumber", rows: "items" },
      options,
    );
  }

  /**
   * Create a workspace.
   *
   * @see docs/endpoints.md: POST /workspaces (v3)
   */
  create(params: WorkspaceCreateRequest = {}, options?: CallOptions): Promise<WorkspaceView> {
    return this.http.call("POST", route`/v3/workspaces`, { body: params }, options);
  }

  /**
   * Read a workspace.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: GET /workspaces/{workspace_id} (v3)
   */
  get(workspaceId: string, options?: CallOptions): Promise<WorkspaceView> {
    return this.http.call("GET", route`/v3/workspaces/${workspaceId}`, {}, options);
  }

  /**
   * Rename a workspace.
   *
   * An omitted name stays unchanged; null clears it.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: PATCH /workspaces/{workspace_id} (v3)
   */
  update(workspaceId: string, params: WorkspaceUpdateRequest = {}, options?: CallOptions): Promise<WorkspaceView> {
    return this.http.call("PATCH", route`/v3/workspaces/${workspaceId}`, { body: params }, options);
  }

  /**
   * Delete a workspace with its files.
   *
   * Also returns 204 if the workspace does not exist. Sessions that use it continue without it.
   *
   * @see docs/endpoints.md: DELETE /workspaces/{workspace_id} (v3)
   */
  delete(workspaceId: string, options?: CallOptions): Promise<void> {
    return this.http.call("DELETE", route`/v3/workspaces/${workspaceId}`, {}, options);
  }

  /**
   * Read the size of a workspace.
   *
   * The quota is the operator's setting `serve_workspace_quota`; null means unlimited.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: GET /workspaces/{workspace_id}/size (v3)
   */
  getSize(workspaceId: string, options?: CallOptions): Promise<WorkspaceSize> {
    return this.http.call("GET", route`/v3/workspaces/${workspaceId}/size`, {}, options);
  }
}

/** The account: balance, plan and limits. */
export class Billing extends Resource {
  /**
   * Read balance, plan and limits.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: GET /billing/account (v3)
   */
  getAccount(options?: CallOptions): Promise<AccountView> {
    return this.http.call("GET", route`/v3/billing/account`, {}, options);
  }

  /**
   * Read usage by day, model or session.
   *
   * Days are in chronological order, without days that had no usage; models and sessions are ordered by
   * cost. `totals` covers the whole period. Extension of this server.
   *
   * @see docs/endpoints.md: GET /billing/usage (v3)
   */
  getUsage(params: BillingGetUsageParams = {}, options?: CallOptions): Pages<UsageResponse, UsageItem> {
    return this.http.pages(
      route`/v3/billing/usage`,
      params,
      { by: "number", field: "pageNumber", rows: "items" },
      options,
    );
  }

  /**
   * Export every charge and credit as CSV.
   *
   * One line per ledger entry in chronological order, after a header line. Quantities are tokens, minutes or
   * bytes. Text that a spreadsheet would interpret as a formula is prefixed with an apostrophe. Extension of
   * this server.
   *
   * @see docs/endpoints.md: GET /billing/ledger.csv (v3)
   */
  exportLedgerCsv(params: BillingExportLedgerCsvParams = {}, options?: CallOptions): Promise<string> {
    return this.http.call("GET", route`/v3/billing/ledger.csv`, { query: params, isText: true }, options);
  }
}

/** Deliveries of a webhook. */
export class WebhookDeliveries extends Resource {
  /**
   * List the deliveries of a webhook, newest first.
   *
   * Delivered ones are kept for 7 days, failed ones for 30 days.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: GET /webhooks/{webhook_id}/deliveries (v3)
   */
  list(
    webhookId: string,
    params: WebhookDeliveriesListParams = {},
    options?: CallOptions,
  ): Pages<DeliveryListResponse, DeliveryItemView> {
    return this.http.pages(
      route`/v3/webhooks/${webhookId}/deliveries`,
      params,
      { by: "cursor", field: "cursor", rows: "deliveries" },
      options,
    );
  }

  /**
   * Read a delivery with its body and the last response.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: GET /webhooks/{webhook_id}/deliveries/{delivery_id} (v3)
   */
  get(webhookId: string, deliveryId: string, options?: CallOptions): Promise<DeliveryView> {
    return this.http.call("GET", route`/v3/webhooks/${webhookId}/deliveries/${deliveryId}`, {}, options);
  }

  /**
   * Resend a delivery.
   *
   * The delivery keeps its id and gets all its attempts again. A delivery that is being sent right now is
   * not changed.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: POST /webhooks/{webhook_id}/deliveries/{delivery_id}/resend (v3)
   */
  resend(webhookId: string, deliveryId: string, options?: CallOptions): Promise<DeliveryView> {
    return this.http.call("POST", route`/v3/webhooks/${webhookId}/deliveries/${deliveryId}/resend`, {}, options);
  }

  /**
   * Resend all failed deliveries of a webhook.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: POST /webhooks/{webhook_id}/deliveries/resend-dead (v3)
   */
  resendDead(webhookId: string, options?: CallOptions): Promise<ResendResponse> {
    return this.http.call("POST", route`/v3/webhooks/${webhookId}/deliveries/resend-dead`, {}, options);
  }
}

/** URLs that receive an event when a task changes, and the deliveries to them. */
export class Webhooks extends Resource {
  readonly deliveries = new WebhookDeliveries(this.http);

  /**
   * List webhooks, newest first.
   *
   * @see docs/endpoints.md: GET /webhooks (v3)
   */
  list(params: WebhooksListParams = {}, options?: CallOptions): Pages<WebhookListResponse, WebhookView> {
    return this.http.pages(route`/v3/webhooks`, params, { by: "number", field: "pageNumber", rows: "items" }, options);
  }

  /**
   * Create a webhook.
   *
   * The server sends a POST to the URL when a task changes. The response contains the secret that signs the
   * deliveries; it is shown only once. A project can have at most 50 webhooks.
   *
   * @throws {ApiError} with status 403
   * @see docs/endpoints.md: POST /webhooks (v3)
   */
  create(params: WebhookCreateRequest, options?: CallOptions): Promise<WebhookSecretView> {
    return this.http.call("POST", route`/v3/webhooks`, { body: params }, options);
  }

  /**
   * Read a webhook.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: GET /webhooks/{webhook_id} (v3)
   */
  get(webhookId: string, options?: CallOptions): Promise<WebhookView> {
    return this.http.call("GET", route`/v3/webhooks/${webhookId}`, {}, options);
  }

  /**
   * Update, enable or disable a webhook.
   *
   * Omitted fields stay unchanged.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: PATCH /webhooks/{webhook_id} (v3)
   */
  update(webhookId: string, params: WebhookUpdateRequest = {}, options?: CallOptions): Promise<WebhookView> {
    return this.http.call("PATCH", route`/v3/webhooks/${webhookId}`, { body: params }, options);
  }

  /**
   * Delete a webhook with its deliveries.
   *
   * Also returns 204 if the webhook does not exist.
   *
   * @see docs/endpoints.md: DELETE /webhooks/{webhook_id} (v3)
   */
  delete(webhookId: string, options?: CallOptions): Promise<void> {
    return this.http.call("DELETE", route`/v3/webhooks/${webhookId}`, {}, options);
  }

  /**
   * Rotate the secret of a webhook.
   *
   * The response contains the new secret. For `graceHours` the previous secret also signs, in separate
   * headers.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: POST /webhooks/{webhook_id}/rotate-secret (v3)
   */
  rotateSecret(
    webhookId: string,
    params: RotateSecretRequest = {},
    options?: CallOptions,
  ): Promise<WebhookSecretView> {
    return this.http.call("POST", route`/v3/webhooks/${webhookId}/rotate-secret`, { body: params }, options);
  }

  /**
   * Send a test event to a webhook.
   *
   * Returns the delivery: read it again to see its outcome.
   *
   * @throws {ApiError} with status 400 or 404
   * @see docs/endpoints.md: POST /webhooks/{webhook_id}/test (v3)
   */
  test(webhookId: string, options?: CallOptions): Promise<DeliveryView> {
    return this.http.call("POST", route`/v3/webhooks/${webhookId}/test`, {}, options);
  }
}

/** All resources of v3. */
export class V3 extends Resource {
  readonly browsers = new Browsers(this.http);
  readonly profiles = new Profiles(this.http);
  readonly sessions = new Sessions(this.http);
  readonly models = new Models(this.http);
  readonly workspaces = new Workspaces(this.http);
  readonly billing = new Billing(this.http);
  readonly webhooks = new Webhooks(this.http);
}
