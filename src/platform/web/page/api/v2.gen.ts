// Written by `bun run gen` from the endpoints of the platform. Do not edit.

export interface AccountView {
  name: string | null;
  /** Amount that can still be spent; 0 if `isUnlimited`. */
  totalCreditsBalanceUsd: number;
  /** Remainder of this month's budget (UTC) of the project or of this key. */
  monthlyCreditsBalanceUsd: number;
  /** Remainder of the granted credits. */
  additionalCreditsBalanceUsd: number;
  /** True if the operator has set no limit. Extension of this server. */
  isUnlimited: boolean;
  /** Requests per minute allowed for one key; 0 means unlimited. */
  rateLimit: number;
  planInfo: PlanInfo;
  /** Default: false. */
  isFreeTier: boolean;
  projectId: string;
  /** Always true: this server sends nothing to tracing services. */
  tracingDisabled: boolean;
}

export interface BrowserDownloadFile {
  path: string;
  size: number;
  /** ISO 8601. */
  lastModified: string;
  url: string | null;
}

export interface BrowserDownloadListResponse {
  files: BrowserDownloadFile[];
  nextCursor: string | null;
  hasMore: boolean;
}

export interface BrowserSessionItemView {
  id: string;
  status: BrowserSessionStatus;
  /**
   * Page that shows the browser and accepts input. Anyone with this URL can control the browser: treat it as
   * a secret.
   */
  liveUrl: string | null;
  /** The same page without input, for viewers. Extension of this server. */
  readOnlyLiveUrl: string | null;
  /**
   * WebSocket URL of the browser's DevTools protocol, with its own token. `GET <url>/json/version` over HTTP
   * returns it too. Closing the connection does not stop the browser.
   */
  cdpUrl: string | null;
  /** Latest time at which the browser is stopped. ISO 8601. */
  timeoutAt: string;
  /** ISO 8601. */
  startedAt: string;
  /** ISO 8601. */
  finishedAt: string | null;
  /** Decimal number as a string. */
  proxyUsedMb: string;
  /** Decimal number as a string. */
  proxyCost: string;
  /** Decimal number as a string. */
  browserCost: string;
  agentSessionId: string | null;
  /**
   * Why the state of the browser was not saved to its profile; null if it was saved or there is no profile.
   * Extension of this server.
   */
  profileError: string | null;
  /** Recording, available after the browser has ended; always null in lists. */
  recordingUrl: string | null;
  metadata: Record<string, string>;
}

export interface BrowserSessionListResponse {
  items: BrowserSessionItemView[];
  totalItems: number;
  pageNumber: number;
  pageSize: number;
}

export type BrowserSessionStatus = "active" | "stopped";

export type BrowserSessionUpdateAction = "stop";

export interface BrowserSessionView {
  id: string;
  status: BrowserSessionStatus;
  /**
   * Page that shows the browser and accepts input. Anyone with this URL can control the browser: treat it as
   * a secret.
   */
  liveUrl: string | null;
  /** The same page without input, for viewers. Extension of this server. */
  readOnlyLiveUrl: string | null;
  /**
   * WebSocket URL of the browser's DevTools protocol, with its own token. `GET <url>/json/version` over HTTP
   * returns it too. Closing the connection does not stop the browser.
   */
  cdpUrl: string | null;
  /** Latest time at which the browser is stopped. ISO 8601. */
  timeoutAt: string;
  /** ISO 8601. */
  startedAt: string;
  /** ISO 8601. */
  finishedAt: string | null;
  /** Decimal number as a string. */
  proxyUsedMb: string;
  /** Decimal number as a string. */
  proxyCost: string;
  /** Decimal number as a string. */
  browserCost: string;
  agentSessionId: string | null;
  /**
   * Why the state of the browser was not saved to its profile; null if it was saved or there is no profile.
   * Extension of this server.
   */
  profileError: string | null;
  /** Recording, available after the browser has ended; always null in lists. */
  recordingUrl: string | null;
  metadata: Record<string, string>;
  /**
   * False if there will never be a recording: none was requested, or the browser ended long ago without one.
   * Do not wait for `recordingUrl` then.
   */
  recordingAvailable: boolean;
}

export interface CreateBrowserSessionRequest {
  /** Profile that provides the initial state of the browser. */
  profileId?: string | null;
  /** Country of the proxy. If omitted, the server's default; null for no proxy. */
  proxyCountryCode?: ProxyCountryCode | null;
  /** Minutes until the browser is stopped; more than 240 is refused with 403. At least 1. Default: 60. */
  timeout?: number;
  /** Width in pixels. 320 to 6144. */
  browserScreenWidth?: number | null;
  /** Height in pixels. 320 to 3456. */
  browserScreenHeight?: number | null;
  /** Clients can change the size of the window. Default: false. */
  allowResizing?: boolean;
  /** Takes precedence over `proxyCountryCode`. */
  customProxy?: CustomProxy | null;
  /** Record a video of the browser. Default: false. */
  enableRecording?: boolean;
  /** Labels chosen by the caller, at most 10 pairs; returned in responses and usable as list filters. */
  metadata?: Record<string, string> | null;
  /**
   * Accepted without effect: Chrome's headless shell downloads PDFs, a full Chrome displays them. Default:
   * true.
   */
  pdfRendererEnabled?: boolean;
  /**
   * Accepted without effect: this server solves no captchas; a person can solve them in the live view.
   * Default: true.
   */
  solveCaptchas?: boolean;
}

export interface CreateSessionRequest {
  /** Profile that provides the initial state of the browser. */
  profileId?: string | null;
  /** Country of the proxy. If omitted, the server's default; null for no proxy. */
  proxyCountryCode?: ProxyCountryCode | null;
  /** URL to open first. */
  startUrl?: string | null;
  /** Alias of `startUrl`, which takes precedence. */
  url?: string | null;
  /** Width in pixels. 320 to 6144. */
  browserScreenWidth?: number | null;
  /** Height in pixels. 320 to 3456. */
  browserScreenHeight?: number | null;
  /** Tasks remember earlier tasks of the session. Default: true. */
  persistMemory?: boolean;
  /** Keep the session when its task ends. Default: true. */
  keepAlive?: boolean;
  /** HTTP or SOCKS5 proxy of the caller. */
  customProxy?: CustomProxy | null;
  /** Default: false. */
  enableRecording?: boolean;
}

export interface CreateSkillRequest {
  /** At most 100 characters. */
  title?: string | null;
  /** At most 1000 characters. */
  description?: string | null;
  /** At most 1000 characters. */
  goal: string;
  /** Instructions for the agent that demonstrates the task, with example values. 10 to 50000 characters. */
  agentPrompt: string;
  /** Name of the model; default: the server's default model. */
  llm?: string | null;
  /** Profile for the demonstration and for runs. */
  profileId?: string | null;
  /** Secret values by name or host. Scripts and models see only the names. */
  secrets?: Record<string, string> | null;
}

export interface CreateSkillResponse {
  id: string;
}

export interface CreateTaskRequest {
  /** Instructions for the agent. 1 to 50000 characters. */
  task: string;
  /** Name of a language model of the server. */
  llm?: SupportedLLMs;
  /** URL to open first. */
  startUrl?: string | null;
  /** Alias of `startUrl`, which takes precedence. */
  url?: string | null;
  /** 1 to 10000. Default: 100. */
  maxSteps?: number;
  /** JSON Schema of `output`, as a string. */
  structuredOutput?: string | null;
  /** Session to run the task in; default: a new session. */
  sessionId?: string | null;
  /** Labels chosen by the caller, at most 10 pairs; returned in responses and events. */
  metadata?: Record<string, string> | null;
  /** Secret values by domain (`github.com`: `user:password`) or by a name that `task` refers to. */
  secrets?: Record<string, string> | null;
  /** Domains that the agent may visit, such as `example.com` or `*.example.com`. */
  allowedDomains?: string[] | null;
  opVaultId?: string | null;
  /** Settings of the session that is created for this task. Without `proxyCountryCode` it has no proxy. */
  sessionSettings?: SessionSettings | null;
  /** Default: false. */
  highlightElements?: boolean;
  /** Default: false. */
  flashMode?: boolean;
  /** Default: false. */
  thinking?: boolean;
  /** Takes precedence over `thinking`. */
  thinkingLevel?: ThinkingLevel | null;
  /** Default: true. */
  vision?: boolean | "auto";
  /** At most 2000 characters. Default: "". */
  systemPromptExtension?: string;
  /** Default: false. */
  judge?: boolean;
  /** At most 10000 characters. */
  judgeGroundTruth?: string | null;
  /** Name of a language model of the server. */
  judgeLlm?: SupportedLLMs | null;
  /** Skills that the agent may use; `*` means all. */
  skillIds?: string[] | null;
}

/** HTTP or SOCKS5 proxy of the caller. */
export interface CustomProxy {
  /** 1 to 255 characters. */
  host: string;
  /** 1 to 65535. */
  port: number;
  /** 1 to 255 characters. */
  username?: string | null;
  /** 1 to 255 characters. */
  password?: string | null;
  /** Default: false. */
  ignoreCertErrors?: boolean;
}

export interface ErrorResponse {
  /** Error message. */
  detail: string;
  /** How to fix the error, if it can be fixed. */
  hint: string;
  /** `X-Request-Id` of this response; the server log has details under it. */
  requestId: string;
}

export interface ExecuteSkillRequest {
  parameters?: Record<string, unknown>;
  /** Idle session to run in; default: a new session. */
  sessionId?: string | null;
  /** Profile of the new session; default: the profile of the skill. */
  profileId?: string | null;
  /** Secret values by name or host. Scripts and models see only the names. */
  secrets?: Record<string, string> | null;
  /**
   * If the script fails, let an agent do the task and create a new version, after this response. Default:
   * true.
   */
  autoHeal?: boolean;
}

export interface ExecuteSkillResponse {
  success: boolean;
  result: unknown;
  error: string | null;
  stderr: string | null;
  latencyMs: number | null;
}

export interface FileView {
  id: string;
  fileName: string;
}

export interface MarketplaceSkillListResponse {
  items: MarketplaceSkillResponse[];
  totalItems: number;
  pageNumber: number;
  pageSize: number;
}

export interface MarketplaceSkillResponse {
  id: string;
  slug: string;
  title: string;
  description: string;
  categories: SkillCategory[];
  domains: string[];
  parameters: ParameterSchema[];
  /** Names of the secrets that the script types; every run must provide them. */
  secrets: string[];
  outputSchema: Record<string, unknown>;
  currentVersion: number | null;
  isOfficial: boolean;
  cloneCount: number;
  iconUrl: string | null;
  /** ISO 8601. */
  firstPublishedAt: string;
  /** ISO 8601. */
  lastPublishedAt: string;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  updatedAt: string;
}

/** Detected capabilities. Missing ones are emulated. */
export interface ModelCapabilities {
  tools: boolean;
  streamedTools: boolean;
  /** Can be forced to call a tool. */
  requiredTool: boolean;
  jsonSchema: boolean;
  vision: boolean;
  /** Reports its token usage; otherwise usage is estimated. */
  usage: boolean;
}

export interface ModelListResponse {
  items: ModelView[];
}

/** US dollars per million tokens. */
export interface ModelPrices {
  /** Decimal number as a string. */
  input: string;
  /** Decimal number as a string. */
  cachedInput: string;
  /** Decimal number as a string. */
  output: string;
}

export interface ModelView {
  /** Value for `model` and `llm`. */
  name: string;
  /** Protocol of the model server. */
  provider: "openai" | "anthropic";
  isDefault: boolean;
  /** Used when another model fails. */
  isFallback: boolean;
  contextTokens: number;
  /** US dollars per million tokens. */
  prices: ModelPrices | null;
  /** Null until the model is used for the first time. */
  capabilities: ModelCapabilities | null;
}

export interface ParameterSchema {
  name: string;
  type: ParameterType;
  /** Default: true. */
  required: boolean;
  description: string | null;
  default: unknown;
  cookieDomain: string | null;
}

export type ParameterType = "string" | "number" | "boolean" | "object" | "array" | "cookie";

export interface PlanInfo {
  planName: string;
  subscriptionStatus: string | null;
  subscriptionId: string | null;
  subscriptionCurrentPeriodEnd: string | null;
  subscriptionCanceledAt: string | null;
}

export interface ProfileCreateRequest {
  /** At most 100 characters. */
  name?: string | null;
  /** Owner of the profile, an id chosen by the caller. At most 255 characters. */
  userId?: string | null;
}

export interface ProfileListResponse {
  items: ProfileView[];
  totalItems: number;
  pageNumber: number;
  pageSize: number;
}

export interface ProfileUpdateRequest {
  /** At most 100 characters. */
  name?: string | null;
  /** Owner of the profile, an id chosen by the caller. At most 255 characters. */
  userId?: string | null;
}

export interface ProfileView {
  id: string;
  userId: string | null;
  name: string | null;
  /** ISO 8601. */
  lastUsedAt: string | null;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  updatedAt: string;
  /** Hosts that have cookies in the profile. */
  cookieDomains: string[] | null;
}

/** Two-letter country code (ISO 3166-1; also uk, an, cs, xk), case-insensitive. */
export type ProxyCountryCode = 
  | "ad" | "ae" | "af" | "ag" | "ai" | "al" | "am" | "an" | "ao" | "aq" | "ar" | "as" | "at" | "au" | "aw" |
  "ax" | "az" | "ba" | "bb" | "bd" | "be" | "bf" | "bg" | "bh" | "bi" | "bj" | "bl" | "bm" | "bn" | "bo" |
  "bq" | "br" | "bs" | "bt" | "bv" | "bw" | "by" | "bz" | "ca" | "cc" | "cd" | "cf" | "cg" | "ch" | "ci" |
  "ck" | "cl" | "cm" | "cn" | "co" | "cr" | "cs" | "cu" | "cv" | "cw" | "cx" | "cy" | "cz" | "de" | "dj" |
  "dk" | "dm" | "do" | "dz" | "ec" | "ee" | "eg" | "eh" | "er" | "es" | "et" | "fi" | "fj" | "fk" | "fm" |
  "fo" | "fr" | "ga" | "gb" | "gd" | "ge" | "gf" | "gg" | "gh" | "gi" | "gl" | "gm" | "gn" | "gp" | "gq" |
  "gr" | "gs" | "gt" | "gu" | "gw" | "gy" | "hk" | "hm" | "hn" | "hr" | "ht" | "hu" | "id" | "ie" | "il" |
  "im" | "in" | "io" | "iq" | "ir" | "is" | "it" | "je" | "jm" | "jo" | "jp" | "ke" | "kg" | "kh" | "ki" |
  "km" | "kn" | "kp" | "kr" | "kw" | "ky" | "kz" | "la" | "lb" | "lc" | "li" | "lk" | "lr" | "ls" | "lt" |
  "lu" | "lv" | "ly" | "ma" | "mc" | "md" | "me" | "mf" | "mg" | "mh" | "mk" | "ml" | "mm" | "mn" | "mo" |
  "mp" | "mq" | "mr" | "ms" | "mt" | "mu" | "mv" | "mw" | "mx" | "my" | "mz" | "na" | "nc" | "ne" | "nf" |
  "ng" | "ni" | "nl" | "no" | "np" | "nr" | "nu" | "nz" | "om" | "pa" | "pe" | "pf" | "pg" | "ph" | "pk" |
  "pl" | "pm" | "pn" | "pr" | "ps" | "pt" | "pw" | "py" | "qa" | "re" | "ro" | "rs" | "ru" | "rw" | "sa" |
  "sb" | "sc" | "sd" | "se" | "sg" | "sh" | "si" | "sj" | "sk" | "sl" | "sm" | "sn" | "so" | "sr" | "ss" |
  "st" | "sv" | "sx" | "sy" | "sz" | "tc" | "td" | "tf" | "tg" | "th" | "tj" | "tk" | "tl" | "tm" | "tn" |
  "to" | "tr" | "tt" | "tv" | "tw" | "tz" | "ua" | "ug" | "uk" | "um" | "us" | "uy" | "uz" | "va" | "vc" |
  "ve" | "vg" | "vi" | "vn" | "vu" | "wf" | "ws" | "xk" | "ye" | "yt" | "za" | "zm" | "zw";

export interface RefineSkillRequest {
  /** 10 to 50000 characters. */
  feedback: string;
  /** At most 50000 characters. */
  testOutput?: string | null;
  /** At most 50000 characters. */
  testLogs?: string | null;
  /** Secret values by name or host. Scripts and models see only the names. */
  secrets?: Record<string, string> | null;
}

export interface RefineSkillResponse {
  id: string;
}

export interface SessionItemView {
  id: string;
  status: SessionStatus;
  liveUrl: string | null;
  recordingUrl: string | null;
  /** ISO 8601. */
  startedAt: string;
  /** ISO 8601. */
  finishedAt: string | null;
  persistMemory: boolean;
  keepAlive: boolean;
  /** Decimal number as a string. */
  proxyUsedMb: string;
  /** Decimal number as a string. */
  proxyCost: string;
}

export interface SessionListResponse {
  items: SessionItemView[];
  totalItems: number;
  pageNumber: number;
  pageSize: number;
}

/** Settings of the session that is created for this task. Without `proxyCountryCode` it has no proxy. */
export interface SessionSettings {
  /** Profile that provides the initial state of the browser. */
  profileId?: string | null;
  /** Country of the proxy. If omitted, the server's default; null for no proxy. */
  proxyCountryCode?: ProxyCountryCode | null;
  /** Width in pixels. 320 to 6144. */
  browserScreenWidth?: number | null;
  /** Height in pixels. 320 to 3456. */
  browserScreenHeight?: number | null;
  /** Default: false. */
  enableRecording?: boolean;
}

export type SessionStatus = "active" | "stopped";

export type SessionUpdateAction = "stop";

export interface SessionView {
  id: string;
  status: SessionStatus;
  liveUrl: string | null;
  recordingUrl: string | null;
  /** ISO 8601. */
  startedAt: string;
  /** ISO 8601. */
  finishedAt: string | null;
  tasks: TaskItemView[];
  publicShareUrl: string | null;
  /** Default: true. */
  persistMemory: boolean;
  /** Default: true. */
  keepAlive: boolean;
  /** Decimal number as a string. */
  proxyUsedMb: string;
  /** Decimal number as a string. */
  proxyCost: string;
}

export interface ShareView {
  shareToken: string;
  shareUrl: string;
  viewCount: number;
  /** ISO 8601. */
  lastViewedAt: string | null;
}

export type SkillCategory = 
  | "search" | "e_commerce" | "financial" | "news" | "real_estate" | "social_media" | "travel" | "marketplace"
  | "lead_generation" | "seo" | "jobs" | "developer" | "media" | "automation" | "integration" | "other";

export interface SkillExecutionListResponse {
  items: SkillExecutionView[];
  totalItems: number;
  pageNumber: number;
  pageSize: number;
}

export interface SkillExecutionOutputResponse {
  downloadUrl: string;
}

export interface SkillExecutionView {
  id: string;
  skillId: string;
  /** `running`, `completed` or `failed`. */
  status: string;
  success: boolean;
  /** ISO 8601. */
  startedAt: string;
  /** ISO 8601. */
  finishedAt: string | null;
  latencyMs: number | null;
  hasOutput: boolean;
}

export interface SkillListResponse {
  items: SkillResponse[];
  totalItems: number;
  pageNumber: number;
  pageSize: number;
}

export interface SkillResponse {
  id: string;
  slug: string | null;
  title: string;
  description: string;
  categories: SkillCategory[];
  domains: string[];
  goal: string | null;
  agentPrompt: string | null;
  status: SkillsGenerationStatus;
  parameters: ParameterSchema[];
  outputSchema: Record<string, unknown>;
  isEnabled: boolean;
  isPublic: boolean;
  iconUrl: string | null;
  /** ISO 8601. */
  firstPublishedAt: string | null;
  /** ISO 8601. */
  lastPublishedAt: string | null;
  /** Names of the secrets that the script types; every run must provide them. */
  secrets: string[];
  currentVersion: number | null;
  /** ISO 8601. */
  currentVersionStartedAt: string | null;
  /** ISO 8601. */
  currentVersionFinishedAt: string | null;
  /** The script, base64-encoded. */
  code: string | null;
  clonedFromSkillId: string | null;
  /** Why the skill, or the last attempt to change it, failed. */
  reason: string | null;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  updatedAt: string;
}

export interface SkillVersionListResponse {
  versions: SkillVersionView[];
}

export interface SkillVersionView {
  number: number;
  isCurrent: boolean;
  parameters: ParameterSchema[];
  outputSchema: Record<string, unknown>;
  /** The script, base64-encoded. */
  code: string;
  /** ISO 8601. */
  startedAt: string;
  /** ISO 8601. */
  finishedAt: string | null;
}

export type SkillsGenerationStatus = "recording" | "generating" | "failed" | "finished" | "cancelled" | "timed_out";

/** Name of a language model of the server. */
export type SupportedLLMs = string;

export interface TaskCreatedResponse {
  id: string;
  sessionId: string;
}

export interface TaskItemView {
  id: string;
  sessionId: string;
  llm: string;
  task: string;
  status: TaskStatus;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  startedAt: string | null;
  /** ISO 8601. */
  finishedAt: string | null;
  /** Default: {}. */
  metadata: Record<string, unknown>;
  output: string | null;
  agentVersion: string | null;
  /** Same as `agentVersion`, for older clients. */
  browserUseVersion: string | null;
  /** Why the task ended without success. Extension of this server. */
  endReason: string | null;
  isSuccess: boolean | null;
  judgement: string | null;
  judgeVerdict: boolean | null;
  /** Decimal number as a string. */
  cost: string | null;
  suggestions: Record<string, unknown>[] | null;
}

export interface TaskListResponse {
  items: TaskItemView[];
  totalItems: number;
  pageNumber: number;
  pageSize: number;
}

export interface TaskLogFileResponse {
  downloadUrl: string;
}

export interface TaskOutputFileResponse {
  id: string;
  fileName: string;
  downloadUrl: string;
}

export type TaskStatus = "created" | "started" | "finished" | "failed" | "stopped";

export interface TaskStatusView {
  id: string;
  status: TaskStatus;
  /** Text; JSON if `structuredOutput` was requested. */
  output: string | null;
  /** ISO 8601. */
  finishedAt: string | null;
  isSuccess: boolean | null;
  /** Decimal number as a string. */
  cost: string | null;
}

export interface TaskStepView {
  number: number;
  memory: string;
  evaluationPreviousGoal: string;
  nextGoal: string;
  url: string;
  screenshotUrl: string | null;
  actions: string[];
  duration: number | null;
}

/**
 * `stop_task_and_session` also ends the session; `pause` stops the task before its next action, `resume`
 * continues it.
 */
export type TaskUpdateAction = "stop" | "stop_task_and_session" | "pause" | "resume";

export interface TaskView {
  id: string;
  sessionId: string;
  llm: string;
  task: string;
  status: TaskStatus;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  startedAt: string | null;
  /** ISO 8601. */
  finishedAt: string | null;
  /** Default: {}. */
  metadata: Record<string, unknown>;
  steps: TaskStepView[];
  outputFiles: FileView[];
  output: string | null;
  agentVersion: string | null;
  /** Same as `agentVersion`, for older clients. */
  browserUseVersion: string | null;
  /** Why the task ended without success. Extension of this server. */
  endReason: string | null;
  isSuccess: boolean | null;
  judgement: string | null;
  judgeVerdict: boolean | null;
  /** Decimal number as a string. */
  cost: string | null;
  suggestions: Record<string, unknown>[] | null;
}

/** Reasoning effort, for models that support it. */
export type ThinkingLevel = "disabled" | "low" | "medium" | "high";

export interface UpdateBrowserSessionRequest {
  action: BrowserSessionUpdateAction;
}

export interface UpdateSessionRequest {
  action: SessionUpdateAction;
}

export interface UpdateSkillRequest {
  /** At most 100 characters. */
  title?: string | null;
  /** At most 1000 characters. */
  description?: string | null;
  categories?: SkillCategory[] | null;
  /** Hosts that runs are restricted to; an empty list removes the restriction. At most 100 items. */
  domains?: string[] | null;
  isEnabled?: boolean | null;
  /** Visible to all projects of this server. */
  isPublic?: boolean | null;
}

export interface UpdateTaskRequest {
  /**
   * `stop_task_and_session` also ends the session; `pause` stops the task before its next action, `resume`
   * continues it.
   */
  action: TaskUpdateAction;
}

export interface UploadFilePresignedUrlResponse {
  /** Target of the multipart POST: all of `fields`, then the file as `file`. */
  url: string;
  method: "POST";
  fields: Record<string, string>;
  fileName: string;
  /** Validity in seconds. */
  expiresIn: number;
}

export interface UploadFileRequest {
  /** 1 to 255 characters. */
  fileName: string;
  /** Other types are refused with 400. */
  contentType: 
  | "image/jpg" | "image/jpeg" | "image/png" | "image/gif" | "image/webp" | "image/svg+xml" |
  "application/pdf" | "application/msword" |
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document" | "application/vnd.ms-excel" |
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" | "text/plain" | "text/csv" |
  "text/markdown";
  /** 1 to 10485760. */
  sizeBytes: number;
}

export interface ValidationErrorResponse {
  detail: ({ loc: (string | number)[]; msg: string; type: string })[];
  /** How to fix the error, if it can be fixed. */
  hint: string;
}

export interface Endpoints {
  "GET /v2/browsers/{session_id}/downloads": {
    path: [sessionId: string];
    query: { limit?: number; cursor?: string; includeUrls?: boolean };
    body: undefined;
    answer: BrowserDownloadListResponse;
  };
  "GET /v2/browsers": {
    path: [];
    query: { pageSize?: number; pageNumber?: number; filterBy?: BrowserSessionStatus; agentSessionId?: string; metadata?: string[] };
    body: undefined;
    answer: BrowserSessionListResponse;
  };
  "POST /v2/browsers": {
    path: [];
    query: undefined;
    body: CreateBrowserSessionRequest | undefined;
    answer: BrowserSessionItemView;
  };
  "GET /v2/browsers/{session_id}": {
    path: [sessionId: string];
    query: undefined;
    body: undefined;
    answer: BrowserSessionView;
  };
  "PATCH /v2/browsers/{session_id}": {
    path: [sessionId: string];
    query: undefined;
    body: UpdateBrowserSessionRequest;
    answer: BrowserSessionView;
  };
  "GET /v2/profiles": {
    path: [];
    query: { pageSize?: number; pageNumber?: number; query?: string };
    body: undefined;
    answer: ProfileListResponse;
  };
  "POST /v2/profiles": {
    path: [];
    query: undefined;
    body: ProfileCreateRequest | undefined;
    answer: ProfileView;
  };
  "GET /v2/profiles/{profile_id}": {
    path: [profileId: string];
    query: undefined;
    body: undefined;
    answer: ProfileView;
  };
  "PATCH /v2/profiles/{profile_id}": {
    path: [profileId: string];
    query: undefined;
    body: ProfileUpdateRequest;
    answer: ProfileView;
  };
  "DELETE /v2/profiles/{profile_id}": {
    path: [profileId: string];
    query: undefined;
    body: undefined;
    answer: void;
  };
  "GET /v2/sessions": {
    path: [];
    query: { pageSize?: number; pageNumber?: number; filterBy?: SessionStatus };
    body: undefined;
    answer: SessionListResponse;
  };
  "POST /v2/sessions": {
    path: [];
    query: undefined;
    body: CreateSessionRequest | undefined;
    answer: SessionItemView;
  };
  "GET /v2/sessions/{session_id}": {
    path: [sessionId: string];
    query: undefined;
    body: undefined;
    answer: SessionView;
  };
  "PATCH /v2/sessions/{session_id}": {
    path: [sessionId: string];
    query: undefined;
    body: UpdateSessionRequest;
    answer: SessionView;
  };
  "DELETE /v2/sessions/{session_id}": {
    path: [sessionId: string];
    query: undefined;
    body: undefined;
    answer: void;
  };
  "POST /v2/sessions/{session_id}/purge": {
    path: [sessionId: string];
    query: undefined;
    body: undefined;
    answer: void;
  };
  "GET /v2/sessions/{session_id}/public-share": {
    path: [sessionId: string];
    query: undefined;
    body: undefined;
    answer: ShareView;
  };
  "POST /v2/sessions/{session_id}/public-share": {
    path: [sessionId: string];
    query: undefined;
    body: undefined;
    answer: ShareView;
  };
  "DELETE /v2/sessions/{session_id}/public-share": {
    path: [sessionId: string];
    query: undefined;
    body: undefined;
    answer: void;
  };
  "GET /v2/tasks": {
    path: [];
    query: { pageSize?: number; pageNumber?: number; sessionId?: string; filterBy?: TaskStatus; after?: string; before?: string };
    body: undefined;
    answer: TaskListResponse;
  };
  "POST /v2/tasks": {
    path: [];
    query: undefined;
    body: CreateTaskRequest;
    answer: TaskCreatedResponse;
  };
  "GET /v2/tasks/{task_id}": {
    path: [taskId: string];
    query: undefined;
    body: undefined;
    answer: TaskView;
  };
  "PATCH /v2/tasks/{task_id}": {
    path: [taskId: string];
    query: undefined;
    body: UpdateTaskRequest;
    answer: TaskView;
  };
  "GET /v2/tasks/{task_id}/status": {
    path: [taskId: string];
    query: undefined;
    body: undefined;
    answer: TaskStatusView;
  };
  "GET /v2/tasks/{task_id}/logs": {
    path: [taskId: string];
    query: undefined;
    body: undefined;
    answer: TaskLogFileResponse;
  };
  "GET /v2/models": {
    path: [];
    query: undefined;
    body: undefined;
    answer: ModelListResponse;
  };
  "POST /v2/files/browsers/{session_id}/presigned-url": {
    path: [sessionId: string];
    query: undefined;
    body: UploadFileRequest;
    answer: UploadFilePresignedUrlResponse;
  };
  "POST /v2/files/sessions/{session_id}/presigned-url": {
    path: [sessionId: string];
    query: undefined;
    body: UploadFileRequest;
    answer: UploadFilePresignedUrlResponse;
  };
  "GET /v2/files/tasks/{task_id}/output-files/{file_id}": {
    path: [taskId: string, fileId: string];
    query: undefined;
    body: undefined;
    answer: TaskOutputFileResponse;
  };
  "GET /v2/skills/{skill_id}/executions": {
    path: [skillId: string];
    query: { pageSize?: number; pageNumber?: number };
    body: undefined;
    answer: SkillExecutionListResponse;
  };
  "GET /v2/skills/{skill_id}/executions/{execution_id}/output": {
    path: [skillId: string, executionId: string];
    query: undefined;
    body: undefined;
    answer: SkillExecutionOutputResponse;
  };
  "GET /v2/skills/{skill_id}/versions": {
    path: [skillId: string];
    query: undefined;
    body: undefined;
    answer: SkillVersionListResponse;
  };
  "GET /v2/skills": {
    path: [];
    query: { pageSize?: number; pageNumber?: number; isPublic?: boolean; isEnabled?: boolean; query?: string; category?: SkillCategory; fromDate?: string; toDate?: string };
    body: undefined;
    answer: SkillListResponse;
  };
  "POST /v2/skills": {
    path: [];
    query: undefined;
    body: CreateSkillRequest;
    answer: CreateSkillResponse;
  };
  "GET /v2/skills/{skill_id}": {
    path: [skillId: string];
    query: undefined;
    body: undefined;
    answer: SkillResponse;
  };
  "DELETE /v2/skills/{skill_id}": {
    path: [skillId: string];
    query: undefined;
    body: undefined;
    answer: void;
  };
  "PATCH /v2/skills/{skill_id}": {
    path: [skillId: string];
    query: undefined;
    body: UpdateSkillRequest;
    answer: SkillResponse;
  };
  "POST /v2/skills/{skill_id}/cancel": {
    path: [skillId: string];
    query: undefined;
    body: undefined;
    answer: SkillResponse;
  };
  "POST /v2/skills/{skill_id}/rollback": {
    path: [skillId: string];
    query: undefined;
    body: undefined;
    answer: SkillResponse;
  };
  "POST /v2/skills/{skill_id}/execute": {
    path: [skillId: string];
    query: undefined;
    body: ExecuteSkillRequest;
    answer: ExecuteSkillResponse;
  };
  "POST /v2/skills/{skill_id}/refine": {
    path: [skillId: string];
    query: undefined;
    body: RefineSkillRequest;
    answer: RefineSkillResponse;
  };
  "GET /v2/marketplace/skills": {
    path: [];
    query: { pageSize?: number; pageNumber?: number; query?: string; category?: SkillCategory; fromDate?: string; toDate?: string };
    body: undefined;
    answer: MarketplaceSkillListResponse;
  };
  "GET /v2/marketplace/skills/{skill_slug}": {
    path: [skillSlug: string];
    query: undefined;
    body: undefined;
    answer: MarketplaceSkillResponse;
  };
  "POST /v2/marketplace/skills/{skill_id}/clone": {
    path: [skillId: string];
    query: undefined;
    body: undefined;
    answer: SkillResponse;
  };
  "POST /v2/marketplace/skills/{skill_id}/execute": {
    path: [skillId: string];
    query: undefined;
    body: ExecuteSkillRequest;
    answer: ExecuteSkillResponse;
  };
  "GET /v2/billing/account": {
    path: [];
    query: undefined;
    body: undefined;
    answer: AccountView;
  };
}
