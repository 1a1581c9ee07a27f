/** Puts another executable in the place of this one, in one step, and keeps the old one for `--rollback`. */
import { copyFileSync, linkSync, readdirSync, realpathSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Failure, fileFailure } from "../../errors.ts";
import { startTime } from "../../lib/process.ts";
import { runToEnd } from "../../lib/subprocess.ts";

/** Path of the executable that runs. Throws `usage` with the hint where svc runs from its sources. */
export function ownPath(hint = "Update the checkout with `git pull`."): string {
  if (Bun.main.startsWith("/$bunfs/") || Bun.main.includes("~BUN")) return realpathSync(process.execPath);
  throw new Failure("usage", "svc runs from its sources here", hint);
}

/** Where the executable lies that the last upgrade has replaced. */
export function previousPath(path: string): string {
  return join(dirname(path), `.svc-previous${process.platform === "win32" ? ".exe" : ""}`);
}

const STAGED = ".svc-new-";

/**
 * A name beside the executable: on the same file system, so that a rename is enough. Removes the files that upgrades and
 * installers left there which were killed.
 */
export function stagedPath(path: string): string {
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    const pid = Number.parseInt(name.slice(STAGED.length), 10);
    if (name.startsWith(STAGED) && pid > 0 && startTime(pid) === undefined) rmSync(join(folder, name), { force: true });
  }
  return join(folder, `${STAGED}${process.pid}-${basename(path)}`);
}

/** What an executable prints for `--version`, as version and build. Throws `bad_file` for one that does not start. */
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
 * Renames `staged` to `path`, after a copy of what was there has the name of the previous one. Whoever runs the old one keeps
 * it. Throws `io`; then the old one is at its place.
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
  const kept = `${previous}.${process.pid}`;
  rmSync(kept, { force: true });
  linkOrCopy(path, kept);
  renameSync(kept, previous);
  renameSync(staged, path);
}

/** Windows refuses to replace a program that runs, but lets it be renamed. */
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
