/** Sessions with what takes more than one call: following them and waiting for them. */
import { ApiTimeoutError } from "./errors.ts";
import * as v3 from "./generated/v3.ts";
import type { MessageResponse, SessionResponse } from "./generated/v3-types.ts";
import { sleep } from "./http.ts";
import type { CallOptions } from "./types.ts";

/** What happens in a session. `session` comes first, and whenever the session is different. */
export type SessionEvent =
  | { type: "session"; session: SessionResponse }
  | { type: "message"; message: MessageResponse };

export interface StreamOptions extends CallOptions {
  /** Id of a message: the stream begins behind it. */
  after?: string;
}

export interface WaitOptions {
  /** Milliseconds until the wait is given up. Default: four hours. */
  timeoutMs?: number;
  /** Milliseconds between two looks, at most. Default: 2,000. */
  intervalMs?: number;
  signal?: AbortSignal;
}

const FOUR_HOURS_MS = 4 * 60 * 60 * 1000;

export class Sessions extends v3.Sessions {
  /** Follows a session until it has ended. A lost connection is taken up again behind the last message. */
  async *stream(sessionId: string, { after, ...options }: StreamOptions = {}): AsyncGenerator<SessionEvent, void> {
    const params = after === undefined ? {} : { lastEventId: after };
    for await (const { event, data } of this.streamEvents(sessionId, params, options)) {
      if (event === "session") yield { type: "session", session: data as SessionResponse };
      if (event === "message") yield { type: "message", message: data as MessageResponse };
    }
  }

  /**
   * Waits until a session has nothing more to do (`idle`, `stopped`, `timed_out` or `error`) or asks a question.
   *
   * @throws {ApiTimeoutError} when that takes too long; the session goes on.
   */
  async wait(sessionId: string, options: WaitOptions = {}): Promise<SessionResponse> {
    const { timeoutMs = FOUR_HOURS_MS, intervalMs = 2_000, signal } = options;
    const untilMs = performance.now() + timeoutMs;
    for (let delayMs = Math.min(250, intervalMs); ; delayMs = Math.min(intervalMs, delayMs * 1.5)) {
      const session = await this.get(sessionId, signal ? { signal } : {});
      if (hasPaused(session)) return session;
      if (performance.now() + delayMs > untilMs)
        throw new ApiTimeoutError(`The session is still ${session.status} after ${timeoutMs} ms`);
      await sleep(delayMs, signal);
    }
  }
}

function hasPaused({ status, question }: SessionResponse): boolean {
  return (status !== "created" && status !== "running") || typeof question === "string";
}
