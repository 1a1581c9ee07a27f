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

/** Name of a language model of the server. */
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

export interface DeliveryItemView {
  /** Value of the header `webhook-id` of every attempt. */
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
  /** Duration of the last attempt. */
  durationMs: number | null;
  statusCode: number | null;
  /** Why the last attempt failed; null if it succeeded. */
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
  /** Value of the header `webhook-id` of every attempt. */
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
  /** Duration of the last attempt. */
  durationMs: number | null;
  statusCode: number | null;
  /** Why the last attempt failed; null if it succeeded. */
  error: string | null;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  finishedAt: string | null;
  /** Request body. */
  body: string;
  /** First 1,000 bytes of the last response. */
  response: string | null;
}

export interface ErrorResponse {
  /** Error message. */
  detail: string;
  /** How to fix the error, if it can be fixed. */
  hint: string;
  /** `X-Request-Id` of this response; the server log has details under it. */
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
   * Media type, such as text/csv; the upload must send the same. At most 255 characters. Default:
   * "application/octet-stream".
   */
  contentType?: string;
  /** Size in bytes. At least 1. */
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
  /** PUT the bytes to this URL with the declared content type. */
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
  /** Text; for an action `{id, tool, args}` as JSON, for its result the output of the tool. */
  data: string;
  /**
   * `user_message`, `assistant_message`, `planning`, `browser_action`, `file_operation`, `code_execution`,
   * the action types with `_result` or `_error` for their outcome, or `completion`. New types can be added.
   * Default: "".
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

export interface ResendResponse {
  resent: number;
}

export interface RotateSecretRequest {
  /** How long the previous secret also signs. 0 to 168. Default: 24. */
  graceHours?: number;
}

/** `active`: created, idle or running. Extension of this server. */
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
  /** Name of a language model of the server. */
  model: AgentModel;
  /** Reasoning effort, for models that support it. */
  thinkingLevel: ThinkingLevel | null;
  title: string | null;
  /** Text, or a value that matches `outputSchema`. */
  output: unknown;
  outputSchema: Record<string, unknown> | null;
  /** Default: 0. */
  stepCount: number;
  lastStepSummary: string | null;
  /** Null until the task has ended. */
  isTaskSuccessful: boolean | null;
  /** Why the task failed or the session ended. Extension of this server. */
  endReason: string | null;
  /** Question of the agent; the next `task` of the session answers it. Extension of this server. */
  question: string | null;
  /**
   * Page that shows the browser and accepts input. Anyone with this URL can control the browser: treat it as
   * a secret.
   */
  liveUrl: string | null;
  /** Recordings of browsers that have ended. */
  recordingUrls: string[];
  profileId: string | null;
  workspaceId: string | null;
  /** Two-letter country code (ISO 3166-1; also uk, an, cs, xk), case-insensitive. */
  proxyCountryCode: ProxyCountryCode | null;
  browserScreenWidth: number | null;
  browserScreenHeight: number | null;
  /** Decimal number as a string. */
  maxCostUsd: string | null;
  /** Default: 0. */
  totalInputTokens: number;
  /** Default: 0. */
  totalOutputTokens: number;
  /** Decimal number as a string. */
  proxyUsedMb: string;
  /** Decimal number as a string. */
  llmCostUsd: string;
  /** Decimal number as a string. */
  proxyCostUsd: string;
  /** Decimal number as a string. */
  browserCostUsd: string;
  /** Decimal number as a string. */
  totalCostUsd: string;
  /** The page after the last step; the URL is valid for 5 minutes. */
  screenshotUrl: string | null;
  agentmailEmail: string | null;
  integrationsUsed: string[];
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  updatedAt: string;
}

export interface SessionRunRequest {
  /** Instructions for the agent; if omitted, the session is created idle. At most 50000 characters. */
  task?: string | null;
  /** URL to open first. Extension of this server. */
  startUrl?: string | null;
  /** Alias of `startUrl`, which takes precedence. */
  url?: string | null;
  /** Name of a language model of the server. */
  model?: AgentModel;
  /** Also applies to later tasks of the session. */
  thinkingLevel?: ThinkingLevel | null;
  /** Idle session to run the task in; requires `task`. */
  sessionId?: string | null;
  /**
   * Keep the session idle when the task ends. If omitted for an existing session, the value stays unchanged.
   * Default: false.
   */
  keepAlive?: boolean;
  /**
   * Stop the task when the session has cost this much at the operator's prices, as a number or a string. If
   * omitted, no limit.
   */
  maxCostUsd?: number | string | null;
  /** Profile that provides the initial state of the browser. */
  profileId?: string | null;
  /** Workspace whose files the agent reads and writes; if omitted, the session gets its own. */
  workspaceId?: string | null;
  /** Country of the proxy. If omitted, the server's default; null for no proxy. */
  proxyCountryCode?: ProxyCountryCode | null;
  /** Width in pixels. 320 to 6144. */
  browserScreenWidth?: number | null;
  /** Height in pixels. 320 to 3456. */
  browserScreenHeight?: number | null;
  /** JSON Schema of `output`. */
  outputSchema?: Record<string, unknown> | null;
  /** Default: false. */
  enableScheduledTasks?: boolean;
  /** Secret values by name. The model sees only the names; the values are inserted when the agent types them. */
  sensitiveData?: Record<string, string> | null;
  /** Default: false. */
  enableRecording?: boolean;
  /** Let the agent run the enabled skills of the project. Default: true. */
  skills?: boolean;
  /** Default: true. */
  agentmail?: boolean;
  /** Default: false. */
  codeMode?: boolean;
  /**
   * Store a script of the task in the workspace and run it the next time. Default: true if the task contains
   * `@{{value}}`.
   */
  cacheScript?: boolean | null;
  /** Accepted without effect: this server always uses the operator's keys for models. Default: false. */
  useOwnKey?: boolean;
  /** If the cached script fails, let an agent do the task. Default: true. */
  autoHeal?: boolean;
}

export interface StopSessionRequest {
  /** `session` ends the session; `task` stops its task and leaves the session idle. */
  strategy?: StopStrategy;
}

/** `session` ends the session; `task` stops its task and leaves the session idle. */
export type StopStrategy = "task" | "session";

/** Reasoning effort, for models that support it. */
export type ThinkingLevel = "disabled" | "low" | "medium" | "high";

export interface UpdateBrowserSessionRequest {
  action: BrowserSessionUpdateAction;
}

export interface UsageItem {
  /**
   * Day, model or session id. Null for usage without a model (browsers and traffic) or without a session
   * (standalone browsers, purged sessions).
   */
  group: string | null;
  tokens: number;
  browserMinutes: number;
  /** Decimal number as a string. */
  proxyUsedMb: string;
  /** Decimal number as a string. */
  llmCostUsd: string;
  /** Decimal number as a string. */
  browserCostUsd: string;
  /** Decimal number as a string. */
  proxyCostUsd: string;
  /** Decimal number as a string. */
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
  /** Decimal number as a string. */
  proxyUsedMb: string;
  /** Decimal number as a string. */
  llmCostUsd: string;
  /** Decimal number as a string. */
  browserCostUsd: string;
  /** Decimal number as a string. */
  proxyCostUsd: string;
  /** Decimal number as a string. */
  totalCostUsd: string;
}

export interface ValidationErrorResponse {
  detail: ({ loc: (string | number)[]; msg: string; type: string })[];
  /** How to fix the error, if it can be fixed. */
  hint: string;
}

export interface WebhookCreateRequest {
  /**
   * http or https URL; its addresses are checked by the same rules as a browser's requests. 1 to 2000
   * characters.
   */
  url: string;
  /** At most 100 characters. */
  name?: string | null;
  /** Events to send. At least 1 items. Default: ["agent.task.status_update","test"]. */
  events?: WebhookEvent[];
  /**
   * Prefix of the signature headers: `X-Svc` gives `X-Svc-Signature` and `X-Svc-Timestamp`. Default:
   * "X-Svc".
   */
  headerPrefix?: string;
  /** A disabled webhook gets no new events; its waiting deliveries stay. Default: true. */
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
  /** Time until which the previous secret also signs. ISO 8601. */
  previousSecretUntil: string | null;
  /** Counted up to 1,000. */
  waitingDeliveries: number;
  /** Counted up to 1,000. */
  deadDeliveries: number;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  updatedAt: string;
  /** Signs the deliveries. Shown only in this response. */
  secret: string;
}

export interface WebhookUpdateRequest {
  /**
   * http or https URL; its addresses are checked by the same rules as a browser's requests. 1 to 2000
   * characters.
   */
  url?: string;
  /** At most 100 characters. */
  name?: string | null;
  /** Events to send. At least 1 items. */
  events?: WebhookEvent[];
  /** Prefix of the signature headers: `X-Svc` gives `X-Svc-Signature` and `X-Svc-Timestamp`. */
  headerPrefix?: string;
  /** A disabled webhook gets no new events; its waiting deliveries stay. */
  isEnabled?: boolean;
}

export interface WebhookView {
  id: string;
  url: string;
  name: string | null;
  events: WebhookEvent[];
  headerPrefix: string;
  isEnabled: boolean;
  /** Time until which the previous secret also signs. ISO 8601. */
  previousSecretUntil: string | null;
  /** Counted up to 1,000. */
  waitingDeliveries: number;
  /** Counted up to 1,000. */
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

/** Each number under both field names that clients use. */
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
    query: { lastEventId?: string; until?: "ended" | "idle" };
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
