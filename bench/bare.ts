/** Ours against something bare: an empty compiled program, and the browser alone. */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chooseBrowser } from "../src/browser/launch/find.ts";
import type { Bench } from "./bench.ts";
import { inTurn, median, time } from "./measure.ts";
import { memoryOf } from "./memory.ts";
import { megabytes, ms, reportFigure, reportRatio } from "./report.ts";

export async function bareFigures(bench: Bench): Promise<void> {
  await coldAgainstBareBrowser(bench);
  await warmAgainstEmptyProgram(bench);
}

async function coldAgainstBareBrowser(bench: Bench): Promise<void> {
  const { svc, site, slowRuns } = bench;
  const closing: number[] = [];
  const cold = await inTurn(
    slowRuns,
    async () => {
      const elapsed = await svc.start(site.url("hello"));
      closing.push(await svc.close());
      return elapsed;
    },
    () => bareStart(bench),
    1,
  );
  reportRatio("`open`, cold, beside the bare browser's start to its page", ms(cold.a), ms(cold.b), cold.ratio, 1.3);
  reportFigure("`close`", median(closing), ms, { limit: 300 });
}

/** From the start of the bare browser to the load event of its first page. */
async function bareStart({ folder, site, svc }: Bench): Promise<number> {
  const profile = mkdtempSync(join(folder, "bare-"));
  const flags = [
    "--headless",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
  ];
  if (process.getuid?.() === 0) flags.push("--no-sandbox");
  const loaded = site.next("load");
  const started = performance.now();
  const child = Bun.spawn(
    [
      chooseBrowser(svc.folder, false).path,
      ...flags,
      `--user-data-dir=${profile}`,
      "--remote-debugging-port=0",
      site.url("hello"),
    ],
    { stdin: "ignore", stdout: "ignore", stderr: "ignore" },
  );
  await loaded;
  const elapsed = performance.now() - started;
  child.kill();
  await child.exited;
  rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  return elapsed;
}

async function warmAgainstEmptyProgram({ folder, site, svc, runs }: Bench): Promise<void> {
  const program = await emptyProgram(folder);
  const empty = () => time([program], { env: process.env, cwd: folder });
  await svc.start(site.url("hello"));
  const beside = async (figure: string, words: string[], limit?: number, aim?: number) => {
    const { a, b, ratio } = await inTurn(runs, () => svc.time(words), empty, 5);
    reportRatio(figure, ms(a), ms(b), ratio, limit, aim);
  };
  await beside("`get title`, warm, beside an empty compiled program", ["get", "title"], 2, 1.6);
  await beside("`state`, tiny page, beside the same", ["state"]);
  await beside("`--version` (the long way), beside the same", ["--version"]);
  await Bun.sleep(2_000);
  const memory = memoryOf(svc.pid());
  if (memory) reportFigure("daemon memory after these, idle (resident)", memory.resident, megabytes, { limit: 45 });
  await svc.close();
}

async function emptyProgram(folder: string): Promise<string> {
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
