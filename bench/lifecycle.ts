/** A thousand browsers, made, connected to, sent to a page and released: one after the other, ten at a time, and with murder. */
import { join } from "node:path";
import type { Bench } from "./bench.ts";
import { median } from "./measure.ts";
import { type PlatformServer, startPlatform } from "./platform-server.ts";
import { ms, note, plainNumber, reportFigure } from "./report.ts";

/** Of each kind; fewer for a trial. */
const BROWSERS = Number(process.env.SVC_BENCH_BROWSERS ?? 1_000);
const SUCCESS_PERCENT = 99.9;
/** Of a hundred, when browsers are killed at random. */
const KILLED_PERCENT = 20;
/** How long a page may take. */
const LOAD_MS = 30_000;
const percent = (value: number) => `${value.toFixed(2)} %`;

interface Phases {
  create: number[];
  connect: number[];
  goto: number[];
  release: number[];
}

export async function lifecycleFigures(bench: Bench): Promise<void> {
  for (const parallel of [1, 10]) {
    const server = await startPlatform(join(bench.folder, `lifecycle-${parallel}`), {
      SVC_SERVE_CONCURRENCY: "12",
      SVC_SERVE_WARM: "2",
    });
    try {
      await lifecycles(bench, server, parallel);
    } finally {
      await server.end();
    }
  }
}

async function lifecycles({ site }: Bench, server: PlatformServer, parallel: number): Promise<void> {
  const phases: Phases = { create: [], connect: [], goto: [], release: [] };
  const totals: number[] = [];
  let failed = 0;
  await times(BROWSERS, parallel, async () => {
    const began = performance.now();
    try {
      await one(server, site.url("hello"), phases);
      totals.push(performance.now() - began);
    } catch (error) {
      failed++;
      note(`a browser of ${parallel} in parallel failed: ${(error as Error).message}`);
    }
  });
  const sorted = totals.sort((a, b) => a - b);
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  const parts = Object.entries(phases).map(([name, values]) => `${name} ${ms(median(values))}`);
  reportFigure(`create, connect, goto, release, ${parallel} in parallel: median of the whole`, median(totals), ms, {
    beside: `${parts.join(", ")}; p95 ${ms(p95)}`,
  });
  // The limit is a least one: what failed is what is limited.
  reportFigure(`of ${plainNumber(BROWSERS)}, ${parallel} in parallel, failed`, (failed / BROWSERS) * 100, percent, {
    limit: 100 - SUCCESS_PERCENT,
  });
}

async function one(server: PlatformServer, url: string, phases: Phases): Promise<void> {
  const timed = async <T>(phase: keyof Phases, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await work();
    phases[phase].push(performance.now() - began);
    return result;
  };
  const made = await timed("create", () => server.create());
  try {
    const connection = await timed("connect", () => server.connect(made));
    await timed("goto", async () => {
      // A browser whose zygote was killed answers this never: it starts no more pages.
      const signal = AbortSignal.timeout(LOAD_MS);
      const { targetId } = await connection.root.send("Target.createTarget", { url: "about:blank" }, signal);
      const { sessionId } = await connection.root.send("Target.attachToTarget", { targetId, flatten: true }, signal);
      const tab = connection.session(sessionId);
      await tab.send("Page.enable");
      const loaded = new Promise<void>((resolve) => void tab.on("Page.loadEventFired", () => resolve()));
      const { errorText } = await tab.send("Page.navigate", { url }, signal);
      if (errorText) throw new Error(errorText);
      await Promise.race([loaded, Bun.sleep(LOAD_MS).then(() => Promise.reject(new Error("the page did not load")))]);
    });
    connection.close();
  } finally {
    await timed("release", () => server.stop(made.id));
  }
}

/** Browsers are killed while they are made, used and released; then nothing may be left, and no record may lie. */
export async function murderFigures({ folder, site }: Bench): Promise<void> {
  const server = await startPlatform(join(folder, "lifecycle-murder"), {
    SVC_SERVE_CONCURRENCY: "12",
    SVC_SERVE_WARM: "1",
  });
  try {
    let over = false;
    const murderer = (async () => {
      while (!over) {
        await Bun.sleep(50 + Math.random() * 250);
        const [victim] = server.processes().sort(() => Math.random() - 0.5);
        if (victim !== undefined && Math.random() * 100 < KILLED_PERCENT * 2) kill(victim);
      }
    })();
    const phases: Phases = { create: [], connect: [], goto: [], release: [] };
    let failed = 0;
    await times(BROWSERS, 10, () => one(server, site.url("hello"), phases).catch(() => void failed++));
    over = true;
    await murderer;
    const left = await leftovers(server);
    reportFigure(
      `left after ${plainNumber(BROWSERS)} browsers with random kill -9: processes, folders, sockets, rows`,
      left.reduce((sum, one) => sum + one.count, 0),
      plainNumber,
      {
        limit: 0,
        beside: `${left.map(({ what, count }) => `${what} ${count}`).join(", ")}; ${failed} met their killer`,
      },
    );
  } finally {
    await server.end();
  }
}

/** One browser is kept started in advance: its processes and its folder are no left-overs. */
async function leftovers(server: PlatformServer): Promise<{ what: string; count: number }[]> {
  for (let n = 0; n < 50 && server.folders().length > 1; n++) await Bun.sleep(100);
  const active = (await server.call("GET", "/v3/browsers?filterBy=active&pageSize=100")) as { totalItems: number };
  const [warm] = server.folders();
  const strangers = server.processes(warm);
  return [
    { what: "processes", count: strangers.length },
    { what: "folders", count: Math.max(0, server.folders().length - 1) },
    { what: "sockets", count: await openSockets(server) },
    { what: "rows", count: active.totalItems },
  ];
}

/** Listeners of the server beyond its own port and that of the network of the browser in advance. */
async function openSockets(server: PlatformServer): Promise<number> {
  const { stdout } = Bun.spawnSync(["ss", "-tlnpH"]);
  const mine = stdout
    .toString()
    .split("\n")
    .filter((line) => line.includes(`pid=${server.pid},`));
  return Math.max(0, mine.length - 2);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself meanwhile.
  }
}

/** `work` that often, so many at a time. */
async function times(count: number, parallel: number, work: () => Promise<unknown>): Promise<void> {
  let begun = 0;
  const worker = async () => {
    while (begun < count) {
      begun++;
      await work();
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}
