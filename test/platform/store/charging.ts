/**
 * Work that is charged, at random and without end, as a program that can be killed: `bun charging.ts <address> <seed>`. Says `{"begun":true}`
 * when it has begun. Everything goes through the records that a server uses.
 */

import { ProgressWriter, type Records } from "../../../src/platform/agents/runs/progress-writer.ts";
import { Feed } from "../../../src/platform/agents/sessions/feed.ts";
import type { Prices } from "../../../src/platform/billing/prices.ts";
import { openDatabase } from "../../../src/platform/store/database/database.ts";
import { Deliveries } from "../../../src/platform/store/jobs/deliveries.ts";
import { openObjects } from "../../../src/platform/store/objects/s3.ts";
import { BrowserRecords } from "../../../src/platform/store/records/browsers.ts";
import { Keys } from "../../../src/platform/store/records/keys.ts";
import { Ledger } from "../../../src/platform/store/records/ledger.ts";
import { MessageRecords } from "../../../src/platform/store/records/messages.ts";
import { newSession, SessionRecords } from "../../../src/platform/store/records/sessions.ts";
import { SkillRecords } from "../../../src/platform/store/records/skills.ts";
import { newTask, TaskRecords } from "../../../src/platform/store/records/tasks.ts";
import { WebhookRecords } from "../../../src/platform/store/records/webhooks.ts";
import { Outbox } from "../../../src/platform/webhooks/outbox.ts";
import { random } from "../../property/random.ts";
import { record } from "../api/api-fixture.ts";
import { SETTINGS } from "../engine/fleets.ts";

/** Neither divides: fractions must not get lost. */
export const PRICES: Prices = { browserHour: 19_999_999, proxyGigabyte: 1_234_567_891 };

const KEYS = ["key-a", "key-b", null];

export async function charging(address: string, seed: number, steps = Number.POSITIVE_INFINITY): Promise<void> {
  const database = await openDatabase(address);
  const records: Records = {
    database,
    browsers: new BrowserRecords(database, PRICES),
    sessions: new SessionRecords(database),
    tasks: new TaskRecords(database),
    messages: new MessageRecords(database),
    skills: new SkillRecords(database),
    ledger: new Ledger(database),
    // Steps here have no pictures: nothing is put there.
    objects: openObjects({ home: "", objects: "s3://nobody" }),
    feed: new Feed(),
    outbox: new Outbox(new WebhookRecords(database), new Deliveries(database)),
  };
  const work = new Work(records, await new Keys(database).project(), random(seed));
  for (let n = 0; n < steps; n++) {
    await work.something();
    if (n === 0) console.log('{"begun":true}');
  }
  await database.close();
}

/** A browser that runs, with a task of its session and what its run has used. */
interface Held {
  id: string;
  teller: ProgressWriter;
  usage: { input: number; costUsd: number };
  step: number;
}

class Work {
  readonly #records: Records;
  readonly #projectId: string;
  readonly #chance: () => number;
  readonly #held: Held[] = [];
  /** A clock of its own: hours pass in a moment. */
  #now = Date.now();

  constructor(records: Records, projectId: string, chance: () => number) {
    this.#records = records;
    this.#projectId = projectId;
    this.#chance = chance;
  }

  async something(): Promise<void> {
    this.#now += this.#below(90_000);
    const at = this.#below(this.#held.length);
    const held = this.#held[at];
    if (!held || this.#chance() < 0.1) return await this.#begin();
    const { browsers } = this.#records;
    const kind = this.#chance();
    if (kind < 0.4) await this.#step(held);
    else if (kind < 0.6) await browsers.addTraffic(held.id, 1 + this.#below(3_000_000));
    else if (kind < 0.85)
      for (const due of await browsers.due("a", this.#now)) await browsers.chargeMinutes(due, this.#now);
    else {
      const reason = ["asked", "budget", "failed", "died"][this.#below(4)] ?? "";
      this.#held.splice(at, 1);
      await browsers.finish(held.id, { reason, at: this.#now });
    }
  }

  async #begin(): Promise<void> {
    const { sessions, tasks, browsers } = this.#records;
    const keyId = KEYS[this.#below(3)] ?? null;
    const sessionId = crypto.randomUUID();
    const of = { projectId: this.#projectId, model: `m${this.#below(2)}` };
    const task = newTask({
      ...of,
      id: crypto.randomUUID(),
      sessionId,
      keyId,
      task: "t",
      options: { maxSteps: 1, vision: false },
    });
    const kept = { keepAlive: true, persistMemory: true, settings: SETTINGS, node: "a" };
    await sessions.insert(newSession({ ...of, ...kept, id: sessionId }, task));
    await tasks.insert(task);
    const times = { createdAt: this.#now, startedAt: this.#now, leaseUntil: this.#now + 60_000 };
    const browser = record(this.#projectId, { ...times, node: "a", proxyBytes: 0, keyId, agentSessionId: sessionId });
    await browsers.begin(browser);
    const usage = { input: 0, costUsd: 0 };
    this.#held.push({ id: browser.id, teller: new ProgressWriter(this.#records, task), usage, step: 0 });
  }

  async #step(held: Held): Promise<void> {
    held.usage.input += this.#below(2_000);
    held.usage.costUsd += this.#chance() / 300;
    held.step++;
    const usage = { ...held.usage, output: held.step, cachedInput: 0 };
    await held.teller.write({ kind: "step", step: held.step, url: "", title: "", durationMs: 1, usage });
  }

  #below(limit: number): number {
    return Math.floor(this.#chance() * limit);
  }
}

if (import.meta.main) await charging(process.argv[2] ?? "", Number(process.argv[3]));
