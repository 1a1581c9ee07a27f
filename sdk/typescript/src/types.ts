/** Options of the client and of calls, and events of streams. */

export interface ClientOptions {
  /** API key. Default: the environment variable `SVC_API_KEY`. */
  apiKey?: string;
  /** Address of the server, with or without `/api/v3`. Default: the environment variable `SVC_BASE_URL`. */
  baseUrl?: string;
  /** Milliseconds that one attempt may take, including the response body. Default: 60,000. */
  timeoutMs?: number;
  /** Milliseconds that a call may take with all its retries. Default: 180,000. */
  totalTimeoutMs?: number;
  /** Retries when the server is busy or cannot be reached. Default: 3. */
  maxRetries?: number;
  /** Replaces the `fetch` of the runtime. */
  fetch?: Fetch;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Options of one call. They override those of the client. */
export interface CallOptions {
  /** Cancels the call, which then rejects with the reason of the signal. */
  signal?: AbortSignal;
  timeoutMs?: number;
  totalTimeoutMs?: number;
  maxRetries?: number;
  /** Value of the header `Idempotency-Key`. Methods that support it create one by default. */
  idempotencyKey?: string;
}

/** A server-sent event with parsed JSON. */
export interface ServerEvent {
  /** Present when a stream can continue after this event. */
  id?: string;
  event: string;
  data: unknown;
}
