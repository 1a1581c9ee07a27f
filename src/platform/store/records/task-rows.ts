/** Records of tasks as rows and back. */

export type TaskStatus = "created" | "started" | "finished" | "stopped";

/** What was asked of a task besides its text. Kept as JSON: holds no secret. */
export interface TaskOptions {
  /** Of the API by which it came; absent is v3. */
  apiVersion?: "v2" | "v3" | undefined;
  startUrl?: string | undefined;
  schema?: Record<string, unknown> | undefined;
  maxSteps: number;
  thinking?: "disabled" | "low" | "medium" | "high" | undefined;
  vision: boolean | "auto";
  allowedDomains?: string[] | undefined;
  instructions?: string | undefined;
  judge?: { model: string; groundTruth?: string | undefined } | undefined;
  /** Billionths of a US dollar that this task may cost. */
  maxCostNano?: number | undefined;
  /** A version of a skill that is run in place of an agent. */
  script?: ScriptOptions | undefined;
  /** Skills of the project that the agent may use: all that are enabled, or these. */
  skills?: "all" | string[] | undefined;
  /** What the agent does is kept so that it can be done again. */
  record?: boolean | undefined;
  /** A script is made of it for the next time. */
  cache?: CacheOptions | undefined;
}

export interface TaskRecord {
  id: string;
  projectId: string;
  sessionId: string;
  status: TaskStatus;
  task: string;
  model: string;
  /** The API key that gave it. */
  keyId: string | null;
  options: TaskOptions;
  metadata: Record<string, string>;
  /** Sealed; null as soon as the task has ended. */
  secrets: string | null;
  /** Something was done that cannot be begun again. */
  hasActed: boolean;
  output: unknown;
  isSuccess: boolean | null;
  judgement: string | null;
  judgeVerdict: boolean | null;
  /** A reason of the agent, or `lost`: the server that ran it was killed. */
  endReason: string | null;
  explanation: string | null;
  steps: number;
  inputTokens: number;
  outputTokens: number;
  costNano: number;
  /** It is a run of this skill. */
  skillId: string | null;
  skillVersion: number | null;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
}

export interface CacheOptions {
  workspaceId: string;
  /** The same for tasks that differ in their values alone. */
  key: string;
  /** The task with names in the place of its values. */
  template: string;
  params: Record<string, string>;
  /** Where the script fails an agent does the task. */
  autoHeal: boolean;
}

export interface ScriptOptions {
  skillId: string;
  version: number;
  params: Record<string, unknown>;
}
