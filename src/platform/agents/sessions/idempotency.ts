/** Executes requests with an `Idempotency-Key` once. */
import { createHash } from "node:crypto";
import { log } from "../../../lib/log.ts";
import { Refusal } from "../../refusal.ts";
import type { Database } from "../../store/database/connection.ts";
import type { Created, IdempotencyKeys } from "../../store/jobs/idempotency.ts";

/** Context of a request that creates a session or task. */
export interface RequestContext {
  /** The API key that is charged. */
  keyId: string | null;
  signal: AbortSignal;
  /** Requested wait for a free browser slot. */
  waitMs?: number | undefined;
  /** The header `Idempotency-Key`. */
  key?: string | undefined;
  /** Identifies the request: a repetition must be equal. */
  request: string;
}

/** Wait for a first request that is still running: clients time out after 30 s. */
const REPEAT_MS = 25_000;

const MAX_KEY = 255;

/** Runs `work` for the first request with a key; returns its result for repetitions. Errors: `Refusal` 400, 409. */
export async function runIdempotent(
  repeats: IdempotencyKeys,
  projectId: string,
  { key, request }: RequestContext,
  work: (made: (what: Created, tx: Database["sql"]) => Promise<void>) => Promise<Created>,
): Promise<Created> {
  if (key === undefined) return await work(async () => {});
  if (key === "" || key.length > MAX_KEY)
    throw new Refusal(400, `Idempotency-Key must have 1 to ${MAX_KEY} characters`);
  const digest = createHash("sha256").update(request).digest("hex");
  for (const untilMs = performance.now() + REPEAT_MS; ; await Bun.sleep(100)) {
    const state = await repeats.reserve(projectId, key, digest);
    if (typeof state === "object") return state;
    if (state === "different")
      throw new Refusal(409, "This Idempotency-Key was used for another request", {
        hint: "Use a new key for each request.",
      });
    if (state === "free") break;
    if (performance.now() > untilMs)
      throw new Refusal(409, "The first request with this Idempotency-Key is still running", {
        hint: "Send the request again in a moment.",
      });
  }
  try {
    const made = await work((what, tx) => repeats.made(projectId, key, what, tx));
    // An answer to a question creates nothing, so `work` does not record a result.
    await repeats.made(projectId, key, made);
    return made;
  } catch (error) {
    await repeats.release(projectId, key).catch((why) => log.warn("releasing an Idempotency-Key failed:", why));
    throw error;
  }
}
