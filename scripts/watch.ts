/**
 * `bun run dev`: builds `dist/svc` again whenever a file of `src` changes, and restarts the idle sessions of the home (`SVC_HOME`)
 * that run an older build of its own. A build is named after the content of `src`, so nothing is built when nothing changed.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { restartIdleSessions } from "../src/daemon/restart-sessions.ts";
import { homeFolder } from "../src/lib/paths.ts";
import { watchFolders } from "./watching.ts";

const ROOT = join(import.meta.dir, "..");
const SOURCES = "src";
const EXECUTABLE = join(ROOT, "dist", process.platform === "win32" ? "svc.exe" : "svc");

/** Begins the commit of every build made here. */
const MARK = "dev-";

/** Hashes the names and contents of all files below a folder. */
export function hashOf(folder: string): string {
  const hash = new Bun.CryptoHasher("sha256");
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    const path = join(folder, name);
    if (statSync(path).isFile()) hash.update(`${name}\0`).update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex").slice(0, 6);
}

async function run(line: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
  const child = Bun.spawn([process.execPath, ...line], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdout: "inherit",
    stderr: "inherit",
  });
  return (await child.exited) === 0;
}

/** The build of the executable, as daemons write it: `0.1.0+dev-1a2b3c`. */
function buildOf(executable: string): string {
  const line = Bun.spawnSync([executable, "--version"]).stdout.toString();
  const [, version, commit] = /^svc (\S+) \((\S+)\)/.exec(line) ?? [];
  return `${version}+${commit}`;
}

let built = "";

async function rebuild(): Promise<void> {
  // Scripts for pages are bundled into generated files, which are part of `src`.
  if (!(await run(["scripts/gen.ts", "--bundles"]))) return;
  const hash = hashOf(SOURCES);
  if (hash === built) return;
  const since = performance.now();
  if (!(await run(["build.ts"], { SVC_COMMIT: `${MARK}${hash}` }))) return;
  built = hash;
  console.log(`dev: built ${MARK}${hash} in ${((performance.now() - since) / 1000).toFixed(1)} s`);
  const isOurs = (build: string) => build.includes(`+${MARK}`);
  const reports = await restartIdleSessions(homeFolder(), { svc: [EXECUTABLE], build: buildOf(EXECUTABLE), isOurs });
  for (const report of reports) console.log(`dev: ${report}`);
}

if (import.meta.main) {
  console.log("dev: watching src; Ctrl-C ends");
  watchFolders([SOURCES], rebuild);
}
