/** Ends tunnels: the very process that was recorded, and no other. */
import { Failure } from "../errors.ts";
import { isAlive, type ProcessId } from "../lib/process.ts";
import { knownTunnels, removeTunnel, sweep, type Tunnel } from "./tunnel-files.ts";

/** How long a process may take to say goodbye to its server. */
const GOODBYE_MS = 3_000;

/** Stops the tunnel of the port. Throws `not_found` where none runs. */
export async function stopTunnel(home: string, port: number): Promise<Tunnel> {
  const known = knownTunnels(home);
  const tunnel = known.find((one) => one.port === port);
  if (!tunnel) {
    const others = known.map((one) => one.port).join(", ");
    throw new Failure(
      "not_found",
      `no tunnel runs on port ${port}${others === "" ? "" : `; tunnels run on ${others}`}`,
      others === "" ? `Run \`svc tunnel ${port}\` to start it.` : "Run `svc tunnel list` to see them.",
    );
  }
  await end(home, tunnel);
  return tunnel;
}

/** Stops all tunnels and returns them. */
export async function stopAll(home: string): Promise<Tunnel[]> {
  const known = knownTunnels(home);
  await Promise.all(known.map((tunnel) => end(home, tunnel)));
  return known;
}

async function end(home: string, tunnel: Tunnel): Promise<void> {
  // The PID of one that was given up may be another's by now.
  if (tunnel.failed === undefined) await endProcess(tunnel);
  removeTunnel(home, tunnel.port, tunnel);
  sweep(home, tunnel.port);
}

async function endProcess(id: ProcessId): Promise<void> {
  if (process.platform !== "win32") {
    signalGroup(id, "SIGTERM");
    const until = performance.now() + GOODBYE_MS;
    while (isAlive(id) && performance.now() < until) await Bun.sleep(20);
  }
  killStarted(id);
}

/** Ends a process that was seen alive just now, and what it started: children outlive a shell that ended before them. */
export function killStarted(id: ProcessId): void {
  if (process.platform !== "win32") signalGroup(id, "SIGKILL");
  // Windows has no groups: the tree is found by who started whom.
  else Bun.spawnSync(["taskkill", "/PID", String(id.pid), "/T", "/F"], { stdout: "ignore", stderr: "ignore" });
}

/** Every tunnel's process leads a group. The PID alone is not signalled: it may be another's as soon as the process is gone. */
function signalGroup({ pid }: ProcessId, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // All of it has ended.
  }
}
