/** Opens the parts of a server below its route handlers: store, browsers with their lifecycle hooks, agents, skills, webhooks. */
import { join } from "node:path";
import type { AgentParts } from "./agents/runs/parts.ts";
import { Feed } from "./agents/sessions/feed.ts";
import { AgentSessions } from "./agents/sessions/sessions.ts";
import { Meter } from "./billing/meter.ts";
import { Files } from "./engine/files/browser-files.ts";
import { Downloads } from "./engine/files/downloads.ts";
import { Fleet } from "./engine/lifecycle/fleet.ts";
import { Grants } from "./engine/lifecycle/grants.ts";
import type { LifecycleHook } from "./engine/lifecycle/lifecycle-hook.ts";
import { type Network, network } from "./engine/lifecycle/network.ts";
import { nodeName } from "./engine/lifecycle/node.ts";
import { leaveRunFolder } from "./engine/lifecycle/start.ts";
import { ProfileKeeper } from "./engine/profiles/profiles.ts";
import { watch } from "./gateway/watch.ts";
import { Recordings } from "./live/recording/recordings.ts";
import { Hubs } from "./live/stream/hub.ts";
import { databaseAddress, isOnlyHere, type ServerOptions } from "./serve-options.ts";
import { Skills } from "./skills/skills.ts";
import type { Database } from "./store/database/connection.ts";
import { openDatabase } from "./store/database/database.ts";
import { Totals } from "./store/database/totals.ts";
import { Deliveries } from "./store/jobs/deliveries.ts";
import { IdempotencyKeys } from "./store/jobs/idempotency.ts";
import { Jobs } from "./store/jobs/jobs.ts";
import { runJobs } from "./store/jobs/runner.ts";
import { SkillGenerations } from "./store/jobs/skill-generations.ts";
import { Garbage } from "./store/objects/garbage.ts";
import type { Objects } from "./store/objects/objects.ts";
import { openObjects } from "./store/objects/s3.ts";
import { checkFingerprint, openSecret, type Secret } from "./store/objects/secret.ts";
import { STORE_OBJECT, type Staged, storeLater, storeObject } from "./store/objects/staged.ts";
import { BrowserRecords } from "./store/records/browsers.ts";
import { FileRecords } from "./store/records/file-records.ts";
import { Keys } from "./store/records/keys.ts";
import { Ledger } from "./store/records/ledger.ts";
import { MessageRecords } from "./store/records/messages.ts";
import { ProfileRecords } from "./store/records/profiles.ts";
import { Revocations } from "./store/records/revocations.ts";
import { SessionRecords } from "./store/records/sessions.ts";
import { SkillRecords } from "./store/records/skills.ts";
import { TaskRecords } from "./store/records/tasks.ts";
import { UsageRecords } from "./store/records/usage.ts";
import { WebhookRecords } from "./store/records/webhooks.ts";
import { WorkspaceRecords } from "./store/records/workspaces.ts";
import { Dispatcher } from "./webhooks/dispatcher.ts";
import { Outbox } from "./webhooks/outbox.ts";
import { Webhooks } from "./webhooks/webhooks.ts";
import { Workspaces } from "./workspaces/workspaces.ts";

/** Called in reverse order when the server closes. Each part adds itself as soon as it is open. */
export type Closers = (() => unknown)[];

export interface Store {
  database: Database;
  secret: Secret;
  keys: Keys;
  grants: Grants;
  ledger: Ledger;
  usage: UsageRecords;
  browsers: BrowserRecords;
  profiles: ProfileRecords;
  files: FileRecords;
  jobs: Jobs;
  objects: Objects;
  webhooks: Webhooks;
  workspaces: Workspaces;
}

export async function openStore(options: ServerOptions, closers: Closers): Promise<Store> {
  const database = await openDatabase(databaseAddress(options));
  closers.push(() => database.close());
  const secret = openSecret(options.home, options.secret);
  await checkFingerprint(database, secret);
  await new Totals(database).start();
  const keys = new Keys(database);
  const revocations = new Revocations(keys);
  closers.push(() => revocations.close());
  await revocations.start();
  const objects = openObjects(options);
  const workspaces = await openWorkspaces(options, database, objects);
  closers.push(() => workspaces.close());
  return {
    database,
    secret,
    keys,
    grants: new Grants(secret, revocations),
    ledger: new Ledger(database),
    usage: new UsageRecords(database),
    browsers: new BrowserRecords(database, options.prices),
    profiles: new ProfileRecords(database),
    files: new FileRecords(database),
    jobs: new Jobs(database),
    webhooks: new Webhooks({ records: new WebhookRecords(database), deliveries: new Deliveries(database), secret }),
    objects,
    workspaces,
  };
}

async function openWorkspaces(
  { home, workspaceQuotaBytes }: ServerOptions,
  database: Database,
  objects: Objects,
): Promise<Workspaces> {
  const garbage = new Garbage({ database, objects, node: nodeName(home) });
  const records = new WorkspaceRecords(database, garbage);
  const workspaces = new Workspaces({ home, records, objects, garbage, quotaBytes: workspaceQuotaBytes ?? null });
  await workspaces.start();
  return workspaces;
}

export interface Engine {
  fleet: Fleet;
  files: Files;
  hubs: Hubs;
  egress: Network;
}

export interface EngineSetup {
  /** Ports of this server, which its browsers must not reach. */
  ownPorts: () => number[];
  /** URL by which other servers of the database reach this one. */
  nodeUrl: () => string | undefined;
  observe(kind: "warm" | "cold", ms: number): void;
}

/** Starts the fleet with its lifecycle hooks in order, and cleans up after an earlier run. */
export async function openEngine(
  options: ServerOptions,
  store: Store,
  { ownPorts, nodeUrl, observe }: EngineSetup,
  closers: Closers,
): Promise<Engine> {
  const { home } = options;
  const { secret, grants, browsers, profiles, jobs, objects } = store;
  const node = nodeName(home);
  const egress = network({
    isPrivateOpen: options.allowPrivateNetwork || isOnlyHere(options),
    ownPorts,
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
    discard: (key) => objects.remove(key),
  });
  closers.push(() => recordings.close());
  const keeper = new ProfileKeeper({ shelf: { objects, profiles }, secret, node, folder: join(home, "server") });
  closers.push(() => keeper.close());
  await openStoring(store, node, closers);
  const later = (staged: Staged) => storeLater(jobs, staged, { node });
  const downloads = new Downloads({ home, records: store.files, objects, later });
  const payment: LifecycleHook = {
    check: ({ projectId, keyId = null }) => store.ledger.admit({ projectId, keyId }),
  };
  const hooks: LifecycleHook[] = [payment, keeper, egress, hubs, watch(), downloads, recordings];
  const { concurrency, queue, queueTimeoutMs, warm, idleTimeoutMs } = options;
  const limits = { concurrency, queue, queueTimeoutMs, warm, idleTimeoutMs, minFreeBytes: options.minFreeBytes };
  const folders = options.objects === undefined || options.objects.startsWith("s3:") ? [] : [options.objects];
  const fleet = new Fleet({ home, node, nodeUrl, records: browsers, hooks, observe, folders, ...limits });
  closers.push(() => leaveRunFolder(home));
  closers.push(() => fleet.drain());
  await fleet.start();
  openMeter(store, fleet, closers);
  await keeper.start();
  recordings.start();
  return { fleet, files: new Files({ records: store.files, objects, downloads, grants }), hubs, egress };
}

/** Starts the jobs that store files of this disk as objects. Retries failed ones: the restart may have fixed the storage. */
async function openStoring({ jobs, objects, browsers }: Store, node: string, closers: Closers): Promise<void> {
  await jobs.revive(STORE_OBJECT);
  await jobs.resume(node);
  const isWanted = async (key: string) => {
    const [, browserId] = /^downloads\/([^/]+)\//.exec(key) ?? [];
    return browserId === undefined || (await browsers.has(browserId));
  };
  const runner = runJobs({ jobs, node, kinds: { [STORE_OBJECT]: storeObject(objects, isWanted) } });
  closers.push(() => runner.close());
}

/** Starts charging for browser time. */
function openMeter({ browsers, ledger }: Store, fleet: Fleet, closers: Closers): void {
  const meter = new Meter({
    ...{ node: fleet.node, records: browsers, ledger },
    running: () => fleet.all(),
    stop: (id, reason) => void fleet.stop(id, reason),
  });
  closers.push(() => meter.close());
  meter.start();
}

/** Lease of a task: after this time another server takes over or ends it. */
const TASK_LEASE_MS = 20_000;

/** Agent sessions; `start` begins their work. */
export function openAgents(
  { home, taskLeaseMs = TASK_LEASE_MS }: ServerOptions,
  store: Store,
  fleet: Fleet,
  parts: AgentParts,
): AgentSessions {
  const { database, browsers, jobs, objects, secret, ledger, webhooks, workspaces } = store;
  const records = {
    ...{ database, browsers, objects, ledger },
    sessions: new SessionRecords(database),
    tasks: new TaskRecords(database),
    messages: new MessageRecords(database),
    skills: new SkillRecords(database),
    feed: new Feed(),
    outbox: new Outbox(webhooks.records, webhooks.deliveries),
  };
  return new AgentSessions({
    ...{ home, node: fleet.node, fleet, jobs, secret, records, workspaces, parts },
    repeats: new IdempotencyKeys(database),
    leaseMs: taskLeaseMs,
  });
}

/** Delivery of webhooks; `start` begins it. */
export function openDispatcher(
  { webhookPausesMs }: ServerOptions,
  { webhooks }: Store,
  { egress, fleet }: Engine,
): Dispatcher {
  return new Dispatcher({
    deliveries: webhooks.deliveries,
    node: fleet.node,
    guard: egress.guard,
    secretsOf: (webhook) => webhooks.secretsOf(webhook),
    pausesMs: webhookPausesMs,
  });
}

/** Skills; `start` resumes their jobs. */
export function openSkills(
  { taskLeaseMs = TASK_LEASE_MS, skillMs: timeoutMs }: ServerOptions,
  store: Store,
  agents: AgentSessions,
  node: string,
): Skills {
  const { database, jobs, secret } = store;
  return new Skills({
    agents,
    jobs,
    secret,
    node,
    generations: new SkillGenerations(database),
    leaseMs: taskLeaseMs,
    timeoutMs,
  });
}
