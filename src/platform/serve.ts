/** Starts the server: connects its parts to the route handlers, and closes them in reverse order. */
import { Failure } from "../errors.ts";
import { withTimeout } from "../lib/deadline.ts";
import { log } from "../lib/log.ts";
import { isLoopback } from "../lib/loopback.ts";
import { offeredModels } from "../models/offered.ts";
import type { AgentParts } from "./agents/runs/parts.ts";
import { shareRoutes } from "./agents/sessions/share.ts";
import type { Platform } from "./api/http/endpoint.ts";
import { router } from "./api/router.ts";
import { fileRoutes } from "./engine/files/file-routes.ts";
import { diskFull } from "./engine/lifecycle/disk.ts";
import type { Fleet } from "./engine/lifecycle/fleet.ts";
import type { Grants } from "./engine/lifecycle/grants.ts";
import { dashboardSetup, sampledMetrics } from "./facts.ts";
import { connect } from "./gateway/connect.ts";
import { gateway } from "./gateway/gateway.ts";
import { enterInstance, type Instance } from "./instance.ts";
import { listen } from "./listen.ts";
import { liveRoutes } from "./live/stream/routes.ts";
import { mcp } from "./mcp/handler.ts";
import { watchFor } from "./mcp/watch.ts";
import { type Metrics, metricsOf } from "./metrics.ts";
import { operations } from "./operations.ts";
import {
  type Closers,
  type Engine,
  openAgents,
  openDispatcher,
  openEngine,
  openSkills,
  openStore,
  type Store,
} from "./parts.ts";
import { Refusal } from "./refusal.ts";
import { nodeUrlOf, reachable, relay } from "./relay/relay.ts";
import type { ServerOptions } from "./serve-options.ts";
import type { RouteHandler } from "./socket.ts";
import type { Database } from "./store/database/connection.ts";
import type { BrowserRecord } from "./store/records/browser-rows.ts";
import type { Keys } from "./store/records/keys.ts";
import { dashboard } from "./web/dashboard.ts";

export interface Served {
  /** Scheme, address and port. */
  readonly url: string;
  readonly platform: Platform;
  readonly keys: Keys;
  readonly grants: Grants;
  /** The first API key, if this start created it; it cannot be read again later. */
  readonly firstKey: string | undefined;
  /** Refuses new work, stops all browsers, closes the store. */
  close(): Promise<void>;
}

/** Errors: those of the options and the store; `conflict` if a server already runs from that home. */
export async function serve(options: ServerOptions, parts: AgentParts): Promise<Served> {
  const instance = enterInstance(options.home);
  const closers: Closers = [() => instance.leave()];
  const close = async () => {
    for (let next = closers.pop(); next; next = closers.pop()) {
      try {
        await next();
      } catch (error) {
        log.error("closing a part of the server failed:", error);
      }
    }
  };
  try {
    return { ...(await opened(options, parts, instance, closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function opened(
  options: ServerOptions,
  parts: AgentParts,
  instance: Instance,
  closers: Closers,
): Promise<Omit<Served, "close">> {
  const store = await openStore(options, closers);
  await checkKeys(store.keys, options);
  const ports: number[] = [];
  const observe = (kind: "warm" | "cold", ms: number) => metrics.created(kind, ms / 1_000);
  let nodeUrl: string | undefined;
  const callbacks = { ownPorts: () => ports, nodeUrl: () => nodeUrl, observe };
  const engine = await openEngine(options, store, callbacks, closers);
  const dispatcher = openDispatcher(options, store, engine);
  const metrics: Metrics = metricsOf(sampledMetrics(engine.fleet, engine.egress, dispatcher));
  const platform = platformOf(options, store, engine, parts);
  const { agents, skills } = platform;
  const draining = { is: false };
  const { host, port, tls, publicUrl } = options;
  const handlers = handlersOf(options, { store, engine, platform, metrics, draining });
  const server = listen({
    host,
    port,
    tls,
    publicUrl,
    names: options.hosts ?? [],
    keyHeaders: options.keyHeaders ?? [],
    handlers,
    metrics,
  });
  ports.push(server.port);
  nodeUrl = nodeUrlOf(server.url, options.nodeUrl, tls !== undefined);
  instance.listens(server.url);
  closers.push(() => server.close());
  // Closed after the tasks, to deliver their last events.
  closers.push(() => dispatcher.close());
  // Browsers stop while the server still answers, so that callers see them stop.
  closers.push(() => drain(platform, draining));
  agents.start();
  skills.start();
  dispatcher.start();
  // Last: nobody would see the key of a start that fails.
  const firstKey = (await store.keys.first(await store.keys.project()))?.key;
  return { url: server.url, platform, keys: store.keys, grants: store.grants, firstKey };
}

/** Stops skills, tasks and browsers, in this order. */
async function drain({ fleet, agents, skills }: Platform, draining: { is: boolean }): Promise<void> {
  draining.is = true;
  const { running, waiting } = fleet.stats();
  log.info("the server is stopping", { browsers: running, waiting, tasks: agents.runs.size });
  await skills.close();
  await agents.close();
  await fleet.drain();
  await agents.poll();
}

/** Services that the endpoints of the API use. */
function platformOf(options: ServerOptions, store: Store, engine: Engine, parts: AgentParts): Platform {
  const { fleet, files } = engine;
  const agents = openAgents(options, store, fleet, parts);
  return {
    ...store,
    fleet,
    files,
    agents,
    skills: openSkills(options, store, agents, fleet.node),
    models: () => offeredModels(options.home, process.env),
    leadsTo: ({ node, nodeUrl }: BrowserRecord) =>
      node === fleet.node || (nodeUrl !== null && reachable(nodeUrl) !== undefined),
    rateLimit: options.rateLimit,
    guard: engine.egress.guard,
    now: Date.now,
  };
}

interface HandlerParts {
  store: Store;
  engine: Engine;
  platform: Platform;
  metrics: Metrics;
  draining: { is: boolean };
}

/** Route handlers in order; the first one that answers wins. */
function handlersOf(
  options: ServerOptions,
  { store, engine, platform, metrics, draining }: HandlerParts,
): RouteHandler[] {
  const { grants, keys, browsers, objects, workspaces, database } = store;
  const { fleet, hubs } = engine;
  const api = router({ platform, keys, grants, rateLimit: options.rateLimit });
  return [
    mcp({
      api,
      check: (key, address) => keys.check(key, address),
      watch: (caller) => watchFor(platform.agents.records, grants, caller),
    }),
    ({ url, request, base, address }) => (/^\/api(\/|$)/.test(url.pathname) ? api(request, base, address) : undefined),
    relay({ fleet, grants, records: browsers }),
    gateway({ fleet, grants }),
    fileRoutes({ fleet, objects, workspaces, grants }),
    connect({ fleet, keys, grants, create: api }),
    shareRoutes(platform.agents.records),
    liveRoutes({ fleet, grants, records: browsers, hubs }),
    dashboard(dashboardSetup(options, { keys, fleet, objects: options.objects ?? "on disk" })),
    operations({
      ready: () => ready(database, fleet, draining.is),
      metrics,
      isValidKey: async (key, address) => (await keys.check(key, address)) !== undefined,
    }),
  ];
}

/** Errors: `usage` if every key is revoked and the server is reachable from other machines. */
async function checkKeys(keys: Keys, { host }: ServerOptions): Promise<void> {
  if (isLoopback(host) || (await keys.count()) > 0 || (await keys.list()).length === 0) return;
  throw new Failure(
    "usage",
    `all API keys are revoked: the server listens on loopback only, not on ${host}`,
    "Create a key: `svc serve keys create`.",
  );
}

async function ready(database: Database, fleet: Fleet, isDraining: boolean): Promise<void> {
  if (isDraining) throw new Refusal(503, "The server is stopping");
  if (!fleet.hasDiskSpace()) throw diskFull();
  const answer = database.sql`select 1`;
  await withTimeout(Promise.resolve(answer), 2_000, () => new Error("the database does not answer"));
}
