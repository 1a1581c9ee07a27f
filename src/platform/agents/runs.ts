/**
 * Tasks as jobs: each is done by the server that has the browser of its session. Where that server was killed another one, or
 * the same after its start, either begins the task again, as long as nothing had been done, or ends its session.
 */
import { join } from "node:path";
import type { Assignment } from "../../agent/assignment.ts";
import { privateFolder } from "../../lib/files.ts";
import { log } from "../../lib/log.ts";
import type { Message } from "../../models/model.ts";
import type { Fleet } from "../engine/fleet.ts";
import type { RunningBrowser } from "../engine/running.ts";
import type { Handler } from "../store/runner.ts";
import type { Secret } from "../store/secret.ts";
import { LIVE, type SessionRecord, type SessionStatus } from "../store/sessions.ts";
import type { TaskRecord } from "../store/tasks.ts";
import { Active } from "./active.ts";
import { type Attached, attach } from "./attach.ts";
import { type Ending, endOf, failed, nextStatus } from "./endings.ts";
import type { AgentParts } from "./parts.ts";
import { openSecrets } from "./secrets.ts";
import { type Records, Teller } from "./telling.ts";
import { Workspace } from "./workspace.ts";

/** The kind of these jobs. Their payload is the id of the task. */
export const RUN_TASK = "run_task";

/** How often a task is begun at most. */
const MAX_BEGINNINGS = 3;

/** Longest run: that of a browser. */
const MAX_SECONDS = 4 * 3_600;

/** How long the first page of a session may take. */
const OPEN_MS = 10_000;

/** How long a browser that is gone may take until its record says why. */
const REASON_MS = 20_000;

export interface RunsSetup {
  home: string;
  node: string;
  fleet: Fleet;
  secret: Secret;
  records: Records;
  parts: AgentParts;
}

/** What a session of this server has between its tasks. */
interface Kept {
  workspace: Workspace;
  memory: readonly Message[];
  targetId?: string | undefined;
}

export class Runs {
  readonly #setup: RunsSetup;
  readonly #active = new Map<string, Active>();
  readonly #kept = new Map<string, Kept>();
  #isClosing = false;

  constructor(setup: RunsSetup) {
    this.#setup = setup;
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
    this.#kept.get(sessionId)?.workspace.remove();
    this.#kept.delete(sessionId);
  }

  readonly handler: Handler = async (payload, { job, signal }) => {
    const { tasks, sessions } = this.#setup.records;
    const task = await tasks.find(String((payload as { taskId?: unknown } | null)?.taskId));
    const session = task && (await sessions.find(task.sessionId));
    if (!task || !session || !LIVE.includes(session.status)) return;
    if (task.status !== "created" && task.status !== "started") return;
    const wasCutOff = job.attempts > MAX_BEGINNINGS || (job.attempts > 1 && task.hasActed);
    if (wasCutOff) return await this.#lost(session, task);
    const browser = this.#browserOf(session) ?? (await this.#again(session, task, signal));
    if (!browser) return await this.#lost(session, task);
    const active = new Active(browser);
    this.#active.set(session.id, active);
    try {
      await this.#run({ ...session, browserId: browser.id }, task, active, signal);
    } finally {
      active.close();
      this.#active.delete(session.id);
      this.#setup.records.feed.changed(session.id);
    }
  };

  /** Opens a page in a browser that has no task. One that does not load is left as it is. */
  async open(browser: RunningBrowser, url: string): Promise<void> {
    const signal = AbortSignal.timeout(OPEN_MS);
    const workspace = privateFolder(join(this.#setup.home, "server", "agent"));
    const attached = await this.#attach(browser, workspace, undefined, signal);
    try {
      const { command, args } = this.#setup.parts.read(["open", url]);
      await attached.hands.run(command, args, { timeoutMs: OPEN_MS });
    } finally {
      attached.close();
    }
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
    const browser = await fleet.create(projectId, settings, { signal, agentSessionId: id });
    if (await records.sessions.change(id, { browserId: browser.id, node }, { from: LIVE })) return browser;
    await fleet.stop(browser.id, "asked");
    return undefined;
  }

  async #run(session: SessionRecord, task: TaskRecord, active: Active, signal: AbortSignal): Promise<void> {
    const { records, parts } = this.#setup;
    const { id } = session;
    await records.tasks.change(task.id, { status: "started", startedAt: Date.now() });
    if (!(await records.sessions.change(id, { status: "running", reason: null }, { from: ["created", "running"] })))
      return;
    records.feed.changed(id);
    const teller = new Teller(records, id, task.id);
    let attached: Attached | undefined;
    let ending: Ending;
    try {
      const kept = this.#keptOf(id);
      kept.workspace.bring(active.browser);
      attached = await this.#attach(active.browser, kept.workspace.folder, kept.targetId, signal);
      const { hands } = attached;
      const { browser } = attached;
      void browser.connection.over.then(() => active.stop("The browser of the session ended."));
      const asked = {
        assignment: this.#assignment(session, task, kept),
        model: parts.models.open(task.model),
        hands,
        signal,
      };
      const result = await active.run(parts.startRun, asked, async (event) => {
        if (signal.aborted) return;
        if (event.kind === "result") kept.workspace.bring(active.browser);
        await teller.tell(event);
      });
      kept.memory = result.memory;
      kept.targetId = attached.browser.tabs.length > 0 ? attached.browser.current.targetId : undefined;
      ending = result;
    } catch (error) {
      ending = failed(error);
    } finally {
      attached?.close();
    }
    await teller.settled();
    if (signal.aborted) await this.#aborted(session, task, signal);
    else await this.#ended(session, task, ending);
  }

  #keptOf(sessionId: string): Kept {
    const held = this.#kept.get(sessionId);
    if (held) return held;
    const made = { workspace: new Workspace(this.#setup.home, sessionId), memory: [] };
    this.#kept.set(sessionId, made);
    return made;
  }

  #attach(
    browser: RunningBrowser,
    workspace: string,
    targetId: string | undefined,
    signal: AbortSignal,
  ): Promise<Attached> {
    const { commands, read } = this.#setup.parts;
    const home = privateFolder(join(this.#setup.home, "server", "agent"));
    return attach(browser, { commands, read, home, workspace, signal, targetId });
  }

  #assignment(session: SessionRecord, task: TaskRecord, { workspace, memory }: Kept): Assignment {
    const { options } = task;
    const { judge } = options;
    const model = judge && this.#setup.parts.models.open(judge.model);
    return {
      task: task.task,
      startUrl: options.startUrl,
      schema: options.schema as Assignment["schema"],
      thinking: options.thinking,
      vision: options.vision,
      limits: {
        steps: options.maxSteps,
        seconds: MAX_SECONDS,
        costUsd: options.maxCostNano === undefined ? undefined : options.maxCostNano / 1e9,
      },
      secrets: openSecrets(this.#setup.secret, task.id, task.secrets),
      allowedDomains: options.allowedDomains,
      workspace: workspace.folder,
      pictures: true,
      instructions: options.instructions,
      judge: model && { model, groundTruth: judge.groundTruth },
      memory: session.persistMemory ? memory : [],
    };
  }

  /** Ends the task, then the session as far as it is to end, in this order: who reads `stopped` finds the outcome. */
  async #ended(session: SessionRecord, task: TaskRecord, told: Ending): Promise<void> {
    const { records } = this.#setup;
    const gone = this.#browserOf(session) ? undefined : await this.#endOfBrowser(session);
    // A run whose browser ended under it knows no better reason.
    const isCutOff = gone && (told.reason === "stopped" || told.reason === "browser");
    const ending: Ending = isCutOff ? { ...told, reason: "browser", explanation: gone.why } : told;
    const { reason, explanation, success, output, judgement } = ending;
    const { workspace } = this.#keptOf(session.id);
    for (const file of await workspace.keep(records.objects, task.id, ending.files ?? []))
      await records.tasks.addFile(file);
    await this.#finish(task, {
      status: reason === "stopped" ? "stopped" : "finished",
      endReason: reason,
      explanation,
      output,
      isSuccess: success,
      judgement: judgement?.reason ?? null,
      judgeVerdict: judgement?.verdict ?? null,
    });
    const outcome = { output, isSuccessful: success, question: null, reason: success ? null : explanation };
    await records.sessions.change(session.id, outcome);
    await this.#settle(session, reason, gone?.status);
  }

  /** What becomes of the session now that its task has ended. */
  async #settle(session: SessionRecord, reason: string, gone: SessionStatus | undefined): Promise<void> {
    const { sessions } = this.#setup.records;
    const next = gone ?? nextStatus((await sessions.find(session.id)) ?? session, reason);
    if (next === "idle") {
      await sessions.change(session.id, { status: "idle", stopAsked: null }, { from: LIVE });
      return;
    }
    await this.#setup.fleet.stop(session.browserId ?? "", "asked");
    const set = { status: next, finishedAt: Date.now(), stopAsked: null };
    await sessions.change(session.id, set, { from: LIVE });
    this.forget(session.id);
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

  async #finish(task: TaskRecord, set: Parameters<Records["tasks"]["change"]>[1]): Promise<void> {
    await this.#setup.records.tasks.change(
      task.id,
      { ...set, finishedAt: Date.now(), secrets: null },
      { from: ["created", "started"] },
    );
  }

  /** The lease is lost, or the server goes. Throws where somebody else is to go on with the job. */
  async #aborted(session: SessionRecord, task: TaskRecord, signal: AbortSignal): Promise<void> {
    const now = await this.#setup.records.tasks.find(task.id);
    if (!this.#isClosing || !now?.hasActed) throw signal.reason;
    await this.end(session, task, "The server was stopped while the task was done. Send the task again.");
  }

  async #lost(session: SessionRecord, task: TaskRecord): Promise<void> {
    await this.end(
      session,
      task,
      "The server that did the task was killed. What was done until then is not undone: look at the last step, then send the task again.",
    );
  }

  /** Ends a session whose run cannot go on. */
  async end(session: SessionRecord, task: TaskRecord | undefined, why: string): Promise<void> {
    const { records, fleet } = this.#setup;
    if (task && LIVE.includes(session.status)) {
      await new Teller(records, session.id, task.id).say({ role: "ai", type: "completion", data: why, summary: why });
      await this.#finish(task, { status: "finished", endReason: "browser", explanation: why, isSuccess: false });
    }
    await records.sessions.change(
      session.id,
      {
        status: "error",
        reason: why,
        finishedAt: Date.now(),
        question: null,
        ...(task ? { isSuccessful: false } : {}),
      },
      { from: LIVE },
    );
    if (session.browserId !== null) await fleet.stop(session.browserId, "asked");
    this.forget(session.id);
    records.feed.changed(session.id);
  }
}
