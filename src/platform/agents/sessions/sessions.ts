/**
 * Agent sessions: create, dispatch tasks, answer, stop, remove. Requests are written to the session record and executed by the server
 * that has its browser: immediately on this server, within a second on others.
 */
import type { Fleet } from "../../engine/lifecycle/fleet.ts";
import { notFound, Refusal } from "../../refusal.ts";
import type { Created, IdempotencyKeys } from "../../store/jobs/idempotency.ts";
import type { Jobs } from "../../store/jobs/jobs.ts";
import { type JobRunner, runJobs } from "../../store/jobs/runner.ts";
import type { Secret } from "../../store/objects/secret.ts";
import type { BrowserSettings } from "../../store/records/browser-rows.ts";
import type { SessionRecord } from "../../store/records/session-rows.ts";
import { LIVE, newSession } from "../../store/records/sessions.ts";
import type { TaskOptions, TaskRecord } from "../../store/records/task-rows.ts";
import { newTask } from "../../store/records/tasks.ts";
import type { Workspaces } from "../../workspaces/workspaces.ts";
import type { AgentParts } from "../runs/parts.ts";
import { openPage } from "../runs/preparation.ts";
import type { Records } from "../runs/progress-writer.ts";
import { RUN_TASK, Runs } from "../runs/runs.ts";
import { type SecretValues, sealSecrets } from "../runs/secrets.ts";
import { SessionMonitor } from "../runs/session-monitor.ts";
import { removeWorkspaces } from "../runs/workspace.ts";
import { type RequestContext, runIdempotent } from "./idempotency.ts";
import { Removal } from "./removal.ts";

export interface AgentSetup {
  home: string;
  node: string;
  fleet: Fleet;
  jobs: Jobs;
  repeats: IdempotencyKeys;
  secret: Secret;
  records: Records;
  workspaces: Workspaces;
  parts: AgentParts;
  /** A task whose server does not renew its lease for this long moves to another one. */
  leaseMs: number;
}

/** A task to run. */
export interface TaskRequest {
  task: string;
  model: string;
  options: TaskOptions;
  metadata?: Record<string, string> | undefined;
  secrets?: SecretValues | null | undefined;
  /** Set for an execution of a skill. */
  skillId?: string;
  skillVersion?: number;
}

export interface SessionRequest {
  projectId: string;
  model: string;
  thinking?: TaskOptions["thinking"];
  keepAlive: boolean;
  persistMemory: boolean;
  settings: BrowserSettings;
  maxCostNano?: number | null | undefined;
  /** A workspace of the project; default: a new one for the session. */
  workspaceId?: string | undefined;
  task?: TaskRequest | undefined;
  /** URL to open in a session without a task. */
  startUrl?: string | undefined;
}

/** Wait for a stop: clients time out after 30 s. */
const STOP_MS = 20_000;

const MAX_TITLE = 80;

export class AgentSessions {
  readonly runs: Runs;
  readonly records: Records;
  readonly models: AgentParts["models"];
  readonly #setup: AgentSetup;
  readonly #monitor: SessionMonitor;
  readonly #removal: Removal;
  #runner: JobRunner | undefined;

  constructor(setup: AgentSetup) {
    this.#setup = setup;
    this.records = setup.records;
    this.models = setup.parts.models;
    this.runs = new Runs(setup);
    this.#removal = new Removal(setup);
    this.#monitor = new SessionMonitor({ ...setup, runs: this.runs });
  }

  /** The commands available to agents and scripts. */
  get commands() {
    return this.#setup.parts.commands;
  }

  /** Starts running tasks, including those that an earlier run of this server left. Requires a started fleet. */
  start(): void {
    const { jobs, node, fleet, home, leaseMs } = this.#setup;
    removeWorkspaces(home);
    const concurrency = fleet.stats().concurrency + 10;
    this.#runner = runJobs({ jobs, node, kinds: { [RUN_TASK]: this.runs.handler }, concurrency, leaseMs });
    this.#monitor.start();
    this.#removal.start();
  }

  /** Handles pending requests and ended browsers now. */
  poll(): Promise<void> {
    return this.#monitor.poll();
  }

  /** Waits up to `graceMs` for running tasks, then aborts them. */
  async close(graceMs = 0): Promise<void> {
    this.#removal.close();
    await this.#monitor.close();
    this.runs.closing();
    await this.#runner?.close(graceMs);
  }

  /** Creates a session with a browser and an optional first task. Errors: `Refusal` of the fleet; 400 and 409 of `Idempotency-Key`. */
  async create(request: SessionRequest, context: RequestContext): Promise<Created> {
    return await runIdempotent(this.#setup.repeats, request.projectId, context, async (made) => {
      const { fleet, node, records, jobs, workspaces } = this.#setup;
      const { task, projectId, settings } = request;
      const id = crypto.randomUUID();
      const { signal, waitMs, keyId } = context;
      const browser = await fleet.create(projectId, settings, { signal, waitMs, agentSessionId: id, keyId });
      try {
        if (request.startUrl !== undefined) await openPage(this.#setup, browser, request.startUrl);
        const first = task && this.#taskOf(task, { projectId, sessionId: id, keyId });
        const { model, keepAlive, persistMemory, maxCostNano = null } = request;
        const session = newSession(
          {
            ...{ id, projectId, model, keepAlive, persistMemory, settings, node, maxCostNano },
            browserId: browser.id,
            title: titleOf(task),
            outputSchema: task?.options.schema ?? null,
            thinking: request.thinking ?? null,
            workspaceId: request.workspaceId ?? null,
          },
          first,
        );
        await records.database.transaction(async (tx) => {
          session.workspaceId ??= (await workspaces.records.create({ projectId, sessionId: id }, tx)).id;
          await records.sessions.insert(session, tx);
          if (first) await this.#begin(first, node, tx);
          await made({ sessionId: id, taskId: first?.id ?? null }, tx);
        });
        jobs.notify();
        return { sessionId: id, taskId: first?.id ?? null };
      } catch (error) {
        await fleet.stop(browser.id, "failed");
        throw error;
      }
    });
  }

  /**
   * Starts a task in an idle session, or answers the question of a running one. Errors: `Refusal` 404 for a deleted session,
   * `busyStatus` for one that cannot accept a task.
   */
  async dispatch(
    session: SessionRecord,
    task: TaskRequest,
    context: RequestContext,
    busyStatus: number,
    set: object = {},
  ): Promise<Created> {
    return await runIdempotent(this.#setup.repeats, session.projectId, context, async (made) => {
      const { records } = this.#setup;
      const now = await records.sessions.find(session.id);
      if (!now || now.deletedAt !== null) throw notFound("Session");
      // A script cannot be an answer.
      const isAnswer = now.status === "running" && now.question !== null && !task.options.script;
      if (isAnswer && now.taskId !== null) {
        await this.answer(now, task.task);
        return { sessionId: session.id, taskId: now.taskId };
      }
      const { projectId, id: sessionId } = session;
      const next = this.#taskOf(task, { projectId, sessionId, keyId: context.keyId });
      await records.ledger.admit({ projectId, keyId: context.keyId });
      const isStarted = await records.database.transaction(async (tx) => {
        const change = {
          ...set,
          status: "running" as const,
          model: task.model,
          thinking: task.options.thinking ?? null,
          taskId: next.id,
          title: now.title ?? titleOf(task),
          outputSchema: task.options.schema ?? null,
          ...OUTCOME,
        };
        if (!(await records.sessions.change(session.id, change, { from: ["idle"], within: tx }))) return false;
        await this.#begin(next, now.node, tx);
        await made({ sessionId: session.id, taskId: next.id }, tx);
        return true;
      });
      if (!isStarted) throw busy(await records.sessions.find(session.id), busyStatus);
      this.#setup.jobs.notify();
      records.feed.changed(session.id);
      return { sessionId: session.id, taskId: next.id };
    });
  }

  /** Answers the question of the agent. */
  async answer({ id }: SessionRecord, text: string): Promise<void> {
    await this.#setup.records.sessions.change(id, { answer: text, question: null }, { from: ["running"] });
    await this.#monitor.poll();
  }

  /**
   * Stops a session or its task. `task`: the session then ends unless it is kept alive; `idle`: it stays idle; `session`: it ends.
   * Resolves when the stop is done, or after 20 s.
   */
  async stop(session: SessionRecord, what: NonNullable<SessionRecord["stopAsked"]>): Promise<void> {
    const { records } = this.#setup;
    const { id } = session;
    const from = what === "session" ? LIVE : (["created", "running"] as const);
    if (!(await records.sessions.change(id, { stopAsked: what }, { from }))) return;
    await this.#monitor.poll();
    await records.feed.until(id, STOP_MS, async () => {
      const now = await records.sessions.find(id);
      return !now || !LIVE.includes(now.status) || (what !== "session" && now.status === "idle");
    });
  }

  /** Pauses a run before its next action, or resumes it. False if this server does not run it. */
  pause(session: SessionRecord, isPaused: boolean): boolean {
    const active = this.runs.active(session.id);
    active?.pause(isPaused);
    return active !== undefined;
  }

  /** Stops a session, then removes it with all its data. See `Removal` for `isPurge`. */
  async remove(session: SessionRecord, how: { isPurge: boolean } = { isPurge: false }): Promise<void> {
    await this.stop(session, "session");
    await this.#removal.remove(session, how);
  }

  /** Finishes interrupted removals. */
  sweep(): Promise<void> {
    return this.#removal.sweep();
  }

  #taskOf({ secrets, ...request }: TaskRequest, of: Pick<TaskRecord, "projectId" | "sessionId" | "keyId">): TaskRecord {
    const id = crypto.randomUUID();
    return newTask({
      ...request,
      ...of,
      metadata: request.metadata ?? {},
      id,
      secrets: sealSecrets(this.#setup.secret, id, secrets),
    });
  }

  /** Inserts the task, its first message and its job. */
  async #begin(task: TaskRecord, node: string, tx: Records["database"]["sql"]): Promise<void> {
    const { records, jobs } = this.#setup;
    await records.tasks.insert(task, tx);
    const message = { role: "human" as const, type: "user_message", data: task.task, taskId: task.id };
    await records.messages.add(task.sessionId, message, tx);
    await jobs.add(RUN_TASK, { taskId: task.id }, { node, within: tx });
  }
}

/** Resets the outcome of the previous task. */
const OUTCOME = {
  output: null,
  isSuccessful: null,
  question: null,
  answer: null,
  reason: null,
  stopAsked: null,
} as const;

function titleOf(task: TaskRequest | undefined): string | null {
  if (!task) return null;
  const [line = ""] = task.task.trim().split("\n");
  return line.length > MAX_TITLE ? `${[...line].slice(0, MAX_TITLE - 1).join("")}…` : line;
}

function busy(session: SessionRecord | undefined, status: number): Refusal {
  if (!session || session.deletedAt !== null) return notFound("Session");
  if (LIVE.includes(session.status))
    return new Refusal(status, "Session already has a running task", {
      hint: "Wait until the session is idle, or stop its task.",
    });
  return new Refusal(status, "Session is stopped", { hint: "Create a new session." });
}
