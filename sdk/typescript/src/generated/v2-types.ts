// Written by `bun run gen` from the endpoints of the platform. Do not edit.

import type {
  CustomProxy,
  ProxyCountryCode,
  ThinkingLevel,
} from "./v3-types.ts";

export type {
  AccountView,
  BrowserDownloadFile,
  BrowserDownloadListResponse,
  BrowserSessionItemView,
  BrowserSessionListResponse,
  BrowserSessionStatus,
  BrowserSessionUpdateAction,
  BrowserSessionView,
  CreateBrowserSessionRequest,
  CustomProxy,
  ErrorResponse,
  ModelCapabilities,
  ModelListResponse,
  ModelPrices,
  ModelView,
  PlanInfo,
  ProfileCreateRequest,
  ProfileListResponse,
  ProfileUpdateRequest,
  ProfileView,
  ProxyCountryCode,
  ThinkingLevel,
  UpdateBrowserSessionRequest,
  ValidationErrorResponse,
} from "./v3-types.ts";

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
  vision?: boolean | "auto" | (string & {});
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
  result?: unknown;
  error?: string | null;
  stderr?: string | null;
  latencyMs?: number | null;
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
  iconUrl?: string | null;
  /** ISO 8601. */
  firstPublishedAt: string;
  /** ISO 8601. */
  lastPublishedAt: string;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  updatedAt: string;
}

export interface ParameterSchema {
  name: string;
  type: ParameterType;
  /** Default: true. */
  required?: boolean;
  description?: string | null;
  default?: unknown;
  cookieDomain?: string | null;
}

export type ParameterType = "string" | "number" | "boolean" | "object" | "array" | "cookie" | (string & {});

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
  liveUrl?: string | null;
  recordingUrl?: string | null;
  /** ISO 8601. */
  startedAt: string;
  /** ISO 8601. */
  finishedAt?: string | null;
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

export type SessionStatus = "active" | "stopped" | (string & {});

export type SessionUpdateAction = "stop" | (string & {});

export interface SessionView {
  id: string;
  status: SessionStatus;
  liveUrl?: string | null;
  recordingUrl?: string | null;
  /** ISO 8601. */
  startedAt: string;
  /** ISO 8601. */
  finishedAt?: string | null;
  tasks: TaskItemView[];
  publicShareUrl?: string | null;
  /** Default: true. */
  persistMemory?: boolean;
  /** Default: true. */
  keepAlive?: boolean;
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
  lastViewedAt?: string | null;
}

export type SkillCategory = 
  | "search" | "e_commerce" | "financial" | "news" | "real_estate" | "social_media" | "travel" | "marketplace"
  | "lead_generation" | "seo" | "jobs" | "developer" | "media" | "automation" | "integration" | "other" |
  (string & {});

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
  slug?: string | null;
  title: string;
  description: string;
  categories: SkillCategory[];
  domains: string[];
  goal?: string | null;
  agentPrompt?: string | null;
  status: SkillsGenerationStatus;
  parameters: ParameterSchema[];
  outputSchema: Record<string, unknown>;
  isEnabled: boolean;
  isPublic: boolean;
  iconUrl?: string | null;
  /** ISO 8601. */
  firstPublishedAt?: string | null;
  /** ISO 8601. */
  lastPublishedAt?: string | null;
  /** Names of the secrets that the script types; every run must provide them. */
  secrets: string[];
  currentVersion: number | null;
  /** ISO 8601. */
  currentVersionStartedAt?: string | null;
  /** ISO 8601. */
  currentVersionFinishedAt?: string | null;
  /** The script, base64-encoded. */
  code?: string | null;
  clonedFromSkillId?: string | null;
  /** Why the skill, or the last attempt to change it, failed. */
  reason?: string | null;
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

export type SkillsGenerationStatus = "recording" | "generating" | "failed" | "finished" | "cancelled" | "timed_out" | (string & {});

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
  startedAt?: string | null;
  /** ISO 8601. */
  finishedAt?: string | null;
  /** Default: {}. */
  metadata?: Record<string, unknown>;
  output?: string | null;
  agentVersion?: string | null;
  /** Same as `agentVersion`, for older clients. */
  browserUseVersion?: string | null;
  /** Why the task ended without success. Extension of this server. */
  endReason?: string | null;
  isSuccess?: boolean | null;
  judgement?: string | null;
  judgeVerdict?: boolean | null;
  /** Decimal number as a string. */
  cost?: string | null;
  suggestions?: Record<string, unknown>[] | null;
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

export type TaskStatus = "created" | "started" | "finished" | "failed" | "stopped" | (string & {});

export interface TaskStatusView {
  id: string;
  status: TaskStatus;
  /** Text; JSON if `structuredOutput` was requested. */
  output?: string | null;
  /** ISO 8601. */
  finishedAt?: string | null;
  isSuccess?: boolean | null;
  /** Decimal number as a string. */
  cost?: string | null;
}

export interface TaskStepView {
  number: number;
  memory: string;
  evaluationPreviousGoal: string;
  nextGoal: string;
  url: string;
  screenshotUrl?: string | null;
  actions: string[];
  duration?: number | null;
}

/**
 * `stop_task_and_session` also ends the session; `pause` stops the task before its next action, `resume`
 * continues it.
 */
export type TaskUpdateAction = "stop" | "stop_task_and_session" | "pause" | "resume" | (string & {});

export interface TaskView {
  id: string;
  sessionId: string;
  llm: string;
  task: string;
  status: TaskStatus;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  startedAt?: string | null;
  /** ISO 8601. */
  finishedAt?: string | null;
  /** Default: {}. */
  metadata?: Record<string, unknown>;
  steps: TaskStepView[];
  outputFiles: FileView[];
  output?: string | null;
  agentVersion?: string | null;
  /** Same as `agentVersion`, for older clients. */
  browserUseVersion?: string | null;
  /** Why the task ended without success. Extension of this server. */
  endReason?: string | null;
  isSuccess?: boolean | null;
  judgement?: string | null;
  judgeVerdict?: boolean | null;
  /** Decimal number as a string. */
  cost?: string | null;
  suggestions?: Record<string, unknown>[] | null;
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
  method: "POST" | (string & {});
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
  "text/markdown" | (string & {});
  /** 1 to 10485760. */
  sizeBytes: number;
}
