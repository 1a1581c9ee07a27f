/**
 * `bin/profile-sync` in the home: this very executable under another name, so that scripts written for it go on without a
 * download. Run from source it is a small script that starts the source.
 */

import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileFailure } from "../errors.ts";
import { privateFolder } from "../lib/atomic-file.ts";
import { log } from "../lib/log.ts";
import { quoteWord } from "../lib/words.ts";
import { BUILD } from "../version.ts";

export interface Binary {
  path: string;
  build: string;
  state: "installed" | "updated" | "current";
  /** How it is there: another name of this executable, a copy of it, or a script. */
  kind: "link" | "copy" | "script";
}

function binaryPath(home: string): string {
  if (process.platform !== "win32") return join(home, "bin", "profile-sync");
  return join(home, "bin", isCompiled() ? "profile-sync.exe" : "profile-sync.cmd");
}

/** Puts it there, or puts a newer one there. Errors: `io`. */
export function refreshBinary(home: string): Binary {
  privateFolder(home);
  privateFolder(join(home, "bin"));
  const path = binaryPath(home);
  try {
    const isThere = existsSync(path);
    const same = isThere ? sameAs(path) : undefined;
    const state = same ? "current" : isThere ? "updated" : "installed";
    return { path, build: BUILD, state, kind: same ?? place(path) };
  } catch (error) {
    throw fileFailure(error, `cannot write ${path}`);
  }
}

/** Puts it there on first use. That it cannot is no reason for a command to fail. */
export function ensureBinary(home: string): void {
  try {
    if (!existsSync(binaryPath(home))) refreshBinary(home);
  } catch (error) {
    log.debug(`could not install profile-sync in ${home}`, error);
  }
}

function isCompiled(): boolean {
  return Bun.main.startsWith("/$bunfs/") || Bun.main.includes("~BUN");
}

/** A link leads to the same file; a copy has its size and its time, which `linkOrCopy` gives it. */
function sameAs(path: string): Binary["kind"] | undefined {
  if (!isCompiled())
    return statSync(path).size < 10_000 && readFileSync(path, "utf8") === script() ? "script" : undefined;
  const [there, here] = [statSync(path, { bigint: true }), statSync(process.execPath, { bigint: true })];
  if (there.ino === here.ino && there.dev === here.dev) return "link";
  // Whole milliseconds: file systems keep more or less below that.
  const isSame = there.size === here.size && there.mtimeMs === here.mtimeMs;
  return isSame ? "copy" : undefined;
}

/** Moved into place in one step: it may be running. */
function place(path: string): Binary["kind"] {
  const fresh = `${path}.${process.pid}.new`;
  rmSync(fresh, { force: true });
  try {
    const kind = isCompiled() ? linkOrCopy(fresh) : "script";
    // A file of its own, never written into: what stands there may be a link to the executable.
    if (kind === "script") writeFileSync(fresh, script(), { mode: 0o700 });
    renameSync(fresh, path);
    return kind;
  } finally {
    rmSync(fresh, { force: true });
  }
}

function linkOrCopy(fresh: string): "link" | "copy" {
  try {
    linkSync(process.execPath, fresh);
    return "link";
  } catch {
    // Another file system, or a file of someone else, which Linux lets nobody link.
    if (symlinked(fresh)) return "link";
    copyFileSync(process.execPath, fresh, constants.COPYFILE_FICLONE);
    chmodSync(fresh, 0o700);
    const { atime, mtime } = statSync(process.execPath);
    utimesSync(fresh, atime, mtime);
    return "copy";
  }
}

/** A symbolic link, which leads to nothing once the executable is moved away: the next refresh mends it. Windows forbids it to most. */
function symlinked(fresh: string): boolean {
  try {
    symlinkSync(process.execPath, fresh);
    return true;
  } catch {
    return false;
  }
}

function script(): string {
  if (process.platform === "win32") return `@"${process.execPath}" "${Bun.main}" profile %*\r\n`;
  const line = `exec ${quoteWord(process.execPath)} ${quoteWord(Bun.main)} profile "$@"`;
  return `#!/bin/sh\nexport SVC_HOME="\${SVC_HOME:-$SVC_CONFIG_DIR}"\n${line}\n`;
}
