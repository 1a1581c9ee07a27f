/** Sessions that skills do their work in: an agent that shows the task, a script that is run. Waits for their end. */
import type { RequestContext } from "../agents/sessions/idempotency.ts";
import type { AgentSessions, TaskRequest } from "../agents/sessions/sessions.ts";
import { notFound } from "../refusal.ts";
import type { SkillRecord } from "../store/records/skills.ts";
import type { TaskRecord } from "../store/records/task-rows.ts";

/** Minutes that the browser of such a session lives at most. */
const MAX_MINUTES = 30;
const IDLE_MS = 5 * 60_000;

/** What callers see in the place of a model's name where none is at work. */
const NO_MODEL = "none";

/** Turns of an agent that shows a task. */
const MAX_STEPS = 100;

export interface Work {
  sessionId: string;
  taskId: string;
}

/** Begins a task in a session of its own, which ends with it. Errors: those of the fleet. */
export async function begin(
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
        ...{ width: 1280, height: 720, allowResizing: false, enableRecording: false },
      },
    },
    asking,
  );
  return { sessionId: made.sessionId, taskId: made.taskId ?? "" };
}

/** The task of a script. `text` is what people read of it. */
export function scriptTask(
  text: string,
  script: NonNullable<TaskRequest["options"]["script"]>,
  more: Pick<TaskRequest, "secrets"> & { allowedDomains?: string[] | null | undefined },
): TaskRequest {
  const { allowedDomains, secrets } = more;
  const options = { maxSteps: 1, vision: false, script, ...(allowedDomains ? { allowedDomains } : {}) };
  return { task: text, model: NO_MODEL, options, secrets };
}

/** The task of an agent that shows how something is done. */
export function shownTask(
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

const INSTRUCTIONS = `What you do is recorded, and will be done again by a script with other values
- Do it the straight way, once. Nobody can be asked.
- What the answer tells is read with extract and a schema of CSS selectors wherever that can be done.`;

/** Waits until the task has ended. Errors: the signal's reason; 404 where it was purged. */
export async function ended(
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
