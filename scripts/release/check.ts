/** Checks an executable that was built: format, processor, C library, size, version, and a start where it can be run. */
import { readFileSync, statSync } from "node:fs";
import manifest from "../../package.json" with { type: "json" };
import { inspectBinary } from "./inspect.ts";
import type { Target } from "./targets.ts";
import { tryVersion } from "./try.ts";

const MIN_BYTES = 60_000_000;
const MAX_BYTES = 160_000_000;

/** Throws for an executable that is not what the target asks for. Returns in words how it was tried. */
export function checkExecutable(path: string, target: Target, commit: string): string {
  const wrong = problems(path, target, commit);
  if (wrong.length > 0) throw new Error(`${path} is not right: ${wrong.join("; ")}`);
  const tried = tryVersion(path, target);
  if (!tried) return "not run here";
  const expected = `svc ${manifest.version} (${commit}) bun ${manifest.devDependencies.bun} ${target.name}`;
  if (tried.version === expected) return tried.how;
  throw new Error(`${path} --version printed "${tried.version}", not "${expected}": ${tried.errors}`);
}

/** What the file itself shows, without running it. */
export function problems(path: string, target: Target, commit: string): string[] {
  const { size } = statSync(path);
  const found = inspectBinary(path);
  const content = readFileSync(path);
  const checks: [wrong: boolean, message: string][] = [
    [found.format !== target.format, `its format is ${found.format}`],
    [found.machine !== target.machine, `it is for ${found.machine}`],
    [found.libc !== target.libc, `its C library is ${found.libc}`],
    [target.name === "darwin-arm64" && !found.signed, "it is not signed"],
    [size < MIN_BYTES || size > MAX_BYTES, `it has ${size} bytes`],
    [!content.includes(commit), "it does not contain its commit"],
    [content.includes(process.cwd()), "it contains the path of the checkout"],
  ];
  return checks.filter(([wrong]) => wrong).map(([, message]) => message);
}
