/** What a server reports about itself: keys and setup to the dashboard, numbers to the metrics. */
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
  /** Storage of objects, as the dashboard shows it. */
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
        const record = (await keys.list()).find((one) => one.id === id);
        return record?.projectId === projectId && (await keys.revoke(id, address));
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

/** Metrics that are read at each scrape. */
export function sampledMetrics(
  fleet: Fleet,
  { denials }: Pick<Network, "denials">,
  { attempts }: Pick<Dispatcher, "attempts">,
): SampledMetric[] {
  return [
    {
      name: "browsers",
      help: "Browsers on this server, by state",
      label: "state",
      values() {
        const { running, starting, ending, warm } = fleet.stats();
        return { running, starting, ending, warm };
      },
    },
    {
      name: "browsers_limit",
      help: "Maximum number of browsers on this server",
      values: () => ({ all: fleet.stats().concurrency }),
    },
    { name: "queue_length", help: "Callers waiting for a browser", values: () => ({ all: fleet.stats().waiting }) },
    {
      name: "browsers_created_total",
      help: "Browsers created since the start of the server",
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
      help: "Connections of browsers refused by the network rules, by rule",
      label: "rule",
      values: () => Object.fromEntries(denials),
    },
    {
      name: "webhook_attempts_total",
      help: "Webhook delivery attempts by outcome: delivered, failed (to be retried), dead (no retries left)",
      label: "outcome",
      values: () => attempts,
    },
  ];
}
