/** What is kept of tunnels: for each local port the process that makes it, and its public address. Starts nothing, and ends only what a killed one left. */
import { readFileSync, rmSync } from "node:fs";
import { namesIn, readJson, writeWhole } from "../lib/atomic-file.ts";
import { releaseLock, takeLock } from "../lib/lock.ts";
import { tunnelFiles, tunnelsFolder } from "../lib/paths.ts";
import { isAlive, killRest, type ProcessId } from "../lib/process.ts";

/** `<port>.json`. With its start time the PID names the process: the system gives PIDs out again. */
export interface Tunnel extends ProcessId {
  port: number;
  /** Absent until it is known. */
  url?: string;
  provider: string;
  hostHeader?: string;
  startedAt: string;
  /** Set while its program is started again after it has ended: which attempt it is. */
  attempt?: number | undefined;
  /** How its program ended when it was given up. Its process is gone; the record stays until it is stopped, or started again. */
  failed?: string;
}

/** What is recorded for the port, whether it lives or not. */
export function readTunnel(home: string, port: number): Tunnel | undefined {
  const held = readJson<Tunnel>(tunnelFiles(home, port).metadata);
  const isWhole = held?.port === port && Number.isInteger(held.pid) && typeof held.start === "string";
  return isWhole ? held : undefined;
}

export function writeTunnel(home: string, tunnel: Tunnel): void {
  writeWhole(tunnelFiles(home, tunnel.port).metadata, `${JSON.stringify(tunnel)}\n`, { durable: false });
}

/** Removes metadata and log, unless they belong to another process by now. */
export function removeTunnel(home: string, port: number, of: ProcessId | undefined): void {
  const held = readTunnel(home, port);
  if (held && (held.pid !== of?.pid || held.start !== of.start)) return;
  const { metadata, log } = tunnelFiles(home, port);
  for (const path of [metadata, log]) rmSync(path, { force: true, recursive: true });
}

/**
 * The tunnels that live, and those that were given up, by port. What another dead one left is removed, unless one is just
 * being started there.
 */
export function knownTunnels(home: string): Tunnel[] {
  return recordedPorts(home).flatMap((port) => {
    const tunnel = readTunnel(home, port);
    if (tunnel && (tunnel.failed !== undefined || isAlive(tunnel))) return [tunnel];
    sweep(home, port);
    return [];
  });
}

/** Removes what a dead tunnel and a start that was killed left: metadata, log and lock. */
export function sweep(home: string, port: number): void {
  const { lock } = tunnelFiles(home, port);
  const taken = takeLock(lock);
  if (!("nonce" in taken)) return;
  try {
    const tunnel = readTunnel(home, port);
    if (isAlive(tunnel)) return;
    // Its program would keep the port public with nobody to end it.
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

/** What the tunnel's process printed, without the colours; empty before it did. */
export function readLog(home: string, port: number): string {
  try {
    return readFileSync(tunnelFiles(home, port).log, "utf8").replaceAll(/\x1b\[[\d;]*[A-Za-z]/g, "");
  } catch {
    return "";
  }
}
