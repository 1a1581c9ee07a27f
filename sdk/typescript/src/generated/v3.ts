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

/** What it takes to list what the pages of a browser downloaded. */
export interface BrowserDownloadsListParams {
  /** Rows of a page. 1 to 100. Default: 50. */
  limit?: number;
  /** `nextCursor` of the page before. At most 1000 characters. */
  cursor?: string;
  /** Also give each file's address, valid for a short time. Default: false. */
  includeUrls?: boolean;
}

/** What it takes to list browsers, newest first. */
export interface BrowsersListParams {
  /** Rows of a page. 1 to 100. Default: 10. */
  pageSize?: number;
  /** Which page, counted from 1. 1 to 1000000000. Default: 1. */
  pageNumber?: number;
  filterBy?: BrowserSessionStatus;
  /** Those of that agent session. */
  agentSessionId?: string;
  /**
   * Those with that label, as `name:value` or `name=value`; may be given again, and then all must fit. At
   * most 20 items.
   */
  metadata?: string[];
}

/** What it takes to list profiles, newest first. */
export interface ProfilesListParams {
  /** Rows of a page. 1 to 100. Default: 10. */
  pageSize?: number;
  /** Which page, counted from 1. 1 to 1000000000. Default: 1. */
  pageNumber?: number;
  /** Part of the name or of `userId`, in any case. At most 200 characters. */
  query?: string;
}

/** What it takes to list files of the workspace of a session. */
export interface SessionFilesListParams {
  /** How the paths begin, like `reports/`. At most 1024 characters. Default: "". */
  prefix?: string;
  /** Rows of a page. 1 to 100. Default: 50. */
  limit?: number;
  /** `nextCursor` of the page before. At most 1000 characters. */
  cursor?: string;
  /** Also give each file's address, valid for a short time. Default: false. */
  includeUrls?: boolean;
  /** What lies in a folder below `prefix` is told as one entry of `folders`. Default: false. */
  shallow?: boolean;
}

/** What it takes to get addresses to upload files to the workspace of a session. */
export interface SessionFilesUploadParams extends FileUploadRequest {
  /** Folder that the files go to, like `reports/`. At most 1024 characters. Default: "". */
  prefix?: string;
}

/** What it takes to read what was said and done in a session. */
export interface SessionMessagesListParams {
  /** Messages after this one. */
  after?: string;
  /** Messages before this one. */
  before?: string;
  /** Rows of a page. 1 to 100. Default: 10. */
  limit?: number;
}

/** What it takes to list sessions, newest first. */
export interface SessionsListParams {
  /** Which page, counted from 1. 1 to 1000000000. Default: 1. */
  page?: number;
  /** Rows of a page. 1 to 100. Default: 20. */
  pageSize?: number;
  /** `active`: created, idle or running. An addition of this server. */
  filterBy?: SessionFilter;
}

/** What it takes to follow a session live. */
export interface SessionsStreamEventsParams {
  /** Same as the header `Last-Event-ID`, which has priority. */
  lastEventId?: string;
  /** When the stream ends: with the session, or also when it waits for another task. Default: "ended". */
  until?: "ended" | "idle" | (string & {});
}

/** What it takes to list files of a workspace. */
export interface WorkspaceFilesListParams {
  /** How the paths begin, like `reports/`. At most 1024 characters. Default: "". */
  prefix?: string;
  /** Rows of a page. 1 to 100. Default: 50. */
  limit?: number;
  /** `nextCursor` of the page before. At most 1000 characters. */
  cursor?: string;
  /** Also give each file's address, valid for a short time. Default: false. */
  includeUrls?: boolean;
  /** What lies in a folder below `prefix` is told as one entry of `folders`. Default: false. */
  shallow?: boolean;
}

/** What it takes to get addresses to upload files to. */
export interface WorkspaceFilesUploadParams extends FileUploadRequest {
  /** Folder that the files go to, like `reports/`. At most 1024 characters. Default: "". */
  prefix?: string;
}

/** What it takes to delete a file of a workspace. */
export interface WorkspaceFilesDeleteParams {
  /** The file, as the list tells it. */
  path: string;
}

/** What it takes to list workspaces, newest first. */
export interface WorkspacesListParams {
  /** Rows of a page. 1 to 100. Default: 10. */
  pageSize?: number;
  /** Which page, counted from 1. 1 to 1000000000. Default: 1. */
  pageNumber?: number;
}

/** What it takes to read what was used on which day, by which model or session. */
export interface BillingGetUsageParams {
  /** First day (UTC), like 2026-11-01; else 30 days before `to`. */
  from?: string;
  /** Last day (UTC), included; else today. */
  to?: string;
  /** Default: "day". */
  by?: "day" | "model" | "session" | (string & {});
  /** Rows of a page. 1 to 1000. Default: 100. */
  pageSize?: number;
  /** Which page, counted from 1. 1 to 1000000000. Default: 1. */
  pageNumber?: number;
}

/** What it takes to export every charge and credit as CSV. */
export interface BillingExportLedgerCsvParams {
  /** First day (UTC), like 2026-11-01; else 30 days before `to`. */
  from?: string;
  /** Last day (UTC), included; else today. */
  to?: string;
}

/** What it takes to list what was and will be sent to a webhook, newest first. */
export interface WebhookDeliveriesListParams {
  state?: DeliveryState;
  /** Rows of a page. 1 to 100. Default: 50. */
  limit?: number;
  /** `nextCursor` of the page before. */
  cursor?: string;
}

/** What it takes to list webhooks, newest first. */
export interface WebhooksListParams {
  /** Rows of a page. 1 to 100. Default: 10. */
  pageSize?: number;
  /** Which page, counted from 1. 1 to 1000000000. Default: 1. */
  pageNumber?: number;
}

/** Downloads of one of the browsers. */
export class BrowserDownloads extends Resource {
  /**
   * List what the pages of a browser downloaded.
   *
   * Oldest first, while the browser runs and after it stopped. Files that are not whole yet are left out.
   * Addresses (`url`, with `includeUrls`) open for 15 minutes.
   *
   * @throws {ApiError} 400, 404
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

/** Browsers that the server runs: start, watch, stop, and the files that go in and out. */
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
   * Answers when the browser can be spoken to. Where all places are taken the call waits for one, 15 s at
   * most or as long as `Prefer: wait=<seconds>` asks and the operator allows, and is refused with 429 then.
   * The browser lives until it is stopped by PATCH or its `timeout` is over: stop what you no longer need.
   *
   * @throws {ApiError} 402, 403, 404, 429
   * @see docs/endpoints.md: POST /browsers (v3)
   */
  create(params: CreateBrowserSessionRequest = {}, options?: CallOptions): Promise<BrowserSessionItemView> {
    return this.http.call("POST", route`/v3/browsers`, { body: params }, options);
  }

  /**
   * Read a browser.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: GET /browsers/{session_id} (v3)
   */
  get(sessionId: string, options?: CallOptions): Promise<BrowserSessionView> {
    return this.http.call("GET", route`/v3/browsers/${sessionId}`, {}, options);
  }

  /**
   * Stop a browser.
   *
   * Answers when it has stopped and its profile is written; `profileError` says where that could not be
   * done. One that has stopped before is answered as it is.
   *
   * @throws {ApiError} 404, 504
   * @see docs/endpoints.md: PATCH /browsers/{session_id} (v3)
   */
  update(sessionId: string, params: UpdateBrowserSessionRequest, options?: CallOptions): Promise<BrowserSessionView> {
    return this.http.call("PATCH", route`/v3/browsers/${sessionId}`, { body: params }, options);
  }
}

/** State that browsers start with and leave behind: cookies, storage, sign-ins. */
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
   * Make a profile.
   *
   * It is empty until a browser that was started with it has stopped in good order.
   *
   * @throws {ApiError} 402
   * @see docs/endpoints.md: POST /profiles (v3)
   */
  create(params: ProfileCreateRequest = {}, options?: CallOptions): Promise<ProfileView> {
    return this.http.call("POST", route`/v3/profiles`, { body: params }, options);
  }

  /**
   * Read a profile.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: GET /profiles/{profile_id} (v3)
   */
  get(profileId: string, options?: CallOptions): Promise<ProfileView> {
    return this.http.call("GET", route`/v3/profiles/${profileId}`, {}, options);
  }

  /**
   * Rename a profile.
   *
   * What is left out stays as it is; null takes it away.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: PATCH /profiles/{profile_id} (v3)
   */
  update(profileId: string, params: ProfileUpdateRequest = {}, options?: CallOptions): Promise<ProfileView> {
    return this.http.call("PATCH", route`/v3/profiles/${profileId}`, { body: params }, options);
  }

  /**
   * Delete a profile.
   *
   * Also 204 when there is none: what was asked for is so.
   *
   * @see docs/endpoints.md: DELETE /profiles/{profile_id} (v3)
   */
  delete(profileId: string, options?: CallOptions): Promise<void> {
    return this.http.call("DELETE", route`/v3/profiles/${profileId}`, {}, options);
  }
}

/** Files of one of the sessions. */
export class SessionFiles extends Resource {
  /**
   * List files of the workspace of a session.
   *
   * @throws {ApiError} 400, 404
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
   * Get addresses to upload files to the workspace of a session.
   *
   * @throws {ApiError} 404, 413
   * @see docs/endpoints.md: POST /sessions/{session_id}/files/upload (v3)
   */
  upload(sessionId: string, params: SessionFilesUploadParams, options?: CallOptions): Promise<FileUploadResponse> {
    const { prefix, ...body } = params;
    return this.http.call("POST", route`/v3/sessions/${sessionId}/files/upload`, { query: { prefix }, body }, options);
  }
}

/** Messages of one of the sessions. */
export class SessionMessages extends Resource {
  /**
   * Read what was said and done in a session.
   *
   * In the order of time. With `after` the next ones behind that message; else the last ones, or with
   * `before` the last ones before that message. `hasMore` says that there are more in that direction.
   *
   * @throws {ApiError} 400, 404
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

/** Agent sessions: a browser with somebody in it who does tasks. */
export class Sessions extends Resource {
  readonly files = new SessionFiles(this.http);

  readonly messages = new SessionMessages(this.http);

  /**
   * Run a task, in a new session or in one that is idle.
   *
   * Answers as soon as the session has its browser: poll it until it is `idle`, `stopped`, `timed_out` or
   * `error`, or follow its events. Without `task` the session is made and waits. A `task` for a session
   * whose agent asks something is the answer to that. Where all places are taken the call waits for one, 15
   * s at most or as long as `Prefer: wait=<seconds>` asks and the operator allows, and is refused with 429
   * then. Takes `Idempotency-Key`.
   *
   * @throws {ApiError} 400, 402, 404, 409, 429
   * @see docs/endpoints.md: POST /sessions (v3)
   */
  create(params: SessionRunRequest = {}, options?: CallOptions): Promise<SessionResponse> {
    return this.http.call("POST", route`/v3/sessions`, { body: params, takesIdempotencyKey: true }, options);
  }

  /**
   * List sessions, newest first.
   *
   * Addresses (`liveUrl`, `recordingUrls`, `screenshotUrl`) are left out here: read the session for them.
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
   * @throws {ApiError} 404
   * @see docs/endpoints.md: GET /sessions/{session_id} (v3)
   */
  get(sessionId: string, options?: CallOptions): Promise<SessionResponse> {
    return this.http.call("GET", route`/v3/sessions/${sessionId}`, {}, options);
  }

  /**
   * Delete a session, stopping it first.
   *
   * Removes its messages, tasks, pictures, files, workspace (unless you made that), and browsers with
   * downloads and recordings. Webhooks are still told of it, and the ledger keeps its id.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: DELETE /sessions/{session_id} (v3)
   */
  delete(sessionId: string, options?: CallOptions): Promise<void> {
    return this.http.call("DELETE", route`/v3/sessions/${sessionId}`, {}, options);
  }

  /**
   * Stop a session or its task.
   *
   * Answers when it is done, or after 20 s with the session as it is then. One that has stopped before is
   * answered as it is.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: POST /sessions/{session_id}/stop (v3)
   */
  stop(sessionId: string, params: StopSessionRequest = {}, options?: CallOptions): Promise<SessionResponse> {
    return this.http.call("POST", route`/v3/sessions/${sessionId}/stop`, { body: params }, options);
  }

  /**
   * Follow a session live.
   *
   * Server-sent events. `session` has the session as the list shows it: it comes first, and again after each
   * change. `message` has one message, and its id is the event id. The messages start with the first one, or
   * after the one that `Last-Event-ID` (a header, or `lastEventId`) names. `end` is the last event: the
   * session has ended, or with `until=idle` has no task any more. An addition of this server.
   *
   * @throws {ApiError} 400, 404
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

/** Language models that do the tasks, as the operator of the server has configured them. */
export class Models extends Resource {
  /**
   * List the language models that this server has.
   *
   * Their names are what sessions and tasks take. The list is empty where the operator has configured none.
   *
   * @see docs/endpoints.md: GET /models (v3)
   */
  list(options?: CallOptions): Promise<ModelListResponse> {
    return this.http.call("GET", route`/v3/models`, {}, options);
  }
}

/** Files of one of the workspaces. */
export class WorkspaceFiles extends Resource {
  /**
   * List files of a workspace.
   *
   * In the order of their paths. Addresses (`url`, with `includeUrls`) open for 60 seconds.
   *
   * @throws {ApiError} 400, 404
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
   * Get addresses to upload files to.
   *
   * PUT the bytes of each file to its `uploadUrl` within 5 minutes, with the `contentType` that was said
   * and, where a `size` was said, exactly as many. A file that is there already is replaced.
   *
   * @throws {ApiError} 404, 413
   * @see docs/endpoints.md: POST /workspaces/{workspace_id}/files/upload (v3)
   */
  upload(workspaceId: string, params: WorkspaceFilesUploadParams, options?: CallOptions): Promise<FileUploadResponse> {
    const { prefix, ...body } = params;
    return this.http.call("POST", route`/v3/workspaces/${workspaceId}/files/upload`, { query: { prefix }, body }, options);
  }

  /**
   * Delete a file of a workspace.
   *
   * @throws {ApiError} 404
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
   * Those that sessions got because they named none are left out: `workspaceId` of the session tells them.
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
   * Make a workspace.
   *
   * @see docs/endpoints.md: POST /workspaces (v3)
   */
  create(params: WorkspaceCreateRequest = {}, options?: CallOptions): Promise<WorkspaceView> {
    return this.http.call("POST", route`/v3/workspaces`, { body: params }, options);
  }

  /**
   * Read a workspace.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: GET /workspaces/{workspace_id} (v3)
   */
  get(workspaceId: string, options?: CallOptions): Promise<WorkspaceView> {
    return this.http.call("GET", route`/v3/workspaces/${workspaceId}`, {}, options);
  }

  /**
   * Rename a workspace.
   *
   * A name that is left out stays as it is; null takes it away.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: PATCH /workspaces/{workspace_id} (v3)
   */
  update(workspaceId: string, params: WorkspaceUpdateRequest = {}, options?: CallOptions): Promise<WorkspaceView> {
    return this.http.call("PATCH", route`/v3/workspaces/${workspaceId}`, { body: params }, options);
  }

  /**
   * Delete a workspace with its files.
   *
   * Also 204 when there is none: what was asked for is so. Sessions that use it go on without it.
   *
   * @see docs/endpoints.md: DELETE /workspaces/{workspace_id} (v3)
   */
  delete(workspaceId: string, options?: CallOptions): Promise<void> {
    return this.http.call("DELETE", route`/v3/workspaces/${workspaceId}`, {}, options);
  }

  /**
   * Read how much a workspace holds.
   *
   * The quota is what it may hold, by the operator's setting `serve_workspace_quota`; null is any number.
   *
   * @throws {ApiError} 404
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
   * @throws {ApiError} 404
   * @see docs/endpoints.md: GET /billing/account (v3)
   */
  getAccount(options?: CallOptions): Promise<AccountView> {
    return this.http.call("GET", route`/v3/billing/account`, {}, options);
  }

  /**
   * Read what was used on which day, by which model or session.
   *
   * Days come in their order, those without use left out; models and sessions by their cost. `totals` is
   * over the whole period. An addition of this server.
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
   * One line for each entry of the ledger, in the order of time, with a header line. Quantities are tokens,
   * minutes or bytes. Text that a spreadsheet would take for a formula begins with an apostrophe. An
   * addition of this server.
   *
   * @see docs/endpoints.md: GET /billing/ledger.csv (v3)
   */
  exportLedgerCsv(params: BillingExportLedgerCsvParams = {}, options?: CallOptions): Promise<string> {
    return this.http.call("GET", route`/v3/billing/ledger.csv`, { query: params, isText: true }, options);
  }
}

/** Deliveries of one of the webhooks. */
export class WebhookDeliveries extends Resource {
  /**
   * List what was and will be sent to a webhook, newest first.
   *
   * What was delivered is kept for 7 days, what was given up for 30.
   *
   * @throws {ApiError} 404
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
   * Read a delivery with what is sent and what was answered.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: GET /webhooks/{webhook_id}/deliveries/{delivery_id} (v3)
   */
  get(webhookId: string, deliveryId: string, options?: CallOptions): Promise<DeliveryView> {
    return this.http.call("GET", route`/v3/webhooks/${webhookId}/deliveries/${deliveryId}`, {}, options);
  }

  /**
   * Send a delivery again.
   *
   * Under the same id, and with all its attempts. One that is being sent right now is left as it is.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: POST /webhooks/{webhook_id}/deliveries/{delivery_id}/resend (v3)
   */
  resend(webhookId: string, deliveryId: string, options?: CallOptions): Promise<DeliveryView> {
    return this.http.call("POST", route`/v3/webhooks/${webhookId}/deliveries/${deliveryId}/resend`, {}, options);
  }

  /**
   * Send all deliveries of a webhook again that were given up.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: POST /webhooks/{webhook_id}/deliveries/resend-dead (v3)
   */
  resendDead(webhookId: string, options?: CallOptions): Promise<ResendResponse> {
    return this.http.call("POST", route`/v3/webhooks/${webhookId}/deliveries/resend-dead`, {}, options);
  }
}

/** Addresses that are told when a task changes, and what was sent to them. */
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
   * Make a webhook.
   *
   * The address is told by POST when a task changes. The answer has the secret that signs what is sent: it
   * is told only once. A project has 50 webhooks at most.
   *
   * @throws {ApiError} 403
   * @see docs/endpoints.md: POST /webhooks (v3)
   */
  create(params: WebhookCreateRequest, options?: CallOptions): Promise<WebhookSecretView> {
    return this.http.call("POST", route`/v3/webhooks`, { body: params }, options);
  }

  /**
   * Read a webhook.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: GET /webhooks/{webhook_id} (v3)
   */
  get(webhookId: string, options?: CallOptions): Promise<WebhookView> {
    return this.http.call("GET", route`/v3/webhooks/${webhookId}`, {}, options);
  }

  /**
   * Change a webhook, turn it on or off.
   *
   * What is left out stays as it is.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: PATCH /webhooks/{webhook_id} (v3)
   */
  update(webhookId: string, params: WebhookUpdateRequest = {}, options?: CallOptions): Promise<WebhookView> {
    return this.http.call("PATCH", route`/v3/webhooks/${webhookId}`, { body: params }, options);
  }

  /**
   * Delete a webhook with its deliveries.
   *
   * Also 204 when there is none: what was asked for is so.
   *
   * @see docs/endpoints.md: DELETE /webhooks/{webhook_id} (v3)
   */
  delete(webhookId: string, options?: CallOptions): Promise<void> {
    return this.http.call("DELETE", route`/v3/webhooks/${webhookId}`, {}, options);
  }

  /**
   * Give a webhook a new secret.
   *
   * The answer has the new secret. The one before signs as well for `graceHours`, in headers of its own.
   *
   * @throws {ApiError} 404
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
   * Answers with the delivery: read it to see what became of it.
   *
   * @throws {ApiError} 400, 404
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
