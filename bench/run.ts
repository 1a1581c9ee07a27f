/**
 * `bun run bench`: the figures this project promises, each as a ratio to something bare that is measured in the same run,
 * in turn, so that a slow or noisy machine slows both. Prints one Markdown table. Judges nothing.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { chooseBrowser } from "../src/browser/find.ts";

const RUNS = Number(process.argv.find((word) => word.startsWith("--runs="))?.slice(7) ?? 40);
const COLD_RUNS = Math.max(5, Math.round(RUNS / 4));
const SVC = join(import.meta.dir, "..", "dist", "svc");
const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
const env = { ...process.env, SVC_HOME: join(folder, "home"), SVC_SESSION: undefined };

/** Wall time of a whole process in milliseconds; it must end well. */
async function time(command: string[], options: { env?: Record<string, string | undefined> } = {}): Promise<number> {
  const started = performance.now();
  const child = Bun.spawn(command, { stdin: "ignore", stdout: "ignore", stderr: "ignore", env: options.env ?? env });
  const code = await child.exited;
  const elapsed = performance.now() - started;
  if (code !== 0) throw new Error(`${command.join(" ")} exited with ${code}`);
  return elapsed;
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Both in turn, A B A B …, and the median of the ratios pair by pair. */
async function pairs(runs: number, a: () => Promise<number>, b: () => Promise<number>) {
  const [as, bs]: [number[], number[]] = [[], []];
  for (let n = 0; n < runs; n++) {
    as.push(await a());
    bs.push(await b());
  }
  const ratios = as.map((value, n) => value / (bs[n] ?? value));
  return { a: median(as), b: median(bs), ratio: median(ratios) };
}

async function emptyProgram(): Promise<string> {
  const source = join(folder, "empty.ts");
  await Bun.write(source, "export {};\n");
  const outfile = join(folder, "empty");
  await Bun.build({
    entrypoints: [source],
    target: "bun",
    format: "esm",
    bytecode: true,
    minify: true,
    compile: { outfile, autoloadDotenv: false, autoloadBunfig: false },
  });
  return outfile;
}

/** A page that tells the server when its load event has fired. */
const loaded: (() => void)[] = [];
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request) {
    if (new URL(request.url).pathname !== "/loaded")
      return new Response(PAGE, { headers: { "content-type": "text/html" } });
    for (const tell of loaded.splice(0)) tell();
    return new Response("");
  },
});
const PAGE = `<!doctype html><title>Bench</title><h1>Hello</h1><a href="/two">Two</a><button>Go</button>
<script>addEventListener("load", () => fetch("/loaded"))</script>`;
const url = `http://127.0.0.1:${server.port}/`;

/** From the start of the bare browser to the load event of its first page. */
async function bareStart(): Promise<number> {
  const profile = mkdtempSync(join(folder, "bare-"));
  const seen = new Promise<void>((resolve) => loaded.push(resolve));
  const flags = [
    "--headless",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
  ];
  if (process.getuid?.() === 0) flags.push("--no-sandbox");
  const started = performance.now();
  const child = Bun.spawn(
    [chooseBrowser(env.SVC_HOME, false).path, ...flags, `--user-data-dir=${profile}`, "--remote-debugging-port=0", url],
    {
      stdin: "ignore",
      stdout: "ignore",
      stderr: "ignore",
    },
  );
  await seen;
  const elapsed = performance.now() - started;
  child.kill();
  await child.exited;
  rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  return elapsed;
}

let closeTimes: number[] = [];

async function coldOpen(): Promise<number> {
  const elapsed = await time([SVC, "open", url]);
  closeTimes.push(await time([SVC, "close"]));
  return elapsed;
}

function daemonMemory(): number {
  const pid = readFileSync(join(env.SVC_HOME, "default.pid"), "utf8").trim();
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

const rows: string[] = [];
const row = (...cells: (string | number)[]) => rows.push(`| ${cells.join(" | ")} |`);
const ms = (value: number) => `${value.toFixed(value < 20 ? 2 : 0)} ms`;

try {
  mkdirSync(env.SVC_HOME, { recursive: true });
  const empty = await emptyProgram();
  // One of each that is not counted: the system reads the files for the first time.
  await bareStart();
  await coldOpen();
  closeTimes = [];

  const cold = await pairs(COLD_RUNS, coldOpen, bareStart);
  row(
    "`open`, cold, against the bare browser's start to its first page",
    ms(cold.a),
    ms(cold.b),
    cold.ratio.toFixed(2),
    "1.3",
  );
  row("`close`", ms(median(closeTimes)), "", "", "300 ms");

  await time([SVC, "open", url]);
  const line = async (...words: string[]) => await time([SVC, ...words]);
  for (let n = 0; n < 10; n++) await line("get", "title");
  const warm = await pairs(
    RUNS,
    () => line("get", "title"),
    () => time([empty]),
  );
  row(
    "`get title`, warm, against an empty compiled program",
    ms(warm.a),
    ms(warm.b),
    warm.ratio.toFixed(2),
    "2.0, aim 1.6",
  );
  const state = await pairs(
    RUNS,
    () => line("state"),
    () => time([empty]),
  );
  row("`state`, small page, against the same", ms(state.a), ms(state.b), state.ratio.toFixed(2), "");
  const version = await pairs(
    RUNS,
    () => line("--version"),
    () => time([empty]),
  );
  row("`--version` (the long way), against the same", ms(version.a), ms(version.b), version.ratio.toFixed(2), "");
  await Bun.sleep(2_000);
  row("daemon memory, idle (resident)", `${daemonMemory().toFixed(1)} MB`, "", "", "45 MB");
  await line("close");

  const cpu = cpus()[0]?.model ?? "unknown processor";
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} x ${cpu}, ${Math.round(totalmem() / 2 ** 30)} GB, Bun ${Bun.version}, medians of ${RUNS} (cold: ${COLD_RUNS}) pairs\n`,
  );
  console.log(["| figure | svc | beside it | ratio | at most |", "|---|---|---|---|---|", ...rows].join("\n"));
} finally {
  await time([SVC, "close", "--all"]).catch(() => {});
  server.stop(true);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
