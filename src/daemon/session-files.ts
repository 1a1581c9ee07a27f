/** The files of a session, and the cleanup after a daemon that was killed. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { LaunchOptions } from "../command.ts";
import { namesIn, readJson, writeWhole } from "../lib/atomic-file.ts";
import { releaseLock, takeLock } from "../lib/lock.ts";
import { type SessionFiles, sessionFiles } from "../lib/paths.ts";
import { isAlive, killGroup, type ProcessId } from "../lib/process.ts";
import { endOfDaemon, isForgotten, noteLoss } from "./lost.ts";

export type Phase = "starting" | "running" | "stopping" | "stopped" | "failed";

/** Content of `<name>.state.json`. `config` holds the options as they were requested. */
export interface SessionState {
  phase: Phase;
  pid: number;
  /** Start time of the process, opaque. PID and start time together identify the process. */
  start: string;
  build: string;
  config: LaunchOptions;
  idleTimeoutMs: number;
  /** The browser that the daemon started. Absent when it is only attached to a browser. */
  browser?: ProcessId;
  /** The leased cloud browser. Only its owner may see the URL of its live view. */
  remote?: { id: string; liveUrl?: string | undefined };
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

/** Removes the files and the browser of a session. Only for a session whose daemon is dead, and for that daemon at its end. */
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
    // A browser that is ending still writes there. A later daemon removes the folder.
  }
}

/** Names of all sessions that have files in the home. */
export function sessionNames(home: string): string[] {
  return namesIn(home)
    .filter((name) => name.endsWith(".state.json"))
    .map((name) => name.slice(0, -".state.json".length))
    .sort();
}

/** Cleans up after a daemon that was killed. The next command reports the loss. */
export function cleanUpOrphans(files: SessionFiles, why?: string): void {
  const state = readState(files);
  if (state?.phase === "running") noteLoss(files, { why: why ?? endOfDaemon(state.startedAt), config: state.config });
  removeLeftovers(files);
}

/** Cleans up after every dead daemon, except those that are being restarted. */
export function sweep(home: string, except?: string): void {
  for (const path of namesIn(home).filter((name) => name.endsWith(".lost")))
    if (isForgotten(join(home, path))) rmSync(join(home, path), { force: true });
  for (const name of sessionNames(home)) {
    if (name === except) continue;
    const files = sessionFiles(home, name);
    if (isRunning(readState(files))) continue;
    const lock = takeLock(files.lock);
    if (!("nonce" in lock)) continue;
    try {
      if (!isRunning(readState(files))) cleanUpOrphans(files);
    } finally {
      releaseLock(files.lock, lock.nonce);
    }
  }
}

/** The last log lines of a session, for the error when its daemon does not start. */
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
