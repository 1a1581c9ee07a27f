/** Writes the start and the end of a task, each in one transaction with its webhook events. */
import type { SessionChange } from "../../store/records/session-rows.ts";
import { LIVE } from "../../store/records/sessions.ts";
import type { TaskRecord } from "../../store/records/task-rows.ts";
import { type Ending, sessionOutcomeFields, taskEndFields } from "./endings.ts";
import type { Records } from "./progress-writer.ts";

/** False if its session has ended. A task that restarts after a crash sends no second event. */
export async function beginTask(records: Records, task: TaskRecord): Promise<boolean> {
  const { database, tasks, sessions, outbox } = records;
  const isStarted = await database.transaction(async (within) => {
    await tasks.change(task.id, { status: "started", startedAt: Date.now() }, { within });
    const set = { status: "running" as const, reason: null };
    if (!(await sessions.change(task.sessionId, set, { from: ["created", "running"], within }))) return false;
    if (task.status === "created") await outbox.changed(task, { status: "started", isSessionOver: false }, within);
    return true;
  });
  await outbox.settled(task.id);
  return isStarted;
}

/**
 * Writes the end of a task to the records of the task and its session, in one transaction: a client that sees the task ended can
 * send the next one. If `isSessionOver`, the caller must call `outbox.settled` after the session has ended.
 */
export async function endTask(
  { database, tasks, sessions, outbox }: Records,
  task: TaskRecord,
  ending: Ending,
  { isSessionOver, set = {} }: { isSessionOver: boolean; set?: SessionChange },
): Promise<void> {
  await database.transaction(async (within) => {
    const end = taskEndFields(ending);
    if (await tasks.change(task.id, end, { from: ["created", "started"], within }))
      await outbox.changed(task, { status: end.status, isSessionOver }, within);
    await sessions.change(task.sessionId, { ...sessionOutcomeFields(ending), ...set }, { from: LIVE, within });
  });
  if (!isSessionOver) await outbox.settled(task.id);
}
