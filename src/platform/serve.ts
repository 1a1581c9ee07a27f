/** The server: everything of the platform put together, opened in order and closed in the other one. */
import { join } from "node:path";
import { Failure } from "../errors.ts";
import { privateFolder } from "../lib/files.ts";
import { log } from "../lib/log.ts";
import { isLoopback } from "../lib/loopback.ts";
import type { Platform } from "./api/endpoint.ts";
import { router } from "./api/router.ts";
import type { Lookup } from "./egress/guard.ts";
import type { Offer } from "./egress/upstream.ts";
import type { Attendant } from "./engine/attendant.ts";
import { Downloads } from "./engine/downloads.ts";
import { fileEdge } from "./engine/file-edge.ts";
import { Files } from "./engine/files.ts";
import { Fleet } from "./engine/fleet.ts";
import { type Network, network } from "./engine/network.ts";
import { nodeName } from "./engine/node.ts";
import { ProfileKeeper } from "./engine/profiles.ts";
import { dashboardSetup } from "./facts.ts";
import { connect } from "./gateway/connect.ts";
import { gateway } from "./gateway/gateway.ts";

import { watch } from "./gateway/watch.ts";
import { hostsOf } from "./hosts.ts";
import { enterInstance } from "./instance.ts";
import { listen } from "./listen.ts";
import { liveEdge } from "./live/edge.ts";
import { Hubs } from "./live/hub.ts";
import { Recordings } from "./live/recordings.ts";
import { type Looked, metricsOf } from "./metrics.ts";
import { operations } from "./operations.ts";
import { Refusal } from "./refusal.ts";
import type { Edge } from "./socket.ts";

import { BrowserRecords } from "./store/browsers.ts";
import { type Database, openDatabase } from "./store/database.ts";
import { FileRecords } from "./store/files.ts";
import { Jobs } from "./store/jobs.ts";
import { Keys } from "./store/keys.ts";
import { ProfileRecords } from "./store/profiles.ts";
import { runJobs } from "./store/runner.ts";
import { openObjects, type S3Access } from "./store/s3.ts";
import { holdTo, openSecret } from "./store/secret.ts";
import { STORE_OBJECT, type Staged, storeLater, storeObject } from "./store/staged.ts";
import { dashboard } from "./web/dashboard.ts";

/** How a server is to be. What stands in the settings and on the line of `svc serve`, read and checked. */
export interface ServerOptions {
  home: string;
  host: string;
  /** 0: any that is free. */
  port: number;
  /** Texts of PEM files. */
  tls?: { cert: string; key: string } | undefined;
  /** Scheme and host by which callers reach it, where that is not what they say; without a slash at the end. */
  publicUrl?: string | undefined;
  /** More names by which it may be called. */
  hosts?: readonly string[];
  databaseUrl?: string | undefined;
  secret?: string | undefined;
  /** Folder of the objects, or `s3://bucket/prefix`. */
  objects?: string | undefined;
  s3?: S3Access | undefined;
  /** Browsers at the same time. */
  concurrency: number;
  /** Callers that may wait for one. */
  queue: number;
  queueTimeoutMs: number;
  /** Without a client for this long a browser is stopped; 0 is never. */
  idleTimeoutMs: number;
  /** Browsers started in advance. */
  warm: number;
  /** Requests a minute and key; 0 is any number. */
  rateLimit: number;
  /** Loopback and private ranges are open to browsers, also where the server listens for others. */
  allowPrivateNetwork: boolean;
  /** Proxies that browsers go out through; absent is none. */
  proxies?: Offer | undefined;
  /** How names of sites are resolved; absent is by the system. */
  lookup?: Lookup | undefined;
}

/** Nobody reaches it but from this machine: a loopback address with another server before it is no such thing. */
function isOnlyHere({ host, publicUrl }: ServerOptions): boolean {
  const isHere = (name: string) => isLoopback(name.includes(":") && !name.startsWith("[") ? `[${name}]` : name);
  return isHere(host) && (publicUrl === undefined || isHere(new URL(publicUrl).hostname));
}

export interface Served {
  /** Where it listens. */
  readonly url: string;
  readonly platform: Platform;
  readonly keys: Keys;
  /** The first key, when this start made it: it can be told only now. */
  readonly firstKey: string | undefined;
  /** Lets no more work in, ends all browsers in good order, closes the store. */
  close(): Promise<void>;
}

/** The database of these options: by default a file in the server's folder. */
export function databaseAddress({ home, databaseUrl }: ServerOptions): string {
  privateFolder(home);
  return databaseUrl ?? `sqlite://${join(privateFolder(join(home, "server")), "svc.db")}`;
}

export async function serve(options: ServerOptions): Promise<Served> {
  const instance = enterInstance(options.home);
  /** What is open, the last one first. */
  const closers: (() => unknown)[] = [() => instance.leave()];
  const close = async () => {
    for (let next = closers.pop(); next; next = closers.pop()) await next();
  };
  try {
    return await assembled(options, closers, close, (url) => instance.listens(url));
  } catch (error) {
    await close();
    throw error;
  }
}

async function assembled(
  options: ServerOptions,
  closers: (() => unknown)[],
  close: () => Promise<void>,
  listens: (url: string) => void,
): Promise<Served> {
  const { home } = options;
  const database = await openDatabase(databaseAddress(options));
  closers.push(() => database.close());
  const secret = openSecret(home, options.secret);
  await holdTo(database, secret);
  const keys = new Keys(database);
  const firstKey = await firstKeyOf(keys, options);
  const browsers = new BrowserRecords(database);
  const profiles = new ProfileRecords(database);
  const objects = openObjects(options);

  const ownPorts: number[] = [];
  const egress = network({
    isPrivateOpen: options.allowPrivateNetwork || isOnlyHere(options),
    ownPorts: () => ownPorts,
    lookup: options.lookup,
    records: browsers,
    offer: options.proxies ?? { countries: new Map() },
  });
  const hubs = new Hubs();
  const recordings = new Recordings({
    home,
    hubs,
    records: browsers,
    store: (key, path) => objects.put(key, { path }),
  });
  closers.push(() => recordings.close());
  const keeper = new ProfileKeeper({ objects, profiles }, secret);
  closers.push(() => keeper.close());
  const node = nodeName(home);
  const jobs = new Jobs(database);
  // Their files are still there, and a restart may be how the storage was mended.
  await jobs.revive(STORE_OBJECT);
  const runner = runJobs({ jobs, node, kinds: { [STORE_OBJECT]: storeObject(objects) } });
  closers.push(() => runner.close());
  const fileRecords = new FileRecords(database);
  const later = (staged: Staged) => storeLater(jobs, staged, { node });
  const downloads = new Downloads({ home, records: fileRecords, objects, later });
  const files = new Files({ records: fileRecords, objects, downloads, secret });
  const attendants: Attendant[] = [keeper, egress, watch(), downloads, recordings];
  const { concurrency, queue, queueTimeoutMs, warm, idleTimeoutMs } = options;
  const limits = { concurrency, queue, queueTimeoutMs, warm, idleTimeoutMs };
  const observe = (kind: "warm" | "cold", ms: number) => metrics.created(kind, ms / 1_000);
  const fleet = new Fleet({ home, node, records: browsers, attendants, observe, ...limits });
  const metrics = metricsOf(lookedUp(fleet, egress));
  await fleet.start();
  await keeper.start();
  recordings.start();
  closers.push(() => fleet.drain());

  const platform: Platform = { fleet, browsers, profiles, objects, files, now: Date.now };
  let isDraining = false;
  const api = router({ platform, keys, secret, rateLimit: options.rateLimit });
  const edges: Edge[] = [
    ({ url, request, base, address }) => (/^\/api(\/|$)/.test(url.pathname) ? api(request, base, address) : undefined),
    gateway({ fleet, secret }),
    fileEdge({ fleet, objects, secret }),
    connect({ fleet, keys, create: api }),
    liveEdge({ fleet, secret, records: browsers, hubs }),
    dashboard(dashboardSetup(options, { keys, fleet, browsers, objects: options.objects ?? "on disk" })),
    operations({
      ready: () => ready(database, isDraining),
      metrics,
      knows: async (key, address) => (await keys.check(key, address)) !== undefined,
    }),
  ];
  const { host, port, tls, publicUrl } = options;
  const hosts = hostsOf({ host, isSecure: tls !== undefined, publicUrl, names: options.hosts ?? [] });
  const server = listen({ host, port, tls, hosts, edges, metrics });
  listens(server.url);
  closers.push(() => server.close());
  // Browsers end while the server still answers: callers see them stop, and are not cut off.
  closers.push(() => {
    isDraining = true;
    return fleet.drain();
  });
  ownPorts.push(server.port);
  log.info("listening", { url: server.url, ...(publicUrl ? { publicUrl } : {}) });
  return { url: server.url, platform, keys, firstKey, close };
}

/** Makes the first key of a new server. Errors: `usage` when there is none and others than this machine could call. */
async function firstKeyOf(keys: Keys, { host }: ServerOptions): Promise<string | undefined> {
  const project = await keys.project();
  const first = await keys.first(project);
  if (first) return first.key;
  if ((await keys.count()) > 0 || isLoopback(host)) return undefined;
  throw new Failure(
    "usage",
    `there is no API key in force, so the server listens on loopback alone, not on ${host}`,
    "Make one: `svc serve keys create`.",
  );
}

async function ready(database: Database, isDraining: boolean): Promise<void> {
  if (isDraining) throw new Refusal(503, "the server is going down");
  const answer = database.sql`select 1`;
  await Promise.race([answer, Bun.sleep(2_000).then(() => Promise.reject(new Error("silence")))]);
}

function lookedUp(fleet: Fleet, { denials }: Pick<Network, "denials">): Looked[] {
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
  ];
}
