/** The beginning and the end of a task in its records, each at once with what is told of it: no crash can part them. */
import type { SessionChange } from "../../store/records/session-rows.ts";
import { LIVE } from "../../store/records/sessions.ts";
import type { TaskRecord } from "../../store/records/task-rows.ts";
import { type Ending, endOfTask, outcomeOf } from "./endings.ts";
import type { Records } from "./progress.ts";

/** False where its session takes no task any more. A task that begins again after a crash has been told of. */
export async function beginTask(records: Records, task: TaskRecord): Promise<boolean> {
  const { database, tasks, sessions, outbox } = records;
  const isTaken = await database.transaction(async (within) => {
    await tasks.change(task.id, { status: "started", startedAt: Date.now() }, { within });
    const set = { status: "running" as const, reason: null };
    if (!(await sessions.change(task.sessionId, set, { from: ["created", "running"], within }))) return false;
    if (task.status === "created") await outbox.changed(task, { status: "started", isSessionOver: false }, within);
    return true;
  });
  await outbox.settled(task.id);
  return isTaken;
}

/**
 * Writes how a task ended, and what its session has of that. Both at once: whoever reads that the task has ended may send the
 * next one. Where the session ends with it, `outbox.settled` is to follow when that is done.
 */
export async function endTask(
  { database, tasks, sessions, outbox }: Records,
  task: TaskRecord,
  ending: Ending,
  { isSessionOver, set = {} }: { isSessionOver: boolean; set?: SessionChange },
): Promise<void> {
  await database.transaction(async (within) => {
    const end = endOfTask(ending);
    if (await tasks.change(task.id, end, { from: ["created", "started"], within }))
      await outbox.changed(task, { status: end.status, isSessionOver }, within);
    await sessions.change(task.sessionId, { ...outcomeOf(ending), ...set }, { from: LIVE, within });
  });
  if (!isSessionOver) await outbox.settled(task.id);
}
