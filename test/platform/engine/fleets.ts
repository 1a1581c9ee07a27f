/** A fleet without HTTP, with its own home, database, hooks and real browsers. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProcessId } from "../../../src/lib/process.ts";
import { Fleet } from "../../../src/platform/engine/lifecycle/fleet.ts";
import type { FleetSetup } from "../../../src/platform/engine/lifecycle/fleet-setup.ts";
import type { RunningBrowser } from "../../../src/platform/engine/lifecycle/running.ts";
import { runFolder } from "../../../src/platform/engine/lifecycle/start.ts";
import type { Database } from "../../../src/platform/store/database/connection.ts";
import { openDatabase } from "../../../src/platform/store/database/database.ts";
import type { BrowserRecord, BrowserSettings } from "../../../src/platform/store/records/browser-rows.ts";
import { BrowserRecords } from "../../../src/platform/store/records/browsers.ts";
import { Keys } from "../../../src/platform/store/records/keys.ts";
import { folderOf } from "../../support/folder.ts";
import "../quiet.ts";

export const SETTINGS: BrowserSettings = {
  profileId: null,
  proxyCountryCode: null,
  customProxy: null,
  timeoutMinutes: 60,
  idleTimeoutMs: 0,
  width: 1280,
  height: 720,
  allowResizing: false,
  enableRecording: false,
};

export interface TestFleet {
  fleet: Fleet;
  home: string;
  project: string;
  database: Database;
  records: BrowserRecords;
  create(settings?: Partial<BrowserSettings>, signal?: AbortSignal): Promise<RunningBrowser>;
  record(id: string): Promise<BrowserRecord | undefined>;
  /** Names of existing folders of browsers. */
  folders(): string[];
  [Symbol.asyncDispose](): Promise<void>;
}

export async function fleetOf({
  databaseUrl,
  ...options
}: Partial<FleetSetup> & { databaseUrl?: string } = {}): Promise<TestFleet> {
  const folder = folderOf(options.home);
  const home = folder.path;
  const database = await openDatabase(databaseUrl ?? `sqlite://${join(home, "svc.db")}`);
  const records = new BrowserRecords(database);
  const project = await new Keys(database).project();
  const node = options.node ?? crypto.randomUUID();
  const fleet = new Fleet({
    home,
    node,
    records,
    hooks: [],
    concurrency: 10,
    queue: 10,
    warm: 0,
    startTimeoutMs: 20_000,
    ...options,
  });
  await fleet.start();
  return {
    fleet,
    home,
    project,
    database,
    records,
    create: (settings = {}, signal) => fleet.create(project, { ...SETTINGS, ...settings }, { signal }),
    record: (id) => records.get(project, id),
    folders: () => foldersOf(home),
    async [Symbol.asyncDispose]() {
      await fleet.drain();
      await database.close();
      folder[Symbol.dispose]();
    },
  };
}

export function foldersOf(home: string): string[] {
  try {
    return readdirSync(runFolder(home));
  } catch {
    return [];
  }
}

/** Live processes of the group that the browser leads. */
export function groupOf({ pid }: ProcessId): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "latin1");
        const [state, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        return Number(group) === pid && state !== "Z";
      } catch {
        return false;
      }
    })
    .map(Number);
}
