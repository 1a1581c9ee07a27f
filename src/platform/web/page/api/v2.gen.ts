// Written by `bun run gen` from the endpoints of the platform. Do not edit.

export interface AccountView {
  name: string | null;
  /** What may still be spent now; 0 where `isUnlimited`. */
  totalCreditsBalanceUsd: number;
  /** What is left of the budget for this month (UTC), of the project or of this key. */
  monthlyCreditsBalanceUsd: number;
  /** What is left of the credits that were given. */
  additionalCreditsBalanceUsd: number;
  /** The operator has set no limit. An addition of this server. */
  isUnlimited: boolean;
  /** Requests a minute that a key may make; 0 is any number. */
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
  /** Page that shows the browser and takes input. Whoever has the address is in: treat it as a secret. */
  liveUrl: string | null;
  /** The same page without input, for those who may only watch. An addition of this server. */
  readOnlyLiveUrl: string | null;
  /**
   * WebSocket of the browser's DevTools protocol, with a token of its own in it; `<address>/json/version`,
   * asked by http, tells it too. Closing the connection does not stop the browser.
   */
  cdpUrl: string | null;
  /** When it is stopped at the latest. ISO 8601. */
  timeoutAt: string;
  /** ISO 8601. */
  startedAt: string;
  /** ISO 8601. */
  finishedAt: string | null;
  /** Decimal number as text. */
  proxyUsedMb: string;
  /** Decimal number as text. */
  proxyCost: string;
  /** Decimal number as text. */
  browserCost: string;
  agentSessionId: string | null;
  /**
   * Why what the browser did is not kept in its profile; null when it is, or when it has none. An addition
   * of this server.
   */
  profileError: string | null;
  /** The film, once the browser has ended; not in lists. */
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
  /** Page that shows the browser and takes input. Whoever has the address is in: treat it as a secret. */
  liveUrl: string | null;
  /** The same page without input, for those who may only watch. An addition of this server. */
  readOnlyLiveUrl: string | null;
  /**
   * WebSocket of the browser's DevTools protocol, with a token of its own in it; `<address>/json/version`,
   * asked by http, tells it too. Closing the connection does not stop the browser.
   */
  cdpUrl: string | null;
  /** When it is stopped at the latest. ISO 8601. */
  timeoutAt: string;
  /** ISO 8601. */
  startedAt: string;
  /** ISO 8601. */
  finishedAt: string | null;
  /** Decimal number as text. */
  proxyUsedMb: string;
  /** Decimal number as text. */
  proxyCost: string;
  /** Decimal number as text. */
  browserCost: string;
  agentSessionId: string | null;
  /**
   * Why what the browser did is not kept in its profile; null when it is, or when it has none. An addition
   * of this server.
   */
  profileError: string | null;
  /** The film, once the browser has ended; not in lists. */
  recordingUrl: string | null;
  metadata: Record<string, string>;
  /**
   * False where there will never be a film: none was asked for, or the browser ended long ago without one.
   * Stop waiting for `recordingUrl` then.
   */
  recordingAvailable: boolean;
}

export interface CreateBrowserSessionRequest {
  /** Profile whose state the browser starts with. */
  profileId?: string | null;
  /** Country of the proxy. Left out: the server's default. Null: no proxy. */
  proxyCountryCode?: ProxyCountryCode | null;
  /** Minutes until the browser is stopped, at most 240: more is refused with 403. At least 1. Default: 60. */
  timeout?: number;
  /** In pixels. 320 to 6144. */
  browserScreenWidth?: number | null;
  /** In pixels. 320 to 3456. */
  browserScreenHeight?: number | null;
  /** Clients may change the size of the window. Default: false. */
  allowResizing?: boolean;
  /** Goes before `proxyCountryCode`. */
  customProxy?: CustomProxy | null;
  /** Keep a film of what the browser shows. Default: false. */
  enableRecording?: boolean;
  /** Labels of the caller's own, at most 10 pairs: told in answers, and lists are filtered by them. */
  metadata?: Record<string, string> | null;
  /**
   * Taken, and without effect: Chrome's headless shell downloads PDFs, a full Chrome shows them. Default:
   * true.
   */
  pdfRendererEnabled?: boolean;
  /** Taken, and without effect: this server solves none; a person can, in the live view. Default: true. */
  solveCaptchas?: boolean;
}

export interface CreateSessionRequest {
  /** Profile whose state the browser starts with. */
  profileId?: string | null;
  /** Country of the proxy. Left out: the server's default. Null: no proxy. */
  proxyCountryCode?: ProxyCountryCode | null;
  /** Page to begin on. */
  startUrl?: string | null;
  /** Another name of `startUrl`, which goes first. */
  url?: string | null;
  /** In pixels. 320 to 6144. */
  browserScreenWidth?: number | null;
  /** In pixels. 320 to 3456. */
  browserScreenHeight?: number | null;
  /** Tasks know what earlier ones of the session did. Default: true. */
  persistMemory?: boolean;
  /** The session stays when its task ends. Default: true. */
  keepAlive?: boolean;
  /** An HTTP or SOCKS5 proxy of the caller's own. */
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
  /** What the agent is told that shows how it is done, with example values. 10 to 50000 characters. */
  agentPrompt: string;
  /** Name of the model; else the default one. */
  llm?: string | null;
  /** Profile that it is shown and run with. */
  profileId?: string | null;
  /** Values by name or by host: scripts and models know the names alone. */
  secrets?: Record<string, string> | null;
}

export interface CreateSkillResponse {
  id: string;
}

export interface CreateTaskRequest {
  /** What to do. 1 to 50000 characters. */
  task: string;
  /** Name of a language model that the server has. */
  llm?: SupportedLLMs;
  /** Page to begin on. */
  startUrl?: string | null;
  /** Another name of `startUrl`, which goes first. */
  url?: string | null;
  /** 1 to 10000. Default: 100. */
  maxSteps?: number;
  /** JSON Schema as text: what `output` is to look like. */
  structuredOutput?: string | null;
  /** Session to do it in; without one it gets its own. */
  sessionId?: string | null;
  /** Pairs of the caller's own, at most 10; told in events and answers. */
  metadata?: Record<string, string> | null;
  /** By domain (`github.com`: `user:password`) or by a name that stands for the value in `task`. */
  secrets?: Record<string, string> | null;
  /** `example.com`, `*.example.com`. */
  allowedDomains?: string[] | null;
  opVaultId?: string | null;
  /** The session that is made for this task. Without `proxyCountryCode` it has no proxy. */
  sessionSettings?: SessionSettings | null;
  /** Default: false. */
  highlightElements?: boolean;
  /** Default: false. */
  flashMode?: boolean;
  /** Default: false. */
  thinking?: boolean;
  /** Goes before `thinking`. */
  thinkingLevel?: ThinkingLevel | null;
  /** Default: true. */
  vision?: boolean | "auto";
  /** At most 2000 characters. Default: "". */
  systemPromptExtension?: string;
  /** Default: false. */
  judge?: boolean;
  /** At most 10000 characters. */
  judgeGroundTruth?: string | null;
  /** Name of a language model that the server has. */
  judgeLlm?: SupportedLLMs | null;
  /** Skills it may use; `*` is all. */
  skillIds?: string[] | null;
}

/** An HTTP or SOCKS5 proxy of the caller's own. */
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
  /** What is wrong, in a sentence. */
  detail: string;
  /** What to do about it, where something can be done. */
  hint: string;
  /** `X-Request-Id` of this answer, by which the log tells more. */
  requestId: string;
}

export interface ExecuteSkillRequest {
  parameters?: Record<string, unknown>;
  /** An idle session that it is run in; else one of its own. */
  sessionId?: string | null;
  /** Profile of its own session; else that of the skill. */
  profileId?: string | null;
  /** Values by name or by host: scripts and models know the names alone. */
  secrets?: Record<string, string> | null;
  /**
   * Where the script fails, have an agent do it and make a new version of that, after this answer. Default:
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
  /** Names of the secrets that its script types: each run needs them. */
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

/** What it can do. What it cannot is worked around. */
export interface ModelCapabilities {
  tools: boolean;
  streamedTools: boolean;
  /** It can be made to call a tool. */
  requiredTool: boolean;
  jsonSchema: boolean;
  vision: boolean;
  /** It tells how many tokens it used; else they are estimated. */
  usage: boolean;
}

export interface ModelListResponse {
  items: ModelView[];
}

/** US dollars per million tokens. */
export interface ModelPrices {
  /** Decimal number as text. */
  input: string;
  /** Decimal number as text. */
  cachedInput: string;
  /** Decimal number as text. */
  output: string;
}

export interface ModelView {
  /** What `model` and `llm` take. */
  name: string;
  /** The protocol of its server. */
  provider: "openai" | "anthropic";
  isDefault: boolean;
  /** It takes over where another one fails. */
  isFallback: boolean;
  contextTokens: number;
  /** US dollars per million tokens. */
  prices: ModelPrices | null;
  /** Null until it was used for the first time. */
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
  /** Whose profile it is, by a name of the caller's own. At most 255 characters. */
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
  /** Whose profile it is, by a name of the caller's own. At most 255 characters. */
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
  /** Hosts that have cookies in it. */
  cookieDomains: string[] | null;
}

/** Country by two letters (ISO 3166-1; also uk, an, cs, xk); capitals are taken, too. */
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
  /** Values by name or by host: scripts and models know the names alone. */
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
  /** Decimal number as text. */
  proxyUsedMb: string;
  /** Decimal number as text. */
  proxyCost: string;
}

export interface SessionListResponse {
  items: SessionItemView[];
  totalItems: number;
  pageNumber: number;
  pageSize: number;
}

/** The session that is made for this task. Without `proxyCountryCode` it has no proxy. */
export interface SessionSettings {
  /** Profile whose state the browser starts with. */
  profileId?: string | null;
  /** Country of the proxy. Left out: the server's default. Null: no proxy. */
  proxyCountryCode?: ProxyCountryCode | null;
  /** In pixels. 320 to 6144. */
  browserScreenWidth?: number | null;
  /** In pixels. 320 to 3456. */
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
  /** Decimal number as text. */
  proxyUsedMb: string;
  /** Decimal number as text. */
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
  /** Names of the secrets that its script types: each run needs them. */
  secrets: string[];
  currentVersion: number | null;
  /** ISO 8601. */
  currentVersionStartedAt: string | null;
  /** ISO 8601. */
  currentVersionFinishedAt: string | null;
  /** Base64. */
  code: string | null;
  clonedFromSkillId: string | null;
  /** Why it failed, or the last try to change it did. */
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
  /** Base64. */
  code: string;
  /** ISO 8601. */
  startedAt: string;
  /** ISO 8601. */
  finishedAt: string | null;
}

export type SkillsGenerationStatus = "recording" | "generating" | "failed" | "finished" | "cancelled" | "timed_out";

/** Name of a language model that the server has. */
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
  /** `agentVersion` by the name that older clients read. */
  browserUseVersion: string | null;
  /** In words, why it ended without success. An addition of this server. */
  endReason: string | null;
  isSuccess: boolean | null;
  judgement: string | null;
  judgeVerdict: boolean | null;
  /** Decimal number as text. */
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
  /** JSON as text where `structuredOutput` was asked for. */
  output: string | null;
  /** ISO 8601. */
  finishedAt: string | null;
  isSuccess: boolean | null;
  /** Decimal number as text. */
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
 * `stop_task_and_session` also ends the session; `pause` holds the task up before its next action,
 * `resume` lets it go on.
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
  /** `agentVersion` by the name that older clients read. */
  browserUseVersion: string | null;
  /** In words, why it ended without success. An addition of this server. */
  endReason: string | null;
  isSuccess: boolean | null;
  judgement: string | null;
  judgeVerdict: boolean | null;
  /** Decimal number as text. */
  cost: string | null;
  suggestions: Record<string, unknown>[] | null;
}

/** How much the model may think, where it can be told. */
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
  /** Hosts that its runs are limited to; an empty list takes that back. At most 100 items. */
  domains?: string[] | null;
  isEnabled?: boolean | null;
  /** Whether all projects of this server see it. */
  isPublic?: boolean | null;
}

export interface UpdateTaskRequest {
  /**
   * `stop_task_and_session` also ends the session; `pause` holds the task up before its next action,
   * `resume` lets it go on.
   */
  action: TaskUpdateAction;
}

export interface UploadFilePresignedUrlResponse {
  /** POST a multipart form here: all of `fields`, then the file as `file`. */
  url: string;
  method: "POST";
  fields: Record<string, string>;
  fileName: string;
  /** Seconds. */
  expiresIn: number;
}

export interface UploadFileRequest {
  /** 1 to 255 characters. */
  fileName: string;
  /** Another one is refused with 400. */
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
  /** What to do about it, where something can be done. */
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
