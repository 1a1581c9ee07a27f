/**
 * Sends what lies in the outbox: some deliveries of each webhook at a time, so that a slow receiver holds up nobody but itself;
 * again after growing pauses where a receiver does not take one; given up after the last. Knows no event.
 */
import { log } from "../../lib/log.ts";
import { VERSION } from "../../version.ts";
import type { Guard } from "../egress/guard.ts";
import type { Attempt, Deliveries, DeliveryRecord } from "../store/jobs/deliveries.ts";
import type { WebhookRecord } from "../store/records/webhooks.ts";
import { NotSent, post } from "./send.ts";
import { signatureHeaders } from "./signature.ts";

export interface DispatcherSetup {
  deliveries: Deliveries;
  /** Name of this server among those that share a database. */
  node: string;
  guard: Guard;
  /** Those that sign for a webhook, the one in force first. */
  secretsOf(webhook: WebhookRecord): [string, ...string[]];
  /** Before the second, third… attempt. */
  pausesMs?: readonly number[] | undefined;
  /** How long a receiver may take to answer. */
  attemptMs?: number;
  /** How often what became due, and what other servers added, is looked for. */
  pollMs?: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Twelve attempts within a day: most receivers are back within minutes, some after a night. */
const PAUSES_MS: readonly number[] = [
  ...[5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR, 6 * HOUR, 7 * HOUR],
];

/** What failed together does not come back together. */
const JITTER = 0.1;

const ATTEMPT_MS = 10 * SECOND;
/** Longer than an attempt with all that goes along: nobody else takes what is still being sent. */
const LEASE_MS = 30 * SECOND;

/** At the same time, by this server. */
const PER_WEBHOOK = 5;
const MOST = 500;

const KEPT = { delivered: 7 * DAY, dead: 30 * DAY };
const PRUNE_MS = HOUR;

export class Dispatcher {
  readonly #setup: DispatcherSetup;
  readonly #pausesMs: readonly number[];
  /** By webhook. */
  readonly #underWay = new Map<string, number>();
  readonly #sending = new Set<Promise<void>>();
  readonly #over = new AbortController();
  /** How attempts of this server ended: it was taken; it is tried again; it was the last one. */
  readonly attempts = { delivered: 0, failed: 0, dead: 0 };
  #loop: Promise<void> | undefined;
  #forget = () => {};
  #isClosing = false;
  #isResumed = false;
  #isBlind = false;
  #isWoken = false;
  #wake = () => {};
  #prunedMs = Number.NEGATIVE_INFINITY;

  constructor(setup: DispatcherSetup) {
    this.#setup = setup;
    this.#pausesMs = setup.pausesMs ?? PAUSES_MS;
  }

  start(): void {
    this.#forget = this.#setup.deliveries.onAdd(() => this.#look());
    this.#loop = this.#run();
  }

  /** Begins nothing more, waits for what is being sent, and cuts the rest off: that counts as an attempt that failed. */
  async close(graceMs = 3 * SECOND): Promise<void> {
    this.#isClosing = true;
    this.#forget();
    this.#look();
    await this.#loop;
    const timer = setTimeout(() => this.#over.abort(), graceMs);
    await Promise.all(this.#sending);
    clearTimeout(timer);
  }

  #look(): void {
    this.#isWoken = true;
    this.#wake();
  }

  async #run(): Promise<void> {
    while (!this.#isClosing) {
      this.#isWoken = false;
      try {
        await this.#round();
        if (this.#isBlind) log.info("webhooks are sent again");
        this.#isBlind = false;
      } catch (error) {
        if (!this.#isBlind) log.error("no webhooks can be sent:", error);
        this.#isBlind = true;
      }
      await this.#pause();
    }
  }

  async #pause(): Promise<void> {
    if (this.#isWoken) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, this.#setup.pollMs ?? SECOND);
    await promise;
    clearTimeout(timer);
  }

  async #round(): Promise<void> {
    const { deliveries, node } = this.#setup;
    if (!this.#isResumed) await deliveries.resume(node);
    this.#isResumed = true;
    if (performance.now() - this.#prunedMs > PRUNE_MS) {
      this.#prunedMs = performance.now();
      await deliveries.prune(KEPT);
    }
    for (const webhook of await deliveries.due()) {
      while (!this.#isClosing && this.#hasDiskSpace(webhook.id)) {
        const delivery = await deliveries.claim(webhook.id, node, LEASE_MS);
        if (!delivery) break;
        this.#begin(webhook, delivery);
      }
    }
  }

  #hasDiskSpace(webhookId: string): boolean {
    return this.#sending.size < MOST && (this.#underWay.get(webhookId) ?? 0) < PER_WEBHOOK;
  }

  #begin(webhook: WebhookRecord, delivery: DeliveryRecord): void {
    const count = (by: number) => {
      const now = (this.#underWay.get(webhook.id) ?? 0) + by;
      if (now === 0) this.#underWay.delete(webhook.id);
      else this.#underWay.set(webhook.id, now);
    };
    count(1);
    const sending = this.#deliver(webhook, delivery)
      .catch((error) => log.error(`delivery ${delivery.id}: its outcome could not be kept:`, error))
      .finally(() => {
        count(-1);
        this.#sending.delete(sending);
        this.#look();
      });
    this.#sending.add(sending);
  }

  async #deliver(webhook: WebhookRecord, delivery: DeliveryRecord): Promise<void> {
    const startedMs = performance.now();
    const attempt = await this.#attempt(webhook, delivery);
    const durationMs = Math.round(performance.now() - startedMs);
    const isKept = await this.#setup.deliveries.attempted(delivery, { ...attempt, durationMs });
    const what = `delivery ${delivery.id} of webhook ${webhook.id}`;
    if (!isKept) log.warn(`${what} took longer than its lease, or was removed meanwhile`);
    this.attempts[attempt.error === null ? "delivered" : attempt.retryMs === undefined ? "dead" : "failed"]++;
    if (attempt.error === null) return;
    if (attempt.retryMs === undefined) log.warn(`${what} is given up after ${delivery.attempts}: ${attempt.error}`);
    else log.debug(`${what}, attempt ${delivery.attempts}: ${attempt.error}`);
  }

  async #attempt(webhook: WebhookRecord, { id, body, attempts }: DeliveryRecord): Promise<Omit<Attempt, "durationMs">> {
    try {
      const timestamp = Math.floor(Date.now() / SECOND);
      const secrets = this.#setup.secretsOf(webhook);
      const headers = {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
        "user-agent": `svc-webhooks/${VERSION}`,
        ...signatureHeaders({ id, body, timestamp, secrets, headerPrefix: webhook.headerPrefix }),
      };
      const signal = AbortSignal.any([AbortSignal.timeout(this.#setup.attemptMs ?? ATTEMPT_MS), this.#over.signal]);
      const { status, text, retryAfterMs } = await post({ url: webhook.url, headers, body }, this.#setup.guard, signal);
      const answered = { statusCode: status, response: text };
      if (status >= 200 && status <= 299) return { ...answered, error: null };
      return { ...answered, error: `It answered ${status}.`, retryMs: this.#retryMs(attempts, retryAfterMs) };
    } catch (error) {
      if (!(error instanceof NotSent)) log.error(`bug in delivery ${id}:`, error);
      const words = error instanceof NotSent ? error.message : "The server has a bug; its log says more.";
      return { statusCode: null, response: null, error: words, retryMs: this.#retryMs(attempts) };
    }
  }

  /** Undefined after the last attempt. */
  #retryMs(attempts: number, askedMs = 0): number | undefined {
    const pauseMs = this.#pausesMs[attempts - 1];
    if (pauseMs === undefined) return undefined;
    const chanceMs = pauseMs * (1 + JITTER * (2 * Math.random() - 1));
    return Math.round(Math.max(chanceMs, Math.min(askedMs, DAY)));
  }
}
