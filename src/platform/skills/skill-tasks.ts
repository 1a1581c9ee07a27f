/** Runs tasks for skills in new sessions: demonstrations by agents and runs of scripts. */
import { DEFAULT_VIEWPORT } from "../../lib/limits.ts";
import type { RequestContext } from "../agents/sessions/idempotency.ts";
import type { AgentSessions, TaskRequest } from "../agents/sessions/sessions.ts";
import { notFound } from "../refusal.ts";
import type { SkillRecord } from "../store/records/skills.ts";
import type { TaskRecord } from "../store/records/task-rows.ts";

/** Longest lifetime of the browser of such a session in minutes. */
const MAX_MINUTES = 30;
const IDLE_MS = 5 * 60_000;

/** Stored instead of a model name for runs of scripts. */
const NO_MODEL = "none";

/** Step limit of a demonstration. */
const MAX_STEPS = 100;

export interface Work {
  sessionId: string;
  taskId: string;
}

/** Starts a task in a new session, which ends with the task. Errors: those of the fleet. */
export async function startTask(
  agents: AgentSessions,
  skill: Pick<SkillRecord, "projectId" | "settings">,
  task: TaskRequest,
  asking: RequestContext,
): Promise<Work> {
  const { projectId, settings } = skill;
  const made = await agents.create(
    {
      ...{ projectId, model: task.model, keepAlive: false, persistMemory: false, task },
      settings: {
        profileId: settings.profileId ?? null,
        proxyCountryCode: undefined,
        customProxy: null,
        timeoutMinutes: MAX_MINUTES,
        idleTimeoutMs: IDLE_MS,
        ...DEFAULT_VIEWPORT,
        allowResizing: false,
        enableRecording: false,
      },
    },
    asking,
  );
  return { sessionId: made.sessionId, taskId: made.taskId ?? "" };
}

/** The task of a script run. `text` is for people. */
export function scriptTask(
  text: string,
  script: NonNullable<TaskRequest["options"]["script"]>,
  more: Pick<TaskRequest, "secrets"> & { allowedDomains?: string[] | null | undefined },
): TaskRequest {
  const { allowedDomains, secrets } = more;
  const options = { maxSteps: 1, vision: false, script, ...(allowedDomains ? { allowedDomains } : {}) };
  return { task: text, model: NO_MODEL, options, secrets };
}

/** The task of a demonstration. */
export function demonstrationTask(
  text: string,
  model: string,
  secrets: TaskRequest["secrets"],
  allowedDomains: string[] | null,
): TaskRequest {
  const options = {
    maxSteps: MAX_STEPS,
    vision: "auto" as const,
    record: true,
    instructions: INSTRUCTIONS,
    ...(allowedDomains ? { allowedDomains } : {}),
  };
  return { task: text, model, options, secrets };
}

const INSTRUCTIONS = `Your actions are recorded and will be repeated by a script with other values
- Do the task directly, once. Do not ask questions: nobody can answer.
- Read the data for the answer with extract and a schema of CSS selectors wherever possible.`;

/** Waits until the task has ended. Errors: the signal's reason; 404 if the task was purged. */
export async function waitForEnd(
  agents: AgentSessions,
  { sessionId, taskId }: Work,
  signal: AbortSignal,
): Promise<TaskRecord> {
  const { feed, tasks } = agents.records;
  for (;;) {
    signal.throwIfAborted();
    const woken = feed.next(sessionId, 500, signal);
    const task = await tasks.find(taskId);
    if (!task) throw notFound("Task");
    if (task.status === "finished" || task.status === "stopped") return task;
    await woken;
  }
}
