/** Replaces the executable atomically and keeps the old one for `--rollback`. */
import { copyFileSync, linkSync, readdirSync, realpathSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Failure, fileFailure } from "../../errors.ts";
import { startTime } from "../../lib/process.ts";
import { runToEnd } from "../../lib/subprocess.ts";

/** Path of the running executable. Throws `usage` with the hint when svc runs from its sources. */
export function ownPath(hint = "Update the checkout with `git pull`."): string {
  if (Bun.main.startsWith("/$bunfs/") || Bun.main.includes("~BUN")) return realpathSync(process.execPath);
  throw new Failure("usage", "this svc runs from its sources", hint);
}

/** Path of the executable that the last upgrade replaced. */
export function previousPath(path: string): string {
  return join(dirname(path), `.svc-previous${process.platform === "win32" ? ".exe" : ""}`);
}

const STAGED = ".svc-new-";

/**
 * A path beside the executable, on the same file system, so that a rename is enough. Removes files that killed upgrades
 * and installers left there.
 */
export function stagedPath(path: string): string {
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    const pid = Number.parseInt(name.slice(STAGED.length), 10);
    if (name.startsWith(STAGED) && pid > 0 && startTime(pid) === undefined) rmSync(join(folder, name), { force: true });
  }
  return join(folder, `${STAGED}${process.pid}-${basename(path)}`);
}

/** Version and build of an executable, from its `--version`. Throws `bad_file` when it does not start. */
export async function versionOf(path: string, signal: AbortSignal): Promise<{ version: string; build: string }> {
  const { ok, output, errors } = await runToEnd([path, "--version"], signal);
  const [, version, commit] = /^svc (\S+) \((\S+)\)/.exec(output) ?? [];
  if (ok && version && commit) return { version, build: `${version}+${commit}` };
  const reason = errors.trim().split("\n").at(-1) || "it prints no version";
  throw new Failure(
    "bad_file",
    `${path} does not start on this machine: ${reason}`,
    "Choose another version with --to.",
  );
}

/**
 * Renames `staged` to `path`. Before that the old executable is copied to the previous path. Processes of the old one
 * keep running. Throws `io`; then the old executable is still in place.
 */
export function replace(path: string, staged: string): void {
  const previous = previousPath(path);
  try {
    if (process.platform === "win32") replaceRunning(path, staged, previous);
    else replaceAtOnce(path, staged, previous);
  } catch (error) {
    throw fileFailure(error, `cannot replace ${path}`);
  }
}

function replaceAtOnce(path: string, staged: string, previous: string): void {
  const copy = `${previous}.${process.pid}`;
  rmSync(copy, { force: true });
  linkOrCopy(path, copy);
  renameSync(copy, previous);
  renameSync(staged, path);
}

/** Windows refuses to replace a running program, but allows renaming it. */
function replaceRunning(path: string, staged: string, previous: string): void {
  rmSync(previous, { force: true });
  renameSync(path, previous);
  try {
    renameSync(staged, path);
  } catch (error) {
    renameSync(previous, path);
    throw error;
  }
}

export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // Some file systems have no hard links.
    copyFileSync(from, to);
  }
}
