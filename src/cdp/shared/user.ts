/** The types of a shared connection: its users, and what the multiplexer keeps of each. */
import type { Connection } from "../connection.ts";
import type { Transport } from "../transport.ts";
import type { Call } from "./call.ts";
import type { Node } from "./sessions.ts";

export interface Multiplexer {
  /** The connection of the first user, who started the browser. */
  readonly connection: Connection;
  /** Adds a user of the browser, or of one target. Errors: `closed` when that is gone; the signal's reason. */
  open(signal: AbortSignal, targetId?: string): Promise<User>;
  /** Sizes of the tables. They do not grow with users that have left. */
  load(): Load;
}

export interface Load {
  users: number;
  sessions: number;
  calls: number;
}

/** The transport of one user. */
export interface User extends Transport {
  /** Sends a call that has been read. */
  call(call: Call): void;
  /** Sends the user a message as if it came from the browser; ignored after the user left. */
  tell(text: string): void;
  /** Resolves when the browser was told to detach this user: calls sent after that find its settings reset. */
  readonly left: Promise<void>;
}

/** A user with the session that it takes for the connection itself; undefined is the browser's own session. */
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
  /** For a call of the multiplexer: gets the answer, or undefined when the browser ended. */
  answered?: (text: string | undefined) => void;
}
