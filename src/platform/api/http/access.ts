/** Access control of the API: origin, API key, rate limit. */
import { Refusal } from "../../refusal.ts";
import { keyIn } from "../../socket.ts";
import type { KeyRecord, Keys } from "../../store/records/keys.ts";
import { RateLimit, type Taken } from "./limits.ts";

const KEY_HINT = "Send a key in the header X-Svc-API-Key. Run `svc serve keys create` on the server to create one.";

export interface AccessSetup {
  keys: Keys;
  /** Requests per minute of one key; 0 means unlimited. */
  rateLimit: number;
}

export interface Admitted {
  record: KeyRecord;
  /** Undefined without a rate limit. */
  taken: Taken | undefined;
}

export class Access {
  readonly #keys: Keys;
  readonly #limit: RateLimit | undefined;

  constructor({ keys, rateLimit }: AccessSetup) {
    this.#keys = keys;
    this.#limit = rateLimit > 0 ? new RateLimit(rateLimit) : undefined;
  }

  /** Authenticates a request and counts it. The caller must check `taken.isAllowed`. Errors: `Refusal` 401. */
  async admit({ headers }: Request, address: string): Promise<Admitted> {
    const key = keyIn(headers);
    const record = await this.#keys.check(key, address);
    if (record) return { record, taken: this.#limit?.take(record.id) };
    throw new Refusal(401, key === undefined ? "Missing API key" : "Invalid API key", {
      headers: { "WWW-Authenticate": 'Bearer realm="svc"' },
      hint: KEY_HINT,
    });
  }
}

/** Errors: `Refusal` 403 for a request from a page of another origin. */
export function checkOrigin({ headers }: Request, base: string): void {
  const origin = headers.get("origin");
  if (origin !== null && origin !== base)
    throw new Refusal(403, "Requests from pages of other origins are not allowed", {
      hint: "Send the request from a program, not from a web page.",
    });
}

export function limitHeaders({ limit, remaining, resetSeconds }: Taken): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(resetSeconds),
  };
}
