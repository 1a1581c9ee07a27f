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

/** What it takes to list sessions, newest first. */
export interface SessionsListParams {
  /** Rows of a page. 1 to 100. Default: 10. */
  pageSize?: number;
  /** Which page, counted from 1. 1 to 1000000000. Default: 1. */
  pageNumber?: number;
  filterBy?: SessionStatus;
}

/** What it takes to list tasks, newest first. */
export interface TasksListParams {
  /** Rows of a page. 1 to 100. Default: 10. */
  pageSize?: number;
  /** Which page, counted from 1. 1 to 1000000000. Default: 1. */
  pageNumber?: number;
  sessionId?: string;
  filterBy?: TaskStatus;
  /** Made then or later. ISO 8601. */
  after?: string;
  /** Made then or earlier. ISO 8601. */
  before?: string;
}

/** What it takes to list runs of a skill, newest first. */
export interface SkillExecutionsListParams {
  /** Rows of a page. 1 to 100. Default: 10. */
  pageSize?: number;
  /** Which page, counted from 1. 1 to 1000000000. Default: 1. */
  pageNumber?: number;
}

/** What it takes to list skills, newest first. */
export interface SkillsListParams {
  /** Rows of a page. 1 to 100. Default: 10. */
  pageSize?: number;
  /** Which page, counted from 1. 1 to 1000000000. Default: 1. */
  pageNumber?: number;
  isPublic?: boolean;
  isEnabled?: boolean;
  /** Words to look for. At most 100 characters. */
  query?: string;
  category?: SkillCategory;
  /** ISO 8601. */
  fromDate?: string;
  /** ISO 8601. */
  toDate?: string;
}

/** What it takes to list skills that projects of this server have made public, newest first. */
export interface MarketplaceSkillsListParams {
  /** Rows of a page. 1 to 100. Default: 10. */
  pageSize?: number;
  /** Which page, counted from 1. 1 to 1000000000. Default: 1. */
  pageNumber?: number;
  /** Words to look for. At most 100 characters. */
  query?: string;
  category?: SkillCategory;
  /** ISO 8601. */
  fromDate?: string;
  /** ISO 8601. */
  toDate?: string;
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

/** Browsers that the server runs: start, watch, stop, and the files that go in and out. */
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
   * Answers when the browser can be spoken to. Where all places are taken the call waits for one, 15 s at
   * most or as long as `Prefer: wait=<seconds>` asks and the operator allows, and is refused with 429 then.
   * The browser lives until it is stopped by PATCH or its `timeout` is over: stop what you no longer need.
   *
   * @throws {ApiError} 402, 403, 404, 429
   * @see docs/endpoints.md: POST /browsers (v2)
   */
  create(params: CreateBrowserSessionRequest = {}, options?: CallOptions): Promise<BrowserSessionItemView> {
    return this.http.call("POST", route`/v2/browsers`, { body: params }, options);
  }

  /**
   * Read a browser.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: GET /browsers/{session_id} (v2)
   */
  get(sessionId: string, options?: CallOptions): Promise<BrowserSessionView> {
    return this.http.call("GET", route`/v2/browsers/${sessionId}`, {}, options);
  }

  /**
   * Stop a browser.
   *
   * Answers when it has stopped and its profile is written; `profileError` says where that could not be
   * done. One that has stopped before is answered as it is.
   *
   * @throws {ApiError} 404, 504
   * @see docs/endpoints.md: PATCH /browsers/{session_id} (v2)
   */
  update(sessionId: string, params: UpdateBrowserSessionRequest, options?: CallOptions): Promise<BrowserSessionView> {
    return this.http.call("PATCH", route`/v2/browsers/${sessionId}`, { body: params }, options);
  }
}

/** State that browsers start with and leave behind: cookies, storage, sign-ins. */
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
   * Make a profile.
   *
   * It is empty until a browser that was started with it has stopped in good order.
   *
   * @throws {ApiError} 402
   * @see docs/endpoints.md: POST /profiles (v2)
   */
  create(params: ProfileCreateRequest = {}, options?: CallOptions): Promise<ProfileView> {
    return this.http.call("POST", route`/v2/profiles`, { body: params }, options);
  }

  /**
   * Read a profile.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: GET /profiles/{profile_id} (v2)
   */
  get(profileId: string, options?: CallOptions): Promise<ProfileView> {
    return this.http.call("GET", route`/v2/profiles/${profileId}`, {}, options);
  }

  /**
   * Rename a profile.
   *
   * What is left out stays as it is; null takes it away.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: PATCH /profiles/{profile_id} (v2)
   */
  update(profileId: string, params: ProfileUpdateRequest = {}, options?: CallOptions): Promise<ProfileView> {
    return this.http.call("PATCH", route`/v2/profiles/${profileId}`, { body: params }, options);
  }

  /**
   * Delete a profile.
   *
   * Also 204 when there is none: what was asked for is so.
   *
   * @see docs/endpoints.md: DELETE /profiles/{profile_id} (v2)
   */
  delete(profileId: string, options?: CallOptions): Promise<void> {
    return this.http.call("DELETE", route`/v2/profiles/${profileId}`, {}, options);
  }
}

/** Agent sessions: a browser with somebody in it who does tasks. */
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
   * @throws {ApiError} 400, 402, 404, 409, 429
   * @see docs/endpoints.md: POST /sessions (v2)
   */
  create(params: CreateSessionRequest = {}, options?: CallOptions): Promise<SessionItemView> {
    return this.http.call("POST", route`/v2/sessions`, { body: params }, options);
  }

  /**
   * Read a session with its tasks.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: GET /sessions/{session_id} (v2)
   */
  get(sessionId: string, options?: CallOptions): Promise<SessionView> {
    return this.http.call("GET", route`/v2/sessions/${sessionId}`, {}, options);
  }

  /**
   * Stop a session.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: PATCH /sessions/{session_id} (v2)
   */
  update(sessionId: string, params: UpdateSessionRequest, options?: CallOptions): Promise<SessionView> {
    return this.http.call("PATCH", route`/v2/sessions/${sessionId}`, { body: params }, options);
  }

  /**
   * Delete a session with its tasks.
   *
   * As a purge, but webhooks are still told of it, and the ledger keeps its id.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: DELETE /sessions/{session_id} (v2)
   */
  delete(sessionId: string, options?: CallOptions): Promise<void> {
    return this.http.call("DELETE", route`/v2/sessions/${sessionId}`, {}, options);
  }

  /**
   * Remove what is kept of a session.
   *
   * Stops it, and removes its record, tasks, messages, pictures, files, workspace (unless you made that),
   * browsers with downloads and recordings, and webhook deliveries. The ledger keeps what it cost, without
   * its ids.
   *
   * @throws {ApiError} 403, 404, 504
   * @see docs/endpoints.md: POST /sessions/{session_id}/purge (v2)
   */
  purge(sessionId: string, options?: CallOptions): Promise<void> {
    return this.http.call("POST", route`/v2/sessions/${sessionId}/purge`, {}, options);
  }

  /**
   * Read how a session is shared.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: GET /sessions/{session_id}/public-share (v2)
   */
  getPublicShare(sessionId: string, options?: CallOptions): Promise<ShareView> {
    return this.http.call("GET", route`/v2/sessions/${sessionId}/public-share`, {}, options);
  }

  /**
   * Share a session by an address.
   *
   * One that is shared already keeps its address. Whoever has it sees the messages and pictures of the
   * session, now and later, without a key.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: POST /sessions/{session_id}/public-share (v2)
   */
  createPublicShare(sessionId: string, options?: CallOptions): Promise<ShareView> {
    return this.http.call("POST", route`/v2/sessions/${sessionId}/public-share`, {}, options);
  }

  /**
   * Share a session no more.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: DELETE /sessions/{session_id}/public-share (v2)
   */
  deletePublicShare(sessionId: string, options?: CallOptions): Promise<void> {
    return this.http.call("DELETE", route`/v2/sessions/${sessionId}/public-share`, {}, options);
  }
}

/** Tasks: what an agent is told to do, its steps and its outcome. */
export class Tasks extends Resource {
  /**
   * List tasks, newest first.
   *
   * Without steps and files: read the task for them.
   *
   * @see docs/endpoints.md: GET /tasks (v2)
   */
  list(params: TasksListParams = {}, options?: CallOptions): Pages<TaskListResponse, TaskItemView> {
    return this.http.pages(route`/v2/tasks`, params, { by: "number", field: "pageNumber", rows: "items" }, options);
  }

  /**
   * Have a task done.
   *
   * Answers at once: poll the task's status for the outcome. Without `sessionId` the task gets a session of
   * its own, which ends with it. A session does one task at a time; a `task` for one whose agent asks
   * something is the answer to that. A task that failed ends as `finished` with `isSuccess` false. Takes
   * `Idempotency-Key`.
   *
   * @throws {ApiError} 400, 402, 404, 409, 429
   * @see docs/endpoints.md: POST /tasks (v2)
   */
  create(params: CreateTaskRequest, options?: CallOptions): Promise<TaskCreatedResponse> {
    return this.http.call("POST", route`/v2/tasks`, { body: params, takesIdempotencyKey: true }, options);
  }

  /**
   * Read a task with its steps.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: GET /tasks/{task_id} (v2)
   */
  get(taskId: string, options?: CallOptions): Promise<TaskView> {
    return this.http.call("GET", route`/v2/tasks/${taskId}`, {}, options);
  }

  /**
   * Stop a task, or hold it up.
   *
   * A stop answers when the task has stopped, or after 20 s with the task as it is then.
   *
   * @throws {ApiError} 400, 404
   * @see docs/endpoints.md: PATCH /tasks/{task_id} (v2)
   */
  update(taskId: string, params: UpdateTaskRequest, options?: CallOptions): Promise<TaskView> {
    return this.http.call("PATCH", route`/v2/tasks/${taskId}`, { body: params }, options);
  }

  /**
   * Read how far a task is.
   *
   * The one to poll: it costs little. Read the whole task once at the end.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: GET /tasks/{task_id}/status (v2)
   */
  getStatus(taskId: string, options?: CallOptions): Promise<TaskStatusView> {
    return this.http.call("GET", route`/v2/tasks/${taskId}/status`, {}, options);
  }

  /**
   * Get the address of a task's log.
   *
   * A text with all that was said and done until now. The address opens it for 15 minutes.
   *
   * @throws {ApiError} 404, 500
   * @see docs/endpoints.md: GET /tasks/{task_id}/logs (v2)
   */
  getLogs(taskId: string, options?: CallOptions): Promise<TaskLogFileResponse> {
    return this.http.call("GET", route`/v2/tasks/${taskId}/logs`, {}, options);
  }
}

/** Language models that do the tasks, as the operator of the server has configured them. */
export class Models extends Resource {
  /**
   * List the language models that this server has.
   *
   * Their names are what sessions and tasks take. The list is empty where the operator has configured none.
   *
   * @see docs/endpoints.md: GET /models (v2)
   */
  list(options?: CallOptions): Promise<ModelListResponse> {
    return this.http.call("GET", route`/v2/models`, {}, options);
  }
}

/** Browsers of one of the files. */
export class FileBrowsers extends Resource {
  /**
   * Get a form by which a file is brought to a browser.
   *
   * Send `fields` and then the file, as `file`, to `url` as multipart/form-data within `expiresIn` seconds;
   * or send the bytes alone as the body of a POST or PUT, with the `contentType`. File inputs of the browser
   * take it under `fileName`, which is the name made safe.
   *
   * @throws {ApiError} 400, 404
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

/** Sessions of one of the files. */
export class FileSessions extends Resource {
  /**
   * Get a form to upload a file to a session.
   *
   * The form is sent as that of a browser. The file goes to the workspace of the session, under `fileName`;
   * the agent finds it there from its next task or step on.
   *
   * @throws {ApiError} 400, 404, 500
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

/** Output files of one of the tasks of one of the files. */
export class FileTaskOutputFiles extends Resource {
  /**
   * Get the address of a file that a task made.
   *
   * `outputFiles` of the task has the ids. The address opens the file for 15 minutes.
   *
   * @throws {ApiError} 404, 500
   * @see docs/endpoints.md: GET /files/tasks/{task_id}/output-files/{file_id} (v2)
   */
  get(taskId: string, fileId: string, options?: CallOptions): Promise<TaskOutputFileResponse> {
    return this.http.call("GET", route`/v2/files/tasks/${taskId}/output-files/${fileId}`, {}, options);
  }
}

/** Tasks of one of the files. */
export class FileTasks extends Resource {
  readonly outputFiles = new FileTaskOutputFiles(this.http);
}

/** Files of sessions, browsers and tasks. */
export class Files extends Resource {
  readonly browsers = new FileBrowsers(this.http);

  readonly sessions = new FileSessions(this.http);

  readonly tasks = new FileTasks(this.http);
}

/** Executions of one of the skills. */
export class SkillExecutions extends Resource {
  /**
   * List runs of a skill, newest first.
   *
   * Each is a task of a session: the session shows what was done.
   *
   * @throws {ApiError} 404
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
   * Get the address of what a run of a skill gave.
   *
   * JSON. The address opens it for 5 minutes.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: GET /skills/{skill_id}/executions/{execution_id}/output (v2)
   */
  getOutput(skillId: string, executionId: string, options?: CallOptions): Promise<SkillExecutionOutputResponse> {
    return this.http.call("GET", route`/v2/skills/${skillId}/executions/${executionId}/output`, {}, options);
  }
}

/** Versions of one of the skills. */
export class SkillVersions extends Resource {
  /**
   * List the versions of a skill, newest first.
   *
   * Those that were proved, with their scripts. An addition of this server.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: GET /skills/{skill_id}/versions (v2)
   */
  list(skillId: string, options?: CallOptions): Promise<SkillVersionListResponse> {
    return this.http.call("GET", route`/v2/skills/${skillId}/versions`, {}, options);
  }
}

/** Skills: tasks that were learnt once and run as functions. */
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
   * Have a skill made.
   *
   * Answers at once: poll the skill until its status is `finished`, or `failed` with a reason. An agent does
   * the task once (`recording`); a model writes a script of that, which is run again with the same values to
   * prove it (`generating`). So what the task does is done at least twice. One skill is made at a time.
   *
   * @throws {ApiError} 400, 402, 404, 429
   * @see docs/endpoints.md: POST /skills (v2)
   */
  create(params: CreateSkillRequest, options?: CallOptions): Promise<CreateSkillResponse> {
    return this.http.call("POST", route`/v2/skills`, { body: params }, options);
  }

  /**
   * Read a skill.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: GET /skills/{skill_id} (v2)
   */
  get(skillId: string, options?: CallOptions): Promise<SkillResponse> {
    return this.http.call("GET", route`/v2/skills/${skillId}`, {}, options);
  }

  /**
   * Delete a skill with its versions.
   *
   * @throws {ApiError} 400, 404
   * @see docs/endpoints.md: DELETE /skills/{skill_id} (v2)
   */
  delete(skillId: string, options?: CallOptions): Promise<void> {
    return this.http.call("DELETE", route`/v2/skills/${skillId}`, {}, options);
  }

  /**
   * Change what is said of a skill, whether it is enabled, and who sees it.
   *
   * @throws {ApiError} 400, 403, 404
   * @see docs/endpoints.md: PATCH /skills/{skill_id} (v2)
   */
  update(skillId: string, params: UpdateSkillRequest = {}, options?: CallOptions): Promise<SkillResponse> {
    return this.http.call("PATCH", route`/v2/skills/${skillId}`, { body: params }, options);
  }

  /**
   * Stop the making of a skill, or of a new version of it.
   *
   * @throws {ApiError} 400, 404
   * @see docs/endpoints.md: POST /skills/{skill_id}/cancel (v2)
   */
  cancel(skillId: string, options?: CallOptions): Promise<SkillResponse> {
    return this.http.call("POST", route`/v2/skills/${skillId}/cancel`, {}, options);
  }

  /**
   * Go back to a skill's version before.
   *
   * @throws {ApiError} 400, 404
   * @see docs/endpoints.md: POST /skills/{skill_id}/rollback (v2)
   */
  rollback(skillId: string, options?: CallOptions): Promise<SkillResponse> {
    return this.http.call("POST", route`/v2/skills/${skillId}/rollback`, {}, options);
  }

  /**
   * Run a skill.
   *
   * Runs the script of the current version, without a model, and answers when it has ended. A run that
   * failed is answered with `success` false and says why. It goes on when the caller leaves: its output is
   * under the executions then. Takes `Idempotency-Key`.
   *
   * @throws {ApiError} 400, 402, 404, 409, 429
   * @see docs/endpoints.md: POST /skills/{skill_id}/execute (v2)
   */
  execute(skillId: string, params: ExecuteSkillRequest = {}, options?: CallOptions): Promise<ExecuteSkillResponse> {
    return this.http.call("POST", route`/v2/skills/${skillId}/execute`, { body: params, takesIdempotencyKey: true }, options);
  }

  /**
   * Have a skill made better.
   *
   * Answers at once. A model changes the script as the feedback says, and it is run again to prove it. Until
   * then, and when that fails, the version before is run.
   *
   * @throws {ApiError} 400, 402, 404, 429
   * @see docs/endpoints.md: POST /skills/{skill_id}/refine (v2)
   */
  refine(skillId: string, params: RefineSkillRequest, options?: CallOptions): Promise<RefineSkillResponse> {
    return this.http.call("POST", route`/v2/skills/${skillId}/refine`, { body: params }, options);
  }
}

/** Skills of one of the marketplace. */
export class MarketplaceSkills extends Resource {
  /**
   * List skills that projects of this server have made public, newest first.
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
   * Read a public skill, by its slug or id.
   *
   * @throws {ApiError} 404
   * @see docs/endpoints.md: GET /marketplace/skills/{skill_slug} (v2)
   */
  get(skillSlug: string, options?: CallOptions): Promise<MarketplaceSkillResponse> {
    return this.http.call("GET", route`/v2/marketplace/skills/${skillSlug}`, {}, options);
  }

  /**
   * Make a public skill one's own.
   *
   * A copy of its current version: what its owner changes later does not change it.
   *
   * @throws {ApiError} 400, 404
   * @see docs/endpoints.md: POST /marketplace/skills/{skill_id}/clone (v2)
   */
  clone(skillId: string, options?: CallOptions): Promise<SkillResponse> {
    return this.http.call("POST", route`/v2/marketplace/skills/${skillId}/clone`, {}, options);
  }

  /**
   * Run a public skill.
   *
   * In a session of the caller's project, without a model, as the skill is now. It is healed by its owner
   * alone.
   *
   * @throws {ApiError} 400, 402, 404, 409, 429
   * @see docs/endpoints.md: POST /marketplace/skills/{skill_id}/execute (v2)
   */
  execute(skillId: string, params: ExecuteSkillRequest = {}, options?: CallOptions): Promise<ExecuteSkillResponse> {
    return this.http.call("POST", route`/v2/marketplace/skills/${skillId}/execute`, { body: params }, options);
  }
}

/** Skills that others have made public. */
export class Marketplace extends Resource {
  readonly skills = new MarketplaceSkills(this.http);
}

/** The account: balance, plan and limits. */
export class Billing extends Resource {
  /**
   * Read balance, plan and limits.
   *
   * @throws {ApiError} 404
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
