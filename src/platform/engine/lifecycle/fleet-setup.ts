/** Types of the fleet: setup, statistics, tracked browsers. */

import type { BrowserRecords } from "../../store/records/browsers.ts";
import type { Deadlines } from "./deadlines.ts";
import type { LifecycleHook } from "./lifecycle-hook.ts";
import type { BrowserRequest, RunningBrowser } from "./running.ts";

export interface FleetSetup {
  home: string;
  /** Name of this server in the database, and the URL by which other servers reach it. */
  node: string;
  nodeUrl?: () => string | undefined;
  records: BrowserRecords;
  hooks: readonly LifecycleHook[];
  /** Maximum number of browsers, including those that start or end; the pool comes on top. */
  concurrency: number;
  /** Maximum number of waiting callers. */
  queue: number;
  /** Longest wait that a caller may ask for. */
  queueTimeoutMs?: number | undefined;
  /** Size of the pool. */
  warm: number;
  /** Default idle timeout; 0 means never. */
  idleTimeoutMs?: number | undefined;
  /** Timeout of the start with its hooks, and again of the assignment. */
  startTimeoutMs?: number | undefined;
  /** Duration of a lease that is not renewed. */
  leaseMs?: number | undefined;
  /** Further folders that the server writes to, and the free bytes that a new browser requires. */
  folders?: readonly string[] | undefined;
  minFreeBytes?: number | undefined;
  /** Reports every created browser: its source, and the time from slot to browser. */
  observe?: (kind: "warm" | "cold", ms: number) => void;
}

export interface FleetStats {
  /** Assigned and not ending. */
  running: number;
  starting: number;
  ending: number;
  /** Waiting callers. */
  waiting: number;
  /** Browsers in the pool. */
  warm: number;
  /** Since the start of the server. */
  created: number;
  /** Since the start of the server, by reason. */
  ended: Record<string, number>;
  concurrency: number;
}

/** Options of one creation. */
export interface CreateOptions extends Pick<BrowserRequest, "agentSessionId" | "keyId"> {
  /** Aborts when the caller disconnects. */
  signal?: AbortSignal | undefined;
  /** How long the caller asks to wait for a slot. */
  waitMs?: number | undefined;
}

/** One browser from its start to its end. */
export interface TrackedBrowser {
  readonly browser: RunningBrowser;
  readonly releaseSlot: () => void;
  /** Aborted when the browser must end before it is assigned. */
  readonly assignment: AbortController;
  /** Resolves when the assignment has finished or failed. */
  assigned: Promise<void>;
  isAssigned: boolean;
  isDead: boolean;
  deadlines?: Deadlines;
  end?: Promise<void>;
}
