// Written by `bun run gen` from the endpoints of the platform. Do not edit.

import type { Pages } from "../pages.ts";
import { route, Resource } from "../resource.ts";
import type { CallOptions } from "../types.ts";
import type {
  AccountView,
  BrowserDownloadFile,
  BrowserDownloadListResponse,
  BrowserSessionItemView,
  BrowserSessionListResponse,
  BrowserSessionStatus,
  BrowserSessionView,
  CreateBrowserSessionRequest,
  CreateSessionRequest,
  CreateSkillRequest,
  CreateSkillResponse,
  CreateTaskRequest,
  ExecuteSkillRequest,
  ExecuteSkillResponse,
  MarketplaceSkillListResponse,
  MarketplaceSkillResponse,
  ModelListResponse,
  ProfileCreateRequest,
  ProfileListResponse,
  ProfileUpdateRequest,
  ProfileView,
  RefineSkillRequest,
  RefineSkillResponse,
  SessionItemView,
  SessionListResponse,
  SessionStatus,
  SessionView,
  ShareView,
  SkillCategory,
  SkillExecutionListResponse,
  SkillExecutionOutputResponse,
  SkillExecutionView,
  SkillListResponse,
  SkillResponse,
  SkillVersionListResponse,
  TaskCreatedResponse,
  TaskItemView,
  TaskListResponse,
  TaskLogFileResponse,
  TaskOutputFileResponse,
  TaskStatus,
  TaskStatusView,
  TaskView,
  UpdateBrowserSessionRequest,
  UpdateSessionRequest,
  UpdateSkillRequest,
  UpdateTaskRequest,
  UploadFilePresignedUrlResponse,
  UploadFileRequest,
} from "./v2-types.ts";

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

/** Parameters to list sessions, newest first. */
export interface SessionsListParams {
  /** Items per page. 1 to 100. Default: 10. */
  pageSize?: number;
  /** Page number, starting at 1. 1 to 1000000000. Default: 1. */
  pageNumber?: number;
  filterBy?: SessionStatus;
}

/** Parameters to list tasks, newest first. */
export interface TasksListParams {
  /** Items per page. 1 to 100. Default: 10. */
  pageSize?: number;
  /** Page number, starting at 1. 1 to 1000000000. Default: 1. */
  pageNumber?: number;
  sessionId?: string;
  filterBy?: TaskStatus;
  /** Created at this time or later. ISO 8601. */
  after?: string;
  /** Created at this time or earlier. ISO 8601. */
  before?: string;
}

/** Parameters to list runs of a skill, newest first. */
export interface SkillExecutionsListParams {
  /** Items per page. 1 to 100. Default: 10. */
  pageSize?: number;
  /** Page number, starting at 1. 1 to 1000000000. Default: 1. */
  pageNumber?: number;
}

/** Parameters to list skills, newest first. */
export interface SkillsListParams {
  /** Items per page. 1 to 100. Default: 10. */
  pageSize?: number;
  /** Page number, starting at 1. 1 to 1000000000. Default: 1. */
  pageNumber?: number;
  isPublic?: boolean;
  isEnabled?: boolean;
  /** Words to search for. At most 100 characters. */
  query?: string;
  category?: SkillCategory;
  /** ISO 8601. */
  fromDate?: string;
  /** ISO 8601. */
  toDate?: string;
}

/** Parameters to list published skills of this server, newest first. */
export interface MarketplaceSkillsListParams {
  /** Items per page. 1 to 100. Default: 10. */
  pageSize?: number;
  /** Page number, starting at 1. 1 to 1000000000. Default: 1. */
  pageNumber?: number;
  /** Words to search for. At most 100 characters. */
  query?: string;
  category?: SkillCategory;
  /** ISO 8601. */
  fromDate?: string;
  /** ISO 8601. */
  toDate?: string;
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
   * @see docs/endpoints.md: GET /browsers/{session_id}/downloads (v2)
   */
  list(
    sessionId: string,
    params: BrowserDownloadsListParams = {},
    options?: CallOptions,
  ): Pages<BrowserDownloadListResponse, BrowserDownloadFile> {
    return this.http.pages(
      route`/v2/browsers/${sessionId}/downloads`,
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
   * @see docs/endpoints.md: GET /browsers (v2)
   */
  list(
    params: BrowsersListParams = {},
    options?: CallOptions,
  ): Pages<BrowserSessionListResponse, BrowserSessionItemView> {
    return this.http.pages(route`/v2/browsers`, params, { by: "number", field: "pageNumber", rows: "items" }, options);
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
   * @see docs/endpoints.md: POST /browsers (v2)
   */
  create(params: CreateBrowserSessionRequest = {}, options?: CallOptions): Promise<BrowserSessionItemView> {
    return this.http.call("POST", route`/v2/browsers`, { body: params }, options);
  }

  /**
   * Read a browser.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: GET /browsers/{session_id} (v2)
   */
  get(sessionId: string, options?: CallOptions): Promise<BrowserSessionView> {
    return this.http.call("GET", route`/v2/browsers/${sessionId}`, {}, options);
  }

  /**
   * Stop a browser.
   *
   * Responds when the browser has stopped and its profile is saved; `profileError` says why it could not be
   * saved. A browser that is already stopped is returned unchanged.
   *
   * @throws {ApiError} with status 404 or 504
   * @see docs/endpoints.md: PATCH /browsers/{session_id} (v2)
   */
  update(sessionId: string, params: UpdateBrowserSessionRequest, options?: CallOptions): Promise<BrowserSessionView> {
    return this.http.call("PATCH", route`/v2/browsers/${sessionId}`, { body: params }, options);
  }
}

/** Browser state that is reused between browsers: cookies, storage, logins. */
export class Profiles extends Resource {
  /**
   * List profiles, newest first.
   *
   * @see docs/endpoints.md: GET /profiles (v2)
   */
  list(params: ProfilesListParams = {}, options?: CallOptions): Pages<ProfileListResponse, ProfileView> {
    return this.http.pages(route`/v2/profiles`, params, { by: "number", field: "pageNumber", rows: "items" }, options);
  }

  /**
   * Create a profile.
   *
   * The profile is empty until a browser that was started with it has stopped normally.
   *
   * @throws {ApiError} with status 402
   * @see docs/endpoints.md: POST /profiles (v2)
   */
  create(params: ProfileCreateRequest = {}, options?: CallOptions): Promise<ProfileView> {
    return this.http.call("POST", route`/v2/profiles`, { body: params }, options);
  }

  /**
   * Read a profile.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: GET /profiles/{profile_id} (v2)
   */
  get(profileId: string, options?: CallOptions): Promise<ProfileView> {
    return this.http.call("GET", route`/v2/profiles/${profileId}`, {}, options);
  }

  /**
   * Rename a profile.
   *
   * Omitted fields stay unchanged; null clears a field.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: PATCH /profiles/{profile_id} (v2)
   */
  update(profileId: string, params: ProfileUpdateRequest = {}, options?: CallOptions): Promise<ProfileView> {
    return this.http.call("PATCH", route`/v2/profiles/${profileId}`, { body: params }, options);
  }

  /**
   * Delete a profile.
   *
   * Also returns 204 if the profile does not exist.
   *
   * @see docs/endpoints.md: DELETE /profiles/{profile_id} (v2)
   */
  delete(profileId: string, options?: CallOptions): Promise<void> {
    return this.http.call("DELETE", route`/v2/profiles/${profileId}`, {}, options);
  }
}

/** Agent sessions: a browser in which an agent does tasks. */
export class Sessions extends Resource {
  /**
   * List sessions, newest first.
   *
   * @see docs/endpoints.md: GET /sessions (v2)
   */
  list(params: SessionsListParams = {}, options?: CallOptions): Pages<SessionListResponse, SessionItemView> {
    return this.http.pages(route`/v2/sessions`, params, { by: "number", field: "pageNumber", rows: "items" }, options);
  }

  /**
   * Start a session.
   *
   * @throws {ApiError} with status 400, 402, 404, 409, or 429
   * @see docs/endpoints.md: POST /sessions (v2)
   */
  create(params: CreateSessionRequest = {}, options?: CallOptions): Promise<SessionItemView> {
    return this.http.call("POST", route`/v2/sessions`, { body: params }, options);
  }

  /**
   * Read a session with its tasks.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: GET /sessions/{session_id} (v2)
   */
  get(sessionId: string, options?: CallOptions): Promise<SessionView> {
    return this.http.call("GET", route`/v2/sessions/${sessionId}`, {}, options);
  }

  /**
   * Stop a session.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: PATCH /sessions/{session_id} (v2)
   */
  update(sessionId: string, params: UpdateSessionRequest, options?: CallOptions): Promise<SessionView> {
    return this.http.call("PATCH", route`/v2/sessions/${sessionId}`, { body: params }, options);
  }

  /**
   * Delete a session with its tasks.
   *
   * Like a purge, but pending webhook events are still delivered, and the ledger keeps its id.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: DELETE /sessions/{session_id} (v2)
   */
  delete(sessionId: string, options?: CallOptions): Promise<void> {
    return this.http.call("DELETE", route`/v2/sessions/${sessionId}`, {}, options);
  }

  /**
   * Remove all data of a session.
   *
   * Stops the session and removes its record, tasks, messages, screenshots, files, its workspace (unless you
   * created it), its browsers with downloads and recordings, and its webhook deliveries. The ledger keeps
   * its costs without ids.
   *
   * @throws {ApiError} with status 403, 404, or 504
   * @see docs/endpoints.md: POST /sessions/{session_id}/purge (v2)
   */
  purge(sessionId: string, options?: CallOptions): Promise<void> {
    return this.http.call("POST", route`/v2/sessions/${sessionId}/purge`, {}, options);
  }

  /**
   * Read the public share of a session.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: GET /sessions/{session_id}/public-share (v2)
   */
  getPublicShare(sessionId: string, options?: CallOptions): Promise<ShareView> {
    return this.http.call("GET", route`/v2/sessions/${sessionId}/public-share`, {}, options);
  }

  /**
   * Share a session publicly.
   *
   * A session that is already shared keeps its URL. Anyone with the URL sees the current and later messages
   * and screenshots of the session without an API key.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: POST /sessions/{session_id}/public-share (v2)
   */
  createPublicShare(sessionId: string, options?: CallOptions): Promise<ShareView> {
    return this.http.call("POST", route`/v2/sessions/${sessionId}/public-share`, {}, options);
  }

  /**
   * Stop sharing a session.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: DELETE /sessions/{session_id}/public-share (v2)
   */
  deletePublicShare(sessionId: string, options?: CallOptions): Promise<void> {
    return this.http.call("DELETE", route`/v2/sessions/${sessionId}/public-share`, {}, options);
  }
}

/** Tasks of agents: instructions, steps and outcome. */
export class Tasks extends Resource {
  /**
   * List tasks, newest first.
   *
   * Without steps and files: read a task to get them.
   *
   * @see docs/endpoints.md: GET /tasks (v2)
   */
  list(params: TasksListParams = {}, options?: CallOptions): Pages<TaskListResponse, TaskItemView> {
    return this.http.pages(route`/v2/tasks`, params, { by: "number", field: "pageNumber", rows: "items" }, options);
  }

  /**
   * Run a task.
   *
   * Responds immediately: poll the status of the task for the outcome. Without `sessionId` the task gets a
   * new session, which ends with the task. A session does one task at a time; if its agent has asked a
   * question, `task` is the answer. A failed task has the status `finished` and `isSuccess` false. Accepts
   * `Idempotency-Key`.
   *
   * @throws {ApiError} with status 400, 402, 404, 409, or 429
   * @see docs/endpoints.md: POST /tasks (v2)
   */
  create(params: CreateTaskRequest, options?: CallOptions): Promise<TaskCreatedResponse> {
    return this.http.call("POST", route`/v2/tasks`, { body: params, takesIdempotencyKey: true }, options);
  }

  /**
   * Read a task with its steps.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: GET /tasks/{task_id} (v2)
   */
  get(taskId: string, options?: CallOptions): Promise<TaskView> {
    return this.http.call("GET", route`/v2/tasks/${taskId}`, {}, options);
  }

  /**
   * Stop, pause or resume a task.
   *
   * `stop` responds when the task has stopped, or after 20 s with its current state.
   *
   * @throws {ApiError} with status 400 or 404
   * @see docs/endpoints.md: PATCH /tasks/{task_id} (v2)
   */
  update(taskId: string, params: UpdateTaskRequest, options?: CallOptions): Promise<TaskView> {
    return this.http.call("PATCH", route`/v2/tasks/${taskId}`, { body: params }, options);
  }

  /**
   * Read the status of a task.
   *
   * Use this endpoint for polling: it is cheap. Read the task once at the end.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: GET /tasks/{task_id}/status (v2)
   */
  getStatus(taskId: string, options?: CallOptions): Promise<TaskStatusView> {
    return this.http.call("GET", route`/v2/tasks/${taskId}/status`, {}, options);
  }

  /**
   * Get the download URL of a task's log.
   *
   * The log is text with all messages of the task so far. The URL is valid for 15 minutes.
   *
   * @throws {ApiError} with status 404 or 500
   * @see docs/endpoints.md: GET /tasks/{task_id}/logs (v2)
   */
  getLogs(taskId: string, options?: CallOptions): Promise<TaskLogFileResponse> {
    return this.http.call("GET", route`/v2/tasks/${taskId}/logs`, {}, options);
  }
}

/** Language models that the operator of the server has configured. */
export class Models extends Resource {
  /**
   * List the language models of this server.
   *
   * Sessions and tasks accept their names. The list is empty if the operator has configured no model.
   *
   * @see docs/endpoints.md: GET /models (v2)
   */
  list(options?: CallOptions): Promise<ModelListResponse> {
    return this.http.call("GET", route`/v2/models`, {}, options);
  }
}

/** Endpoints below `/files/browsers`. */
export class FileBrowsers extends Resource {
  /**
   * Get a presigned form to upload a file to a browser.
   *
   * POST `fields`, followed by the file as `file`, to `url` as multipart/form-data within `expiresIn`
   * seconds; or send only the bytes as the body of a POST or PUT with the same `contentType`. File inputs of
   * the browser accept it under `fileName`, the sanitized name.
   *
   * @throws {ApiError} with status 400 or 404
   * @see docs/endpoints.md: POST /files/browsers/{session_id}/presigned-url (v2)
   */
  createPresignedUrl(
    sessionId: string,
    params: UploadFileRequest,
    options?: CallOptions,
  ): Promise<UploadFilePresignedUrlResponse> {
    return this.http.call("POST", route`/v2/files/browsers/${sessionId}/presigned-url`, { body: params }, options);
  }
}

/** Endpoints below `/files/sessions`. */
export class FileSessions extends Resource {
  /**
   * Get a presigned form to upload a file to a session.
   *
   * Send the form in the same way as for a browser. The file is stored in the workspace of the session as
   * `fileName`; the agent sees it from its next task or step on.
   *
   * @throws {ApiError} with status 400, 404, or 500
   * @see docs/endpoints.md: POST /files/sessions/{session_id}/presigned-url (v2)
   */
  createPresignedUrl(
    sessionId: string,
    params: UploadFileRequest,
    options?: CallOptions,
  ): Promise<UploadFilePresignedUrlResponse> {
    return this.http.call("POST", route`/v2/files/sessions/${sessionId}/presigned-url`, { body: params }, options);
  }
}

/** Output files of a task. */
export class FileTaskOutputFiles extends Resource {
  /**
   * Get the download URL of an output file of a task.
   *
   * `outputFiles` of the task lists the ids. The URL is valid for 15 minutes.
   *
   * @throws {ApiError} with status 404 or 500
   * @see docs/endpoints.md: GET /files/tasks/{task_id}/output-files/{file_id} (v2)
   */
  get(taskId: string, fileId: string, options?: CallOptions): Promise<TaskOutputFileResponse> {
    return this.http.call("GET", route`/v2/files/tasks/${taskId}/output-files/${fileId}`, {}, options);
  }
}

/** Endpoints below `/files/tasks`. */
export class FileTasks extends Resource {
  readonly outputFiles = new FileTaskOutputFiles(this.http);
}

/** Files of sessions, browsers and tasks. */
export class Files extends Resource {
  readonly browsers = new FileBrowsers(this.http);

  readonly sessions = new FileSessions(this.http);

  readonly tasks = new FileTasks(this.http);
}

/** Executions of a skill. */
export class SkillExecutions extends Resource {
  /**
   * List runs of a skill, newest first.
   *
   * Each execution is a task of a session; read the session for details.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: GET /skills/{skill_id}/executions (v2)
   */
  list(
    skillId: string,
    params: SkillExecutionsListParams = {},
    options?: CallOptions,
  ): Pages<SkillExecutionListResponse, SkillExecutionView> {
    return this.http.pages(
      route`/v2/skills/${skillId}/executions`,
      params,
      { by: "number", field: "pageNumber", rows: "items" },
      options,
    );
  }

  /**
   * Get the download URL of the output of an execution.
   *
   * The output is JSON. The URL is valid for 5 minutes.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: GET /skills/{skill_id}/executions/{execution_id}/output (v2)
   */
  getOutput(skillId: string, executionId: string, options?: CallOptions): Promise<SkillExecutionOutputResponse> {
    return this.http.call("GET", route`/v2/skills/${skillId}/executions/${executionId}/output`, {}, options);
  }
}

/** Versions of a skill. */
export class SkillVersions extends Resource {
  /**
   * List the versions of a skill, newest first.
   *
   * Verified versions with their scripts. Extension of this server.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: GET /skills/{skill_id}/versions (v2)
   */
  list(skillId: string, options?: CallOptions): Promise<SkillVersionListResponse> {
    return this.http.call("GET", route`/v2/skills/${skillId}/versions`, {}, options);
  }
}

/** Skills: tasks that an agent did once and that run as functions. */
export class Skills extends Resource {
  readonly executions = new SkillExecutions(this.http);

  readonly versions = new SkillVersions(this.http);

  /**
   * List skills, newest first.
   *
   * @see docs/endpoints.md: GET /skills (v2)
   */
  list(params: SkillsListParams = {}, options?: CallOptions): Pages<SkillListResponse, SkillResponse> {
    return this.http.pages(route`/v2/skills`, params, { by: "number", field: "pageNumber", rows: "items" }, options);
  }

  /**
   * Create a skill.
   *
   * Responds immediately: poll the skill until its status is `finished`, or `failed` with a reason. An agent
   * does the task once (`recording`). Then a model writes a script, and a test run verifies it with the same
   * values (`generating`). The task is therefore done at least twice. A project can create one skill at a
   * time.
   *
   * @throws {ApiError} with status 400, 402, 404, or 429
   * @see docs/endpoints.md: POST /skills (v2)
   */
  create(params: CreateSkillRequest, options?: CallOptions): Promise<CreateSkillResponse> {
    return this.http.call("POST", route`/v2/skills`, { body: params }, options);
  }

  /**
   * Read a skill.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: GET /skills/{skill_id} (v2)
   */
  get(skillId: string, options?: CallOptions): Promise<SkillResponse> {
    return this.http.call("GET", route`/v2/skills/${skillId}`, {}, options);
  }

  /**
   * Delete a skill with its versions.
   *
   * @throws {ApiError} with status 400 or 404
   * @see docs/endpoints.md: DELETE /skills/{skill_id} (v2)
   */
  delete(skillId: string, options?: CallOptions): Promise<void> {
    return this.http.call("DELETE", route`/v2/skills/${skillId}`, {}, options);
  }

  /**
   * Update a skill.
   *
   * @throws {ApiError} with status 400, 403, or 404
   * @see docs/endpoints.md: PATCH /skills/{skill_id} (v2)
   */
  update(skillId: string, params: UpdateSkillRequest = {}, options?: CallOptions): Promise<SkillResponse> {
    return this.http.call("PATCH", route`/v2/skills/${skillId}`, { body: params }, options);
  }

  /**
   * Cancel the generation of a skill or of a new version.
   *
   * @throws {ApiError} with status 400 or 404
   * @see docs/endpoints.md: POST /skills/{skill_id}/cancel (v2)
   */
  cancel(skillId: string, options?: CallOptions): Promise<SkillResponse> {
    return this.http.call("POST", route`/v2/skills/${skillId}/cancel`, {}, options);
  }

  /**
   * Restore the previous version of a skill.
   *
   * @throws {ApiError} with status 400 or 404
   * @see docs/endpoints.md: POST /skills/{skill_id}/rollback (v2)
   */
  rollback(skillId: string, options?: CallOptions): Promise<SkillResponse> {
    return this.http.call("POST", route`/v2/skills/${skillId}/rollback`, {}, options);
  }

  /**
   * Run a skill.
   *
   * Runs the script of the current version without a model, and responds when it has ended. A failed run has
   * `success` false and the reason in `error`. The run continues if the caller disconnects: list the
   * executions to get its output. Accepts `Idempotency-Key`.
   *
   * @throws {ApiError} with status 400, 402, 404, 409, or 429
   * @see docs/endpoints.md: POST /skills/{skill_id}/execute (v2)
   */
  execute(skillId: string, params: ExecuteSkillRequest = {}, options?: CallOptions): Promise<ExecuteSkillResponse> {
    return this.http.call("POST", route`/v2/skills/${skillId}/execute`, { body: params, takesIdempotencyKey: true }, options);
  }

  /**
   * Improve a skill.
   *
   * Responds immediately. A model changes the script according to the feedback, and a test run verifies it.
   * Until then, and if that fails, the previous version stays current.
   *
   * @throws {ApiError} with status 400, 402, 404, or 429
   * @see docs/endpoints.md: POST /skills/{skill_id}/refine (v2)
   */
  refine(skillId: string, params: RefineSkillRequest, options?: CallOptions): Promise<RefineSkillResponse> {
    return this.http.call("POST", route`/v2/skills/${skillId}/refine`, { body: params }, options);
  }
}

/** Endpoints below `/marketplace/skills`. */
export class MarketplaceSkills extends Resource {
  /**
   * List published skills of this server, newest first.
   *
   * @see docs/endpoints.md: GET /marketplace/skills (v2)
   */
  list(
    params: MarketplaceSkillsListParams = {},
    options?: CallOptions,
  ): Pages<MarketplaceSkillListResponse, MarketplaceSkillResponse> {
    return this.http.pages(
      route`/v2/marketplace/skills`,
      params,
      { by: "number", field: "pageNumber", rows: "items" },
      options,
    );
  }

  /**
   * Read a public skill by slug or id.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: GET /marketplace/skills/{skill_slug} (v2)
   */
  get(skillSlug: string, options?: CallOptions): Promise<MarketplaceSkillResponse> {
    return this.http.call("GET", route`/v2/marketplace/skills/${skillSlug}`, {}, options);
  }

  /**
   * Clone a public skill.
   *
   * Copies the current version into the project. Later changes by the owner do not affect the copy.
   *
   * @throws {ApiError} with status 400 or 404
   * @see docs/endpoints.md: POST /marketplace/skills/{skill_id}/clone (v2)
   */
  clone(skillId: string, options?: CallOptions): Promise<SkillResponse> {
    return this.http.call("POST", route`/v2/marketplace/skills/${skillId}/clone`, {}, options);
  }

  /**
   * Run a public skill.
   *
   * Runs the current version in a session of the caller's project, without a model. Only the owner's runs
   * repair a failing skill.
   *
   * @throws {ApiError} with status 400, 402, 404, 409, or 429
   * @see docs/endpoints.md: POST /marketplace/skills/{skill_id}/execute (v2)
   */
  execute(skillId: string, params: ExecuteSkillRequest = {}, options?: CallOptions): Promise<ExecuteSkillResponse> {
    return this.http.call("POST", route`/v2/marketplace/skills/${skillId}/execute`, { body: params }, options);
  }
}

/** Skills that projects of this server have published. */
export class Marketplace extends Resource {
  readonly skills = new MarketplaceSkills(this.http);
}

/** The account: balance, plan and limits. */
export class Billing extends Resource {
  /**
   * Read balance, plan and limits.
   *
   * @throws {ApiError} with status 404
   * @see docs/endpoints.md: GET /billing/account (v2)
   */
  getAccount(options?: CallOptions): Promise<AccountView> {
    return this.http.call("GET", route`/v2/billing/account`, {}, options);
  }
}

/** All resources of v2. */
export class V2 extends Resource {
  readonly browsers = new Browsers(this.http);
  readonly profiles = new Profiles(this.http);
  readonly sessions = new Sessions(this.http);
  readonly tasks = new Tasks(this.http);
  readonly models = new Models(this.http);
  readonly files = new Files(this.http);
  readonly skills = new Skills(this.http);
  readonly marketplace = new Marketplace(this.http);
  readonly billing = new Billing(this.http);
}
