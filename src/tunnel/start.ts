/** Starts the tunnel of a local port exactly once, however many processes try at the same time. A failed start leaves nothing behind. */
import { Failure } from "../errors.ts";
import { privateFolder } from "../lib/atomic-file.ts";
import { releaseLock, takeLock } from "../lib/lock.ts";
import { tunnelFiles, tunnelsFolder } from "../lib/paths.ts";
import { identify, isAlive } from "../lib/process.ts";
import { setting } from "../lib/settings.ts";
import { type ProviderName, planOf } from "./plan.ts";
import type { Plan, PlanRequest, Target } from "./provider.ts";
import { reach } from "./reach.ts";
import { spawn } from "./spawn.ts";
import { killStarted } from "./stop.ts";
import { readLog, readTunnel, removeTunnel, type Tunnel, writeTunnel } from "./tunnel-files.ts";

export interface StartRequest {
  home: string;
  port: number;
  /** Provider on the command line. Absent: the setting. */
  provider: ProviderName | undefined;
  hostHeader: string | undefined;
  /** True to wait until the public address responds. */
  wait: boolean;
  timeoutMs: number;
  signal: AbortSignal;
  progress(message: string): void;
  cloudflared: PlanRequest["cloudflared"];
}

export type Started = Tunnel & { url: string; existing: boolean };

/** How long a tunnel may take. The name of a new address takes about ten seconds to spread. */
const UP_MS = 60_000;

/** The part of the deadline that is reserved for reporting why the tunnel failed, which says more than a timeout. */
const RESERVE_MS = 1_000;

const POLL_MS = 50;

/**
 * Returns the tunnel of the port with its public address, also one that runs already. Throws `refused` when nothing
 * listens on the port, `tunnel` when it does not start, and `conflict` when it runs with other options.
 */
export async function startTunnel(request: StartRequest): Promise<Started> {
  const { home, port, signal } = request;
  privateFolder(home);
  privateFolder(tunnelsFolder(home));
  const { lock } = tunnelFiles(home, port);
  for (;;) {
    const existing = runningTunnel(request);
    const taken = takeLock(lock);
    if ("nonce" in taken) {
      try {
        return runningTunnel(request) ?? (await start(request));
      } finally {
        releaseLock(lock, taken.nonce);
      }
    }
    // Another process is starting it. Its address is known before it responds.
    if (existing && !request.wait) return existing;
    await Bun.sleep(POLL_MS);
    signal.throwIfAborted();
  }
}

function runningTunnel({ home, port, provider, hostHeader }: StartRequest): Started | undefined {
  const tunnel = readTunnel(home, port);
  if (tunnel?.url === undefined || tunnel.failed !== undefined || !isAlive(tunnel)) return undefined;
  const differs =
    (provider !== undefined && provider !== tunnel.provider) ||
    (hostHeader !== undefined && hostHeader !== tunnel.hostHeader);
  if (differs) {
    const how = tunnel.hostHeader === undefined ? "" : ` and --host-header ${tunnel.hostHeader}`;
    throw new Failure(
      "conflict",
      `the tunnel on port ${port} already runs with ${tunnel.provider}${how}: ${tunnel.url}`,
      `Run \`svc tunnel stop ${port}\` first.`,
    );
  }
  return { ...tunnel, url: tunnel.url, existing: true };
}

async function start(request: StartRequest): Promise<Started> {
  const { home, port, hostHeader, signal } = request;
  clearPredecessor(home, port);
  const until = performance.now() + request.timeoutMs - Math.min(RESERVE_MS, request.timeoutMs / 2);
  const provider = request.provider ?? (String(setting(home, "tunnel_provider")) as ProviderName);
  const target = await listening(port);
  // Found or downloaded once. The process that keeps the tunnel gets the path.
  const path = provider === "cloudflared" ? await request.cloudflared() : undefined;
  const plan = await planOf(provider, { home, target, hostHeader, signal, cloudflared: async () => path ?? "" });
  const child = spawn({ home, provider, target, hostHeader, cloudflared: path }, tunnelFiles(home, port).log);
  const tunnel: Tunnel = {
    ...{ port, ...identify(child.pid), provider },
    ...(hostHeader === undefined ? {} : { hostHeader }),
    startedAt: new Date().toISOString(),
  };
  try {
    // Written first, so that the process is known even if this one is killed.
    writeTunnel(home, tunnel);
    const watch = { ...request, provider, plan, child, until: Math.min(until, performance.now() + UP_MS) };
    const url = await addressOf(watch);
    writeTunnel(home, { ...tunnel, url });
    if (request.wait) await untilReachable(url, watch);
    child.unref();
    return { ...tunnel, url, existing: false };
  } catch (error) {
    killStarted(tunnel);
    removeTunnel(home, port, tunnel);
    throw error;
  }
}

/** Ends what a killed start left without an address. Call it only with the lock. */
function clearPredecessor(home: string, port: number): void {
  const previous = readTunnel(home, port);
  if (previous && isAlive(previous)) killStarted(previous);
  removeTunnel(home, port, previous);
}

/** Finds the loopback address of the local server: many development servers listen on only one of them. */
async function listening(port: number): Promise<Target> {
  for (const host of ["127.0.0.1", "::1"] as const) {
    const connected = await Bun.connect({ hostname: host, port, socket: { data() {} } }).catch(() => undefined);
    connected?.end();
    if (connected) return { host, port };
  }
  throw new Failure(
    "refused",
    `no server listens on port ${port} of this machine (127.0.0.1 and [::1])`,
    `Start your server first, then run \`svc tunnel ${port}\`.`,
  );
}

interface StartProgress extends Omit<StartRequest, "provider"> {
  provider: string;
  plan: Plan;
  child: Bun.Subprocess;
  /** When to give up, as `performance.now()`. */
  until: number;
}

async function addressOf(watch: StartProgress): Promise<string> {
  watch.progress(`waiting for the URL from ${watch.provider}`);
  for (;;) {
    const url = watch.plan.address(readLog(watch.home, watch.port));
    if (url !== undefined) return url;
    await check(watch, () => "printed no URL in time");
    await Bun.sleep(POLL_MS);
  }
}

async function untilReachable(url: string, watch: StartProgress): Promise<void> {
  watch.progress(`${url}; waiting until it responds`);
  let last = "it is not connected";
  const keep = `Run \`svc tunnel ${watch.port} --no-wait\` to keep the tunnel even if this machine cannot reach it.`;
  const log = () => readLog(watch.home, watch.port);
  await reach(url, {
    signal: watch.signal,
    until: watch.until,
    notYet: watch.plan.notYet,
    isReady: () => watch.plan.isReady?.(log()) ?? true,
    tried(why) {
      last = why;
    },
    check: () =>
      check(watch, () => `printed ${url}, which did not respond in time: ${last}`, watch.plan.silentHint ?? keep),
  });
}

/** How long a stop may take between the end of the process and the removal of its files. */
const STOP_MS = 100;

/** Throws when the process has ended or the time is over, in the latter case with `lateHint`. */
async function check(watch: StartProgress, late: () => string, lateHint?: string): Promise<void> {
  const { child, until, signal, provider, plan, home, port } = watch;
  signal.throwIfAborted();
  const hasEnded = child.exitCode !== null || child.signalCode !== null;
  if (!hasEnded && performance.now() < until) return;
  if (hasEnded) await Bun.sleep(STOP_MS);
  if (!readTunnel(home, port))
    throw new Failure("tunnel", `the tunnel on port ${port} was stopped before it was ready`);
  const output = readLog(home, port);
  const how = child.signalCode === null ? `exit code ${child.exitCode}` : `signal ${child.signalCode}`;
  const what = hasEnded ? `ended (${how})` : late();
  const hint = hasEnded ? undefined : lateHint;
  const program = provider === "command" ? "the program in tunnel_command" : provider;
  throw new Failure("tunnel", `${program} ${what}${lastWords(output)}`, hint ?? plan.hint(output));
}

/** Size of the log's end that an error message shows. */
const LAST_LINES = 5;
const LINE_LENGTH = 300;

function lastWords(output: string): string {
  const lines = output.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length === 0) return "; it printed nothing";
  return `; its last lines: ${lines
    .slice(-LAST_LINES)
    .map((line) => line.trim().slice(0, LINE_LENGTH))
    .join(" | ")}`;
}
