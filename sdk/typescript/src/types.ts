/** What callers of the SDK give and get, besides the shapes of the API. */

export interface ClientOptions {
  /** API key. Default: `SVC_API_KEY` of the environment. */
  apiKey?: string;
  /** Address of the server, with or without `/api/v3`. Default: `SVC_BASE_URL` of the environment. */
  baseUrl?: string;
  /** Milliseconds that one attempt may take, with its answer. Default: 60,000. */
  timeoutMs?: number;
  /** Milliseconds that a call may take with all its attempts. Default: 180,000. */
  totalTimeoutMs?: number;
  /** Further attempts when the server is busy or cannot be reached. Default: 3. */
  maxRetries?: number;
  /** Sends requests in place of the runtime's `fetch`. */
  fetch?: Fetch;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What one call may have of its own. */
export interface CallOptions {
  /** Cancels the call. It then rejects with the reason of the signal. */
  signal?: AbortSignal;
  timeoutMs?: number;
  totalTimeoutMs?: number;
  maxRetries?: number;
  /** Sent as `Idempotency-Key`. Methods that take one make their own. */
  idempotencyKey?: string;
}

/** An event of a stream, with its JSON parsed. */
export interface ServerEvent {
  /** Set where the stream can be taken up behind this event. */
  id?: string;
  event: string;
  data: unknown;
}
