/** A lock between processes: a file that names its owner. It is void once that process is dead. */
import { existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { Failure } from "../errors.ts";
import { readJson, writeWhole } from "./atomic-file.ts";
import { identify, isAlive, type ProcessId } from "./process.ts";

interface Lock extends ProcessId {
  nonce: string;
}

/** Takes the lock at the path, or returns its holder. Breaks the lock of a dead process. The nonce is needed to release the lock. */
export function takeLock(path: string): { nonce: string } | { holder: ProcessId } {
  const mine: Lock = { ...identify(process.pid), nonce: crypto.randomUUID() };
  const temporary = `${path}.${mine.nonce}`;
  writeWhole(temporary, JSON.stringify(mine), { durable: false });
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      try {
        // Creating a link is atomic and fails when the file exists: the lock file is never seen empty.
        linkSync(temporary, path);
        return { nonce: mine.nonce };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      const current = readJson<Lock>(path);
      if (current && isAlive(current)) return { holder: current };
      if (current || existsSync(path)) breakLock(path, current, mine.nonce);
    }
    return { holder: { pid: 0, start: "" } };
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Renames the dead lock. If it was a new lock of a faster process, it is put back. */
function breakLock(path: string, dead: Lock | undefined, nonce: string): void {
  const renamed = `${path}.${nonce}.dead`;
  try {
    renameSync(path, renamed);
    const moved = readJson<Lock>(renamed);
    if (moved && moved.nonce !== dead?.nonce && isAlive(moved)) linkSync(renamed, path);
  } catch {
    // Another process renamed it first.
  }
  rmSync(renamed, { force: true });
}

/** Takes the lock over from the process that passed on its nonce. Returns false when that lock was broken in the meantime. */
export function adoptLock(path: string, nonce: string): boolean {
  if (readJson<Lock>(path)?.nonce !== nonce) return false;
  writeWhole(path, JSON.stringify({ ...identify(process.pid), nonce }), { durable: false });
  return true;
}

export function releaseLock(path: string, nonce: string): void {
  if (readJson<Lock>(path)?.nonce === nonce) rmSync(path, { force: true });
}

/** How long to wait for the holder, whose work is to write one file. */
const MAX_WAIT_MS = 10_000;

/** Does short work while holding the lock; waits for another holder. Throws `io` when that takes too long. */
export function holding(path: string, work: () => void): void {
  for (const began = performance.now(); ; Bun.sleepSync(5)) {
    const taken = takeLock(path);
    if ("nonce" in taken) {
      try {
        work();
      } finally {
        releaseLock(path, taken.nonce);
      }
      return;
    }
    if (performance.now() - began > MAX_WAIT_MS)
      throw new Failure("io", `another process holds ${path}`, "Run the command again, or remove that file.");
  }
}
