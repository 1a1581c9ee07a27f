/** A lock between processes: a file that names its holder. It counts for nothing once that process is dead. */
import { existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { Failure } from "../errors.ts";
import { readJson, writeWhole } from "./atomic-file.ts";
import { identify, isAlive, type ProcessId } from "./process.ts";

interface Lock extends ProcessId {
  nonce: string;
}

/** Takes the lock at the path, or says who has it. A lock of a dead process is broken. The nonce is for giving it back. */
export function takeLock(path: string): { nonce: string } | { holder: ProcessId } {
  const mine: Lock = { ...identify(process.pid), nonce: crypto.randomUUID() };
  const temporary = `${path}.${mine.nonce}`;
  writeWhole(temporary, JSON.stringify(mine), { durable: false });
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      try {
        // A link is made whole or not at all, and only where nothing stands: the lock is never seen empty.
        linkSync(temporary, path);
        return { nonce: mine.nonce };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      const held = readJson<Lock>(path);
      if (held && isAlive(held)) return { holder: held };
      if (held || existsSync(path)) breakLock(path, held, mine.nonce);
    }
    return { holder: { pid: 0, start: "" } };
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Moves the dead lock away. If another process was faster and it is a new lock that was moved, it is put back. */
function breakLock(path: string, dead: Lock | undefined, nonce: string): void {
  const aside = `${path}.${nonce}.dead`;
  try {
    renameSync(path, aside);
    const moved = readJson<Lock>(aside);
    if (moved && moved.nonce !== dead?.nonce && isAlive(moved)) linkSync(aside, path);
  } catch {
    // Someone else moved it first.
  }
  rmSync(aside, { force: true });
}

/** Takes the lock over from the process that handed on its nonce. False when that lock was broken meanwhile. */
export function adoptLock(path: string, nonce: string): boolean {
  if (readJson<Lock>(path)?.nonce !== nonce) return false;
  writeWhole(path, JSON.stringify({ ...identify(process.pid), nonce }), { durable: false });
  return true;
}

export function releaseLock(path: string, nonce: string): void {
  if (readJson<Lock>(path)?.nonce === nonce) rmSync(path, { force: true });
}

/** Whoever has it longer than this is stopped: the work is a file to write. */
const HELD_MS = 10_000;

/** Does a moment's work while holding the lock, waiting for whoever has it. `io` when that does not end. */
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
    if (performance.now() - began > HELD_MS)
      throw new Failure("io", `another process holds ${path}`, "Run the command again, or remove that file.");
  }
}
