/** Runs jobs of the queue concurrently: claims them, renews leases, retries, gives up. */
import { log } from "../../../lib/log.ts";
import type { Job, Jobs } from "./jobs.ts";

export interface JobContext {
  readonly job: Job;
  /** Aborted when the lease is lost or the server is closing: another server can then start the job. */
  readonly signal: AbortSignal;
}

/** Runs a job, which may have been started before. After an error the job is retried, except for `GiveUp`. */
export type Handler = (payload: unknown, context: JobContext) => Promise<void>;

/** Thrown by a handler if a retry is pointless. */
export class GiveUp extends Error {
  override readonly name = "GiveUp";
}

export interface RunnerSetup {
  jobs: Jobs;
  /** Name of this server among those that share a database. */
  node: string;
  kinds: Readonly<Record<string, Handler>>;
  /** Most concurrent jobs. */
  concurrency?: number;
  /** Poll interval for jobs of other servers and delayed jobs. */
  pollMs?: number;
  /** Lease: without a renewal for this long, another server starts the job again. */
  leaseMs?: number;
  /** Delay after the first failure; it doubles up to `longestPauseMs`. */
  firstPauseMs?: number;
  longestPauseMs?: number;
}

export interface JobRunner {
  /** Claims no more jobs, waits up to `graceMs` for running ones, then aborts them. */
  close(graceMs?: number): Promise<void>;
}

const DEFAULTS = { concurrency: 4, pollMs: 1_000, leaseMs: 30_000, firstPauseMs: 1_000, longestPauseMs: 600_000 };

/** Default grace period of `close`, and the wait for aborted jobs. */
const GRACE_MS = 10_000;
const ABORT_MS = 2_000;

export function runJobs(setup: RunnerSetup): JobRunner {
  return new Runner({ ...DEFAULTS, ...setup });
}

interface RunningJob {
  controller: AbortController;
  finished: Promise<void>;
}

class Runner implements JobRunner {
  readonly #setup: Required<RunnerSetup>;
  readonly #running = new Set<RunningJob>();
  readonly #loop: Promise<void>;
  readonly #unsubscribe: () => void;
  #isClosing = false;
  /** The database is not available; logged once. */
  #isFailing = false;
  /** Notified since the last claim. */
  #isNotified = false;
  #wake = () => {};

  constructor(setup: Required<RunnerSetup>) {
    this.#setup = setup;
    this.#unsubscribe = setup.jobs.onAdd(() => this.#notify());
    this.#loop = this.#run();
  }

  async close(graceMs = GRACE_MS): Promise<void> {
    this.#isClosing = true;
    this.#unsubscribe();
    this.#notify();
    await this.#loop;
    if (await this.#finish(graceMs)) return;
    for (const { controller } of this.#running) controller.abort(new Error("the server is closing"));
    if (await this.#finish(ABORT_MS)) return;
    log.warn(`${this.#running.size} jobs did not stop; they restart when their leases expire`);
  }

  /** Waits for the running jobs, at most `ms`. Returns whether all finished. */
  async #finish(ms: number): Promise<boolean> {
    const all = Promise.all([...this.#running].map(({ finished }) => finished));
    const { promise: late, resolve } = Promise.withResolvers<false>();
    const timer = setTimeout(() => resolve(false), ms);
    try {
      return await Promise.race([all.then(() => true), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #notify(): void {
    this.#isNotified = true;
    this.#wake();
  }

  async #run(): Promise<void> {
    while (!this.#isClosing) {
      this.#isNotified = false;
      const owner = crypto.randomUUID();
      const job = this.#running.size < this.#setup.concurrency ? await this.#claim(owner) : undefined;
      if (job) this.#begin(job, owner);
      else await this.#pause();
    }
  }

  async #pause(): Promise<void> {
    if (this.#isNotified) return;
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
      if (this.#isFailing) log.info("claiming jobs resumed");
      this.#isFailing = false;
      return job;
    } catch (error) {
      if (!this.#isFailing) log.error("claiming jobs failed, will retry:", error);
      this.#isFailing = true;
      return undefined;
    }
  }

  #begin(job: Job, owner: string): void {
    const controller = new AbortController();
    const running: RunningJob = { controller, finished: Promise.resolve() };
    running.finished = this.#do(job, owner, controller)
      .catch((error) => log.error(`job ${job.id} (${job.kind}): storing its outcome failed:`, error))
      .finally(() => {
        this.#running.delete(running);
        this.#notify();
      });
    this.#running.add(running);
  }

  async #do(job: Job, owner: string, controller: AbortController): Promise<void> {
    const { jobs, kinds } = this.#setup;
    const { id, kind, attempts, maxAttempts } = job;
    // The server of the last attempt crashed.
    if (attempts > maxAttempts) return await this.#failed(job, owner, "the server ended while the job was running");
    const stopRenewing = this.#renewing(job, owner, controller);
    try {
      await kinds[kind]?.(job.payload, { job, signal: controller.signal });
    } catch (error) {
      stopRenewing();
      const message = error instanceof Error ? error.message : String(error);
      if (this.#isClosing && controller.signal.aborted) await jobs.release(id, owner);
      else if (error instanceof GiveUp || attempts >= maxAttempts) await this.#failed(job, owner, message);
      else {
        log.warn(`job ${id} (${kind}), attempt ${attempts} of ${maxAttempts}: ${message}`);
        await jobs.retry(id, owner, message, this.#pauseMs(attempts));
      }
      return;
    } finally {
      stopRenewing();
    }
    if (!(await jobs.done(id, owner))) log.warn(`job ${id} (${kind}) finished after its lease had expired`);
  }

  async #failed({ id, kind }: Job, owner: string, message: string): Promise<void> {
    log.error(`job ${id} (${kind}) failed: ${message}`);
    await this.#setup.jobs.fail(id, owner, message);
  }

  /** Exponential backoff with jitter. */
  #pauseMs(attempts: number): number {
    const { firstPauseMs, longestPauseMs } = this.#setup;
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts - 1, 30));
    return Math.round(pauseMs * (0.5 + Math.random() / 2));
  }

  /** Renews the lease periodically, and aborts the job when it is lost. Returns a function that stops it. */
  #renewing({ id, kind }: Job, owner: string, controller: AbortController): () => void {
    const { jobs, leaseMs } = this.#setup;
    let renewedAt = performance.now();
    const renew = async () => {
      const startedAt = performance.now();
      try {
        if (await jobs.renew(id, owner, leaseMs)) renewedAt = startedAt;
        else controller.abort(new Error("the lease was lost"));
      } catch (error) {
        log.warn(`renewing the lease of job ${id} (${kind}) failed:`, error);
      }
    };
    const timer = setInterval(() => {
      if (performance.now() - renewedAt > leaseMs) controller.abort(new Error("the lease expired"));
      else void renew();
    }, leaseMs / 3);
    return () => clearInterval(timer);
  }
}
