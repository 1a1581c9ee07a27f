/** What the dashboard is told: keys, usage, and how this server is set up, in words. */
import { VERSION } from "../version.ts";
import type { Fleet } from "./engine/fleet.ts";
import { keyOf } from "./operations.ts";
import type { ServerOptions } from "./serve.ts";
import type { BrowserRecords } from "./store/browsers.ts";
import type { Keys } from "./store/keys.ts";
import type { DashboardSetup } from "./web/dashboard.ts";

export interface Parts {
  keys: Keys;
  fleet: Fleet;
  browsers: BrowserRecords;
  /** Where objects are kept, in words. */
  objects: string;
}

/** Days that the dashboard looks back. */
const DAYS = 30;
const DAY_MS = 86_400_000;

export function dashboardSetup(options: ServerOptions, { keys, fleet, browsers, objects }: Parts): DashboardSetup {
  return {
    authenticate: ({ headers }, address) => keys.check(keyOf(headers), address),
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
    async usage(projectId) {
      const first = Math.floor(Date.now() / DAY_MS) - DAYS + 1;
      const used = await browsers.usage(projectId, first * DAY_MS, Date.now());
      return Array.from({ length: DAYS }, (_, n) => {
        const day = new Date((first + n) * DAY_MS).toISOString().slice(0, 10);
        return used.find((one) => one.day === day) ?? { day, browsers: 0, browserSeconds: 0, proxyBytes: 0 };
      });
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
      privateNetwork: options.allowPrivateNetwork ? "open to browsers" : "by where the server listens",
    }),
  };
}
