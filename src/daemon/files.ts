/** The files of a session: its state, its start lock, and the cleaning up after a daemon that was killed. */
import { existsSync, linkSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import type { LaunchOptions } from "../command.ts";
import { readJson, writeWhole } from "../lib/files.ts";
import { type SessionFiles, sessionFiles } from "../lib/paths.ts";
import { identify, isAlive, killGroup, type ProcessId } from "../lib/process.ts";

export type Phase = "starting" | "running" | "stopping" | "stopped" | "failed";

/** `<name>.state.json`. `options` are those asked for; what they became is not compared with anything. */
export interface SessionState {
  phase: Phase;
  pid: number;
  /** Start time of the process, opaque: with the PID it names the process. */
  start: string;
  build: string;
  config: LaunchOptions;
  idleTimeoutMs: number;
  /** The browser that was started for the session; absent for one we are only attached to. */
  browser?: ProcessId;
  startedAt: string;
}

export function readState(files: SessionFiles): SessionState | undefined {
  const state = readJson<SessionState>(files.state);
  return state && typeof state.pid === "number" && typeof state.start === "string" ? state : undefined;
}

export function writeState(files: SessionFiles, state: SessionState): void {
  writeWhole(files.state, `${JSON.stringify(state, null, 2)}\n`, { durable: false });
}

export function isRunning(state: SessionState | undefined): state is SessionState {
  return state !== undefined && isAlive(state);
}

interface Lock extends ProcessId {
  nonce: string;
}

/** Takes the start lock, or says who has it. A lock of a dead process is broken. The nonce is handed to the daemon. */
export function takeLock(files: SessionFiles): { nonce: string } | { holder: ProcessId } {
  const mine: Lock = { ...identify(process.pid), nonce: crypto.randomUUID() };
  const temporary = `${files.lock}.${mine.nonce}`;
  writeWhole(temporary, JSON.stringify(mine), { durable: false });
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      try {
        // A link is made whole or not at all, and only where nothing stands: the lock is never seen empty.
        linkSync(temporary, files.lock);
        return { nonce: mine.nonce };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      const held = readJson<Lock>(files.lock);
      if (held && isAlive(held)) return { holder: held };
      if (held || existsSync(files.lock)) breakLock(files.lock, held, mine.nonce);
    }
    return { holder: { pid: 0, start: "" } };
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Moves the dead lock away. If another client was faster and it is a new lock that was moved, it is put back. */
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

/** The daemon takes the lock over from the client that started it. False when that lock was broken meanwhile. */
export function adoptLock(files: SessionFiles, nonce: string): boolean {
  if (readJson<Lock>(files.lock)?.nonce !== nonce) return false;
  writeWhole(files.lock, JSON.stringify({ ...identify(process.pid), nonce }), { durable: false });
  return true;
}

export function releaseLock(files: SessionFiles, nonce: string): void {
  if (readJson<Lock>(files.lock)?.nonce === nonce) rmSync(files.lock, { force: true });
}

/** Removes what a session left. Only for a session whose daemon is dead, or by that daemon itself at its end. */
export function removeLeftovers(files: SessionFiles): void {
  const browser = readState(files)?.browser;
  if (browser) killGroup(browser);
  for (const path of [files.socket, files.pid, files.state]) rmSync(path, { force: true, recursive: true });
  removeRun(files);
}

export function removeRun(files: SessionFiles): void {
  try {
    rmSync(files.run, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
  } catch {
    // A dying browser still writes there; whoever comes next removes it.
  }
}

/** Names of all sessions that have files in the home. */
export function sessionNames(home: string): string[] {
  if (!existsSync(home)) return [];
  return readdirSync(home)
    .filter((name) => name.endsWith(".state.json"))
    .map((name) => name.slice(0, -".state.json".length))
    .sort();
}

/** Cleans up after every daemon that is dead, and not just being started again. */
export function sweep(home: string, except?: string): void {
  for (const name of sessionNames(home)) {
    if (name === except) continue;
    const files = sessionFiles(home, name);
    if (isRunning(readState(files))) continue;
    const lock = takeLock(files);
    if (!("nonce" in lock)) continue;
    try {
      if (!isRunning(readState(files))) removeLeftovers(files);
    } finally {
      releaseLock(files, lock.nonce);
    }
  }
}

/** The last lines of the log that a session wrote, for the error when its daemon does not come up. */
export function lastLogLines(path: string, prefix: string, count: number): string[] {
  try {
    const lines = readFileSync(path, "utf8").split("\n");
    return lines.filter((line) => line.includes(prefix)).slice(-count);
  } catch {
    return [];
  }
}

export function logPrefix(name: string): string {
  return `[${name}]`;
}
