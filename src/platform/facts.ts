/** What a server tells of itself: to the dashboard keys and its set-up in words; to the metrics its numbers. */
import { VERSION } from "../version.ts";
import type { Fleet } from "./engine/lifecycle/fleet.ts";
import type { Network } from "./engine/lifecycle/network.ts";
import type { SampledMetric } from "./metrics.ts";
import { isOnlyHere, type ServerOptions } from "./serve-options.ts";
import { keyIn } from "./socket.ts";
import type { Keys } from "./store/records/keys.ts";
import type { DashboardSetup } from "./web/dashboard.ts";
import type { Dispatcher } from "./webhooks/dispatcher.ts";

export interface Parts {
  keys: Keys;
  fleet: Fleet;
  /** Where objects are kept, in words. */
  objects: string;
}

export function dashboardSetup(options: ServerOptions, { keys, fleet, objects }: Parts): DashboardSetup {
  return {
    authenticate: ({ headers }, address) => keys.check(keyIn(headers), address),
    keys: {
      list: async (projectId) =>
        (await keys.list())
          .filter((one) => one.projectId === projectId)
          .map(({ projectId: _, ...shown }) => shown)
          .reverse(),
      async create(projectId, name, address) {
        const { key, record } = await keys.create(projectId, name, address);
        return { key, id: record.id };
      },
      async revoke(projectId, id, address) {
        const held = (await keys.list()).find((one) => one.id === id);
        return held?.projectId === projectId && (await keys.revoke(id, address));
      },
    },
    server: (base) => ({
      version: VERSION,
      address: base,
      database: options.databaseUrl?.startsWith("postgres") ? "PostgreSQL" : "SQLite",
      objects,
      concurrency: options.concurrency,
      running: fleet.stats().running,
      waiting: fleet.stats().waiting,
      warm: options.warm,
      privateNetwork: options.allowPrivateNetwork || isOnlyHere(options) ? "open to browsers" : "closed to browsers",
    }),
  };
}

/** What is counted and not timed: looked up when the metrics are asked for. */
export function sampledMetrics(
  fleet: Fleet,
  { denials }: Pick<Network, "denials">,
  { attempts }: Pick<Dispatcher, "attempts">,
): SampledMetric[] {
  return [
    {
      name: "browsers",
      help: "Browsers on this server by what they do",
      label: "state",
      values() {
        const { running, starting, ending, warm } = fleet.stats();
        return { running, starting, ending, warm };
      },
    },
    {
      name: "browsers_limit",
      help: "Browsers that this server runs at the same time",
      values: () => ({ all: fleet.stats().concurrency }),
    },
    { name: "queue_length", help: "Callers that wait for a browser", values: () => ({ all: fleet.stats().waiting }) },
    {
      name: "browsers_created_total",
      help: "Browsers that were given out",
      values: () => ({ all: fleet.stats().created }),
    },
    {
      name: "browsers_ended_total",
      help: "Browsers that ended, by reason",
      label: "reason",
      values: () => fleet.stats().ended,
    },
    {
      name: "connections_denied_total",
      help: "Connections of browsers that the network's rules refused, by rule",
      label: "rule",
      values: () => Object.fromEntries(denials),
    },
    {
      name: "webhook_attempts_total",
      help: "Attempts to reach webhooks, by outcome: delivered, failed (tried again), dead (given up)",
      label: "outcome",
      values: () => attempts,
    },
  ];
}
