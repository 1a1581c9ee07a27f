/**
 * `bun run check`: format, lint, limits, commit subjects, packages, types and generated files. Every step runs; the
 * exit code is 1 when one of them failed.
 * `bun run check --limits` only lists what exceeds the limits of the code; `bun run fix` only formats and sorts imports.
 */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { LIMIT_RULES } from "./limits.ts";

const ROOT = join(import.meta.dir, "..");

// The tools' own starters are plain JavaScript: Bun runs them, so that no Node.js is looked for on PATH.
const BIOME = "node_modules/@biomejs/biome/bin/biome";
const TSC = "node_modules/typescript/bin/tsc";

const SKIPPED = LIMIT_RULES.map((rule) => `--skip=${rule}`);

type Step = readonly [name: string, ...command: string[]];

const steps: readonly Step[] = [
  ["format and lint", BIOME, "check", ".", ...SKIPPED],
  ["limits", "scripts/limits.ts"],
  ["commit subjects", "scripts/subjects.ts"],
  ["packages and licences", "scripts/packages.ts"],
  ["known vulnerabilities", "scripts/audit.ts"],
  ["types", TSC, "-p", "."],
  ["types of the scripts in pages", TSC, "-p", "src/page/inject"],
  ["types of the dashboard", TSC, "-p", "src/platform/web/page"],
  ["types of the live view's page", TSC, "-p", "src/platform/live/page"],
  ["types of the SDK", TSC, "-p", "sdk/typescript", "--noEmit"],
  ["generated files", "scripts/gen.ts", "--check"],
];

/** Runs a program with its output shown. Returns its exit code. */
function show(...command: string[]): Promise<number> {
  return Bun.spawn([process.execPath, ...command], { cwd: ROOT, stdout: "inherit", stderr: "inherit" }).exited;
}

/** Runs one step. Returns what is to be printed, and whether it failed. */
async function run([name, ...command]: Step): Promise<{ text: string; failed: boolean }> {
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: ROOT,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) return { text: `FAIL ${name}\n${out}${err}`.trimEnd(), failed: true };
  return { text: `ok   ${name}${out.startsWith("skipped: ") ? ` (${out.trimEnd()})` : ""}`, failed: false };
}

/** Runs all steps, as many at a time as there are processors, and prints their results in their order. */
async function runAll(): Promise<number> {
  const results = steps.map(() => Promise.withResolvers<{ text: string; failed: boolean }>());
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < steps.length; at = next++) results[at]?.resolve(await run(steps[at] as Step));
  };
  const workers = Promise.all(Array.from({ length: availableParallelism() }, work));
  let code = 0;
  for (const { promise } of results) {
    const { text, failed } = await promise;
    if (failed) code = 1;
    console.log(text);
  }
  await workers;
  return code;
}

if (process.argv.includes("--limits")) process.exit(await show("scripts/limits.ts"));
if (process.argv.includes("--fix")) process.exit(await show(BIOME, "check", "--write", ".", ...SKIPPED));
process.exit(await runAll());
