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

/** Name of a language model that the server has. */
export type AgentModel = string;

export type AgentSessionStatus = "created" | "idle" | "running" | "stopped" | "timed_out" | "error";

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

export interface DeliveryItemView {
  /** The header `webhook-id` of every attempt. */
  id: string;
  event: WebhookEvent;
  sessionId: string | null;
  taskId: string | null;
  state: DeliveryState;
  attempts: number;
  /** ISO 8601. */
  nextAttemptAt: string | null;
  /** ISO 8601. */
  lastAttemptAt: string | null;
  /** Of the last attempt, as the rest. */
  durationMs: number | null;
  statusCode: number | null;
  /** Why it did not succeed; null where it did. */
  error: string | null;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  finishedAt: string | null;
}

export interface DeliveryListResponse {
  deliveries: DeliveryItemView[];
  nextCursor: string | null;
  hasMore: boolean;
}

export type DeliveryState = "waiting" | "delivered" | "dead";

export interface DeliveryView {
  /** The header `webhook-id` of every attempt. */
  id: string;
  event: WebhookEvent;
  sessionId: string | null;
  taskId: string | null;
  state: DeliveryState;
  attempts: number;
  /** ISO 8601. */
  nextAttemptAt: string | null;
  /** ISO 8601. */
  lastAttemptAt: string | null;
  /** Of the last attempt, as the rest. */
  durationMs: number | null;
  statusCode: number | null;
  /** Why it did not succeed; null where it did. */
  error: string | null;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  finishedAt: string | null;
  /** What is sent. */
  body: string;
  /** The first 1,000 bytes of the last answer. */
  response: string | null;
}

export interface ErrorResponse {
  /** What is wrong, in a sentence. */
  detail: string;
  /** What to do about it, where something can be done. */
  hint: string;
  /** `X-Request-Id` of this answer, by which the log tells more. */
  requestId: string;
}

export interface FileInfo {
  path: string;
  size: number;
  /** ISO 8601. */
  lastModified: string;
  url: string | null;
}

export interface FileListResponse {
  files: FileInfo[];
  folders: string[];
  nextCursor: string | null;
  /** Default: false. */
  hasMore: boolean;
}

export interface FileUploadItem {
  /** 1 to 255 characters. */
  name: string;
  /**
   * Media type, like text/csv; the file is sent with the same. At most 255 characters. Default:
   * "application/octet-stream".
   */
  contentType?: string;
  /** Bytes. At least 1. */
  size?: number | null;
}

export interface FileUploadRequest {
  /** 1 to 10 items. */
  files: FileUploadItem[];
}

export interface FileUploadResponse {
  files: FileUploadResponseItem[];
}

export interface FileUploadResponseItem {
  name: string;
  /** PUT the bytes here, with the content type that was said. */
  uploadUrl: string;
  path: string;
}

export interface MessageListResponse {
  messages: MessageResponse[];
  hasMore: boolean;
}

export interface MessageResponse {
  id: string;
  sessionId: string;
  /** `human` or `ai`. */
  role: string;
  /** Text; of an action `{id, tool, args}` as JSON, of its result what the tool answered. */
  data: string;
  /**
   * `user_message`, `assistant_message`, `planning`, `browser_action`, `file_operation`, `code_execution`,
   * those of an action with `_result` or `_error` for what came of it, `completion`; more may come. Default:
   * "".
   */
  type: string;
  /** Default: "". */
  summary: string;
  screenshotUrl: string | null;
  /** Default: false. */
  hidden: boolean;
  /** ISO 8601. */
  createdAt: string;
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

export interface ResendResponse {
  resent: number;
}

export interface RotateSecretRequest {
  /** For so long the secret before signs as well. 0 to 168. Default: 24. */
  graceHours?: number;
}

/** `active`: created, idle or running. An addition of this server. */
export type SessionFilter = "active" | "ended";

export interface SessionListResponse {
  sessions: SessionResponse[];
  total: number;
  page: number;
  pageSize: number;
}

export interface SessionResponse {
  id: string;
  status: AgentSessionStatus;
  /** Name of a language model that the server has. */
  model: AgentModel;
  /** How much the model may think, where it can be told. */
  thinkingLevel: ThinkingLevel | null;
  title: string | null;
  /** Text, or what `outputSchema` says. */
  output: unknown;
  outputSchema: Record<string, unknown> | null;
  /** Default: 0. */
  stepCount: number;
  lastStepSummary: string | null;
  /** Null until the task has ended. */
  isTaskSuccessful: boolean | null;
  /** In words, why the task failed or the session ended. An addition of this server. */
  endReason: string | null;
  /** What the agent asks a person; the next `task` of the session is the answer. An addition of this server. */
  question: string | null;
  /** Page that shows the browser and takes input. Whoever has the address is in: treat it as a secret. */
  liveUrl: string | null;
  /** Films, once their browser has ended. */
  recordingUrls: string[];
  profileId: string | null;
  workspaceId: string | null;
  /** Country by two letters (ISO 3166-1; also uk, an, cs, xk); capitals are taken, too. */
  proxyCountryCode: ProxyCountryCode | null;
  browserScreenWidth: number | null;
  browserScreenHeight: number | null;
  /** Decimal number as text. */
  maxCostUsd: string | null;
  /** Default: 0. */
  totalInputTokens: number;
  /** Default: 0. */
  totalOutputTokens: number;
  /** Decimal number as text. */
  proxyUsedMb: string;
  /** Decimal number as text. */
  llmCostUsd: string;
  /** Decimal number as text. */
  proxyCostUsd: string;
  /** Decimal number as text. */
  browserCostUsd: string;
  /** Decimal number as text. */
  totalCostUsd: string;
  /** The page after the last step; opens for 5 minutes. */
  screenshotUrl: string | null;
  agentmailEmail: string | null;
  integrationsUsed: string[];
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  updatedAt: string;
}

export interface SessionRunRequest {
  /** What to do; without it the session is made and waits. At most 50000 characters. */
  task?: string | null;
  /** Page to begin on. An addition of this server. */
  startUrl?: string | null;
  /** Another name of `startUrl`, which goes first. */
  url?: string | null;
  /** Name of a language model that the server has. */
  model?: AgentModel;
  /** Stays for later tasks of the session. */
  thinkingLevel?: ThinkingLevel | null;
  /** An idle session to do it in; then `task` is needed. */
  sessionId?: string | null;
  /**
   * The session waits for more when the task ends. Left out for a session that is there: as it was. Default:
   * false.
   */
  keepAlive?: boolean;
  /**
   * The task is stopped when the session has cost this much, by the operator's prices: a number, or one as
   * text. Left out: no limit.
   */
  maxCostUsd?: number | string | null;
  /** Profile whose state the browser starts with. */
  profileId?: string | null;
  /** Workspace whose files the agent reads and writes; without it the session gets one of its own. */
  workspaceId?: string | null;
  /** Country of the proxy. Left out: the server's default. Null: no proxy. */
  proxyCountryCode?: ProxyCountryCode | null;
  /** In pixels. 320 to 6144. */
  browserScreenWidth?: number | null;
  /** In pixels. 320 to 3456. */
  browserScreenHeight?: number | null;
  /** JSON Schema: what `output` is to look like. */
  outputSchema?: Record<string, unknown> | null;
  /** Default: false. */
  enableScheduledTasks?: boolean;
  /** Values by name: the model reads names, values are put in as they are typed. */
  sensitiveData?: Record<string, string> | null;
  /** Default: false. */
  enableRecording?: boolean;
  /** The agent may run the skills of the project that are enabled. Default: true. */
  skills?: boolean;
  /** Default: true. */
  agentmail?: boolean;
  /** Default: false. */
  codeMode?: boolean;
  /**
   * Keep a script of the task in the workspace, and run that the next time; else where the task has
   * `@{{value}}`.
   */
  cacheScript?: boolean | null;
  /**
   * Taken, and without effect: the models of this server are always asked with its operator's keys. Default:
   * false.
   */
  useOwnKey?: boolean;
  /** Where that script fails an agent does the task. Default: true. */
  autoHeal?: boolean;
}

export interface StopSessionRequest {
  /** `session` ends it; `task` stops what it does and leaves it idle. */
  strategy?: StopStrategy;
}

/** `session` ends it; `task` stops what it does and leaves it idle. */
export type StopStrategy = "task" | "session";

/** How much the model may think, where it can be told. */
export type ThinkingLevel = "disabled" | "low" | "medium" | "high";

export interface UpdateBrowserSessionRequest {
  action: BrowserSessionUpdateAction;
}

export interface UsageItem {
  /**
   * The day, the model or the session's id. Null: no model (browsers and traffic), no session (browsers of
   * their own, and what is left of purged sessions).
   */
  group: string | null;
  tokens: number;
  browserMinutes: number;
  /** Decimal number as text. */
  proxyUsedMb: string;
  /** Decimal number as text. */
  llmCostUsd: string;
  /** Decimal number as text. */
  browserCostUsd: string;
  /** Decimal number as text. */
  proxyCostUsd: string;
  /** Decimal number as text. */
  totalCostUsd: string;
}

export interface UsageResponse {
  from: string;
  to: string;
  items: UsageItem[];
  totals: UsageTotals;
  totalItems: number;
  pageNumber: number;
  pageSize: number;
}

export interface UsageTotals {
  tokens: number;
  browserMinutes: number;
  /** Decimal number as text. */
  proxyUsedMb: string;
  /** Decimal number as text. */
  llmCostUsd: string;
  /** Decimal number as text. */
  browserCostUsd: string;
  /** Decimal number as text. */
  proxyCostUsd: string;
  /** Decimal number as text. */
  totalCostUsd: string;
}

export interface ValidationErrorResponse {
  detail: ({ loc: (string | number)[]; msg: string; type: string })[];
  /** What to do about it, where something can be done. */
  hint: string;
}

export interface WebhookCreateRequest {
  /** http or https; what it leads to is looked at as for a browser's requests. 1 to 2000 characters. */
  url: string;
  /** At most 100 characters. */
  name?: string | null;
  /** What it is told of. At least 1 items. Default: ["agent.task.status_update","test"]. */
  events?: WebhookEvent[];
  /** Its headers are named after this: `X-Svc` is `X-Svc-Signature` and `X-Svc-Timestamp`. Default: "X-Svc". */
  headerPrefix?: string;
  /** One that is turned off is told nothing new, and keeps what waits. Default: true. */
  isEnabled?: boolean;
}

export type WebhookEvent = "agent.task.status_update" | "test";

export interface WebhookListResponse {
  items: WebhookView[];
  totalItems: number;
  pageNumber: number;
  pageSize: number;
}

export interface WebhookSecretView {
  id: string;
  url: string;
  name: string | null;
  events: WebhookEvent[];
  headerPrefix: string;
  isEnabled: boolean;
  /** Until when the secret before signs as well. ISO 8601. */
  previousSecretUntil: string | null;
  /** More than 1,000 are not counted. */
  waitingDeliveries: number;
  /** More than 1,000 are not counted. */
  deadDeliveries: number;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  updatedAt: string;
  /** Signs what is sent. It is told only now. */
  secret: string;
}

export interface WebhookUpdateRequest {
  /** http or https; what it leads to is looked at as for a browser's requests. 1 to 2000 characters. */
  url?: string;
  /** At most 100 characters. */
  name?: string | null;
  /** What it is told of. At least 1 items. */
  events?: WebhookEvent[];
  /** Its headers are named after this: `X-Svc` is `X-Svc-Signature` and `X-Svc-Timestamp`. */
  headerPrefix?: string;
  /** One that is turned off is told nothing new, and keeps what waits. */
  isEnabled?: boolean;
}

export interface WebhookView {
  id: string;
  url: string;
  name: string | null;
  events: WebhookEvent[];
  headerPrefix: string;
  isEnabled: boolean;
  /** Until when the secret before signs as well. ISO 8601. */
  previousSecretUntil: string | null;
  /** More than 1,000 are not counted. */
  waitingDeliveries: number;
  /** More than 1,000 are not counted. */
  deadDeliveries: number;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  updatedAt: string;
}

export interface WorkspaceCreateRequest {
  /** At most 100 characters. */
  name?: string | null;
}

export interface WorkspaceListResponse {
  items: WorkspaceView[];
  totalItems: number;
  pageNumber: number;
  pageSize: number;
}

/** Each number by both of the names that clients know. */
export interface WorkspaceSize {
  sizeBytes: number;
  quotaBytes: number | null;
  size_bytes: number;
  quota_bytes: number | null;
}

export interface WorkspaceUpdateRequest {
  /** At most 100 characters. */
  name?: string | null;
}

export interface WorkspaceView {
  id: string;
  name: string | null;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  updatedAt: string;
}

export interface Endpoints {
  "GET /v3/browsers/{session_id}/downloads": {
    path: [sessionId: string];
    query: { limit?: number; cursor?: string; includeUrls?: boolean };
    body: undefined;
    answer: BrowserDownloadListResponse;
  };
  "GET /v3/browsers": {
    path: [];
    query: { pageSize?: number; pageNumber?: number; filterBy?: BrowserSessionStatus; agentSessionId?: string; metadata?: string[] };
    body: undefined;
    answer: BrowserSessionListResponse;
  };
  "POST /v3/browsers": {
    path: [];
    query: undefined;
    body: CreateBrowserSessionRequest | undefined;
    answer: BrowserSessionItemView;
  };
  "GET /v3/browsers/{session_id}": {
    path: [sessionId: string];
    query: undefined;
    body: undefined;
    answer: BrowserSessionView;
  };
  "PATCH /v3/browsers/{session_id}": {
    path: [sessionId: string];
    query: undefined;
    body: UpdateBrowserSessionRequest;
    answer: BrowserSessionView;
  };
  "GET /v3/profiles": {
    path: [];
    query: { pageSize?: number; pageNumber?: number; query?: string };
    body: undefined;
    answer: ProfileListResponse;
  };
  "POST /v3/profiles": {
    path: [];
    query: undefined;
    body: ProfileCreateRequest | undefined;
    answer: ProfileView;
  };
  "GET /v3/profiles/{profile_id}": {
    path: [profileId: string];
    query: undefined;
    body: undefined;
    answer: ProfileView;
  };
  "PATCH /v3/profiles/{profile_id}": {
    path: [profileId: string];
    query: undefined;
    body: ProfileUpdateRequest;
    answer: ProfileView;
  };
  "DELETE /v3/profiles/{profile_id}": {
    path: [profileId: string];
    query: undefined;
    body: undefined;
    answer: void;
  };
  "GET /v3/sessions/{session_id}/files": {
    path: [sessionId: string];
    query: { prefix?: string; limit?: number; cursor?: string; includeUrls?: boolean; shallow?: boolean };
    body: undefined;
    answer: FileListResponse;
  };
  "POST /v3/sessions/{session_id}/files/upload": {
    path: [sessionId: string];
    query: { prefix?: string };
    body: FileUploadRequest;
    answer: FileUploadResponse;
  };
  "GET /v3/sessions/{session_id}/messages": {
    path: [sessionId: string];
    query: { after?: string; before?: string; limit?: number };
    body: undefined;
    answer: MessageListResponse;
  };
  "POST /v3/sessions": {
    path: [];
    query: undefined;
    body: SessionRunRequest;
    answer: SessionResponse;
  };
  "GET /v3/sessions": {
    path: [];
    query: { page?: number; page_size?: number; filterBy?: SessionFilter };
    body: undefined;
    answer: SessionListResponse;
  };
  "GET /v3/sessions/{session_id}": {
    path: [sessionId: string];
    query: undefined;
    body: undefined;
    answer: SessionResponse;
  };
  "DELETE /v3/sessions/{session_id}": {
    path: [sessionId: string];
    query: undefined;
    body: undefined;
    answer: void;
  };
  "POST /v3/sessions/{session_id}/stop": {
    path: [sessionId: string];
    query: undefined;
    body: StopSessionRequest | undefined;
    answer: SessionResponse;
  };
  "GET /v3/sessions/{session_id}/events": {
    path: [sessionId: string];
    query: { lastEventId?: string };
    body: undefined;
    answer: void;
  };
  "GET /v3/models": {
    path: [];
    query: undefined;
    body: undefined;
    answer: ModelListResponse;
  };
  "GET /v3/workspaces/{workspace_id}/files": {
    path: [workspaceId: string];
    query: { prefix?: string; limit?: number; cursor?: string; includeUrls?: boolean; shallow?: boolean };
    body: undefined;
    answer: FileListResponse;
  };
  "POST /v3/workspaces/{workspace_id}/files/upload": {
    path: [workspaceId: string];
    query: { prefix?: string };
    body: FileUploadRequest;
    answer: FileUploadResponse;
  };
  "DELETE /v3/workspaces/{workspace_id}/files": {
    path: [workspaceId: string];
    query: { path: string };
    body: undefined;
    answer: void;
  };
  "GET /v3/workspaces": {
    path: [];
    query: { pageSize?: number; pageNumber?: number };
    body: undefined;
    answer: WorkspaceListResponse;
  };
  "POST /v3/workspaces": {
    path: [];
    query: undefined;
    body: WorkspaceCreateRequest | undefined;
    answer: WorkspaceView;
  };
  "GET /v3/workspaces/{workspace_id}": {
    path: [workspaceId: string];
    query: undefined;
    body: undefined;
    answer: WorkspaceView;
  };
  "PATCH /v3/workspaces/{workspace_id}": {
    path: [workspaceId: string];
    query: undefined;
    body: WorkspaceUpdateRequest;
    answer: WorkspaceView;
  };
  "DELETE /v3/workspaces/{workspace_id}": {
    path: [workspaceId: string];
    query: undefined;
    body: undefined;
    answer: void;
  };
  "GET /v3/workspaces/{workspace_id}/size": {
    path: [workspaceId: string];
    query: undefined;
    body: undefined;
    answer: WorkspaceSize;
  };
  "GET /v3/billing/account": {
    path: [];
    query: undefined;
    body: undefined;
    answer: AccountView;
  };
  "GET /v3/billing/usage": {
    path: [];
    query: { from?: string; to?: string; by?: "day" | "model" | "session"; pageSize?: number; pageNumber?: number };
    body: undefined;
    answer: UsageResponse;
  };
  "GET /v3/billing/ledger.csv": {
    path: [];
    query: { from?: string; to?: string };
    body: undefined;
    answer: string;
  };
  "GET /v3/webhooks/{webhook_id}/deliveries": {
    path: [webhookId: string];
    query: { state?: DeliveryState; limit?: number; cursor?: string };
    body: undefined;
    answer: DeliveryListResponse;
  };
  "GET /v3/webhooks/{webhook_id}/deliveries/{delivery_id}": {
    path: [webhookId: string, deliveryId: string];
    query: undefined;
    body: undefined;
    answer: DeliveryView;
  };
  "POST /v3/webhooks/{webhook_id}/deliveries/{delivery_id}/resend": {
    path: [webhookId: string, deliveryId: string];
    query: undefined;
    body: undefined;
    answer: DeliveryView;
  };
  "POST /v3/webhooks/{webhook_id}/deliveries/resend-dead": {
    path: [webhookId: string];
    query: undefined;
    body: undefined;
    answer: ResendResponse;
  };
  "GET /v3/webhooks": {
    path: [];
    query: { pageSize?: number; pageNumber?: number };
    body: undefined;
    answer: WebhookListResponse;
  };
  "POST /v3/webhooks": {
    path: [];
    query: undefined;
    body: WebhookCreateRequest;
    answer: WebhookSecretView;
  };
  "GET /v3/webhooks/{webhook_id}": {
    path: [webhookId: string];
    query: undefined;
    body: undefined;
    answer: WebhookView;
  };
  "PATCH /v3/webhooks/{webhook_id}": {
    path: [webhookId: string];
    query: undefined;
    body: WebhookUpdateRequest;
    answer: WebhookView;
  };
  "DELETE /v3/webhooks/{webhook_id}": {
    path: [webhookId: string];
    query: undefined;
    body: undefined;
    answer: void;
  };
  "POST /v3/webhooks/{webhook_id}/rotate-secret": {
    path: [webhookId: string];
    query: undefined;
    body: RotateSecretRequest | undefined;
    answer: WebhookSecretView;
  };
  "POST /v3/webhooks/{webhook_id}/test": {
    path: [webhookId: string];
    query: undefined;
    body: undefined;
    answer: DeliveryView;
  };
}
