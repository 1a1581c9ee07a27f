/** Helpers for sessions, in addition to the endpoints: following and waiting. */
import { ApiTimeoutError } from "./errors.ts";
import * as v3 from "./generated/v3.ts";
import type { MessageResponse, SessionResponse } from "./generated/v3-types.ts";
import { sleep } from "./sleep.ts";
import type { CallOptions } from "./types.ts";

/** One event of a session. The first is `session`, which comes again after each change of the session. */
export type SessionEvent =
  | { type: "session"; session: SessionResponse }
  | { type: "message"; message: MessageResponse };

export interface StreamOptions extends CallOptions {
  /** Id of a message: the stream starts after it. */
  after?: string;
  /** When the stream ends: with the session, or also when the session waits for another task. Default: `ended`. */
  until?: "ended" | "idle";
}

export interface WaitOptions {
  /** Milliseconds to wait at most. Default: four hours. */
  timeoutMs?: number;
  /** Milliseconds between two requests, at most. Default: 2,000. */
  intervalMs?: number;
  signal?: AbortSignal;
}

const FOUR_HOURS_MS = 4 * 60 * 60 * 1000;

export class Sessions extends v3.Sessions {
  /** Yields the events of a session until it ends. After a lost connection the stream continues after the last message. */
  async *stream(sessionId: string, options: StreamOptions = {}): AsyncGenerator<SessionEvent, void> {
    const { after, until, ...calling } = options;
    const params = { ...(after === undefined ? {} : { lastEventId: after }), ...(until ? { until } : {}) };
    for await (const { event, data } of this.streamEvents(sessionId, params, calling)) {
      if (event === "session") yield { type: "session", session: data as SessionResponse };
      if (event === "message") yield { type: "message", message: data as MessageResponse };
    }
  }

  /**
   * Waits until a session is `idle`, `stopped`, `timed_out` or `error`, or asks a question.
   *
   * @throws {ApiTimeoutError} when that takes longer than `timeoutMs`; the session continues.
   */
  async wait(sessionId: string, options: WaitOptions = {}): Promise<SessionResponse> {
    const { timeoutMs = FOUR_HOURS_MS, intervalMs = 2_000, signal } = options;
    const untilMs = performance.now() + timeoutMs;
    for (let delayMs = Math.min(250, intervalMs); ; delayMs = Math.min(intervalMs, delayMs * 1.5)) {
      const session = await this.get(sessionId, signal ? { signal } : {});
      if (hasPaused(session)) return session;
      if (performance.now() + delayMs > untilMs)
        throw new ApiTimeoutError(
          `The session is still ${session.status} after ${Math.round(timeoutMs)} ms`,
          `It continues: wait again, or call sessions.stop("${sessionId}").`,
        );
      await sleep(delayMs, signal);
    }
  }

  /** The newest message of a session; undefined when it has none. */
  async lastMessage(sessionId: string, options?: CallOptions): Promise<MessageResponse | undefined> {
    return (await this.messages.list(sessionId, { limit: 1 }, options)).messages.at(-1);
  }
}

function hasPaused({ status, question }: SessionResponse): boolean {
  return (status !== "created" && status !== "running") || typeof question === "string";
}
