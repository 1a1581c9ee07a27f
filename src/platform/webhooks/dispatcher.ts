/**
 * Sends the deliveries of the outbox: a few per webhook at a time, so that a slow receiver delays only itself. Failed attempts are
 * retried with growing delays; after the last one the delivery is dead.
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
  /** The signing secrets of a webhook, the current one first. */
  secretsOf(webhook: WebhookRecord): [string, ...string[]];
  /** Delays before the second, third, … attempt. */
  pausesMs?: readonly number[] | undefined;
  /** Timeout of an attempt. */
  attemptMs?: number;
  /** Poll interval for due deliveries and those that other servers added. */
  pollMs?: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Twelve attempts within a day. */
const PAUSES_MS: readonly number[] = [
  ...[5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR, 6 * HOUR, 7 * HOUR],
];

/** Spreads the retries of deliveries that failed at the same time. */
const JITTER = 0.1;

const ATTEMPT_MS = 10 * SECOND;
/** Longer than an attempt, so that no other server takes a delivery that is being sent. */
const LEASE_MS = 30 * SECOND;

/** Most concurrent attempts of this server, per webhook and in total. */
const PER_WEBHOOK = 5;
const MAX_SENDING = 500;

const KEPT = { delivered: 7 * DAY, dead: 30 * DAY };
const PRUNE_MS = HOUR;

export class Dispatcher {
  readonly #setup: DispatcherSetup;
  readonly #pausesMs: readonly number[];
  /** Running attempts by webhook. */
  readonly #running = new Map<string, number>();
  readonly #sending = new Set<Promise<void>>();
  readonly #over = new AbortController();
  /** Attempts of this server by outcome: succeeded, will be retried, was the last one. */
  readonly attempts = { delivered: 0, failed: 0, dead: 0 };
  #loop: Promise<void> | undefined;
  #forget = () => {};
  #isClosing = false;
  #isResumed = false;
  #isFailing = false;
  #isNotified = false;
  #wake = () => {};
  #prunedMs = Number.NEGATIVE_INFINITY;

  constructor(setup: DispatcherSetup) {
    this.#setup = setup;
    this.#pausesMs = setup.pausesMs ?? PAUSES_MS;
  }

  start(): void {
    this.#forget = this.#setup.deliveries.onAdd(() => this.#poll());
    this.#loop = this.#run();
  }

  /** Starts no more attempts, waits up to `graceMs` for running ones and aborts the rest, which count as failed. */
  async close(graceMs = 3 * SECOND): Promise<void> {
    this.#isClosing = true;
    this.#forget();
    this.#poll();
    await this.#loop;
    const timer = setTimeout(() => this.#over.abort(), graceMs);
    await Promise.all(this.#sending);
    clearTimeout(timer);
  }

  #poll(): void {
    this.#isNotified = true;
    this.#wake();
  }

  async #run(): Promise<void> {
    while (!this.#isClosing) {
      this.#isNotified = false;
      try {
        await this.#round();
        if (this.#isFailing) log.info("sending webhooks resumed");
        this.#isFailing = false;
      } catch (error) {
        if (!this.#isFailing) log.error("sending webhooks failed, will retry:", error);
        this.#isFailing = true;
      }
      await this.#pause();
    }
  }

  async #pause(): Promise<void> {
    if (this.#isNotified) return;
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
      while (!this.#isClosing && this.#hasCapacity(webhook.id)) {
        const delivery = await deliveries.claim(webhook.id, node, LEASE_MS);
        if (!delivery) break;
        this.#begin(webhook, delivery);
      }
    }
  }

  #hasCapacity(webhookId: string): boolean {
    return this.#sending.size < MAX_SENDING && (this.#running.get(webhookId) ?? 0) < PER_WEBHOOK;
  }

  #begin(webhook: WebhookRecord, delivery: DeliveryRecord): void {
    const count = (by: number) => {
      const now = (this.#running.get(webhook.id) ?? 0) + by;
      if (now === 0) this.#running.delete(webhook.id);
      else this.#running.set(webhook.id, now);
    };
    count(1);
    const sending = this.#deliver(webhook, delivery)
      .catch((error) => log.error(`delivery ${delivery.id}: storing its outcome failed:`, error))
      .finally(() => {
        count(-1);
        this.#sending.delete(sending);
        this.#poll();
      });
    this.#sending.add(sending);
  }

  async #deliver(webhook: WebhookRecord, delivery: DeliveryRecord): Promise<void> {
    const startedMs = performance.now();
    const attempt = await this.#attempt(webhook, delivery);
    const durationMs = Math.round(performance.now() - startedMs);
    const isStored = await this.#setup.deliveries.attempted(delivery, { ...attempt, durationMs });
    const what = `delivery ${delivery.id} of webhook ${webhook.id}`;
    if (!isStored) log.warn(`${what} took longer than its lease, or was removed in the meantime`);
    this.attempts[attempt.error === null ? "delivered" : attempt.retryMs === undefined ? "dead" : "failed"]++;
    if (attempt.error === null) return;
    if (attempt.retryMs === undefined) log.warn(`${what} failed after ${delivery.attempts} attempts: ${attempt.error}`);
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
      return {
        ...answered,
        error: `The receiver responded with HTTP ${status}.`,
        retryMs: this.#retryMs(attempts, retryAfterMs),
      };
    } catch (error) {
      if (!(error instanceof NotSent)) log.error(`bug in delivery ${id}:`, error);
      const words = error instanceof NotSent ? error.message : "Internal error; see the server log.";
      return { statusCode: null, response: null, error: words, retryMs: this.#retryMs(attempts) };
    }
  }

  /** Delay before the next attempt; undefined after the last one. */
  #retryMs(attempts: number, askedMs = 0): number | undefined {
    const pauseMs = this.#pausesMs[attempts - 1];
    if (pauseMs === undefined) return undefined;
    const chanceMs = pauseMs * (1 + JITTER * (2 * Math.random() - 1));
    return Math.round(Math.max(chanceMs, Math.min(askedMs, DAY)));
  }
}
