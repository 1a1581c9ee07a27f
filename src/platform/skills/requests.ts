/** Requests to the skills of a server, and their results. */
import type { SecretValues } from "../agents/runs/secrets.ts";
import type { AgentSessions } from "../agents/sessions/sessions.ts";
import type { Jobs } from "../store/jobs/jobs.ts";
import type { GenerationRequest, SkillGenerations } from "../store/jobs/skill-generations.ts";
import type { Secret } from "../store/objects/secret.ts";
import type { SessionRecord } from "../store/records/session-rows.ts";
import type { CacheOptions, ScriptOptions, TaskRecord } from "../store/records/task-rows.ts";

export interface SkillsSetup {
  agents: AgentSessions;
  jobs: Jobs;
  generations: SkillGenerations;
  secret: Secret;
  node: string;
  leaseMs: number;
  /** Timeout of a generation. */
  timeoutMs?: number | undefined;
}

export interface CreateRequest {
  title?: string | null | undefined;
  description?: string | null | undefined;
  goal: string;
  agentPrompt: string;
  model: string;
  profileId?: string | null | undefined;
  secrets?: SecretValues | null | undefined;
  keyId: string | null;
}

export interface ExecuteRequest {
  projectId: string;
  parameters: Record<string, unknown>;
  session?: SessionRecord | undefined;
  profileId?: string | null | undefined;
  secrets?: SecretValues | null | undefined;
  autoHeal: boolean;
}

export type RefineRequest = Omit<Extract<GenerationRequest, { kind: "refine" }>, "kind" | "secrets"> & {
  secrets?: SecretValues | null | undefined;
};

/** A finished execution. */
export interface SkillRun {
  task: TaskRecord;
  printed: string;
}

/** A cacheable task, with its script if there is one. */
export interface CachedTask {
  task: string;
  script: ScriptOptions | undefined;
  cache: CacheOptions;
}
