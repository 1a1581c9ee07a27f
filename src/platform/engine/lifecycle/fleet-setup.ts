/** What a fleet of browsers is given, and what it reports: types alone. */

import type { BrowserRecords } from "../../store/records/browsers.ts";
import type { Deadlines } from "./deadlines.ts";
import type { LifecycleHook } from "./lifecycle-hook.ts";
import type { BrowserRequest, RunningBrowser } from "./running.ts";

export interface FleetSetup {
  home: string;
  /** Name of this server among those that share a database, and where the others reach it. */
  node: string;
  nodeUrl?: () => string | undefined;
  records: BrowserRecords;
  hooks: readonly LifecycleHook[];
  /** Browsers at the same time, those that start and end included; those in advance come on top. */
  concurrency: number;
  /** Callers that may wait for one to become free. */
  queue: number;
  /** How long they wait at most. */
  queueTimeoutMs?: number | undefined;
  /** Browsers started in advance. */
  warm: number;
  /** A browser without a client for so long is ended, where its settings do not say; 0 is never. */
  idleTimeoutMs?: number | undefined;
  /** How long a start may take, hooks included, and then again to be given. */
  startTimeoutMs?: number | undefined;
  /** How long a lease holds that is not renewed. */
  leaseMs?: number | undefined;
  /** Folders beside the home that it writes to, and how much is to be free there for a new browser. */
  folders?: readonly string[] | undefined;
  minFreeBytes?: number | undefined;
  /** Hears of each browser that was given: how long its caller waited for it, once it had a place. */
  observe?: (kind: "warm" | "cold", ms: number) => void;
}

export interface FleetStats {
  /** Given out and not ending. */
  running: number;
  starting: number;
  ending: number;
  /** Callers in the queue. */
  waiting: number;
  /** Ready to be given. */
  warm: number;
  /** Since the start of the server. */
  created: number;
  /** Since the start of the server, by reason. */
  ended: Record<string, number>;
  concurrency: number;
}

/** Who asks for a browser. */
export interface Creating extends Pick<BrowserRequest, "agentSessionId" | "keyId"> {
  /** The caller's presence. */
  signal?: AbortSignal | undefined;
  /** How long the caller asks to wait for a place. */
  waitMs?: number | undefined;
}

/** One browser from its start to its end. */
export interface HeldBrowser {
  readonly browser: RunningBrowser;
  readonly releaseSlot: () => void;
  /** Aborted when it is to end before it was given. */
  readonly giving: AbortController;
  /** Resolves when nobody is busy with giving it any more, however that went. */
  given: Promise<void>;
  isGiven: boolean;
  isDead: boolean;
  deadlines?: Deadlines;
  end?: Promise<void>;
}
