/**
 * `bun run check`: format, lint, limits, commit subjects, packages, types and generated files. Every step runs; the
 * exit code is 1 when one of them failed.
 * `bun run check --limits` only lists what exceeds the limits of the code.
 */
import { join } from "node:path";
import { LIMIT_RULES } from "./limits.ts";

const ROOT = join(import.meta.dir, "..");

// The tools' own starters are plain JavaScript: Bun runs them, so that no Node.js is looked for on PATH.
const BIOME = "node_modules/@biomejs/biome/bin/biome";
const TSC = "node_modules/typescript/bin/tsc";

const steps: readonly (readonly [name: string, ...command: string[]])[] = [
  ["format and lint", BIOME, "check", ".", ...LIMIT_RULES.map((rule) => `--skip=${rule}`)],
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

if (process.argv.includes("--limits")) {
  const list = Bun.spawn([process.execPath, "scripts/limits.ts", "--list"], {
    cwd: ROOT,
    stdout: "inherit",
    stderr: "inherit",
  });
  process.exit(await list.exited);
}

let failed = 0;
for (const [name, ...command] of steps) {
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: ROOT,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code === 0) {
    console.log(`ok   ${name}${out.startsWith("skipped: ") ? ` (${out.trimEnd()})` : ""}`);
  } else {
    failed++;
    console.log(`FAIL ${name}\n${out}${err}`.trimEnd());
  }
}
process.exit(failed === 0 ? 0 : 1);
