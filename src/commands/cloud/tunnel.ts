import { flag, option, positional, positionalOr } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { completing, type ValueType } from "../../value-type.ts";
import { bool, integer, oneOf, text } from "../../values.ts";

/** A port of this machine. What is none was perhaps meant for a verb. */
function port(): ValueType<number> {
  const number = integer("port", { min: 1, max: 65_535 });
  const told = <T>(read: (value: T) => number) => {
    return (value: T): number => {
      try {
        return read(value);
      } catch {
        throw new Failure(
          "usage",
          `expected a port from 1 to 65535, got '${value}'`,
          "Run `svc tunnel 3000`, `svc tunnel list` or `svc tunnel stop 3000`.",
        );
      }
    };
  };
  return { ...number, fromText: told(number.fromText), fromJson: told(number.fromJson) };
}

/** A host as it stands in a header: a name, perhaps with a port. */
function host(): ValueType<string> {
  const name = text("name");
  const read = (value: unknown): string => {
    const given = name.fromJson(value);
    if (/^[\w.-]+(:\d{1,5})?$|^\[[\da-fA-F:]+\](:\d{1,5})?$/.test(given)) return given;
    throw new Failure("usage", `expected a host such as localhost:3000, got '${given}'`);
  };
  return { ...name, fromText: read, fromJson: read };
}

export const tunnel = command({
  name: "tunnel",
  group: "cloud",
  summary: "Give a local port a public URL, for cloud browsers, until you stop the tunnel",
  effect: "write",
  needs: "nothing",
  // Coming up takes a minute at most; the rest is for fetching cloudflared, forty megabytes, the first time.
  timeoutMs: 300_000,
  args: {
    port: positional(port(), "Port of a local server"),
    provider: option(oneOf("cloudflared", "ssh", "command"), "Tunnel provider; default the setting tunnel_provider"),
    hostHeader: option(host(), "Host header to send to the local server; cloudflared only"),
    noWait: flag(bool(), "Do not wait until the URL responds"),
  },
  examples: ["tunnel 3000", "tunnel 5173 --host-header localhost:5173", "tunnel 3000 --provider ssh --no-wait"],
  async run({ home, args, signal, timeoutMs, progress }) {
    const [{ startTunnel }, { findCloudflared, fetchCloudflared }] = await Promise.all([
      import("../../tunnel/start.ts"),
      import("../../setup/cloudflared.ts"),
    ]);
    const { noWait, ...wanted } = args;
    const cloudflared = async () => findCloudflared(home) ?? (await fetchCloudflared({ home, signal, progress }));
    const started = await startTunnel({ home, ...wanted, wait: !noWait, timeoutMs, signal, progress, cloudflared });
    const { url, provider, existing, attempt } = started;
    return { url, port: args.port, provider, ...(existing ? { existing } : {}), ...(attempt ? { attempt } : {}) };
  },
  text: ({ url, existing, attempt }) => `url: ${url}${existing ? " (existing)" : ""}${reconnecting(attempt)}`,
});

export const tunnelList = command({
  name: "tunnel list",
  group: "cloud",
  summary: "List the running and failed tunnels",
  effect: "read",
  needs: "nothing",
  args: {},
  examples: ["tunnel list"],
  async run({ home }) {
    const [{ knownTunnels }, { tunnelFiles }] = await Promise.all([
      import("../../tunnel/tunnel-files.ts"),
      import("../../lib/paths.ts"),
    ]);
    const tunnels = knownTunnels(home).flatMap(
      ({ port, url, provider, pid, startedAt, attempt, failed }): RunningTunnel[] => {
        if (url === undefined) return [];
        const tunnel = { port, url, provider, startedAt };
        if (failed !== undefined) return [{ ...tunnel, state: "failed", failed, log: tunnelFiles(home, port).log }];
        // A tunnel whose program has ended is started again, a number of times.
        return [{ ...tunnel, pid, ...(attempt === undefined ? { state: "up" } : { state: "reconnecting", attempt }) }];
      },
    );
    return { tunnels, count: tunnels.length };
  },
  text: ({ tunnels }) => (tunnels.length === 0 ? "No active tunnels" : tunnels.map(line).join("\n")),
});

function reconnecting(attempt: number | undefined): string {
  return attempt === undefined ? "" : ` (reconnecting, attempt ${attempt})`;
}

interface RunningTunnel {
  port: number;
  url: string;
  provider: string;
  startedAt: string;
  state: "up" | "reconnecting" | "failed";
  pid?: number;
  attempt?: number;
  /** How its program ended at last. */
  failed?: string;
  log?: string;
}

function line({ port, url, attempt, failed, log }: RunningTunnel): string {
  if (failed === undefined) return `  port ${port}: ${url}${reconnecting(attempt)}`;
  return (
    `  port ${port}: failed. Its program kept exiting (last: ${failed}) and is not restarted any more.\n` +
    `    Output: ${log}\n    To restart: svc tunnel ${port}   To remove: svc tunnel stop ${port}`
  );
}

interface StoppedTunnels {
  /** The port, or the ports of all. */
  stopped: number | number[];
  url?: string;
  count?: number;
}

export const tunnelStop = command({
  name: "tunnel stop",
  group: "cloud",
  summary: "Stop the tunnel of a port, or all tunnels; their URLs stop working",
  effect: "destroy",
  needs: "nothing",
  args: {
    port: positionalOr(completing(port(), "tunnels"), undefined, "Port of the tunnel"),
    all: flag(bool(), "Stop all tunnels"),
  },
  examples: ["tunnel stop 3000", "tunnel stop --all"],
  async run({ home, args }): Promise<StoppedTunnels> {
    if ((args.port === undefined) === !args.all) {
      const message = args.all ? "a port and --all cannot be used together" : "no port given";
      throw new Failure("usage", message, "Run `svc tunnel stop 3000` or `svc tunnel stop --all`.");
    }
    const { stopTunnel, stopAll } = await import("../../tunnel/stop.ts");
    if (args.port === undefined) {
      const stopped = (await stopAll(home)).map(({ port }) => port);
      return { stopped, count: stopped.length };
    }
    const { url } = await stopTunnel(home, args.port);
    return { stopped: args.port, ...(url === undefined ? {} : { url }) };
  },
  text: ({ stopped }) => {
    if (!Array.isArray(stopped)) return `Stopped tunnel on port ${stopped}`;
    return stopped.length === 0 ? "No tunnels to stop" : `Stopped ${stopped.length} tunnel(s): ${stopped.join(", ")}`;
  },
});
