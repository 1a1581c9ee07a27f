/** Does the jobs of the queue, some at a time: takes, renews, repeats, gives up. Knows no kind of job. */
import { withTimeout } from "../../../lib/deadline.ts";
import { log } from "../../../lib/log.ts";
import type { Job, Jobs } from "./jobs.ts";

export interface JobContext {
  readonly job: Job;
  /** Aborted when the lease was lost or the server ends: another server may begin the job at any time from then on. */
  readonly signal: AbortSignal;
}

/** Does a job; it may have been begun before. What it throws is a reason to try again later, `GiveUp` one not to. */
export type Handler = (payload: unknown, context: JobContext) => Promise<void>;

/** Thrown by a handler: another attempt would end the same. */
export class GiveUp extends Error {
  override readonly name = "GiveUp";
}

export interface RunnerSetup {
  jobs: Jobs;
  /** Name of this server among those that share a database. */
  node: string;
  kinds: Readonly<Record<string, Handler>>;
  /** Jobs at the same time. */
  concurrency?: number;
  /** How often jobs of other servers, and those that became due, are looked for. */
  pollMs?: number;
  /** A job whose server is silent for this long is begun again elsewhere. */
  leaseMs?: number;
  /** The pause after the first failure; it doubles up to the longest. */
  firstPauseMs?: number;
  longestPauseMs?: number;
}

export interface JobRunner {
  /** Takes no more, waits for those under way and then aborts them. What was not done is left to others. */
  close(graceMs?: number): Promise<void>;
}

const DEFAULTS = { concurrency: 4, pollMs: 1_000, leaseMs: 30_000, firstPauseMs: 1_000, longestPauseMs: 600_000 };

/** How long those under way may take when the server ends, and then to heed that they were aborted. */
const GRACE_MS = 10_000;
const ABORT_MS = 2_000;

export function runJobs(setup: RunnerSetup): JobRunner {
  return new Runner({ ...DEFAULTS, ...setup });
}

interface UnderWay {
  controller: AbortController;
  finished: Promise<void>;
}

class Runner implements JobRunner {
  readonly #setup: Required<RunnerSetup>;
  readonly #underWay = new Set<UnderWay>();
  readonly #loop: Promise<void>;
  readonly #forget: () => void;
  #isClosing = false;
  /** The database could not be asked; said once. */
  #isBlind = false;
  /** Something happened since it was last looked for jobs. */
  #isWoken = false;
  #wake = () => {};

  constructor(setup: Required<RunnerSetup>) {
    this.#setup = setup;
    this.#forget = setup.jobs.onAdd(() => this.#look());
    this.#loop = this.#run();
  }

  async close(graceMs = GRACE_MS): Promise<void> {
    this.#isClosing = true;
    this.#forget();
    this.#look();
    await this.#loop;
    if (await this.#finish(graceMs)) return;
    for (const { controller } of this.#underWay) controller.abort(new Error("the server ends"));
    if (await this.#finish(ABORT_MS)) return;
    log.warn(`${this.#underWay.size} jobs did not stop: they are begun again when their lease has run out`);
  }

  /** True when all were finished in that time. */
  async #finish(ms: number): Promise<boolean> {
    const all = Promise.all([...this.#underWay].map(({ finished }) => finished));
    return (await withTimeout(all, ms)) !== undefined;
  }

  #look(): void {
    this.#isWoken = true;
    this.#wake();
  }

  async #run(): Promise<void> {
    while (!this.#isClosing) {
      this.#isWoken = false;
      const owner = crypto.randomUUID();
      const job = this.#underWay.size < this.#setup.concurrency ? await this.#claim(owner) : undefined;
      if (job) this.#begin(job, owner);
      else await this.#pause();
    }
  }

  async #pause(): Promise<void> {
    if (this.#isWoken) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, this.#setup.pollMs);
    await promise;
    clearTimeout(timer);
  }

  async #claim(owner: string): Promise<Job | undefined> {
    const { jobs, node, kinds, leaseMs } = this.#setup;
    try {
      const job = await jobs.claim(owner, node, Object.keys(kinds), leaseMs);
      if (this.#isBlind) log.info("jobs are looked for again");
      this.#isBlind = false;
      return job;
    } catch (error) {
      if (!this.#isBlind) log.error("no jobs can be looked for:", error);
      this.#isBlind = true;
      return undefined;
    }
  }

  #begin(job: Job, owner: string): void {
    const controller = new AbortController();
    const underWay: UnderWay = { controller, finished: Promise.resolve() };
    underWay.finished = this.#do(job, owner, controller)
      .catch((error) => log.error(`job ${job.id} (${job.kind}): its outcome could not be kept:`, error))
      .finally(() => {
        this.#underWay.delete(underWay);
        this.#look();
      });
    this.#underWay.add(underWay);
  }

  async #do(job: Job, owner: string, controller: AbortController): Promise<void> {
    const { jobs, kinds } = this.#setup;
    const { id, kind, attempts, maxAttempts } = job;
    // Its last attempt ended with the server that made it.
    if (attempts > maxAttempts) return await this.#failed(job, owner, "the server ended while it was done");
    const stopRenewing = this.#renewing(job, owner, controller);
    try {
      await kinds[kind]?.(job.payload, { job, signal: controller.signal });
    } catch (error) {
      stopRenewing();
      const words = error instanceof Error ? error.message : String(error);
      if (this.#isClosing && controller.signal.aborted) await jobs.release(id, owner);
      else if (error instanceof GiveUp || attempts >= maxAttempts) await this.#failed(job, owner, words);
      else {
        log.warn(`job ${id} (${kind}), attempt ${attempts} of ${maxAttempts}: ${words}`);
        await jobs.retry(id, owner, words, this.#pauseMs(attempts));
      }
      return;
    } finally {
      stopRenewing();
    }
    if (!(await jobs.done(id, owner))) log.warn(`job ${id} (${kind}) was done here after its lease had run out`);
  }

  async #failed({ id, kind }: Job, owner: string, words: string): Promise<void> {
    log.error(`job ${id} (${kind}) is given up: ${words}`);
    await this.#setup.jobs.fail(id, owner, words);
  }

  /** Doubles, with a part by chance: what failed together does not come back together. */
  #pauseMs(attempts: number): number {
    const { firstPauseMs, longestPauseMs } = this.#setup;
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts - 1, 30));
    return Math.round(pauseMs * (0.5 + Math.random() / 2));
  }

  /** Keeps the lease, and aborts when it is lost. Returns how to stop it. */
  #renewing({ id, kind }: Job, owner: string, controller: AbortController): () => void {
    const { jobs, leaseMs } = this.#setup;
    let keptAt = performance.now();
    const renew = async () => {
      const askedAt = performance.now();
      try {
        if (await jobs.renew(id, owner, leaseMs)) keptAt = askedAt;
        else controller.abort(new Error("its lease is lost"));
      } catch (error) {
        log.warn(`the lease of job ${id} (${kind}) could not be renewed:`, error);
      }
    };
    const timer = setInterval(() => {
      if (performance.now() - keptAt > leaseMs) controller.abort(new Error("its lease ran out"));
      else void renew();
    }, leaseMs / 3);
    return () => clearInterval(timer);
  }
}
