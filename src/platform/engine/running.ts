/** One browser that belongs to somebody: its processes, the way to speak to it, and when it was last used. */
import { join } from "node:path";
import type { Launched } from "../../browser/launch.ts";
import type { Connection } from "../../cdp/connection.ts";
import type { Split, User } from "../../cdp/split.ts";
import type { BrowserRecord, BrowserSettings } from "../store/browsers.ts";
import type { Asked, Seat } from "./attendant.ts";

/** A browser that runs and is nobody's yet. */
export interface Started {
  readonly seat: Seat;
  readonly launched: Launched;
  readonly split: Split;
}

export class RunningBrowser implements Asked {
  readonly id: string;
  readonly projectId: string;
  readonly settings: BrowserSettings;
  readonly record: BrowserRecord;
  readonly started: Started;
  /** Clients that are connected: with none for long it is idle. */
  clients = 0;
  /** When a client last said something, in ms since 1970. */
  usedAt: number;

  constructor(started: Started, record: BrowserRecord) {
    this.started = started;
    this.record = record;
    this.id = record.id;
    this.projectId = record.projectId;
    this.settings = record.settings;
    this.usedAt = record.startedAt;
  }

  get seat(): Seat {
    return this.started.seat;
  }

  /** The server's own way to speak to it. */
  get connection(): Connection {
    return this.started.split.connection;
  }

  /** What its pages download goes here. */
  get downloads(): string {
    return join(this.seat.folder, "downloads");
  }

  /** What its caller brought along, for file inputs. */
  get uploads(): string {
    return join(this.seat.folder, "uploads");
  }

  /** One more user of its protocol, or of that of one target. */
  open(signal: AbortSignal, targetId?: string): Promise<User> {
    return this.started.split.open(signal, targetId);
  }

  touch(now: number): void {
    this.usedAt = now;
  }
}
