/** Skills: create, refine, execute, heal, publish and clone. Generation runs as jobs (`generator.ts`). */
import { type ParameterFault, parametersOf } from "../../agent/scripts/skill.ts";
import { log } from "../../lib/log.ts";
import { sealSecrets } from "../agents/runs/secrets.ts";
import type { RequestContext } from "../agents/sessions/idempotency.ts";
import { notFound, Refusal } from "../refusal.ts";
import { type JobRunner, runJobs } from "../store/jobs/runner.ts";
import type { GenerationRequest } from "../store/jobs/skill-generations.ts";
import type { SkillRecord, SkillRecords, SkillVersion } from "../store/records/skills.ts";
import type { TaskRecord } from "../store/records/task-rows.ts";
import { cacheKey, marked } from "./cache.ts";
import { GENERATE_SKILL, SkillGenerator } from "./generator.ts";
import { newSkill, titleOf } from "./new-skill.ts";
import type { CachedTask, CreateRequest, ExecuteRequest, RefineRequest, SkillRun, SkillsSetup } from "./requests.ts";
import { scriptTask, startTask, waitForEnd } from "./skill-tasks.ts";

/** Most enabled skills of a project: each agent is offered all of them. */
const MAX_ENABLED = 50;

/** Most failed healing attempts of a version. */
const MAX_HEALS = 3;

/** Most failed attempts to create a script for a cached task. */
const MAX_TRIES = 3;

/** A generation whose server misses this many leases moves to another server. */
const ADOPT_LEASES = 3;

/** Timeout of an execution: two minutes for the script, plus the start of the browser. */
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

  /** Starts the job runner, which continues interrupted generations. */
  start(): void {
    const { agents, jobs, node, leaseMs } = this.#setup;
    this.#runner = runJobs({ jobs, node, kinds: { [GENERATE_SKILL]: this.#maker.handler }, concurrency: 8, leaseMs });
    agents.runs.onCached = (task) => this.#cache(task);
    // Takes over jobs of servers that did not restart.
    const adopt = () => jobs.adopt(GENERATE_SKILL, ADOPT_LEASES * leaseMs).catch((error) => log.warn("skills:", error));
    this.#adopting = setInterval(() => void adopt(), leaseMs);
  }

  async close(): Promise<void> {
    clearInterval(this.#adopting);
    await this.#runner?.close(0);
  }

  /** Creates a skill and starts its generation. Errors: `Refusal` 400 while the project generates another skill. */
  async create(projectId: string, request: CreateRequest): Promise<string> {
    const { title, description, goal, agentPrompt, model, profileId, secrets } = request;
    const skill: SkillRecord = {
      ...newSkill(projectId, title || titleOf(goal || agentPrompt)),
      ...{ description: description ?? "", goal, agentPrompt, settings: { model, profileId: profileId ?? null } },
      isEnabled: await this.#canEnable(projectId),
    };
    const sealed = sealSecrets(this.#setup.secret, skill.id, secrets);
    await this.#setup.agents.records.ledger.admit({ projectId, keyId: request.keyId });
    await this.#begin(skill, { kind: "create", keyId: request.keyId, secrets: sealed }, { isNew: true });
    return skill.id;
  }

  /** Starts the generation of a new version. Errors: 400 without a finished version, or while the project generates another skill. */
  async refine(skill: SkillRecord, request: RefineRequest): Promise<void> {
    if (skill.status !== "finished" || skill.currentVersion === null) throw notFinished();
    const { agents, secret } = this.#setup;
    await agents.records.ledger.admit({ projectId: skill.projectId, keyId: request.keyId });
    const secrets = sealSecrets(secret, skill.id, request.secrets);
    await this.#begin(skill, { kind: "refine", ...request, secrets });
  }

  /** Looks up the cached script for a task. `script` is undefined if there is none yet. */
  async cached(
    workspaceId: string,
    text: string,
    how: { schema?: object | undefined; autoHeal: boolean },
  ): Promise<CachedTask> {
    const { task, template, params } = marked(text);
    const key = cacheKey({ template }, how.schema);
    const skill = await this.records.cached(workspaceId, key);
    const version = skill?.currentVersion ?? null;
    const script = skill && version !== null ? { skillId: skill.id, version, params } : undefined;
    return { task, script, cache: { workspaceId, key, template, params, autoHeal: how.autoHeal } };
  }

  /** Starts the generation of a cached script from a finished task, unless one is running or failed too often. */
  async #cache({ id, projectId, keyId, model, options: { cache } }: TaskRecord): Promise<void> {
    if (!cache) return;
    const { workspaceId, key, template, params } = cache;
    const known = await this.records.cached(workspaceId, key);
    if ((known?.settings.tries ?? 0) >= MAX_TRIES) return;
    const skill = known ?? {
      ...newSkill(projectId, titleOf(template)),
      ...{ goal: template, settings: { model }, status: "generating", workspaceId, cacheKey: key },
    };
    const request = { kind: "cache", keyId, taskId: id, params } as const;
    await this.#begin(skill, request, { isNew: known === undefined }).catch((error) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }

  /** Writes the skill, its generation and the job in one transaction. */
  async #begin(skill: SkillRecord, request: GenerationRequest, { isNew = false } = {}): Promise<void> {
    const { agents, jobs, generations, node } = this.#setup;
    await agents.records.database.transaction(async (tx) => {
      if (isNew && !(await this.records.insert(skill, tx))) throw oneAtATime();
      const lock = request.kind === "cache" ? skill.id : skill.projectId;
      if (!(await generations.begin(skill.id, lock, request, tx))) throw oneAtATime();
      if (!isNew) await this.records.change(skill.id, { status: "generating", reason: null }, { within: tx });
      await jobs.add(GENERATE_SKILL, { skillId: skill.id }, { node, within: tx });
    });
    jobs.notify();
  }

  /** Cancels the running generation. Errors: 400 if there is none. */
  async cancel(skill: SkillRecord): Promise<void> {
    const { agents, generations } = this.#setup;
    const generation = await generations.get(skill.id);
    const isEnded = await agents.records.database.transaction(async (tx) => {
      if (!(await generations.end(skill.id, tx))) return false;
      const set = skill.currentVersion === null ? ("cancelled" as const) : ("finished" as const);
      return await this.records.change(skill.id, { status: set, reason: "Cancelled." }, { within: tx });
    });
    if (!isEnded) throw new Refusal(400, "Skill generation is not cancellable: nothing is being generated");
    const session = generation?.sessionId ? await agents.records.sessions.find(generation.sessionId) : undefined;
    if (session) await agents.stop(session, "session");
  }

  /** Makes the previous version current. Errors: 400 for a public skill, and if there is no previous version. */
  async rollback(skill: SkillRecord): Promise<void> {
    if (skill.isPublic)
      throw new Refusal(400, "Cannot roll back a public skill", { hint: "Set isPublic to false with PATCH first." });
    if (skill.status !== "finished") throw notFinished();
    const versions = await this.records.versions(skill.id);
    const before = versions.findLast(({ number }) => number < (skill.currentVersion ?? 0));
    if (!before) throw new Refusal(400, "There is no previous version");
    await this.records.change(skill.id, { currentVersion: before.number, reason: null }, { from: ["finished"] });
  }

  /** Errors: 400 during a generation. */
  async remove(skill: SkillRecord): Promise<void> {
    if (await this.#setup.generations.get(skill.id))
      throw new Refusal(400, "Cannot delete a skill while it is being generated", {
        hint: "Cancel the generation first.",
      });
    await this.records.remove(skill.id);
  }

  /** Errors: 403 if the project has the most enabled skills. */
  async enable(skill: SkillRecord): Promise<void> {
    if (skill.isEnabled) return;
    if (!(await this.#canEnable(skill.projectId)))
      throw new Refusal(403, `Enabled-skills limit reached: a project has at most ${MAX_ENABLED}`, {
        hint: "Disable another skill first.",
      });
    await this.records.change(skill.id, { isEnabled: true });
  }

  async #canEnable(projectId: string): Promise<boolean> {
    const { total } = await this.records.list(projectId, { page: 1, size: 1, isEnabled: true });
    return total < MAX_ENABLED;
  }

  /** Publishes a skill to all projects of this server, or withdraws it. Errors: 400 without a finished version. */
  async publish(skill: SkillRecord, isPublic: boolean): Promise<void> {
    if (isPublic === skill.isPublic) return;
    if (isPublic && (skill.status !== "finished" || skill.currentVersion === null)) throw notFinished();
    const now = Date.now();
    const at = isPublic ? { firstPublishedAt: skill.firstPublishedAt ?? now, lastPublishedAt: now } : {};
    await this.records.change(skill.id, { isPublic, ...at });
  }

  /** Copies the current version of a public skill to a project; returns the new id. Errors: 400 without a version. */
  async clone(skill: SkillRecord, projectId: string): Promise<string> {
    const { agents } = this.#setup;
    const version = await this.records.version(skill.id, skill.currentVersion);
    if (!version) throw notFinished();
    const { description, categories, domains, goal, agentPrompt } = skill;
    const now = Date.now();
    const copy: SkillRecord = {
      ...newSkill(projectId, skill.title),
      ...{ description, categories, domains, goal, agentPrompt },
      ...{
        status: "finished",
        currentVersion: 1,
        clonedFrom: skill.id,
        isEnabled: await this.#canEnable(projectId),
      },
    };
    await agents.records.database.transaction(async (tx) => {
      await this.records.insert(copy, tx);
      // The recording can contain private data of the owner.
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
   * Runs the current version without a model and waits for its end. Returns the faults of invalid parameters. Errors: 400 for a skill
   * without a version or a busy session, and those of the fleet.
   */
  async execute(
    skill: SkillRecord,
    request: ExecuteRequest,
    asking: RequestContext,
  ): Promise<SkillRun | { faults: ParameterFault[] }> {
    const version = await this.records.version(skill.id, skill.currentVersion);
    if (!version) throw notFinished();
    const checked = parametersOf(version.parameters, request.parameters);
    if ("faults" in checked) return checked;
    const { agents } = this.#setup;
    const { session, projectId, profileId, secrets } = request;
    const own = skill.projectId === projectId ? skill.settings : {};
    const script = { skillId: skill.id, version: version.number, params: checked.values };
    const base = scriptTask(skill.title, script, { secrets, allowedDomains: skill.domains });
    const task = { ...base, skillId: skill.id, skillVersion: version.number };
    const work = session
      ? await agents.dispatch(session, { ...task, model: session.model }, asking, 400)
      : await startTask(agents, { projectId, settings: { profileId: profileId ?? own.profileId } }, task, asking);
    const run = { sessionId: work.sessionId, taskId: work.taskId ?? "" };
    // The run continues if the caller disconnects.
    const over = await waitForEnd(agents, run, AbortSignal.timeout(RUN_MS));
    const [step] = await agents.records.tasks.steps(over.id);
    if (over.endReason === "failed" && request.autoHeal) await this.#heal(skill, version, over, request);
    return { task: over, printed: step?.thought ?? "" };
  }

  /** Starts a generation that heals a failed script. Does nothing while the project generates another skill. */
  async #heal(
    skill: SkillRecord,
    version: SkillVersion,
    { explanation, keyId }: TaskRecord,
    request: ExecuteRequest,
  ): Promise<void> {
    const { agents, secret } = this.#setup;
    const isOwn = skill.projectId === request.projectId;
    if (!isOwn || version.heals >= MAX_HEALS || agents.models.names.length === 0) return;
    const params = request.parameters;
    const sealed = sealSecrets(secret, skill.id, request.secrets);
    const failure = explanation ?? "";
    await this.#begin(skill, { kind: "heal", keyId, params, failure, secrets: sealed }).catch((error) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }
}

function notFinished(): Refusal {
  return new Refusal(400, "Skill is not finished", { hint: "Wait until the status of the skill is finished." });
}

function oneAtATime(): Refusal {
  return new Refusal(400, "Concurrent skill creations are not allowed", {
    hint: "Wait until the other generation is finished, or cancel it.",
  });
}

/** Errors: 404 if the project does not have the skill. */
export async function skillOf(skills: Skills, projectId: string, id: string): Promise<SkillRecord> {
  const found = await skills.records.get(projectId, id);
  if (!found) throw notFound("Skill");
  return found;
}
