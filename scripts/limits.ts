/**
 * The limits of the code: function and file length, cognitive complexity, import cycles, floating promises and unused
 * exports. `biome.json` and `knip.json` hold the figures; this file counts what exceeds them.
 *
 * `limits.baseline` holds how many violations each folder still has of each rule. The check fails when there are more, and when
 * there are fewer, so that the baseline only shrinks. `bun run gen` lowers it. Git merges it with `union`: after a merge
 * a count may appear twice, the higher one holds, and `bun run gen` writes the true one.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const BASELINE = join(import.meta.dir, "limits.baseline");

/** The rules of `biome.json` that are limits; `check.ts` leaves them out of its lint step. */
export const LIMIT_RULES: readonly string[] = [
  "complexity/noExcessiveCognitiveComplexity",
  "complexity/noExcessiveLinesPerFunction",
  "style/noExcessiveLinesPerFile",
  "suspicious/noImportCycles",
  "nursery/noFloatingPromises",
];

export interface Violation {
  rule: string;
  path: string;
  line: number;
  message: string;
}

/** The parts of Biome's JSON report that are used here. */
interface BiomeReport {
  diagnostics: { category: string; message: string; location: { path: string; start?: { line: number } } }[];
}

type KnipEntry = { name: string; line?: number };
/** The parts of Knip's JSON report that are used here. */
interface KnipReport {
  issues: { file: string; files: KnipEntry[]; exports: KnipEntry[]; types: KnipEntry[] }[];
}

/** Lists the violations of the project in `root`, sorted by path and line. Throws when a tool prints no report. */
export async function violations(root = ROOT): Promise<Violation[]> {
  const [lint, exports] = await Promise.all([lintViolations(root), exportViolations(root)]);
  return [...lint, ...exports].sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
}

async function lintViolations(root: string): Promise<Violation[]> {
  // Not `--only`: it would also turn a rule on where an override of biome.json turns it off.
  const line = ["lint", ".", "--reporter=json", "--max-diagnostics=none"];
  const { diagnostics } = await reportOf<BiomeReport>("@biomejs/biome/bin/biome", line, root);
  return diagnostics
    .filter(({ category }) => LIMIT_RULES.some((rule) => category === `lint/${rule}`))
    .map(({ category, message, location }) => ({
      rule: category.slice(category.lastIndexOf("/") + 1),
      path: location.path,
      line: location.start?.line ?? 1,
      message,
    }));
}

async function exportViolations(root: string): Promise<Violation[]> {
  const line = ["--include", "exports,types,files", "--no-progress", "--no-config-hints", "--reporter", "json"];
  const { issues } = await reportOf<KnipReport>("knip/bin/knip.js", line, root);
  return issues.flatMap(({ file, files, exports, types }) => [
    ...files.map(() => ({ rule: "unusedFile", path: file, line: 1, message: "No other file imports this file." })),
    ...[...exports, ...types].map((entry) => ({
      rule: "unusedExport",
      path: file,
      line: entry.line ?? 1,
      message: `No other file imports ${entry.name}.`,
    })),
  ]);
}

/** Runs a tool of `node_modules` and parses the JSON that it prints. Its exit code only says whether it found something. */
async function reportOf<T>(program: string, line: string[], cwd: string): Promise<T> {
  const child = Bun.spawn([process.execPath, join(ROOT, "node_modules", program), ...line], {
    cwd,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  try {
    return JSON.parse(out) as T;
  } catch {
    throw new Error(`${program} printed no report:\n${out}${err}`);
  }
}

/** Counts violations by top folder and rule: `src noImportCycles` → 12. Paths are left out, since files may move. */
export function countsOf(found: readonly Violation[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { path, rule } of found) {
    const key = `${path.split("/")[0]} ${rule}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Reads a baseline of lines like `src noImportCycles 12`. Of two lines for one key, the higher count holds. */
export function readBaseline(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split("\n").filter(Boolean)) {
    const [folder, rule, count] = line.split(" ");
    const key = `${folder} ${rule}`;
    counts.set(key, Math.max(counts.get(key) ?? 0, Number(count)));
  }
  return counts;
}

/** Compares counts with the baseline. Returns one line for each difference; none when they are equal. */
export function differences(found: ReadonlyMap<string, number>, allowed: ReadonlyMap<string, number>): string[] {
  const keys = [...new Set([...found.keys(), ...allowed.keys()])].sort();
  return keys.flatMap((key) => {
    const [now, before] = [found.get(key) ?? 0, allowed.get(key) ?? 0];
    if (now > before) return [`${key}: ${now} violations, ${before} allowed`];
    if (now < before) return [`${key}: ${now} violations left of ${before}; run \`bun run gen\` to lower the baseline`];
    return [];
  });
}

function baseline(): Map<string, number> {
  return readBaseline(existsSync(BASELINE) ? readFileSync(BASELINE, "utf8") : "");
}

/** Writes the counts of today to the baseline where they are lower. A higher count stays, so that the check fails on it. */
export async function lowerBaseline(): Promise<void> {
  const found = countsOf(await violations());
  const lines = [...baseline()]
    .map(([key, allowed]) => [key, Math.min(allowed, found.get(key) ?? 0)] as const)
    .filter(([, count]) => count > 0)
    .map(([key, count]) => `${key} ${count}\n`);
  writeFileSync(BASELINE, lines.sort().join(""));
}

/** The files that differ from the branch `main`, or from the last commit on `main` itself. */
function changedFiles(): Set<string> {
  const git = (...line: string[]) => Bun.spawnSync(["git", ...line], { cwd: ROOT, stderr: "ignore" }).stdout.toString();
  const base = git("merge-base", "HEAD", "main").trim() || "HEAD";
  const changed = `${git("diff", "--name-only", base)}${git("ls-files", "--others", "--exclude-standard")}`;
  return new Set(changed.split("\n"));
}

function print(found: readonly Violation[]): void {
  for (const { path, line, rule, message } of found) console.log(`${path}:${line} ${rule}: ${message}`);
}

async function main(): Promise<number> {
  const found = await violations();
  if (process.argv.includes("--list")) {
    print(found);
    for (const [key, count] of [...countsOf(found)].sort()) console.log(`${key} ${count}`);
    return 0;
  }
  const wrong = differences(countsOf(found), baseline());
  if (wrong.length === 0) return 0;
  for (const line of wrong) console.log(line);
  const changed = changedFiles();
  console.log("\nViolations in the files that you changed (`bun run check --limits` lists all):");
  print(found.filter(({ path }) => changed.has(path)));
  return 1;
}

if (import.meta.main) process.exit(await main());
