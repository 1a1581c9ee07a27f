/**
 * `bun run test:watch`: runs the tests that belong to a file whenever it changes. `bun run test:watch cookies tab` runs those whose
 * path has one of the words, at every change of `src` or `test`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { watchFolders } from "./watching.ts";

const ROOT = join(import.meta.dir, "..");

/** Test files by path, each with the files of the project that it imports itself. */
export type Tests = ReadonlyMap<string, readonly string[]>;

/** Reads the test files below a folder. */
export function readTests(folder = "test"): Tests {
  const transpiler = new Bun.Transpiler({ loader: "ts" });
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".test.ts") && !name.includes("node_modules"),
  );
  return new Map(
    names.sort().map((name) => {
      const path = join(folder, name);
      const imports = transpiler.scanImports(readFileSync(path, "utf8")).map((one) => one.path);
      return [path, imports.filter((one) => one.startsWith(".")).map((one) => normalize(join(dirname(path), one)))];
    }),
  );
}

/** The test files for one changed file: its own, else those that import it, else all of the folder that mirrors its own. */
function testsForFile(file: string, tests: Tests): string[] {
  const all = [...tests.keys()];
  if (tests.has(file)) return [file];
  const mirrored = file.replace(/^src\//, "test/");
  const own = mirrored.replace(/\.tsx?$/, ".test.ts");
  const importing = all.filter((test) => tests.get(test)?.includes(file));
  const nearest = tests.has(own) ? [own, ...importing.filter((test) => basename(test) !== basename(own))] : importing;
  return nearest.length > 0 ? nearest : all.filter((test) => dirname(test) === dirname(mirrored));
}

/** The test files for changed files, each once. Given words choose among all test files instead. */
export function testsFor(changed: readonly string[], tests: Tests, words: readonly string[] = []): string[] {
  const sources = changed.filter((file) => /\.(tsx?|js)$/.test(file) && !file.endsWith(".gen.ts"));
  if (sources.length === 0) return [];
  if (words.length > 0) return [...tests.keys()].filter((test) => words.some((word) => test.includes(word)));
  return [...new Set(sources.flatMap((file) => testsForFile(file, tests)))].sort();
}

async function run(changed: readonly string[], words: readonly string[]): Promise<void> {
  const files = testsFor(changed, readTests(), words);
  if (files.length === 0) {
    if (changed.length > 0) console.log(`test:watch: no test belongs to ${changed.join(", ")}`);
    return;
  }
  console.log(`test:watch: ${files.join(" ")}`);
  const line = [process.execPath, "test", "--timeout", "60000", ...files.map((file) => `./${file}`)];
  await Bun.spawn(line, { cwd: ROOT, stdin: "ignore", stdout: "inherit", stderr: "inherit" }).exited;
}

if (import.meta.main) {
  const words = process.argv.slice(2);
  console.log("test:watch: watching src and test; Ctrl-C ends");
  watchFolders(["src", "test"], (changed) => run(changed, words));
}
