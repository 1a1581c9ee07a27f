/** `svc upgrade`: replaces this version of svc by another one. */
import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Sessions } from "../../command.ts";
import { asFailure, Failure, fileFailure } from "../../errors.ts";
import { log } from "../../lib/log.ts";
import { runToEnd } from "../../lib/subprocess.ts";
import { BUILD, VERSION } from "../../version.ts";
import { unpack } from "../archive.ts";
import { refuseManaged } from "./package-managers.ts";
import {
  checkArchive,
  fetchRelease,
  isVersion,
  latestVersion,
  type ReleaseSource,
  releaseBase,
  releaseKey,
} from "./release.ts";
import { linkOrCopy, ownPath, previousPath, replace, stagedPath, versionOf } from "./replace.ts";

export interface UpgradeOptions {
  home: string;
  sessions: Sessions;
  environment: Readonly<Record<string, string>>;
  signal: AbortSignal;
  progress(message: string): void;
  /** Only reports whether there is a newer version. */
  check: boolean;
  /** The version to install, also an older one. Absent: the newest. */
  to?: string | undefined;
  /** An archive on this machine. */
  from?: string | undefined;
  /** Returns to the version that the last upgrade replaced. */
  rollback: boolean;
  /** Restarts no sessions. */
  keepSessions: boolean;
}

export interface UpgradedVersion {
  version: string;
  /** The newest version, with `--check` and when it is installed already. */
  latest?: string;
  /** With `--check`: true when `latest` is newer. */
  newer?: boolean;
  /** The replaced version. Absent when this build is installed already. */
  replaced?: string;
  path?: string;
  /** A line about each session of an earlier version. */
  sessions?: string[];
}

/** The time without data after which a connection counts as lost. */
const SILENCE_MS = 60_000;

/** Runs the command. Throws `usage`, `download`, `bad_file`, `not_found` and `io`; then the old version is still in place. */
export async function upgrade(options: UpgradeOptions): Promise<UpgradedVersion> {
  if ([options.check, options.to, options.from, options.rollback].filter(Boolean).length > 1) {
    throw new Failure("usage", "--check, --to, --from and --rollback exclude each other", "Choose one of them.");
  }
  if (options.check) return await checkLatest(sourceOf(options));
  const path = ownPath();
  refuseManaged(path);
  const staged = stagedPath(path);
  const work = mkdtempSync(join(tmpdir(), "svc-upgrade-"));
  try {
    const expected = options.rollback ? stagePrevious(path, staged) : await stageRelease(options, work, staged);
    if (expected === VERSION && !options.rollback && !options.to && !options.from)
      return { version: VERSION, latest: expected };
    const { version, build } = await versionOf(staged, options.signal);
    if (expected !== undefined && version !== expected) {
      throw new Failure(
        "bad_file",
        `the archive of ${expected} contains svc ${version}`,
        "Report this to the publisher of the release.",
      );
    }
    // Replacing a build by itself would lose the previous version.
    if (build === BUILD) return { version };
    replace(path, staged);
    const isOurs = () => !options.keepSessions;
    await refreshProfileSync(options.home, path, options.signal);
    const sessions = await options.sessions.restartIdle({ svc: [path], build, isOurs });
    return { version, replaced: VERSION, path, sessions };
  } finally {
    rmSync(work, { recursive: true, force: true });
    rmSync(staged, { force: true });
  }
}

/** `bin/profile-sync` is a copy of the old executable. The new one replaces it. */
async function refreshProfileSync(home: string, path: string, signal: AbortSignal): Promise<void> {
  if (!existsSync(join(home, "bin", "profile-sync"))) return;
  const { ok, errors } = await runToEnd([path, "profile", "update"], signal);
  if (!ok) log.warn(`bin/profile-sync in ${home} is still of the earlier version`, errors);
}

function sourceOf({ home, environment, signal, progress }: UpgradeOptions): ReleaseSource {
  const options = { signal, silenceMs: SILENCE_MS, progress };
  return { base: releaseBase(home), key: releaseKey(environment), options };
}

async function checkLatest(source: ReleaseSource): Promise<UpgradedVersion> {
  const latest = await latestVersion(source);
  return { version: VERSION, latest, newer: Bun.semver.order(latest, VERSION) > 0 };
}

/** Puts the executable of a release beside this one. Returns its version. Downloads nothing when this version is the newest. */
async function stageRelease(options: UpgradeOptions, work: string, staged: string): Promise<string> {
  const { from, to, environment, signal } = options;
  if (from !== undefined) {
    const version = await checkArchive(from, releaseKey(environment), signal);
    await stage(from, version, work, staged, signal);
    return version;
  }
  if (to !== undefined && !isVersion(to)) {
    throw new Failure("usage", `'${to}' is not a version`, "Write it as in `svc upgrade --to 1.2.3`.");
  }
  const source = sourceOf(options);
  const version = to ?? (await newerVersion(source));
  if (version === VERSION && to === undefined) return version;
  options.progress(`downloading svc ${version}`);
  await stage(await fetchRelease(source, version, work), version, work, staged, signal);
  return version;
}

/** The newest version, or this one when they are equal. Throws `download` for an older one, because an outdated server must not undo an upgrade. */
async function newerVersion(source: ReleaseSource): Promise<string> {
  const latest = await latestVersion(source);
  if (Bun.semver.order(latest, VERSION) >= 0) return latest;
  const hint = `Run \`svc upgrade --to ${latest}\` if you want it.`;
  throw new Failure(
    "download",
    `the newest version of the releases, ${latest}, is older than this one, ${VERSION}`,
    hint,
  );
}

async function stage(
  archive: string,
  version: string,
  work: string,
  staged: string,
  signal: AbortSignal,
): Promise<void> {
  const folder = join(work, "unpacked");
  if (archive.endsWith(".zip")) await unpack(archive, folder, signal);
  else await unpackTar(archive, folder);
  const name = process.platform === "win32" ? "svc.exe" : "svc";
  const [top = ""] = new Bun.Glob(`svc-${version}-*/${name}`).scanSync(folder);
  if (top === "") throw new Failure("bad_file", `${basename(archive)} contains no ${name}`, "Download it again.");
  try {
    copyFileSync(join(folder, top), staged);
    chmodSync(staged, 0o755);
  } catch (error) {
    throw fileFailure(error, `cannot write ${staged}`);
  }
}

async function unpackTar(archive: string, folder: string): Promise<void> {
  try {
    await new Bun.Archive(await Bun.file(archive).bytes()).extract(folder);
  } catch (error) {
    if (asFailure(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure("bad_file", `cannot unpack ${basename(archive)}: ${reason}`, "Download it again.");
  }
}

/** Puts the executable that the last upgrade replaced beside this one, so that replacing swaps them. */
function stagePrevious(path: string, staged: string): undefined {
  const previous = previousPath(path);
  if (!existsSync(previous)) {
    throw new Failure(
      "not_found",
      "there is no earlier version to return to",
      "Install one with `svc upgrade --to <version>`.",
    );
  }
  linkOrCopy(previous, staged);
  return undefined;
}
