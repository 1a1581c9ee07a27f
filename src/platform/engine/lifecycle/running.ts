/** One browser that belongs to somebody: its processes, the way to speak to it, and when it was last used. */
import { join } from "node:path";
import type { Launched } from "../../../browser/launch/launch.ts";
import type { Hides } from "../../../browser/policy/confine.ts";
import type { Connection } from "../../../cdp/connection.ts";
import type { Multiplexer, User } from "../../../cdp/shared/user.ts";
import type { Box } from "../../../page/core/library.ts";
import type { BrowserRecord, BrowserSettings } from "../../store/records/browser-rows.ts";

/** A place for one browser, before it starts and until nothing of it is left. */
export interface BrowserWorkspace {
  /** Everything of this browser lies below it: 0700, removed at the end. */
  readonly folder: string;
  readonly userDataDir: string;
  /** Arguments of the browser; add to it. */
  readonly args: string[];
}

/** Whose browser it is to be. */
export interface BrowserRequest {
  readonly id: string;
  readonly projectId: string;
  readonly settings: BrowserSettings;
  /** The agent session that it is for. */
  readonly agentSessionId?: string | undefined;
  /** The API key that pays. */
  readonly keyId?: string | null | undefined;
}

/** A browser that runs and is nobody's yet. */
export interface Started {
  readonly workspace: BrowserWorkspace;
  readonly launched: Launched;
  readonly split: Multiplexer;
}

export class RunningBrowser implements BrowserRequest {
  readonly id: string;
  readonly projectId: string;
  readonly settings: BrowserSettings;
  readonly record: BrowserRecord;
  readonly started: Started;
  /** Clients that are connected: with none for long it is idle. */
  clients = 0;
  /** Characters that wait for them to be read, in this process: they are bounded for all clients together. */
  unread = 0;
  /** When a client last said something, in ms since 1970. */
  usedAt: number;
  #usedMs = performance.now();
  /** Texts that no picture of it may show, by the address of their document: what runs typed. */
  readonly hidden = new Set<Hides>();
  /** Where a tab shows them, in its viewport. Undefined, and so is its answer, where that is not known now. */
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

  /** The server's own way to speak to it. */
  get connection(): Connection {
    return this.started.split.connection;
  }

  /** What its pages download goes here. */
  get downloads(): string {
    return join(this.workspace.folder, "downloads");
  }

  /** What its caller brought along, for file inputs. */
  get uploads(): string {
    return join(this.workspace.folder, "uploads");
  }

  /** One more user of its protocol, or of that of one target. */
  async open(signal: AbortSignal, targetId?: string): Promise<User> {
    const user = await this.started.split.open(signal, targetId);
    void user.left.then(() => {
      for (const listener of this.#leftListeners) listener();
    });
    return user;
  }

  /** Calls it each time a user of the protocol has left: what that one had set for all, Chrome takes back then. */
  onLeft(listener: () => void): void {
    this.#leftListeners.push(listener);
  }

  /** Calls it when a person takes the browser over in the live view (true) and when it is given back. Returns what ends that. */
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

  /** How long no client has said anything, whatever the clock on the wall did meanwhile. */
  get idleMs(): number {
    return this.clients > 0 ? 0 : performance.now() - this.#usedMs;
  }
}

/** The record of a browser that is about to be given. */
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
