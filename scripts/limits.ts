/**
 * The limits of the code: function and file length, cognitive complexity, import cycles, floating promises and unused
 * exports. `biome.json` and `knip.json` hold the figures; this file lists what exceeds them.
 */
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");

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

function print(found: readonly Violation[]): void {
  for (const { path, line, rule, message } of found) console.log(`${path}:${line} ${rule}: ${message}`);
}

async function main(): Promise<number> {
  const found = await violations();
  print(found);
  return found.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exit(await main());
