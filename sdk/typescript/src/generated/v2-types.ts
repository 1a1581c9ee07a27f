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
  vision?: boolean | "auto" | (string & {});
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
  /** Names of the secrets that its script types: each run needs them. */
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
  /** Values by name or by host: scripts and models know the names alone. */
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
  /** Names of the secrets that its script types: each run needs them. */
  secrets: string[];
  currentVersion: number | null;
  /** ISO 8601. */
  currentVersionStartedAt?: string | null;
  /** ISO 8601. */
  currentVersionFinishedAt?: string | null;
  /** Base64. */
  code?: string | null;
  clonedFromSkillId?: string | null;
  /** Why it failed, or the last try to change it did. */
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
  /** Base64. */
  code: string;
  /** ISO 8601. */
  startedAt: string;
  /** ISO 8601. */
  finishedAt: string | null;
}

export type SkillsGenerationStatus = "recording" | "generating" | "failed" | "finished" | "cancelled" | "timed_out" | (string & {});

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
  startedAt?: string | null;
  /** ISO 8601. */
  finishedAt?: string | null;
  /** Default: {}. */
  metadata?: Record<string, unknown>;
  output?: string | null;
  agentVersion?: string | null;
  /** `agentVersion` by the name that older clients read. */
  browserUseVersion?: string | null;
  /** In words, why it ended without success. An addition of this server. */
  endReason?: string | null;
  isSuccess?: boolean | null;
  judgement?: string | null;
  judgeVerdict?: boolean | null;
  /** Decimal number as text. */
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
  /** JSON as text where `structuredOutput` was asked for. */
  output?: string | null;
  /** ISO 8601. */
  finishedAt?: string | null;
  isSuccess?: boolean | null;
  /** Decimal number as text. */
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
 * `stop_task_and_session` also ends the session; `pause` holds the task up before its next action,
 * `resume` lets it go on.
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
  /** `agentVersion` by the name that older clients read. */
  browserUseVersion?: string | null;
  /** In words, why it ended without success. An addition of this server. */
  endReason?: string | null;
  isSuccess?: boolean | null;
  judgement?: string | null;
  judgeVerdict?: boolean | null;
  /** Decimal number as text. */
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
  method: "POST" | (string & {});
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
  "text/markdown" | (string & {});
  /** 1 to 10485760. */
  sizeBytes: number;
}
