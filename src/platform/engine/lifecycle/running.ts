/** A running browser with an owner: workspace, processes, protocol connection, last use. */
import { join } from "node:path";
import type { Launched } from "../../../browser/launch/launch.ts";
import type { Hides } from "../../../browser/policy/confine.ts";
import type { Connection } from "../../../cdp/connection.ts";
import type { Multiplexer, User } from "../../../cdp/shared/user.ts";
import type { Box } from "../../../page/core/library.ts";
import type { BrowserRecord, BrowserSettings } from "../../store/records/browser-rows.ts";

/** Folders and arguments of one browser, from before its start until it is removed. */
export interface BrowserWorkspace {
  /** Contains all files of the browser; mode 0700, removed at the end. */
  readonly folder: string;
  readonly userDataDir: string;
  /** Arguments of the browser; hooks append to it. */
  readonly args: string[];
}

/** The request for a browser and its owner. */
export interface BrowserRequest {
  readonly id: string;
  readonly projectId: string;
  readonly settings: BrowserSettings;
  /** Agent session that uses the browser. */
  readonly agentSessionId?: string | undefined;
  /** API key that is charged. */
  readonly keyId?: string | null | undefined;
}

/** A running browser without an owner. */
export interface Started {
  readonly workspace: BrowserWorkspace;
  readonly launched: Launched;
  readonly multiplexer: Multiplexer;
}

export class RunningBrowser implements BrowserRequest {
  readonly id: string;
  readonly projectId: string;
  readonly settings: BrowserSettings;
  readonly record: BrowserRecord;
  readonly started: Started;
  /** Number of connected clients; without one the browser becomes idle. */
  clients = 0;
  /** Characters queued for all clients of this process together; limited. */
  unread = 0;
  /** Time of the last message of a client, in ms since 1970. */
  usedAt: number;
  #usedMs = performance.now();
  /** Secrets that no picture may show, by the URL of their document. */
  readonly hidden = new Set<Hides>();
  /** Areas of a tab's viewport that show such secrets; undefined if unknown. */
  whereHidden: ((targetId: string) => Promise<readonly Box[] | undefined>) | undefined;
  readonly #leftListeners: (() => void)[] = [];
  readonly #controlListeners = new Set<(isHeld: boolean) => void>();
  #isControlled = false;

  constructor(started: Started, record: BrowserRecord) {
    this.started = started;
    this.record = record;
    this.id = record.id;
    this.projectId = record.projectId;
    this.settings = record.settings;
    this.usedAt = record.startedAt;
  }

  get workspace(): BrowserWorkspace {
    return this.started.workspace;
  }

  /** The server's own connection. */
  get connection(): Connection {
    return this.started.multiplexer.connection;
  }

  /** Folder of downloads. */
  get downloads(): string {
    return join(this.workspace.folder, "downloads");
  }

  /** Folder of uploaded files, for file inputs. */
  get uploads(): string {
    return join(this.workspace.folder, "uploads");
  }

  /** Adds a user of the browser's protocol, or of one target. */
  async open(signal: AbortSignal, targetId?: string): Promise<User> {
    const user = await this.started.multiplexer.open(signal, targetId);
    void user.left.then(() => {
      for (const listener of this.#leftListeners) listener();
    });
    return user;
  }

  /** Calls the listener when a protocol user leaves: Chrome then resets the settings of that user. */
  onLeft(listener: () => void): void {
    this.#leftListeners.push(listener);
  }

  /**
   * Calls the listener with true when a person takes control in the live view, with false when it ends. Returns the unsubscribe
   * function.
   */
  onControl(listener: (isHeld: boolean) => void): () => void {
    this.#controlListeners.add(listener);
    if (this.#isControlled) listener(true);
    return () => void this.#controlListeners.delete(listener);
  }

  controlled(isHeld: boolean): void {
    this.#isControlled = isHeld;
    for (const listener of [...this.#controlListeners]) listener(isHeld);
  }

  touch(now: number): void {
    this.usedAt = now;
    this.#usedMs = performance.now();
  }

  /** Time without a client, measured by the monotonic clock. */
  get idleMs(): number {
    return this.clients > 0 ? 0 : performance.now() - this.#usedMs;
  }
}

/** Record of a browser that is about to be assigned. */
export function recordOf(
  { id, projectId, settings, agentSessionId, keyId }: BrowserRequest,
  { node, nodeUrl }: Pick<BrowserRecord, "node" | "nodeUrl">,
): BrowserRecord {
  const now = Date.now();
  return {
    id,
    projectId,
    settings,
    status: "active",
    reason: null,
    profileId: settings.profileId,
    createdAt: now,
    startedAt: now,
    timeoutAt: now + settings.timeoutMinutes * 60_000,
    finishedAt: null,
    node,
    nodeUrl,
    leaseUntil: now,
    stopAskedAt: null,
    proxyBytes: 0,
    keyId: keyId ?? null,
    minutes: 0,
    browserNano: 0,
    proxyNano: 0,
    recording: null,
    agentSessionId: agentSessionId ?? null,
    profileError: null,
  };
}
