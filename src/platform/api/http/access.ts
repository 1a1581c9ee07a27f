/** Who may call: the page it comes from, the key, how often. Knows no endpoint. */
import { Refusal } from "../../refusal.ts";
import { keyIn } from "../../socket.ts";
import type { KeyRecord, Keys } from "../../store/records/keys.ts";
import { RateLimit, type Taken } from "./limits.ts";

const MAKE_ONE = "Send it in the header X-Svc-API-Key; `svc serve keys create` makes one on the server.";

export interface AccessSetup {
  keys: Keys;
  /** Requests a minute of one key; 0 is any number. */
  rateLimit: number;
}

export interface Admitted {
  record: KeyRecord;
  /** Undefined where there is no limit. */
  taken: Taken | undefined;
}

export class Access {
  readonly #keys: Keys;
  readonly #limit: RateLimit | undefined;

  constructor({ keys, rateLimit }: AccessSetup) {
    this.#keys = keys;
    this.#limit = rateLimit > 0 ? new RateLimit(rateLimit) : undefined;
  }

  /** Whose key it is, counted. `isAllowed` of what was taken is for the caller to look at. Errors: `Refusal` 401. */
  async admit({ headers }: Request, address: string): Promise<Admitted> {
    const key = keyIn(headers);
    const record = await this.#keys.check(key, address);
    if (record) return { record, taken: this.#limit?.take(record.id) };
    throw new Refusal(401, key === undefined ? "Missing API key" : "Invalid API key", {
      headers: { "WWW-Authenticate": 'Bearer realm="svc"' },
      hint: MAKE_ONE,
    });
  }
}

/** Pages of other origins must not call, whatever name they reach this server by. Errors: `Refusal` 403. */
export function checkOrigin({ headers }: Request, base: string): void {
  const origin = headers.get("origin");
  if (origin !== null && origin !== base)
    throw new Refusal(403, "Pages of other origins may not call this API", {
      hint: "Call it from a program, not from a web page.",
    });
}

export function limitHeaders({ limit, remaining, resetSeconds }: Taken): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(resetSeconds),
  };
}
