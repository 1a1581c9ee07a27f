/** The record of a task. */

export type TaskStatus = "created" | "started" | "finished" | "stopped";

/** Options of a task. Stored as JSON; contains no secrets. */
export interface TaskOptions {
  /** API version of the request; default v3. */
  apiVersion?: "v2" | "v3" | undefined;
  startUrl?: string | undefined;
  schema?: Record<string, unknown> | undefined;
  maxSteps: number;
  thinking?: "disabled" | "low" | "medium" | "high" | undefined;
  vision: boolean | "auto";
  allowedDomains?: string[] | undefined;
  instructions?: string | undefined;
  judge?: { model: string; groundTruth?: string | undefined } | undefined;
  /** Cost limit in nano-USD. */
  maxCostNano?: number | undefined;
  /** Runs this version of a skill instead of an agent. */
  script?: ScriptOptions | undefined;
  /** Skills that the agent may use: all enabled ones, or these ids. */
  skills?: "all" | string[] | undefined;
  /** Record the actions of the agent. */
  record?: boolean | undefined;
  /** Create a cached script from the task. */
  cache?: CacheOptions | undefined;
}

export interface TaskRecord {
  id: string;
  projectId: string;
  sessionId: string;
  status: TaskStatus;
  task: string;
  model: string;
  /** The API key that is charged. */
  keyId: string | null;
  options: TaskOptions;
  metadata: Record<string, string>;
  /** Sealed; null after the end of the task. */
  secrets: string | null;
  /** The agent has acted, so the task must not restart. */
  hasActed: boolean;
  output: unknown;
  isSuccess: boolean | null;
  judgement: string | null;
  judgeVerdict: boolean | null;
  /** End reason of the agent, or `lost` if the server was killed. */
  endReason: string | null;
  explanation: string | null;
  steps: number;
  inputTokens: number;
  outputTokens: number;
  costNano: number;
  /** Set for an execution of a skill. */
  skillId: string | null;
  skillVersion: number | null;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
}

export interface CacheOptions {
  workspaceId: string;
  /** Equal for tasks that differ only in their values. */
  key: string;
  /** The task with parameter names instead of values. */
  template: string;
  params: Record<string, string>;
  /** If the script fails, an agent does the task. */
  autoHeal: boolean;
}

export interface ScriptOptions {
  skillId: string;
  version: number;
  params: Record<string, unknown>;
}
