/**
 * Agent sessions: made, given tasks, asked to stop, ended. What is asked of a session is written to its record, and done by the
 * server that has its browser: at once where that is this one, and within a second elsewhere.
 */
import type { Fleet } from "../../engine/lifecycle/fleet.ts";
import { notFound, Refusal } from "../../refusal.ts";
import type { Made, Repeats } from "../../store/jobs/idempotency.ts";
import type { Jobs } from "../../store/jobs/jobs.ts";
import { type JobRunner, runJobs } from "../../store/jobs/runner.ts";
import type { Secret } from "../../store/objects/secret.ts";
import type { BrowserSettings } from "../../store/records/browser-rows.ts";
import type { SessionRecord } from "../../store/records/session-rows.ts";
import { LIVE, newSession } from "../../store/records/sessions.ts";
import type { TaskOptions, TaskRecord } from "../../store/records/task-rows.ts";
import { newTask } from "../../store/records/tasks.ts";
import type { Workspaces } from "../../workspaces/workspaces.ts";
import { openPage } from "../runs/beginning.ts";
import { Lookout } from "../runs/lookout.ts";
import type { AgentParts } from "../runs/parts.ts";
import type { Records } from "../runs/progress.ts";
import { RUN_TASK, Runs } from "../runs/runs.ts";
import { type GivenSecrets, sealSecrets } from "../runs/secrets.ts";
import { removeWorkspaces } from "../runs/workspace.ts";
import { Removal } from "./removal.ts";
import { type Asking, once } from "./repeated.ts";

export interface AgentSetup {
  home: string;
  node: string;
  fleet: Fleet;
  jobs: Jobs;
  repeats: Repeats;
  secret: Secret;
  records: Records;
  workspaces: Workspaces;
  parts: AgentParts;
  /** A task whose server is silent for so long is given to another one. */
  leaseMs: number;
}

/** What is asked of a task. */
export interface TaskAsked {
  task: string;
  model: string;
  options: TaskOptions;
  metadata?: Record<string, string> | undefined;
  secrets?: GivenSecrets | null | undefined;
  /** It is a run of this skill. */
  skillId?: string;
  skillVersion?: number;
}

export interface SessionAsked {
  projectId: string;
  model: string;
  thinking?: TaskOptions["thinking"];
  keepAlive: boolean;
  persistMemory: boolean;
  settings: BrowserSettings;
  maxCostNano?: number | null | undefined;
  /** One of the project; else the session gets its own. */
  workspaceId?: string | undefined;
  task?: TaskAsked | undefined;
  /** Page that is opened before there is a task. */
  startUrl?: string | undefined;
}

/** Answers may take so long: clients give up after 30 s. */
const STOP_MS = 20_000;

const MAX_TITLE = 80;

export class AgentSessions {
  readonly runs: Runs;
  readonly records: Records;
  readonly models: AgentParts["models"];
  readonly #setup: AgentSetup;
  readonly #lookout: Lookout;
  readonly #removal: Removal;
  #runner: JobRunner | undefined;

  constructor(setup: AgentSetup) {
    this.#setup = setup;
    this.records = setup.records;
    this.models = setup.parts.models;
    this.runs = new Runs(setup);
    this.#removal = new Removal(setup);
    this.#lookout = new Lookout({ ...setup, runs: this.runs });
  }

  /** The list that agents and scripts act with. */
  get commands() {
    return this.#setup.parts.commands;
  }

  /** Begins to do tasks, those that an earlier run of this server left included. The fleet has started. */
  start(): void {
    const { jobs, node, fleet, home, leaseMs } = this.#setup;
    removeWorkspaces(home);
    const concurrency = fleet.stats().concurrency + 10;
    this.#runner = runJobs({ jobs, node, kinds: { [RUN_TASK]: this.runs.handler }, concurrency, leaseMs });
    this.#lookout.start();
    this.#removal.start();
  }

  /** Looks once more at what was asked and at browsers that have ended. */
  look(): Promise<void> {
    return this.#lookout.look();
  }

  /** Waits a moment for tasks under way, and aborts the others: their sessions say so. */
  async close(graceMs = 0): Promise<void> {
    this.#removal.close();
    await this.#lookout.close();
    this.runs.closing();
    await this.#runner?.close(graceMs);
  }

  /** A session with a browser, and its first task where there is one. Errors: `Refusal` of the fleet, 409 and 422 of the key. */
  async create(asked: SessionAsked, asking: Asking): Promise<Made> {
    return await once(this.#setup.repeats, asked.projectId, asking, async (made) => {
      const { fleet, node, records, jobs, workspaces } = this.#setup;
      const { task, projectId, settings } = asked;
      const id = crypto.randomUUID();
      const { signal, waitMs, keyId } = asking;
      const browser = await fleet.create(projectId, settings, { signal, waitMs, agentSessionId: id, keyId });
      try {
        if (asked.startUrl !== undefined) await openPage(this.#setup, browser, asked.startUrl);
        const first = task && this.#taskOf(task, { projectId, sessionId: id, keyId });
        const { model, keepAlive, persistMemory, maxCostNano = null } = asked;
        const session = newSession(
          {
            ...{ id, projectId, model, keepAlive, persistMemory, settings, node, maxCostNano },
            browserId: browser.id,
            title: titleOf(task),
            outputSchema: task?.options.schema ?? null,
            thinking: asked.thinking ?? null,
            workspaceId: asked.workspaceId ?? null,
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
   * Gives an idle session a task, or the agent of a running one the answer that it asked for. Errors: `Refusal` 404 for none,
   * `busyStatus` for one that cannot take a task now.
   */
  async dispatch(
    session: SessionRecord,
    task: TaskAsked,
    asking: Asking,
    busyStatus: number,
    set: object = {},
  ): Promise<Made> {
    return await once(this.#setup.repeats, session.projectId, asking, async (made) => {
      const { records } = this.#setup;
      const now = await records.sessions.find(session.id);
      if (!now || now.deletedAt !== null) throw notFound("Session");
      // A script is no answer.
      const isAnswer = now.status === "running" && now.question !== null && !task.options.script;
      if (isAnswer && now.taskId !== null) {
        await this.answer(now, task.task);
        return { sessionId: session.id, taskId: now.taskId };
      }
      const { projectId, id: sessionId } = session;
      const next = this.#taskOf(task, { projectId, sessionId, keyId: asking.keyId });
      await records.ledger.admit({ projectId, keyId: asking.keyId });
      const isTaken = await records.database.transaction(async (tx) => {
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
      if (!isTaken) throw busy(await records.sessions.find(session.id), busyStatus);
      this.#setup.jobs.notify();
      records.feed.changed(session.id);
      return { sessionId: session.id, taskId: next.id };
    });
  }

  /** What a person says to what the agent asked. */
  async answer({ id }: SessionRecord, text: string): Promise<void> {
    await this.#setup.records.sessions.change(id, { answer: text, question: null }, { from: ["running"] });
    await this.#lookout.look();
  }

  /** `task`: as the session was told to go on then; `idle`: it stays; `session`: it ends. Resolves when that is so, or after a while. */
  async stop(session: SessionRecord, what: NonNullable<SessionRecord["stopAsked"]>): Promise<void> {
    const { records } = this.#setup;
    const { id } = session;
    const from = what === "session" ? LIVE : (["created", "running"] as const);
    if (!(await records.sessions.change(id, { stopAsked: what }, { from }))) return;
    await this.#lookout.look();
    await records.feed.until(id, STOP_MS, async () => {
      const now = await records.sessions.find(id);
      return !now || !LIVE.includes(now.status) || (what !== "session" && now.status === "idle");
    });
  }

  /** Holds a run up before its next action, or lets it go on. False where it is not done here. */
  pause(session: SessionRecord, isPaused: boolean): boolean {
    const active = this.runs.active(session.id);
    active?.pause(isPaused);
    return active !== undefined;
  }

  /** Stops it, then removes it with all that is kept of it. See `Removal` for what `isPurge` adds. */
  async remove(session: SessionRecord, how: { isPurge: boolean } = { isPurge: false }): Promise<void> {
    await this.stop(session, "session");
    await this.#removal.remove(session, how);
  }

  /** Finishes removals that were interrupted. */
  sweep(): Promise<void> {
    return this.#removal.sweep();
  }

  #taskOf({ secrets, ...asked }: TaskAsked, of: Pick<TaskRecord, "projectId" | "sessionId" | "keyId">): TaskRecord {
    const id = crypto.randomUUID();
    return newTask({
      ...asked,
      ...of,
      metadata: asked.metadata ?? {},
      id,
      secrets: sealSecrets(this.#setup.secret, id, secrets),
    });
  }

  /** The task, what its caller said, and the job that does it. */
  async #begin(task: TaskRecord, node: string, tx: Records["database"]["sql"]): Promise<void> {
    const { records, jobs } = this.#setup;
    await records.tasks.insert(task, tx);
    const message = { role: "human" as const, type: "user_message", data: task.task, taskId: task.id };
    await records.messages.add(task.sessionId, message, tx);
    await jobs.add(RUN_TASK, { taskId: task.id }, { node, within: tx });
  }
}

/** What a session has of the task before. */
const OUTCOME = {
  output: null,
  isSuccessful: null,
  question: null,
  answer: null,
  reason: null,
  stopAsked: null,
} as const;

function titleOf(task: TaskAsked | undefined): string | null {
  if (!task) return null;
  const [line = ""] = task.task.trim().split("\n");
  return line.length > MAX_TITLE ? `${[...line].slice(0, MAX_TITLE - 1).join("")}…` : line;
}

function busy(session: SessionRecord | undefined, status: number): Refusal {
  if (!session || session.deletedAt !== null) return notFound("Session");
  if (LIVE.includes(session.status))
    return new Refusal(status, "Session already has a running task", {
      hint: "Wait until it is idle, or stop its task.",
    });
  return new Refusal(status, "Session is stopped", { hint: "Make a new one." });
}
