/**
 * Runs tasks as jobs, on the server that has the browser of the session. After a crash of that server, it or another one restarts
 * the task if the agent had not acted yet; otherwise it ends the session.
 */

import type { RunEvent, RunResult } from "../../../agent/loop/assignment.ts";
import { startScript } from "../../../agent/loop/script-run.ts";
import type { CommandRunner } from "../../../command.ts";
import { log } from "../../../lib/log.ts";
import { Allowance } from "../../billing/allowance.ts";
import type { RunningBrowser } from "../../engine/lifecycle/running.ts";
import type { Handler } from "../../store/jobs/runner.ts";
import type { SessionRecord, SessionStatus } from "../../store/records/session-rows.ts";
import { LIVE } from "../../store/records/sessions.ts";
import type { TaskRecord } from "../../store/records/task-rows.ts";
import { ActiveRun } from "./active-run.ts";
import type { Attached } from "./attach.ts";
import { type Ending, endForReason, failedEnding, nextStatus, withApiFieldNames } from "./endings.ts";
import { assignmentOf, attachTo } from "./preparation.ts";
import { ProgressWriter } from "./progress-writer.ts";
import { afterScript, beforeAgent, scriptingOf, storeRecording } from "./scripting.ts";
import { type SessionState, SessionStates } from "./session-state.ts";
import type { RunsSetup } from "./setup.ts";
import { beginTask, endTask } from "./task-transitions.ts";

/** Job kind; the payload is `{ taskId }`. */
export const RUN_TASK = "run_task";

/** Most attempts to start a task, including those that found no free browser slot. */
const MAX_STARTS = 6;

/** Timeout for the reason in the record of a browser that has ended. */
const REASON_MS = 20_000;

/** What a task runs with. */
interface RunContext {
  active: ActiveRun;
  runner: CommandRunner;
  state: SessionState;
  allowance: Allowance;
  signal: AbortSignal;
  onEvent(event: RunEvent): Promise<void>;
}

export class Runs {
  readonly #setup: RunsSetup;
  readonly #active = new Map<string, ActiveRun>();
  readonly #states: SessionStates;
  #isClosing = false;
  /** Called when a task with a script cache has ended successfully with a recording. */
  onCached: (task: TaskRecord) => Promise<void> = async () => {};

  constructor(setup: RunsSetup) {
    this.#setup = setup;
    this.#states = new SessionStates(setup);
  }

  /** The active run of a session in this process. */
  active(sessionId: string): ActiveRun | undefined {
    return this.#active.get(sessionId);
  }

  get size(): number {
    return this.#active.size;
  }

  /** Marks the server as closing: runs that are aborted from now on were stopped by it. */
  closing(): void {
    this.#isClosing = true;
  }

  /** Removes the local state of a session. */
  forget(sessionId: string): void {
    this.#states.forget(sessionId);
  }

  /** Saves the files of an idle session before its browser ends. Never throws. */
  async settle(session: SessionRecord): Promise<void> {
    await this.#states.settle(session);
  }

  readonly handler: Handler = async (payload, { job, signal }) => {
    const { tasks, sessions } = this.#setup.records;
    const task = await tasks.find(String((payload as { taskId?: unknown } | null)?.taskId));
    const session = task && (await sessions.find(task.sessionId));
    if (!task || !session || !LIVE.includes(session.status)) return;
    if (task.status !== "created" && task.status !== "started") return await this.#endLeftoverSession(session, task);
    const wasInterrupted = job.attempts > MAX_STARTS || (job.attempts > 1 && task.hasActed);
    if (wasInterrupted) return await this.#lost(session, task);
    if (session.stopAsked !== null) return await this.#endUnstarted(session, task);
    const browser = this.#browserOf(session) ?? (await this.#replaceBrowser(session, task, signal));
    if (!browser) return await this.#lost(session, task);
    // The previous task can still be releasing its resources.
    await this.#active.get(session.id)?.closed;
    const active = new ActiveRun(browser);
    this.#active.set(session.id, active);
    try {
      await this.#run({ ...session, browserId: browser.id }, task, active, signal);
    } finally {
      this.#active.delete(session.id);
      active.close();
      this.#setup.records.feed.changed(session.id);
    }
  };

  /** Ends the session of a task that has ended, if the server was killed in between. */
  async #endLeftoverSession(session: SessionRecord, task: TaskRecord): Promise<void> {
    if (session.status !== "running" || session.taskId !== task.id) return;
    await this.#endSession(session, nextStatus(session, task.endReason ?? ""));
  }

  #browserOf({ browserId }: SessionRecord): RunningBrowser | undefined {
    return browserId === null ? undefined : this.#setup.fleet.get(browserId);
  }

  /** A new browser for a task that had not acted. Undefined if something was done in the first one. */
  async #replaceBrowser(
    session: SessionRecord,
    task: TaskRecord,
    signal: AbortSignal,
  ): Promise<RunningBrowser | undefined> {
    const { fleet, records, node } = this.#setup;
    const { settings, id, projectId, stepCount } = session;
    if (task.hasActed || stepCount > 0 || settings.customProxy?.username) return undefined;
    log.info(`session ${id}: restarting its task; the server was killed before the agent acted`);
    const browser = await fleet.create(projectId, settings, { signal, agentSessionId: id, keyId: task.keyId });
    if (await records.sessions.change(id, { browserId: browser.id, node }, { from: LIVE })) return browser;
    await fleet.stop(browser.id, "asked");
    return undefined;
  }

  async #run(session: SessionRecord, task: TaskRecord, active: ActiveRun, signal: AbortSignal): Promise<void> {
    const { records } = this.#setup;
    const { id } = session;
    if (!(await beginTask(records, task))) return;
    records.feed.changed(id);
    const allowance = this.#allowanceOf(task);
    const progress = new ProgressWriter(records, task, allowance);
    let attached: Attached | undefined;
    let ending: Ending;
    try {
      await allowance.refresh(0);
      // Scripts use no model.
      if (!task.options.script) allowance.check();
      const state = this.#states.of(session);
      await state.workspace.importFiles(active.browser);
      await state.workspace.sync();
      attached = await attachTo(this.#setup, active.browser, { ...state, signal });
      const { runner, browser } = attached;
      void browser.connection.over.then(() => active.stop("The browser of the session ended."));
      const onEvent = async (event: RunEvent) => {
        if (signal.aborted) return;
        if (event.kind === "result") await state.workspace.importFiles(active.browser);
        if (event.kind === "step" || event.kind === "end") await this.#states.sync(session, progress);
        await progress.write(event);
      };
      const result = await this.#execute(session, task, { active, runner, state, allowance, signal, onEvent });
      state.memory = result.memory;
      state.targetId = attached.browser.tabs.length > 0 ? attached.browser.current.targetId : undefined;
      ending = withApiFieldNames(result, allowance.by);
    } catch (error) {
      ending = failedEnding(error);
    } finally {
      attached?.close();
    }
    await progress.settled();
    if (signal.aborted) await this.#aborted(session, task, signal);
    else await this.#ended(session, task, ending);
  }

  /** Runs the script of the task if it has one, else an agent; an agent also if the script fails and healing is on. */
  async #execute(
    session: SessionRecord,
    task: TaskRecord,
    { active, runner, state, allowance, signal, onEvent }: RunContext,
  ): Promise<RunResult> {
    const scripting = await scriptingOf(this.#setup, task, state);
    const isHealed = task.options.cache?.autoHeal === true;
    if (scripting) {
      const handler = isHealed ? beforeAgent(onEvent) : onEvent;
      const result = await active.run((emit) => startScript({ scripting, runner, onEvent: emit, signal }), handler);
      if (!isHealed || result.reason !== "failed") return result;
      allowance.check();
    }
    const { parts } = this.#setup;
    const assignment = await assignmentOf(this.#setup, session, task, { ...state, allowance });
    const model = parts.models.open(task.model);
    const handler = scripting ? afterScript(onEvent) : onEvent;
    return await active.run((emit) => parts.startRun({ assignment, model, runner, onEvent: emit, signal }), handler);
  }

  #allowanceOf({ sessionId, projectId, keyId, options }: TaskRecord): Allowance {
    const { ledger, sessions } = this.#setup.records;
    return new Allowance({ ledger, sessions, sessionId, projectId, keyId, taskNano: options.maxCostNano });
  }

  /** Ends the task, then the session if it ends too. In this order, so that a `stopped` session has its outcome. */
  async #ended(session: SessionRecord, task: TaskRecord, reported: Ending): Promise<void> {
    const { records } = this.#setup;
    const { id } = session;
    const gone = this.#browserOf(session) ? undefined : await this.#endOfBrowser(session);
    // The reason of the browser's end is more precise than what the run reported.
    const isInterrupted = gone && (reported.reason === "stopped" || reported.reason === "browser");
    const ending: Ending = isInterrupted
      ? { ...reported, reason: "browser", explanation: gone.why }
      : withApiFieldNames(reported);
    await this.#states.settle(session);
    await this.#states.keepFiles(session, task.id, ending.files ?? []);
    if (ending.recording) await storeRecording(records.objects, task.id, ending.recording);
    const next = gone?.status ?? nextStatus((await records.sessions.find(id)) ?? session, ending.reason);
    await this.#write(session, task, ending, next);
    if (ending.recording && ending.success && task.options.cache)
      await this.onCached(task).catch((error) => log.error(`task ${task.id}: caching its script failed:`, error));
  }

  /** Ends a task that was stopped before it started. */
  async #endUnstarted(session: SessionRecord, task: TaskRecord): Promise<void> {
    const explanation = "The task was stopped before it started.";
    const next = this.#browserOf(session) ? nextStatus(session, "stopped") : "stopped";
    await this.#write(session, task, { reason: "stopped", explanation, success: false, output: null }, next);
    this.#setup.records.feed.changed(session.id);
  }

  async #write(session: SessionRecord, task: TaskRecord, ending: Ending, next: SessionStatus): Promise<void> {
    const { records } = this.#setup;
    const isSessionOver = next !== "idle";
    await endTask(records, task, ending, { isSessionOver, set: isSessionOver ? {} : { status: next } });
    if (isSessionOver) await this.#endSession(session, next);
  }

  /** Stops the browser and ends the session record, which already has the outcome of the task. */
  async #endSession({ id, browserId, taskId }: SessionRecord, status: SessionStatus): Promise<void> {
    const { records, fleet } = this.#setup;
    await fleet.stop(browserId ?? "", "asked");
    // Before the record changes: an ended session has no files on disk.
    this.forget(id);
    await records.sessions.change(id, { status, finishedAt: Date.now(), stopAsked: null }, { from: LIVE });
    if (taskId !== null) await records.outbox.settled(taskId);
  }

  /** Waits for the reason of the browser's end and maps it to a session status. */
  async #endOfBrowser({ browserId }: SessionRecord): Promise<ReturnType<typeof endForReason>> {
    const untilMs = performance.now() + REASON_MS;
    for (;;) {
      const reason = await this.#setup.records.browsers.reason(browserId ?? "");
      if (reason !== undefined || performance.now() > untilMs) return endForReason(reason ?? "died");
      await Bun.sleep(50);
    }
  }

  /** The lease is lost or the server is closing. Throws if another server must continue the job. */
  async #aborted(session: SessionRecord, task: TaskRecord, signal: AbortSignal): Promise<void> {
    const now = await this.#setup.records.tasks.find(task.id);
    if (!this.#isClosing || !now?.hasActed) throw signal.reason;
    await this.#abandon(session, task, "The server was stopped while the task was running. Send the task again.");
  }

  async #lost(session: SessionRecord, task: TaskRecord): Promise<void> {
    await this.#abandon(
      session,
      task,
      "The server that ran the task was killed. Actions up to then took effect: check the last step, then send the task again.",
    );
  }

  /** Ends a session whose run cannot continue. */
  async #abandon(session: SessionRecord, task: TaskRecord, why: string): Promise<void> {
    const { records, fleet } = this.#setup;
    const { id, browserId } = session;
    const ending: Ending = { reason: "browser", explanation: why, success: false, output: null };
    await this.#states.settle(session);
    await new ProgressWriter(records, task).addMessage({ role: "ai", type: "completion", data: why, summary: why });
    const set = { status: "error" as const, finishedAt: Date.now() };
    await endTask(records, task, ending, { isSessionOver: true, set });
    if (browserId !== null) await fleet.stop(browserId, "asked");
    await records.outbox.settled(task.id);
    this.forget(id);
    records.feed.changed(id);
  }
}
