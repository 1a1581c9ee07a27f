/**
 * Makes skills and their new versions, as jobs: an agent shows the task, a model writes the script, the script is run to prove it. Each
 * part of it can be done again, so that a server that is killed loses nothing but time.
 */
import type { Recording } from "../../agent/loop/assignment.ts";
import { asFailure } from "../../errors.ts";
import { log } from "../../lib/log.ts";
import { loadRecording } from "../agents/runs/scripting.ts";
import { type SecretValues, unsealSecrets } from "../agents/runs/secrets.ts";
import type { AgentSessions } from "../agents/sessions/sessions.ts";
import { Refusal } from "../refusal.ts";
import type { Handler } from "../store/jobs/runner.ts";
import type { GenerationRequest, SkillGeneration, SkillGenerations } from "../store/jobs/skill-generations.ts";
import type { Secret } from "../store/objects/secret.ts";
import type { SkillRecord, SkillStatus, SkillVersion } from "../store/records/skills.ts";
import type { TaskRecord } from "../store/records/task-rows.ts";
import type { Draft, Fixed } from "./draft.ts";
import { mechanical } from "./mechanical.ts";
import { type Brief, ScriptWriter } from "./script-writer.ts";
import { begin, ended, scriptTask, shownTask } from "./skill-tasks.ts";

/** The kind of these jobs. Their payload is the id of the skill. */
export const GENERATE_SKILL = "make_skill";

/** Drafts that a model may hand in. */
const DRAFTS = 3;

/** The longest time from the request to the outcome. */
const MAKING_MS = 20 * 60_000;

/** How often is looked whether it was cancelled. */
const LOOK_MS = 500;

export interface GeneratorSetup {
  agents: AgentSessions;
  makings: SkillGenerations;
  secret: Secret;
  makingMs?: number | undefined;
}

/** Why no version came of it, in words for whoever asked for one. */
class NotMade extends Error {
  readonly status: SkillStatus;

  constructor(why: string, status: SkillStatus = "failed") {
    super(why);
    this.status = status;
  }
}

/** With the task that proves a draft. */
interface Underway extends SkillGeneration {
  proof?: string;
}

/** What was shown, and what the agent made of it. */
interface Shown {
  recording: Recording;
  task: TaskRecord;
}

export class SkillGenerator {
  readonly #setup: GeneratorSetup;

  constructor(setup: GeneratorSetup) {
    this.#setup = setup;
  }

  readonly handler: Handler = async (payload, { job, signal }) => {
    const { agents, makings } = this.#setup;
    const { skills } = agents.records;
    const id = String((payload as { skillId?: unknown } | null)?.skillId);
    const [making, skill] = await Promise.all([makings.get(id), skills.find(id)]);
    if (!making || !skill) return;
    const over = new AbortController();
    const watch = setInterval(() => void this.#look(making, over).catch(() => undefined), LOOK_MS);
    try {
      await skills.dropUnproved(id);
      const made = await this.#made(skill, making, AbortSignal.any([signal, over.signal]));
      await this.#finished(skill, making, made);
    } catch (error) {
      // Somebody else goes on with the job.
      if (signal.aborted && !over.signal.aborted) throw signal.reason;
      if (isFull(error) && job.attempts < job.maxAttempts) throw error;
      await this.#failed(skill, making, over.signal.aborted ? over.signal.reason : error);
    } finally {
      clearInterval(watch);
    }
  };

  async #look({ skillId, startedAt }: SkillGeneration, over: AbortController): Promise<void> {
    const { makingMs = MAKING_MS } = this.#setup;
    if (!(await this.#setup.makings.get(skillId))) over.abort(new NotMade("It was cancelled.", "cancelled"));
    if (Date.now() > startedAt + makingMs)
      over.abort(new NotMade(`It took longer than ${Math.round(makingMs / 60_000)} minutes.`, "timed_out"));
  }

  async #made(skill: SkillRecord, making: Underway, signal: AbortSignal): Promise<{ number: number; draft: Draft }> {
    const { asked } = making;
    const { skills } = this.#setup.agents.records;
    const current = await skills.version(skill.id, skill.currentVersion);
    if (asked.kind === "refine") {
      const { feedback, testOutput, testLogs } = asked;
      const told = [feedback, testOutput && `A run gave:\n${testOutput}`, testLogs && `Its log:\n${testLogs}`];
      const recording = (current?.recording ?? undefined) as Recording | undefined;
      const brief = { goal: goalOf(skill), current, recording, feedback: told.filter(Boolean).join("\n\n") };
      return await this.#version(skill, making, brief, undefined, signal);
    }
    const shown = asked.kind === "cache" ? await this.#kept(asked.taskId) : await this.#shown(skill, making, signal);
    await skills.change(skill.id, { status: "generating" }, { from: ["recording"] });
    const fixed = fixedBy(asked, current, shown.task);
    const task = asked.kind === "create" ? shown.task.task : undefined;
    const brief = { goal: goalOf(skill), task, recording: shown.recording, output: shown.task.output, fixed };
    return await this.#version(skill, making, brief, shown, signal);
  }

  /** An agent does the task. A server that goes on with the job finds it under way, or done. */
  async #shown(skill: SkillRecord, making: Underway, signal: AbortSignal): Promise<Shown> {
    const { agents, makings } = this.#setup;
    let { taskId } = making;
    if (taskId === null) {
      const text = taskOf(skill, making);
      const asked = shownTask(text, skill.settings.model ?? "", this.#secretsOf(making), skill.domains);
      const work = await begin(agents, skill, asked, { signal, keyId: making.asked.keyId, request: "" });
      taskId = work.taskId;
      making.sessionId = work.sessionId;
      making.taskId = taskId;
      await makings.work(skill.id, work);
    }
    const found = await agents.records.tasks.find(taskId);
    const task = await ended(agents, { sessionId: found?.sessionId ?? "", taskId }, signal);
    if (task.isSuccess !== true) throw new NotMade(`The agent could not do the task. ${task.explanation ?? ""}`.trim());
    return await this.#kept(taskId);
  }

  async #kept(taskId: string): Promise<Shown> {
    const { tasks, objects } = this.#setup.agents.records;
    const [task, recording] = await Promise.all([tasks.find(taskId), loadRecording(objects, taskId)]);
    if (!task || !recording) throw new NotMade("What the agent did is not there any more: its session was purged.");
    return { task, recording };
  }

  /** Drafts until one is proved; where no model can write one, the calls as they were made. */
  async #version(
    skill: SkillRecord,
    making: Underway,
    brief: Brief,
    shown: Shown | undefined,
    signal: AbortSignal,
  ): Promise<{ number: number; draft: Draft }> {
    const { models, commands, records } = this.#setup.agents;
    const { ledger } = records;
    const model = models.open(skill.settings.model ?? models.names[0] ?? "");
    const drafting = new ScriptWriter(model, commands, brief);
    let why = "";
    try {
      for (let n = 0; n < DRAFTS; n++) {
        await ledger.admit({ projectId: skill.projectId, keyId: making.asked.keyId });
        const next = await drafting.next(signal).catch((error) => {
          signal.throwIfAborted();
          why = asFailure(error)?.message ?? String(error);
          return undefined;
        });
        if (!next) break;
        const tried = "draft" in next ? await this.#tried(skill, making, next.draft, shown, signal) : next;
        if ("number" in tried && "draft" in next) return { number: tried.number, draft: next.draft };
        why = "fault" in tried ? tried.fault : "";
        drafting.wrong(why);
      }
      const plain =
        shown && making.asked.kind === "create"
          ? mechanical(shown.recording, `${goalOf(skill)} ${skill.agentPrompt}`)
          : undefined;
      const tried = plain && (await this.#tried(skill, making, plain, shown, signal));
      if (plain && tried && "number" in tried) return { number: tried.number, draft: plain };
      throw new NotMade(`No script did the task again. ${tried && "fault" in tried ? tried.fault : why}`.trim());
    } finally {
      await this.#charge(skill, making, drafting);
    }
  }

  /** Runs the draft in a session of its own, without a model. What a session keeps by itself is proved by its next use. */
  async #tried(
    skill: SkillRecord,
    making: Underway,
    draft: Draft,
    shown: Shown | undefined,
    signal: AbortSignal,
  ): Promise<{ number: number } | { fault: string }> {
    const { agents, makings } = this.#setup;
    const { skills } = agents.records;
    await skills.dropUnproved(skill.id);
    const before = await skills.versions(skill.id);
    const number = (before.at(-1)?.number ?? 0) + 1;
    const { parameters, outputSchema, script, example } = draft;
    const last = before.findLast((one) => one.number === skill.currentVersion);
    const recording = shown?.recording ?? last?.recording ?? null;
    const hosts = shown?.recording.hosts ?? last?.hosts ?? [];
    const version = { skillId: skill.id, number, parameters, outputSchema, script, example, recording, heals: 0 };
    await skills.addVersion({ ...version, hosts: [...hosts], startedAt: making.startedAt, finishedAt: null });
    if (making.asked.kind === "cache") return { number };
    const asked = { skillId: skill.id, version: number, params: example };
    const more = { secrets: this.#secretsOf(making), allowedDomains: skill.domains };
    const work = await begin(agents, skill, scriptTask(`Prove: ${skill.title}`, asked, more), {
      signal,
      keyId: making.asked.keyId,
      request: "",
    });
    making.proof = work.taskId;
    await makings.work(skill.id, { sessionId: work.sessionId, taskId: making.taskId });
    const task = await ended(agents, work, signal);
    return task.isSuccess === true ? { number } : { fault: task.explanation ?? "It did not end." };
  }

  async #finished(
    skill: SkillRecord,
    { skillId }: SkillGeneration,
    { number, draft }: { number: number; draft: Draft },
  ): Promise<void> {
    const { agents, makings } = this.#setup;
    const { skills, database } = agents.records;
    const now = Date.now();
    await database.transaction(async (tx) => {
      if (!(await makings.end(skillId, tx))) return;
      await skills.finishVersion(skillId, number, now, tx);
      const said = {
        ...(skill.description === "" && draft.description ? { description: draft.description } : {}),
        ...(skill.categories.length === 0 ? { categories: draft.categories } : {}),
        ...(skill.isPublic ? { lastPublishedAt: now } : {}),
      };
      const set = { status: "finished" as const, reason: null, currentVersion: number, ...said };
      await skills.change(skillId, set, { within: tx });
    });
  }

  async #failed(skill: SkillRecord, making: SkillGeneration, error: unknown): Promise<void> {
    const { agents, makings } = this.#setup;
    const { skills, sessions, database } = agents.records;
    const { id } = skill;
    if (!(error instanceof NotMade || error instanceof Refusal || asFailure(error)))
      log.error(`bug in the making of skill ${id}:`, error);
    const known = error instanceof NotMade || error instanceof Refusal ? error.message : asFailure(error)?.message;
    const reason = known ?? "The server has a bug; its log says more.";
    const now = await makings.get(id);
    // One that was cancelled says so itself.
    await database.transaction(async (tx) => {
      if (!(await makings.end(id, tx))) return;
      const status = skill.currentVersion !== null ? "finished" : error instanceof NotMade ? error.status : "failed";
      const tries = (skill.settings.tries ?? 0) + 1;
      const settings = making.asked.kind === "cache" ? { ...skill.settings, tries } : skill.settings;
      await skills.change(id, { status, reason, settings }, { within: tx });
    });
    await skills.dropUnproved(id);
    if (making.asked.kind === "heal" && skill.currentVersion !== null) await skills.countHeal(id, skill.currentVersion);
    for (const sessionId of new Set([making.sessionId, now?.sessionId ?? null])) {
      const session = sessionId === null ? undefined : await sessions.find(sessionId);
      if (session) await agents.stop(session, "session");
    }
  }

  /** What the model cost is told of the task that showed it, else of the last one that proved a draft. */
  async #charge(
    { projectId, settings }: SkillRecord,
    { asked, taskId, proof }: Underway,
    { spent }: ScriptWriter,
  ): Promise<void> {
    const { tasks, sessions, ledger, database } = this.#setup.agents.records;
    const costNano = Math.round(spent.costUsd * 1e9);
    const used = { inputTokens: spent.input, outputTokens: spent.output, costNano };
    const task = await tasks.find(taskId ?? proof ?? "");
    await database.transaction(async (tx) => {
      if (task) await sessions.addUsed(task.sessionId, used, tx);
      if (task) await tasks.addUsed(task.id, used, tx);
      const payer = { projectId, keyId: asked.keyId, sessionId: task?.sessionId, taskId: task?.id };
      const quantity = spent.input + spent.output;
      await ledger.charge({ ...payer, kind: "tokens", model: settings.model, quantity, nano: costNano }, tx);
    });
  }

  #secretsOf({ skillId, asked }: SkillGeneration): SecretValues | undefined {
    const sealed = "secrets" in asked ? (asked.secrets ?? null) : null;
    if (sealed === null) return undefined;
    return unsealSecrets(this.#setup.secret, skillId, sealed);
  }
}

/** The server has no place for another browser: it is tried again. */
function isFull(error: unknown): boolean {
  return error instanceof Refusal && (error.status === 429 || error.status === 503);
}

function goalOf({ goal, title }: SkillRecord): string {
  return goal || title;
}

/** What an agent is told that shows the task. */
function taskOf(skill: SkillRecord, { asked }: SkillGeneration): string {
  const goal = `It is to show how this is done: ${goalOf(skill)}`;
  const lines = [skill.agentPrompt ?? "", goal];
  if (asked.kind === "heal")
    lines.push(
      `Do it with these values: ${JSON.stringify(asked.params)}`,
      `A script that did it until now has failed: ${asked.failure}`,
    );
  return lines.filter(Boolean).join("\n\n");
}

/** Parameters that callers rely on. */
function fixedBy(asked: GenerationRequest, current: SkillVersion | undefined, task: TaskRecord): Fixed | undefined {
  if (asked.kind === "heal" && current)
    return { parameters: current.parameters, example: asked.params, outputSchema: current.outputSchema };
  if (asked.kind !== "cache") return undefined;
  const parameters = Object.keys(asked.params).map((name) => ({ name, type: "string" as const, required: true }));
  return { parameters, example: asked.params, outputSchema: task.options.schema };
}
