/** The platform: what a browser costs to have, what the gateway adds, a thousand who poll, and whether memory stays flat. */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { attachTo } from "../src/browser/launch/attach.ts";
import { chooseBrowser } from "../src/browser/launch/find.ts";
import type { Session } from "../src/cdp/connection.ts";
import { Connection } from "../src/cdp/connection.ts";
import type { Bench } from "./bench.ts";
import { inTurn, median } from "./measure.ts";
import { memoryOf } from "./memory.ts";
import { type PlatformServer, startPlatform } from "./platform-server.ts";
import { megabytes, ms, note, reportFigure } from "./report.ts";

export async function platformFigures(bench: Bench): Promise<void> {
  await creation(bench);
  await gatewayCost(bench);
  await pollers(bench);
  await memoryWaves(bench);
}

/** One browser at a time, each stopped before the next is asked for; a warm one has been started again by then. */
async function creation(bench: Bench): Promise<void> {
  for (const [kind, warm, limit] of [["warm", "1", 25] as const, ["cold", "0", 300] as const]) {
    const server = await startPlatform(join(bench.folder, `platform-${kind}`), { SVC_SERVE_WARM: warm });
    try {
      const times: number[] = [];
      for (let n = 0; n < bench.runs; n++) {
        await Bun.sleep(kind === "warm" ? 1_000 : 100);
        const began = performance.now();
        const { id } = await server.create();
        times.push(performance.now() - began);
        await server.stop(id);
      }
      reportFigure(`create a browser, ${kind}, request to answer`, median(times), ms, {
        limit,
        beside: `slowest ${ms(Math.max(...times))}`,
      });
    } finally {
      await server.end();
    }
  }
}

const ROUND_TRIPS = 200;

/** The same client and the same call: on a browser's own WebSocket, and through the server. */
async function gatewayCost(bench: Bench): Promise<void> {
  const server = await startPlatform(join(bench.folder, "platform-gateway"), { SVC_SERVE_WARM: "0" });
  const bare = await bareBrowser(bench);
  try {
    const connection = await server.connect(await server.create());
    const [through, direct] = [await tabOf(connection), await tabOf(bare.connection)];
    const { a, b } = await inTurn(
      bench.runs,
      () => roundTrip(through),
      () => roundTrip(direct),
    );
    reportFigure("what the gateway adds to a call (median of the round trips)", a - b, ms, {
      limit: 0.3,
      beside: `through it ${ms(a)}, the browser's own WebSocket ${ms(b)}`,
    });
    connection.close();
  } finally {
    await bare.end();
    await server.end();
  }
}

async function tabOf(connection: Connection): Promise<Session> {
  const { targetId } = await connection.root.send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await connection.root.send("Target.attachToTarget", { targetId, flatten: true });
  return connection.session(sessionId);
}

/** The median of many: one is too short to be timed alone. */
async function roundTrip(tab: Session): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < ROUND_TRIPS; n++) {
    const began = performance.now();
    await tab.send("Runtime.evaluate", { expression: "1+1" });
    times.push(performance.now() - began);
  }
  return median(times);
}

async function bareBrowser({ folder, svc }: Bench): Promise<{ connection: Connection; end(): Promise<void> }> {
  const profile = mkdtempSync(join(folder, "direct-"));
  const flags = ["--headless", "--no-first-run", "--disable-background-networking", "--remote-debugging-port=0"];
  if (process.getuid?.() === 0) flags.push("--no-sandbox");
  const browser = chooseBrowser(svc.folder, false).path;
  const child = Bun.spawn([browser, ...flags, `--user-data-dir=${profile}`], {
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  let said = "";
  for await (const chunk of child.stderr) {
    said += new TextDecoder().decode(chunk);
    if (/listening on ws:\S+\s/.test(said)) break;
  }
  const url = /listening on (ws:\S+)/.exec(said)?.[1] ?? "";
  return {
    connection: new Connection(await attachTo(url, AbortSignal.timeout(10_000))),
    async end() {
      child.kill();
      await child.exited;
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

const CLIENTS = 1_000;
const POLL_EVERY_MS = 2_000;
const POLLS_EACH = 10;
const IDLE_BROWSERS = 5;

/** A process of its own asks, so that its work is not counted with the answers. */
async function pollers(bench: Bench): Promise<void> {
  const server = await startPlatform(join(bench.folder, "platform-poll"), { SVC_SERVE_WARM: "0" });
  try {
    const browsers = await Promise.all(Array.from({ length: IDLE_BROWSERS }, () => server.create()));
    const child = Bun.spawn([process.execPath, join(import.meta.dir, "pollers.ts")], {
      env: {
        ...process.env,
        POLL: JSON.stringify({
          urls: browsers.map(({ id }) => `${server.url}/api/v3/browsers/${id}`),
          key: server.key,
          clients: CLIENTS,
          everyMs: POLL_EVERY_MS,
          each: POLLS_EACH,
        }),
      },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "inherit",
    });
    const { p50, p99, failed } = (await child.stdout.json()) as { p50: number; p99: number; failed: number };
    reportFigure(
      `1,000 clients that poll every 2 s, beside ${IDLE_BROWSERS} idle browsers: p99 of the answer`,
      p99,
      ms,
      {
        limit: 20,
        beside: `median ${ms(p50)}, ${failed} of ${CLIENTS * POLLS_EACH} failed`,
      },
    );
  } finally {
    await server.end();
  }
}

const WAVES = 8;
const FORGOTTEN_WAVES = 2;
const REQUESTS_A_WAVE = 1_250;
const REST_MS = 4_000;

/** Ten thousand requests of all kinds; the first waves fill caches and are left out. */
async function memoryWaves(bench: Bench): Promise<void> {
  const server = await startPlatform(join(bench.folder, "platform-memory"), { SVC_SERVE_WARM: "0" });
  try {
    const held: number[] = [];
    for (let wave = 0; wave < WAVES; wave++) {
      await oneWave(server);
      await Bun.sleep(REST_MS);
      held.push(memoryOf(server.pid)?.anonymous ?? 0);
    }
    const counted = held.slice(FORGOTTEN_WAVES);
    const growth = ((counted.at(-1) ?? 0) - (counted[0] ?? 0)) / (counted.length - 1);
    reportFigure(
      `the server's memory: growth a wave of ${REQUESTS_A_WAVE} requests (10,000 in all)`,
      growth,
      megabytes,
      {
        limit: 2,
        beside: held.map((value) => value.toFixed(0)).join(", "),
      },
    );
  } catch (error) {
    note(`the server's memory is left out: ${(error as Error).message}`);
  } finally {
    await server.end();
  }
}

async function oneWave(server: PlatformServer): Promise<void> {
  const headers = { "x-svc-api-key": server.key, "content-type": "application/json" };
  const refused = { ...headers, "x-svc-api-key": "svc_wrong" };
  const kinds: (() => Promise<unknown>)[] = [
    () => fetch(`${server.url}/api/v3/browsers`, { headers }).then((one) => one.text()),
    () => fetch(`${server.url}/api/v3/browsers`, { headers: refused }).then((one) => one.text()),
    () => fetch(`${server.url}/api/v3/nowhere/${crypto.randomUUID()}`, { headers }).then((one) => one.text()),
    () =>
      fetch(`${server.url}/api/v2/profiles`, { method: "POST", headers, body: '{"name":5}' }).then((one) => one.text()),
    () => fetch(`${server.url}/cdp/${crypto.randomUUID()}/wrong/json/version`).then((one) => one.text()),
    () => fetch(`${server.url}/api/v3/browsers`, { headers, signal: AbortSignal.timeout(1) }).catch(() => {}),
  ];
  let sent = 0;
  const worker = async () => {
    while (sent < REQUESTS_A_WAVE) await kinds[sent++ % kinds.length]?.();
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  for (let n = 0; n < 3; n++) {
    const made = await server.create();
    const connection = await server.connect(made);
    await roundTrip(await tabOf(connection));
    connection.close();
    await server.stop(made.id);
  }
}
