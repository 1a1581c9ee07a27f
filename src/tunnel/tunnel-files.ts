/** The stored tunnels: for each local port the process and its public address. */
import { readFileSync, rmSync } from "node:fs";
import { namesIn, readJson, writeWhole } from "../lib/atomic-file.ts";
import { releaseLock, takeLock } from "../lib/lock.ts";
import { tunnelFiles, tunnelsFolder } from "../lib/paths.ts";
import { isAlive, killRest, type ProcessId } from "../lib/process.ts";

/** Content of `<port>.json`. PID and start time together identify the process. */
export interface Tunnel extends ProcessId {
  port: number;
  /** Absent until it is known. */
  url?: string;
  provider: string;
  hostHeader?: string;
  startedAt: string;
  /** Number of the current restart of its program. Absent when it runs. */
  attempt?: number | undefined;
  /** How its program ended when it was no longer restarted. The process is gone; the record stays until the tunnel is stopped or started again. */
  failed?: string;
}

/** The record of the port, whether or not the process lives. */
export function readTunnel(home: string, port: number): Tunnel | undefined {
  const recorded = readJson<Tunnel>(tunnelFiles(home, port).metadata);
  const isComplete = recorded?.port === port && Number.isInteger(recorded.pid) && typeof recorded.start === "string";
  return isComplete ? recorded : undefined;
}

export function writeTunnel(home: string, tunnel: Tunnel): void {
  writeWhole(tunnelFiles(home, tunnel.port).metadata, `${JSON.stringify(tunnel)}\n`, { durable: false });
}

/** Removes metadata and log, unless they belong to another process. */
export function removeTunnel(home: string, port: number, owner: ProcessId | undefined): void {
  const recorded = readTunnel(home, port);
  if (recorded && (recorded.pid !== owner?.pid || recorded.start !== owner.start)) return;
  const { metadata, log } = tunnelFiles(home, port);
  for (const path of [metadata, log]) rmSync(path, { force: true, recursive: true });
}

/** The live and the failed tunnels, by port. Removes what other dead ones left, unless one is being started there. */
export function knownTunnels(home: string): Tunnel[] {
  return recordedPorts(home).flatMap((port) => {
    const tunnel = readTunnel(home, port);
    if (tunnel && (tunnel.failed !== undefined || isAlive(tunnel))) return [tunnel];
    sweep(home, port);
    return [];
  });
}

/** Removes metadata, log and lock of a dead tunnel or of a start that was killed. */
export function sweep(home: string, port: number): void {
  const { lock } = tunnelFiles(home, port);
  const taken = takeLock(lock);
  if (!("nonce" in taken)) return;
  try {
    const tunnel = readTunnel(home, port);
    if (isAlive(tunnel)) return;
    // Its program would keep the port public.
    if (tunnel) killRest(tunnel);
    removeTunnel(home, port, tunnel);
  } finally {
    releaseLock(lock, taken.nonce);
  }
}

function recordedPorts(home: string): number[] {
  return namesIn(tunnelsFolder(home))
    .flatMap((name) => /^(\d{1,5})\.json$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

/** The output of the tunnel's process without colour codes. Empty when there is none. */
export function readLog(home: string, port: number): string {
  try {
    return readFileSync(tunnelFiles(home, port).log, "utf8").replaceAll(/\x1b\[[\d;]*[A-Za-z]/g, "");
  } catch {
    return "";
  }
}
