/**
 * Skills: tasks that an agent did once and that scripts do from then on. Created, changed, run and handed on; what takes time is done
 * as jobs.
 */
import { type ParameterFault, parametersOf } from "../../agent/scripts/skill.ts";
import { log } from "../../lib/log.ts";
import { type SecretValues, sealSecrets } from "../agents/runs/secrets.ts";
import type { RequestContext } from "../agents/sessions/idempotency.ts";
import type { AgentSessions } from "../agents/sessions/sessions.ts";
import { notFound, Refusal } from "../refusal.ts";
import type { Jobs } from "../store/jobs/jobs.ts";
import { type JobRunner, runJobs } from "../store/jobs/runner.ts";
import type { GenerationRequest, SkillGenerations } from "../store/jobs/skill-generations.ts";
import type { Secret } from "../store/objects/secret.ts";
import type { SessionRecord } from "../store/records/session-rows.ts";
import type { SkillRecord, SkillRecords, SkillVersion } from "../store/records/skills.ts";
import type { CacheOptions, ScriptOptions, TaskRecord } from "../store/records/task-rows.ts";
import { cacheKey, marked } from "./cache.ts";
import { GENERATE_SKILL, SkillGenerator } from "./generator.ts";
import { begin, ended, scriptTask } from "./skill-tasks.ts";

export interface SkillsSetup {
  agents: AgentSessions;
  jobs: Jobs;
  makings: SkillGenerations;
  secret: Secret;
  node: string;
  leaseMs: number;
  /** The longest time that the making of one may take. */
  makingMs?: number | undefined;
}

export interface CreateRequest {
  title?: string | null | undefined;
  description?: string | null | undefined;
  goal: string;
  agentPrompt: string;
  model: string;
  profileId?: string | null | undefined;
  secrets?: SecretValues | null | undefined;
  keyId: string | null;
}

export interface ExecuteRequest {
  projectId: string;
  parameters: Record<string, unknown>;
  session?: SessionRecord | undefined;
  profileId?: string | null | undefined;
  secrets?: SecretValues | null | undefined;
  autoHeal: boolean;
}

export type RefineRequest = Omit<Extract<GenerationRequest, { kind: "refine" }>, "kind" | "secrets"> & {
  secrets?: SecretValues | null | undefined;
};

/** How a run ended. */
export interface SkillRun {
  task: TaskRecord;
  printed: string;
}

/** A task that may come again. */
export interface Cached {
  task: string;
  script: ScriptOptions | undefined;
  cache: CacheOptions;
}

/** Skills that a project has enabled at most: each agent hears of all of them. */
const MAX_ENABLED = 50;

/** A version that could not be healed so often is left as it is. */
const MAX_HEALS = 3;

/** A task of which no script could be made so often is done by agents. */
const MAX_TRIES = 3;

/** A server that is silent for so many leases is not waited for. */
const ADOPT_LEASES = 3;

/** A run of a script is bounded to two minutes; its browser comes up before. */
const RUN_MS = 180_000;

export class Skills {
  readonly #setup: SkillsSetup;
  readonly #maker: SkillGenerator;
  #runner: JobRunner | undefined;
  #adopting: Timer | undefined;

  constructor(setup: SkillsSetup) {
    this.#setup = setup;
    this.#maker = new SkillGenerator(setup);
  }

  get records(): SkillRecords {
    return this.#setup.agents.records.skills;
  }

  /** Goes on with what is being made, also by a server that was killed. */
  start(): void {
    const { agents, jobs, node, leaseMs } = this.#setup;
    this.#runner = runJobs({ jobs, node, kinds: { [GENERATE_SKILL]: this.#maker.handler }, concurrency: 8, leaseMs });
    agents.runs.onCached = (task) => this.#keep(task);
    // What another server made that does not come back.
    const adopt = () => jobs.adopt(GENERATE_SKILL, ADOPT_LEASES * leaseMs).catch((error) => log.warn("skills:", error));
    this.#adopting = setInterval(() => void adopt(), leaseMs);
  }

  async close(): Promise<void> {
    clearInterval(this.#adopting);
    await this.#runner?.close(0);
  }

  /** Errors: `Refusal` 400 while another one is made. */
  async create(projectId: string, asked: CreateRequest): Promise<string> {
    const { title, description, goal, agentPrompt, model, profileId, secrets } = asked;
    const skill: SkillRecord = {
      ...blank(projectId, title || firstWords(goal || agentPrompt)),
      ...{ description: description ?? "", goal, agentPrompt, settings: { model, profileId: profileId ?? null } },
      isEnabled: await this.#hasDiskSpace(projectId),
    };
    const sealed = sealSecrets(this.#setup.secret, skill.id, secrets);
    await this.#setup.agents.records.ledger.admit({ projectId, keyId: asked.keyId });
    await this.#begin(skill, { kind: "create", keyId: asked.keyId, secrets: sealed }, { isNew: true });
    return skill.id;
  }

  /** Errors: 400 for one without a version, or while another one is made. */
  async refine(skill: SkillRecord, asked: RefineRequest): Promise<void> {
    if (skill.status !== "finished" || skill.currentVersion === null) throw notFinished();
    const { agents, secret } = this.#setup;
    await agents.records.ledger.admit({ projectId: skill.projectId, keyId: asked.keyId });
    const secrets = sealSecrets(secret, skill.id, asked.secrets);
    await this.#begin(skill, { kind: "refine", ...asked, secrets });
  }

  /**
   * What a task begins with that may come again: the script that was made of an earlier one, where there is one.
   */
  async cached(
    workspaceId: string,
    text: string,
    how: { schema?: object | undefined; autoHeal: boolean },
  ): Promise<Cached> {
    const { task, template, params } = marked(text);
    const key = cacheKey({ template }, how.schema);
    const held = await this.records.cached(workspaceId, key);
    const version = held?.currentVersion ?? null;
    const script = held && version !== null ? { skillId: held.id, version, params } : undefined;
    return { task, script, cache: { workspaceId, key, template, params, autoHeal: how.autoHeal } };
  }

  /** Has a script made of what an agent did, unless that is under way or failed too often. */
  async #keep({ id, projectId, keyId, model, options: { cache } }: TaskRecord): Promise<void> {
    if (!cache) return;
    const { workspaceId, key, template, params } = cache;
    const held = await this.records.cached(workspaceId, key);
    if ((held?.settings.tries ?? 0) >= MAX_TRIES) return;
    const skill = held ?? {
      ...blank(projectId, firstWords(template)),
      ...{ goal: template, settings: { model }, status: "generating", workspaceId, cacheKey: key },
    };
    const asked = { kind: "cache", keyId, taskId: id, params } as const;
    await this.#begin(skill, asked, { isNew: held === undefined }).catch((error) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }

  /** The skill and what is made of it, and the job that makes it: all or nothing. */
  async #begin(skill: SkillRecord, asked: GenerationRequest, { isNew = false } = {}): Promise<void> {
    const { agents, jobs, makings, node } = this.#setup;
    await agents.records.database.transaction(async (tx) => {
      if (isNew && !(await this.records.insert(skill, tx))) throw oneAtATime();
      const lock = asked.kind === "cache" ? skill.id : skill.projectId;
      if (!(await makings.begin(skill.id, lock, asked, tx))) throw oneAtATime();
      if (!isNew) await this.records.change(skill.id, { status: "generating", reason: null }, { within: tx });
      await jobs.add(GENERATE_SKILL, { skillId: skill.id }, { node, within: tx });
    });
    jobs.notify();
  }

  /** Errors: 400 where nothing is being made. */
  async cancel(skill: SkillRecord): Promise<void> {
    const { agents, makings } = this.#setup;
    const making = await makings.get(skill.id);
    const isEnded = await agents.records.database.transaction(async (tx) => {
      if (!(await makings.end(skill.id, tx))) return false;
      const set = skill.currentVersion === null ? ("cancelled" as const) : ("finished" as const);
      return await this.records.change(skill.id, { status: set, reason: "It was cancelled." }, { within: tx });
    });
    if (!isEnded) throw new Refusal(400, "Skill generation is not cancellable: nothing is being generated");
    const session = making?.sessionId ? await agents.records.sessions.find(making.sessionId) : undefined;
    if (session) await agents.stop(session, "session");
  }

  /** The version before becomes the current one. Errors: 400 for a public one, and where there is none before. */
  async rollback(skill: SkillRecord): Promise<void> {
    if (skill.isPublic) throw new Refusal(400, "Cannot roll back a public skill", { hint: "Withdraw it first." });
    if (skill.status !== "finished") throw notFinished();
    const versions = await this.records.versions(skill.id);
    const before = versions.findLast(({ number }) => number < (skill.currentVersion ?? 0));
    if (!before) throw new Refusal(400, "There is no version before this one");
    await this.records.change(skill.id, { currentVersion: before.number, reason: null }, { from: ["finished"] });
  }

  /** Errors: 400 while it is made. */
  async remove(skill: SkillRecord): Promise<void> {
    if (await this.#setup.makings.get(skill.id))
      throw new Refusal(400, "Cannot delete a skill while it is being generated", { hint: "Cancel it first." });
    await this.records.remove(skill.id);
  }

  /** Errors: 403 where as many are enabled as may be. */
  async enable(skill: SkillRecord): Promise<void> {
    if (skill.isEnabled) return;
    if (!(await this.#hasDiskSpace(skill.projectId)))
      throw new Refusal(403, `Enabled-skills limit reached: a project has at most ${MAX_ENABLED}`, {
        hint: "Disable another one first.",
      });
    await this.records.change(skill.id, { isEnabled: true });
  }

  async #hasDiskSpace(projectId: string): Promise<boolean> {
    const { total } = await this.records.list(projectId, { page: 1, size: 1, isEnabled: true });
    return total < MAX_ENABLED;
  }

  /** Shows it to all projects of this server, or takes it back. Errors: 400 for one without a version. */
  async publish(skill: SkillRecord, isPublic: boolean): Promise<void> {
    if (isPublic === skill.isPublic) return;
    if (isPublic && (skill.status !== "finished" || skill.currentVersion === null)) throw notFinished();
    const now = Date.now();
    const at = isPublic ? { firstPublishedAt: skill.firstPublishedAt ?? now, lastPublishedAt: now } : {};
    await this.records.change(skill.id, { isPublic, ...at });
  }

  /** A copy of a public skill's current version, in that project. Errors: 400 for one that has none. */
  async clone(skill: SkillRecord, projectId: string): Promise<string> {
    const { agents } = this.#setup;
    const version = await this.records.version(skill.id, skill.currentVersion);
    if (!version) throw notFinished();
    const { description, categories, domains, goal, agentPrompt } = skill;
    const now = Date.now();
    const copy: SkillRecord = {
      ...blank(projectId, skill.title),
      ...{ description, categories, domains, goal, agentPrompt },
      ...{
        status: "finished",
        currentVersion: 1,
        clonedFrom: skill.id,
        isEnabled: await this.#hasDiskSpace(projectId),
      },
    };
    await agents.records.database.transaction(async (tx) => {
      await this.records.insert(copy, tx);
      // What was seen when it was recorded is its owner's.
      const own = {
        skillId: copy.id,
        number: 1,
        heals: 0,
        recording: null,
        example: {},
        startedAt: now,
        finishedAt: now,
      };
      await this.records.addVersion({ ...version, ...own }, tx);
      await this.records.cloned(skill.id, tx);
    });
    return copy.id;
  }

  /**
   * Runs the current version, without a model, and waits for its end. Gives the faults of the parameters where they do not fit.
   * Errors: 400 for one that cannot be run and for a session that is busy, and those of the fleet.
   */
  async execute(
    skill: SkillRecord,
    asked: ExecuteRequest,
    asking: RequestContext,
  ): Promise<SkillRun | { faults: ParameterFault[] }> {
    const version = await this.records.version(skill.id, skill.currentVersion);
    if (!version) throw notFinished();
    const checked = parametersOf(version.parameters, asked.parameters);
    if ("faults" in checked) return checked;
    const { agents } = this.#setup;
    const { session, projectId, profileId, secrets } = asked;
    const own = skill.projectId === projectId ? skill.settings : {};
    const script = { skillId: skill.id, version: version.number, params: checked.values };
    const base = scriptTask(skill.title, script, { secrets, allowedDomains: skill.domains });
    const task = { ...base, skillId: skill.id, skillVersion: version.number };
    const work = session
      ? await agents.dispatch(session, { ...task, model: session.model }, asking, 400)
      : await begin(agents, { projectId, settings: { profileId: profileId ?? own.profileId } }, task, asking);
    const run = { sessionId: work.sessionId, taskId: work.taskId ?? "" };
    // It goes on when the caller leaves: its output can be read later.
    const over = await ended(agents, run, AbortSignal.timeout(RUN_MS));
    const [step] = await agents.records.tasks.steps(over.id);
    if (over.endReason === "failed" && asked.autoHeal) await this.#heal(skill, version, over, asked);
    return { task: over, printed: step?.thought ?? "" };
  }

  /** Has an agent do what the script could not. What another one does at that time comes first. */
  async #heal(
    skill: SkillRecord,
    version: SkillVersion,
    { explanation, keyId }: TaskRecord,
    asked: ExecuteRequest,
  ): Promise<void> {
    const { agents, secret } = this.#setup;
    const isOwn = skill.projectId === asked.projectId;
    if (!isOwn || version.heals >= MAX_HEALS || agents.models.names.length === 0) return;
    const params = asked.parameters;
    const sealed = sealSecrets(secret, skill.id, asked.secrets);
    const failure = explanation ?? "";
    await this.#begin(skill, { kind: "heal", keyId, params, failure, secrets: sealed }).catch((error) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }
}

function notFinished(): Refusal {
  return new Refusal(400, "Skill is not finished", { hint: "Wait until its status is finished." });
}

function oneAtATime(): Refusal {
  return new Refusal(400, "Concurrent skill creations are not allowed", {
    hint: "Wait until the other one is finished, or cancel it.",
  });
}

/** A new one. */
function blank(projectId: string, title: string): SkillRecord {
  const now = Date.now();
  return {
    ...{
      id: crypto.randomUUID(),
      projectId,
      slug: slugOf(title),
      title,
      description: "",
      categories: [],
      domains: null,
    },
    ...{ goal: null, agentPrompt: null, settings: {}, status: "recording", reason: null, isEnabled: true },
    ...{ isPublic: false, firstPublishedAt: null, lastPublishedAt: null, currentVersion: null },
    ...{ clonedFrom: null, cloneCount: 0, workspaceId: null, cacheKey: null, createdAt: now, updatedAt: now },
  };
}

/** Of the title, and one of its kind by what chance adds. */
function slugOf(title: string): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ["skill"];
  return `${words.join("-").slice(0, 48)}-${crypto.randomUUID().slice(0, 6)}`;
}

function firstWords(text: string): string {
  const [line = ""] = text.trim().split("\n");
  return line.length > 100 ? `${[...line].slice(0, 99).join("")}…` : line || "Skill";
}

/** Of that project. Errors: 404. */
export async function skillOf(skills: Skills, projectId: string, id: string): Promise<SkillRecord> {
  const found = await skills.records.get(projectId, id);
  if (!found) throw notFound("Skill");
  return found;
}
