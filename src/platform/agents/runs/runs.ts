/**
 * Tasks as jobs: each is done by the server that has the browser of its session. Where that server was killed another one, or
 * the same after its start, either begins the task again, as long as nothing had been done, or ends its session.
 */

import type { RunEvent, RunResult } from "../../../agent/loop/assignment.ts";
import type { CommandRunner } from "../../../command.ts";
import { startScript } from "../../../agent/loop/script-run.ts";
import { log } from "../../../lib/log.ts";
import { Allowance } from "../../billing/allowance.ts";
import type { RunningBrowser } from "../../engine/lifecycle/running.ts";
import type { Handler } from "../../store/jobs/runner.ts";
import type { SessionRecord, SessionStatus } from "../../store/records/session-rows.ts";
import { LIVE } from "../../store/records/sessions.ts";
import type { TaskRecord } from "../../store/records/task-rows.ts";
import { Active } from "./active.ts";
import type { Attached } from "./attach.ts";
import { assignmentOf, attachTo } from "./beginning.ts";
import { type Ending, endOf, failed, inFields, nextStatus } from "./endings.ts";
import { type Kept, KeptSessions } from "./kept.ts";
import { beginTask, endTask } from "./milestones.ts";
import { Teller } from "./progress.ts";
import { afterScript, beforeAgent, keepRecording, scriptingOf } from "./scripting.ts";
import type { RunsSetup } from "./setup.ts";

/** The kind of these jobs. Their payload is the id of the task. */
export const RUN_TASK = "run_task";

/** How often a task is begun at most: also a server that has no browser free yet counts. */
const MAX_BEGINNINGS = 6;

/** How long a browser that is gone may take until its record says why. */
const REASON_MS = 20_000;

/** What a task is done with. */
interface Performing {
  active: Active;
  runner: CommandRunner;
  kept: Kept;
  allowance: Allowance;
  signal: AbortSignal;
  tell(event: RunEvent): Promise<void>;
}

export class Runs {
  readonly #setup: RunsSetup;
  readonly #active = new Map<string, Active>();
  readonly #kept: KeptSessions;
  #isClosing = false;
  /** Keeps what was recorded of a task for the next time. */
  onCached: (task: TaskRecord) => Promise<void> = async () => {};

  constructor(setup: RunsSetup) {
    this.#setup = setup;
    this.#kept = new KeptSessions(setup);
  }

  /** The run of that session in this process. */
  active(sessionId: string): Active | undefined {
    return this.#active.get(sessionId);
  }

  get size(): number {
    return this.#active.size;
  }

  /** The server goes: runs that are aborted from now on are not its fault. */
  closing(): void {
    this.#isClosing = true;
  }

  /** Nothing of that session is needed here any more. */
  forget(sessionId: string): void {
    this.#kept.forget(sessionId);
  }

  /** Keeps what an idle session has on this server, before its browser ends. Never throws. */
  async settle(session: SessionRecord): Promise<void> {
    await this.#kept.settle(session);
  }

  readonly handler: Handler = async (payload, { job, signal }) => {
    const { tasks, sessions } = this.#setup.records;
    const task = await tasks.find(String((payload as { taskId?: unknown } | null)?.taskId));
    const session = task && (await sessions.find(task.sessionId));
    if (!task || !session || !LIVE.includes(session.status)) return;
    if (task.status !== "created" && task.status !== "started") return await this.#over(session, task);
    const wasCutOff = job.attempts > MAX_BEGINNINGS || (job.attempts > 1 && task.hasActed);
    if (wasCutOff) return await this.#lost(session, task);
    if (session.stopAsked !== null) return await this.#unbegun(session, task);
    const browser = this.#browserOf(session) ?? (await this.#again(session, task, signal));
    if (!browser) return await this.#lost(session, task);
    // The task before may have ended a moment ago, and still let go of things.
    await this.#active.get(session.id)?.closed;
    const active = new Active(browser);
    this.#active.set(session.id, active);
    try {
      await this.#run({ ...session, browserId: browser.id }, task, active, signal);
    } finally {
      this.#active.delete(session.id);
      active.close();
      this.#setup.records.feed.changed(session.id);
    }
  };

  /** The task has ended, and its server was killed before it had ended the session. */
  async #over(session: SessionRecord, task: TaskRecord): Promise<void> {
    if (session.status !== "running" || session.taskId !== task.id) return;
    await this.#close(session, nextStatus(session, task.endReason ?? ""));
  }

  #browserOf({ browserId }: SessionRecord): RunningBrowser | undefined {
    return browserId === null ? undefined : this.#setup.fleet.get(browserId);
  }

  /** Another browser for a task that had not begun. Undefined where something was done in the first one. */
  async #again(session: SessionRecord, task: TaskRecord, signal: AbortSignal): Promise<RunningBrowser | undefined> {
    const { fleet, records, node } = this.#setup;
    const { settings, id, projectId, stepCount } = session;
    if (task.hasActed || stepCount > 0 || settings.customProxy?.username) return undefined;
    log.info(`session ${id}: its server was killed before anything was done; it begins again`);
    const browser = await fleet.create(projectId, settings, { signal, agentSessionId: id, keyId: task.keyId });
    if (await records.sessions.change(id, { browserId: browser.id, node }, { from: LIVE })) return browser;
    await fleet.stop(browser.id, "asked");
    return undefined;
  }

  async #run(session: SessionRecord, task: TaskRecord, active: Active, signal: AbortSignal): Promise<void> {
    const { records } = this.#setup;
    const { id } = session;
    if (!(await beginTask(records, task))) return;
    records.feed.changed(id);
    const allowance = this.#allowanceOf(task);
    const teller = new Teller(records, task, allowance);
    let attached: Attached | undefined;
    let ending: Ending;
    try {
      await allowance.refresh(0);
      // A script costs nothing.
      if (!task.options.script) allowance.check();
      const kept = this.#kept.of(session);
      await kept.workspace.bring(active.browser);
      await kept.workspace.sync();
      attached = await attachTo(this.#setup, active.browser, { ...kept, signal });
      const { runner, browser } = attached;
      void browser.connection.over.then(() => active.stop("The browser of the session ended."));
      const tell = async (event: RunEvent) => {
        if (signal.aborted) return;
        if (event.kind === "result") await kept.workspace.bring(active.browser);
        if (event.kind === "step" || event.kind === "end") await this.#kept.sync(session, teller);
        await teller.tell(event);
      };
      const result = await this.#perform(session, task, { active, runner, kept, allowance, signal, tell });
      kept.memory = result.memory;
      kept.targetId = attached.browser.tabs.length > 0 ? attached.browser.current.targetId : undefined;
      ending = inFields(result, allowance.by);
    } catch (error) {
      ending = failed(error);
    } finally {
      attached?.close();
    }
    await teller.settled();
    if (signal.aborted) await this.#aborted(session, task, signal);
    else await this.#ended(session, task, ending);
  }

  /** By its script where it has one, else by an agent. */
  async #perform(
    session: SessionRecord,
    task: TaskRecord,
    { active, runner, kept, allowance, signal, tell }: Performing,
  ): Promise<RunResult> {
    const scripting = await scriptingOf(this.#setup, task, kept);
    const isHealed = task.options.cache?.autoHeal === true;
    if (scripting) {
      const told = isHealed ? beforeAgent(tell) : tell;
      const result = await active.run((heard) => startScript({ scripting, runner, onEvent: heard, signal }), told);
      if (!isHealed || result.reason !== "failed") return result;
      allowance.check();
    }
    const { parts } = this.#setup;
    const assignment = await assignmentOf(this.#setup, session, task, { ...kept, allowance });
    const model = parts.models.open(task.model);
    const told = scripting ? afterScript(tell) : tell;
    return await active.run((heard) => parts.startRun({ assignment, model, runner, onEvent: heard, signal }), told);
  }

  #allowanceOf({ sessionId, projectId, keyId, options }: TaskRecord): Allowance {
    const { ledger, sessions } = this.#setup.records;
    return new Allowance({ ledger, sessions, sessionId, projectId, keyId, taskNano: options.maxCostNano });
  }

  /** Ends the task, then the session as far as it is to end, in this order: who reads `stopped` finds the outcome. */
  async #ended(session: SessionRecord, task: TaskRecord, told: Ending): Promise<void> {
    const { records } = this.#setup;
    const { id } = session;
    const gone = this.#browserOf(session) ? undefined : await this.#endOfBrowser(session);
    // A run whose browser ended under it knows no better reason.
    const isCutOff = gone && (told.reason === "stopped" || told.reason === "browser");
    const ending: Ending = isCutOff ? { ...told, reason: "browser", explanation: gone.why } : inFields(told);
    await this.#kept.settle(session);
    await this.#kept.keepFiles(session, task.id, ending.files ?? []);
    if (ending.recording) await keepRecording(records.objects, task.id, ending.recording);
    const next = gone?.status ?? nextStatus((await records.sessions.find(id)) ?? session, ending.reason);
    await this.#write(session, task, ending, next);
    if (ending.recording && ending.success && task.options.cache)
      await this.onCached(task).catch((error) =>
        log.error(`task ${task.id}: it is not kept for the next time:`, error),
      );
  }

  /** Somebody stopped it before it could begin. */
  async #unbegun(session: SessionRecord, task: TaskRecord): Promise<void> {
    const explanation = "It was stopped before it began.";
    const next = this.#browserOf(session) ? nextStatus(session, "stopped") : "stopped";
    await this.#write(session, task, { reason: "stopped", explanation, success: false, output: null }, next);
    this.#setup.records.feed.changed(session.id);
  }

  async #write(session: SessionRecord, task: TaskRecord, ending: Ending, next: SessionStatus): Promise<void> {
    const { records } = this.#setup;
    const isSessionOver = next !== "idle";
    await endTask(records, task, ending, { isSessionOver, set: isSessionOver ? {} : { status: next } });
    if (isSessionOver) await this.#close(session, next);
  }

  /** After its task: who reads that it has ended finds all that it left. */
  async #close({ id, browserId, taskId }: SessionRecord, status: SessionStatus): Promise<void> {
    const { records, fleet } = this.#setup;
    await fleet.stop(browserId ?? "", "asked");
    // First: nothing is left on the disk of a session that says it has ended.
    this.forget(id);
    await records.sessions.change(id, { status, finishedAt: Date.now(), stopAsked: null }, { from: LIVE });
    if (taskId !== null) await records.outbox.settled(taskId);
  }

  /** What the end of its browser makes of a session. */
  async #endOfBrowser({ browserId }: SessionRecord): Promise<ReturnType<typeof endOf>> {
    const untilMs = performance.now() + REASON_MS;
    for (;;) {
      const reason = await this.#setup.records.browsers.reason(browserId ?? "");
      if (reason !== undefined || performance.now() > untilMs) return endOf(reason ?? "died");
      await Bun.sleep(50);
    }
  }

  /** The lease is lost, or the server goes. Throws where somebody else is to go on with the job. */
  async #aborted(session: SessionRecord, task: TaskRecord, signal: AbortSignal): Promise<void> {
    const now = await this.#setup.records.tasks.find(task.id);
    if (!this.#isClosing || !now?.hasActed) throw signal.reason;
    await this.#broken(session, task, "The server was stopped while the task was done. Send the task again.");
  }

  async #lost(session: SessionRecord, task: TaskRecord): Promise<void> {
    await this.#broken(
      session,
      task,
      "The server that did the task was killed. What was done until then is not undone: look at the last step, then send the task again.",
    );
  }

  /** Ends a session whose run cannot go on. */
  async #broken(session: SessionRecord, task: TaskRecord, why: string): Promise<void> {
    const { records, fleet } = this.#setup;
    const { id, browserId } = session;
    const ending: Ending = { reason: "browser", explanation: why, success: false, output: null };
    await this.#kept.settle(session);
    await new Teller(records, task).say({ role: "ai", type: "completion", data: why, summary: why });
    const set = { status: "error" as const, finishedAt: Date.now() };
    await endTask(records, task, ending, { isSessionOver: true, set });
    if (browserId !== null) await fleet.stop(browserId, "asked");
    await records.outbox.settled(task.id);
    this.forget(id);
    records.feed.changed(id);
  }
}
