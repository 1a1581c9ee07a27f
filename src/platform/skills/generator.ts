/**
 * Generates skills and new versions as jobs: an agent demonstrates the task, a model writes a script, a test run verifies it. Each
 * phase can be repeated, so another server can continue after a crash.
 */
import type { Recording } from "../../agent/loop/assignment.ts";
import { asFailure } from "../../errors.ts";
import { loadRecording } from "../agents/runs/scripting.ts";
import { type SecretValues, unsealSecrets } from "../agents/runs/secrets.ts";
import type { AgentSessions } from "../agents/sessions/sessions.ts";
import type { Handler } from "../store/jobs/runner.ts";
import type { SkillGeneration, SkillGenerations } from "../store/jobs/skill-generations.ts";
import type { Secret } from "../store/objects/secret.ts";
import type { SkillRecord } from "../store/records/skills.ts";
import type { TaskRecord } from "../store/records/task-rows.ts";
import type { Draft } from "./draft.ts";
import { GenerationFailed, isFull, reasonOf } from "./generation-failure.ts";
import { fixedBy, goalOf, taskOf } from "./generation-input.ts";
import { mechanical } from "./mechanical.ts";
import { type Brief, ScriptWriter } from "./script-writer.ts";
import { demonstrationTask, scriptTask, startTask, waitForEnd } from "./skill-tasks.ts";

/** Job kind; the payload is `{ skillId }`. */
export const GENERATE_SKILL = "make_skill";

/** Most drafts per generation. */
const MAX_DRAFTS = 3;

/** Timeout of a generation. */
const GENERATION_MS = 20 * 60_000;

/** Poll interval for cancellation and timeout. */
const POLL_MS = 500;

export interface GeneratorSetup {
  agents: AgentSessions;
  generations: SkillGenerations;
  secret: Secret;
  timeoutMs?: number | undefined;
}

/** A generation with the id of its last verification task. */
interface ActiveGeneration extends SkillGeneration {
  verificationTaskId?: string;
}

/** The demonstration by an agent. */
interface Demonstration {
  recording: Recording;
  task: TaskRecord;
}

/** A draft that passed verification, with its version number. */
interface Version {
  number: number;
  draft: Draft;
}

export class SkillGenerator {
  readonly #setup: GeneratorSetup;

  constructor(setup: GeneratorSetup) {
    this.#setup = setup;
  }

  readonly handler: Handler = async (payload, { job, signal }) => {
    const { agents, generations } = this.#setup;
    const { skills } = agents.records;
    const id = String((payload as { skillId?: unknown } | null)?.skillId);
    const [generation, skill] = await Promise.all([generations.get(id), skills.find(id)]);
    if (!generation || !skill) return;
    const over = new AbortController();
    const watch = setInterval(() => void this.#checkAborted(generation, over).catch(() => undefined), POLL_MS);
    try {
      await skills.removeUnverified(id);
      const version = await this.#generate(skill, generation, AbortSignal.any([signal, over.signal]));
      await this.#finished(skill, generation, version);
    } catch (error) {
      // Another server continues the job.
      if (signal.aborted && !over.signal.aborted) throw signal.reason;
      if (isFull(error) && job.attempts < job.maxAttempts) throw error;
      await this.#failed(skill, generation, over.signal.aborted ? over.signal.reason : error);
    } finally {
      clearInterval(watch);
    }
  };

  async #checkAborted({ skillId, startedAt }: SkillGeneration, over: AbortController): Promise<void> {
    const { timeoutMs = GENERATION_MS } = this.#setup;
    if (!(await this.#setup.generations.get(skillId))) over.abort(new GenerationFailed("Cancelled.", "cancelled"));
    if (Date.now() > startedAt + timeoutMs)
      over.abort(new GenerationFailed(`Not finished within ${Math.round(timeoutMs / 60_000)} minutes.`, "timed_out"));
  }

  async #generate(skill: SkillRecord, generation: ActiveGeneration, signal: AbortSignal): Promise<Version> {
    const { request } = generation;
    const { skills } = this.#setup.agents.records;
    const current = await skills.version(skill.id, skill.currentVersion);
    if (request.kind === "refine") {
      const { feedback, testOutput, testLogs } = request;
      const parts = [feedback, testOutput && `Output of a run:\n${testOutput}`, testLogs && `Its log:\n${testLogs}`];
      const recording = (current?.recording ?? undefined) as Recording | undefined;
      const brief = { goal: goalOf(skill), current, recording, feedback: parts.filter(Boolean).join("\n\n") };
      return await this.#version(skill, generation, brief, undefined, signal);
    }
    const demonstration =
      request.kind === "cache"
        ? await this.#demonstrationOf(request.taskId)
        : await this.#demonstrate(skill, generation, signal);
    await skills.change(skill.id, { status: "generating" }, { from: ["recording"] });
    const fixed = fixedBy(request, current, demonstration.task);
    const task = request.kind === "create" ? demonstration.task.task : undefined;
    const brief = {
      goal: goalOf(skill),
      task,
      recording: demonstration.recording,
      output: demonstration.task.output,
      fixed,
    };
    return await this.#version(skill, generation, brief, demonstration, signal);
  }

  /** Lets an agent do the task. A server that continues the job finds the task running or done. */
  async #demonstrate(skill: SkillRecord, generation: ActiveGeneration, signal: AbortSignal): Promise<Demonstration> {
    const { agents, generations } = this.#setup;
    let { taskId } = generation;
    if (taskId === null) {
      const text = taskOf(skill, generation);
      const task = demonstrationTask(text, skill.settings.model ?? "", this.#secretsOf(generation), skill.domains);
      const work = await startTask(agents, skill, task, { signal, keyId: generation.request.keyId, request: "" });
      taskId = work.taskId;
      generation.sessionId = work.sessionId;
      generation.taskId = taskId;
      await generations.work(skill.id, work);
    }
    const found = await agents.records.tasks.find(taskId);
    const task = await waitForEnd(agents, { sessionId: found?.sessionId ?? "", taskId }, signal);
    if (task.isSuccess !== true)
      throw new GenerationFailed(`The agent could not do the task. ${task.explanation ?? ""}`.trim());
    return await this.#demonstrationOf(taskId);
  }

  async #demonstrationOf(taskId: string): Promise<Demonstration> {
    const { tasks, objects } = this.#setup.agents.records;
    const [task, recording] = await Promise.all([tasks.find(taskId), loadRecording(objects, taskId)]);
    if (!task || !recording)
      throw new GenerationFailed("The recording of the task was removed: its session was purged.");
    return { task, recording };
  }

  /** Tries drafts until one passes verification. If the model provides none, tries the recorded calls as a script. */
  async #version(
    skill: SkillRecord,
    generation: ActiveGeneration,
    brief: Brief,
    demonstration: Demonstration | undefined,
    signal: AbortSignal,
  ): Promise<Version> {
    const { models, commands } = this.#setup.agents;
    const model = models.open(skill.settings.model ?? models.names[0] ?? "");
    const writer = new ScriptWriter(model, commands, brief);
    try {
      const written = await this.#draft(skill, generation, writer, demonstration, signal);
      if ("number" in written) return written;
      const isNew = demonstration && generation.request.kind === "create";
      const plain = isNew ? mechanical(demonstration.recording, `${goalOf(skill)} ${skill.agentPrompt}`) : undefined;
      const tried = plain ? await this.#verify(skill, generation, plain, demonstration, signal) : written;
      if ("number" in tried) return tried;
      throw new GenerationFailed(`No script passed verification. ${tried.fault}`.trim());
    } finally {
      await this.#charge(skill, generation, writer);
    }
  }

  /** The first draft of the model that passes verification, or the fault of the last one. */
  async #draft(
    skill: SkillRecord,
    generation: ActiveGeneration,
    writer: ScriptWriter,
    demonstration: Demonstration | undefined,
    signal: AbortSignal,
  ): Promise<Version | { fault: string }> {
    const { ledger } = this.#setup.agents.records;
    let fault = "";
    for (let n = 0; n < MAX_DRAFTS; n++) {
      await ledger.admit({ projectId: skill.projectId, keyId: generation.request.keyId });
      const next = await writer.next(signal).catch((error) => {
        signal.throwIfAborted();
        return { error: asFailure(error)?.message ?? String(error) };
      });
      if ("error" in next) return { fault: next.error };
      const tried = "draft" in next ? await this.#verify(skill, generation, next.draft, demonstration, signal) : next;
      if ("number" in tried) return tried;
      fault = tried.fault;
      writer.reject(fault);
    }
    return { fault };
  }

  /** Verifies a draft: runs it in a new session without a model. A cached script is not verified; its next use does that. */
  async #verify(
    skill: SkillRecord,
    generation: ActiveGeneration,
    draft: Draft,
    demonstration: Demonstration | undefined,
    signal: AbortSignal,
  ): Promise<Version | { fault: string }> {
    const { agents, generations } = this.#setup;
    const { skills } = agents.records;
    await skills.removeUnverified(skill.id);
    const before = await skills.versions(skill.id);
    const number = (before.at(-1)?.number ?? 0) + 1;
    const { parameters, outputSchema, script, example } = draft;
    const last = before.findLast((one) => one.number === skill.currentVersion);
    const recording = demonstration?.recording ?? last?.recording ?? null;
    const hosts = demonstration?.recording.hosts ?? last?.hosts ?? [];
    const version = { skillId: skill.id, number, parameters, outputSchema, script, example, recording, heals: 0 };
    await skills.addVersion({ ...version, hosts: [...hosts], startedAt: generation.startedAt, finishedAt: null });
    if (generation.request.kind === "cache") return { number, draft };
    const run = { skillId: skill.id, version: number, params: example };
    const more = { secrets: this.#secretsOf(generation), allowedDomains: skill.domains };
    const work = await startTask(agents, skill, scriptTask(`Verify: ${skill.title}`, run, more), {
      signal,
      keyId: generation.request.keyId,
      request: "",
    });
    generation.verificationTaskId = work.taskId;
    await generations.work(skill.id, { sessionId: work.sessionId, taskId: generation.taskId });
    const task = await waitForEnd(agents, work, signal);
    return task.isSuccess === true ? { number, draft } : { fault: task.explanation ?? "The run did not end." };
  }

  async #finished(skill: SkillRecord, { skillId }: SkillGeneration, { number, draft }: Version): Promise<void> {
    const { agents, generations } = this.#setup;
    const { skills, database } = agents.records;
    const now = Date.now();
    await database.transaction(async (tx) => {
      if (!(await generations.end(skillId, tx))) return;
      await skills.finishVersion(skillId, number, now, tx);
      const fields = {
        ...(skill.description === "" && draft.description ? { description: draft.description } : {}),
        ...(skill.categories.length === 0 ? { categories: draft.categories } : {}),
        ...(skill.isPublic ? { lastPublishedAt: now } : {}),
      };
      const set = { status: "finished" as const, reason: null, currentVersion: number, ...fields };
      await skills.change(skillId, set, { within: tx });
    });
  }

  async #failed(skill: SkillRecord, generation: SkillGeneration, error: unknown): Promise<void> {
    const { agents, generations } = this.#setup;
    const { skills, sessions, database } = agents.records;
    const { id } = skill;
    const reason = reasonOf(error, id);
    const now = await generations.get(id);
    // `cancel` has already written the outcome of a cancelled generation.
    await database.transaction(async (tx) => {
      if (!(await generations.end(id, tx))) return;
      const status =
        skill.currentVersion !== null ? "finished" : error instanceof GenerationFailed ? error.status : "failed";
      const tries = (skill.settings.tries ?? 0) + 1;
      const settings = generation.request.kind === "cache" ? { ...skill.settings, tries } : skill.settings;
      await skills.change(id, { status, reason, settings }, { within: tx });
    });
    await skills.removeUnverified(id);
    if (generation.request.kind === "heal" && skill.currentVersion !== null)
      await skills.countHeal(id, skill.currentVersion);
    for (const sessionId of new Set([generation.sessionId, now?.sessionId ?? null])) {
      const session = sessionId === null ? undefined : await sessions.find(sessionId);
      if (session) await agents.stop(session, "session");
    }
  }

  /** Charges the model's cost to the demonstration task, or else to the last verification task. */
  async #charge(
    { projectId, settings }: SkillRecord,
    { request, taskId, verificationTaskId }: ActiveGeneration,
    { spent }: ScriptWriter,
  ): Promise<void> {
    const { tasks, sessions, ledger, database } = this.#setup.agents.records;
    const costNano = Math.round(spent.costUsd * 1e9);
    const used = { inputTokens: spent.input, outputTokens: spent.output, costNano };
    const task = await tasks.find(taskId ?? verificationTaskId ?? "");
    await database.transaction(async (tx) => {
      if (task) await sessions.addUsed(task.sessionId, used, tx);
      if (task) await tasks.addUsed(task.id, used, tx);
      const payer = { projectId, keyId: request.keyId, sessionId: task?.sessionId, taskId: task?.id };
      const quantity = spent.input + spent.output;
      await ledger.charge({ ...payer, kind: "tokens", model: settings.model, quantity, nano: costNano }, tx);
    });
  }

  #secretsOf({ skillId, request }: SkillGeneration): SecretValues | undefined {
    const sealed = "secrets" in request ? (request.secrets ?? null) : null;
    if (sealed === null) return undefined;
    return unsealSecrets(this.#setup.secret, skillId, sealed);
  }
}
