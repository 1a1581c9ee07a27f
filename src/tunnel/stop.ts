/** Ends tunnels: exactly the recorded process. */
import { Failure } from "../errors.ts";
import { isAlive, type ProcessId } from "../lib/process.ts";
import { knownTunnels, removeTunnel, sweep, type Tunnel } from "./tunnel-files.ts";

/** How long a process may take to end after SIGTERM. */
const TERMINATION_MS = 3_000;

/** Stops the tunnel of the port. Throws `not_found` when there is none. */
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
  // A failed tunnel has no process. Its PID may belong to another one.
  if (tunnel.failed === undefined) await endProcess(tunnel);
  removeTunnel(home, tunnel.port, tunnel);
  sweep(home, tunnel.port);
}

async function endProcess(id: ProcessId): Promise<void> {
  if (process.platform !== "win32") {
    signalGroup(id, "SIGTERM");
    const until = performance.now() + TERMINATION_MS;
    while (isAlive(id) && performance.now() < until) await Bun.sleep(20);
  }
  killStarted(id);
}

/** Kills a process that is known to be alive, and its children, which outlive a shell that ended before them. */
export function killStarted(id: ProcessId): void {
  if (process.platform !== "win32") signalGroup(id, "SIGKILL");
  // Windows has no process groups. taskkill follows the tree of child processes.
  else Bun.spawnSync(["taskkill", "/PID", String(id.pid), "/T", "/F"], { stdout: "ignore", stderr: "ignore" });
}

/** Every tunnel's process leads a group. A single PID is not signalled, because the system may have reused it. */
function signalGroup({ pid }: ProcessId, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The whole group has ended.
  }
}
