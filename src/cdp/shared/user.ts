/** Types of a shared connection: its users, and the multiplexer's record of each. */
import type { Connection } from "../connection.ts";
import type { Transport } from "../transport.ts";
import type { Call } from "./call.ts";
import type { Node } from "./sessions.ts";

export interface Multiplexer {
  /** The connection of the first user, who started the browser. */
  readonly connection: Connection;
  /** Adds a user of the browser, or of one target. Errors: `closed` if the browser or target is gone; the signal's reason. */
  open(signal: AbortSignal, targetId?: string): Promise<User>;
  /** Sizes of the tables. Users who left do not count. */
  load(): Load;
}

export interface Load {
  users: number;
  sessions: number;
  calls: number;
}

/** The transport of one user. */
export interface User extends Transport {
  /** Sends a parsed call. */
  call(call: Call): void;
  /** Delivers a message to the user as if it came from the browser; ignored after the user left. */
  deliver(text: string): void;
  /** Resolves when the call that detaches this user is sent: later calls find its settings reset. */
  readonly left: Promise<void>;
}

/** A user with the session that it regards as the connection; undefined is the browser's own session. */
export interface Member {
  readonly sessionId: string | undefined;
  readonly user: User;
  hasLeft(): void;
  /** Number of calls without an answer. */
  waiting: number;
}

/** A call without an answer. */
export interface PendingCall {
  /** The session of the call; undefined for a call of the multiplexer itself. */
  readonly node: Node<Member> | undefined;
  /** The id that the user gave it. */
  readonly id: number;
  /** For a call of the multiplexer: receives the answer, or undefined when the browser ended. */
  answered?: (text: string | undefined) => void;
}
