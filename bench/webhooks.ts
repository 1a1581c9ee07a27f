/**
 * 10,000 deliveries to a receiver that fails half of the attempts, by two servers that share a database: what is lost, and what
 * is sent again though it had arrived. The pauses between attempts are milliseconds instead of hours.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Guard } from "../src/platform/egress/guard.ts";
import type { Database } from "../src/platform/store/database/connection.ts";
import { openDatabase } from "../src/platform/store/database/database.ts";
import { Deliveries } from "../src/platform/store/jobs/deliveries.ts";
import { Keys } from "../src/platform/store/records/keys.ts";
import { WebhookRecords } from "../src/platform/store/records/webhooks.ts";
import { Dispatcher } from "../src/platform/webhooks/dispatcher.ts";
import { testBody } from "../src/platform/webhooks/event.ts";
import { newSecret } from "../src/platform/webhooks/signature.ts";
import { note, plainNumber, reportFigure } from "./report.ts";

const DELIVERIES = Number(process.env.SVC_BENCH_DELIVERIES ?? 10_000);
const PAUSES_MS = Array.from({ length: 11 }, () => 1);

export async function webhookFigures(): Promise<void> {
  mkdirSync(tmpdir(), { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-hooks-"));
  const address = process.env.SVC_BENCH_DATABASE ?? `sqlite://${join(folder, "hooks.db")}`;
  const receiver = unreliableReceiver();
  const { accepted } = receiver;
  const databases = [await openDatabase(address), await openDatabase(address)] as const;
  const [own, other] = databases;
  const queues = [new Deliveries(own), new Deliveries(other)] as const;
  const [deliveries] = queues;
  try {
    const { webhookId, ids } = await prepared(own, deliveries, receiver.url);
    const guard = new Guard({ isPrivateOpen: true, ownPorts: () => [] });
    const secret = newSecret();
    const began = performance.now();
    const servers = queues.map((queue, n) => {
      const setup = { deliveries: queue, node: `node-${n}`, guard, pausesMs: PAUSES_MS, pollMs: 20 };
      const server = new Dispatcher({ ...setup, secretsOf: () => [secret] });
      server.start();
      return server;
    });
    const dead = await drained(deliveries, webhookId);
    const seconds = (performance.now() - began) / 1_000;
    await Promise.all(servers.map((server) => server.close()));
    const lost = [...ids].filter((id) => !accepted.has(id)).length;
    const twice = [...accepted.values()].filter((times) => times > 1).length;
    const all = plainNumber(DELIVERIES);
    reportFigure(`webhooks: of ${all} deliveries whose attempts fail half of the time, lost`, lost, plainNumber, {
      limit: 0,
    });
    reportFigure("webhooks: of these, sent again though they had arrived", twice, plainNumber, { limit: 0 });
    note(
      `webhooks: ${plainNumber(receiver.attempts())} attempts in ${seconds.toFixed(1)} s by two servers; ${dead} were given up after 12 and sent again by hand`,
    );
  } finally {
    for (const database of databases) await database.close();
    await receiver.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A server that refuses half of the attempts, and counts how often it accepted each delivery. */
function unreliableReceiver() {
  const accepted = new Map<string, number>();
  let attempts = 0;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      await request.text();
      attempts++;
      if (Math.random() < 0.5) return new Response("busy", { status: 503 });
      const id = request.headers.get("webhook-id") ?? "";
      accepted.set(id, (accepted.get(id) ?? 0) + 1);
      return new Response("ok");
    },
  });
  return {
    accepted,
    url: `http://127.0.0.1:${server.port}/`,
    attempts: () => attempts,
    stop: () => server.stop(true),
  };
}

async function prepared(database: Database, deliveries: Deliveries, url: string) {
  const projectId = await new Keys(database).project();
  const webhookId = crypto.randomUUID();
  await new WebhookRecords(database).insert({
    ...{ id: webhookId, projectId, url, name: null, events: ["test"], headerPrefix: "X-Svc", isEnabled: true },
    ...{ secret: "", previousSecret: null, previousUntil: null, createdAt: Date.now(), updatedAt: Date.now() },
  });
  const ids = new Set<string>();
  const body = testBody(Date.now());
  const made = { projectId, webhookId, event: "test" as const, sessionId: null, taskId: null, body };
  await database.transaction(async (within) => {
    for (let n = 0; n < DELIVERIES; n++) ids.add(await deliveries.add(made, { within }));
  }, 600_000);
  return { webhookId, ids };
}

/** Waits until nothing is left to be sent, and sends again what was given up: how many that were. */
async function drained(deliveries: Deliveries, webhookId: string): Promise<number> {
  for (let dead = 0; ; await Bun.sleep(200)) {
    const left = (await deliveries.counts([webhookId])).get(webhookId);
    if (!left || left.waiting > 0) continue;
    if (left.dead === 0) return dead;
    dead += await deliveries.resendDead(webhookId);
  }
}
