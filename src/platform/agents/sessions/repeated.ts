/** Requests with an `Idempotency-Key`: done once, however often they are sent. */
import { createHash } from "node:crypto";
import { log } from "../../../lib/log.ts";
import { Refusal } from "../../refusal.ts";
import type { Database } from "../../store/database/connection.ts";
import type { Made, Repeats } from "../../store/jobs/idempotency.ts";

/** Who asks, once or again. */
export interface Asking {
  /** The API key that is charged. */
  keyId: string | null;
  signal: AbortSignal;
  /** How long the caller asks to wait for a browser. */
  waitMs?: number | undefined;
  /** Of the header `Idempotency-Key`. */
  key?: string | undefined;
  /** All that is asked, as text. */
  request: string;
}

/** Answers may take so long: clients give up after 30 s. */
const REPEAT_MS = 25_000;

const MAX_KEY = 255;

/** `work` for the first request with a key; for those that repeat it what that one made. */
export async function once(
  repeats: Repeats,
  projectId: string,
  { key, request }: Asking,
  work: (made: (what: Made, tx: Database["sql"]) => Promise<void>) => Promise<Made>,
): Promise<Made> {
  if (key === undefined) return await work(async () => {});
  if (key === "" || key.length > MAX_KEY)
    throw new Refusal(400, `Idempotency-Key must have 1 to ${MAX_KEY} characters`);
  const digest = createHash("sha256").update(request).digest("hex");
  for (const untilMs = performance.now() + REPEAT_MS; ; await Bun.sleep(100)) {
    const held = await repeats.reserve(projectId, key, digest);
    if (typeof held === "object") return held;
    if (held === "different")
      throw new Refusal(409, "This Idempotency-Key was used for another request", {
        hint: "Use a new key for each request.",
      });
    if (held === "free") break;
    if (performance.now() > untilMs)
      throw new Refusal(409, "The first request with this Idempotency-Key is still being answered", {
        hint: "Send it again in a moment.",
      });
  }
  try {
    const made = await work((what, tx) => repeats.made(projectId, key, what, tx));
    // An answer to a question makes nothing that could be told within a transaction.
    await repeats.made(projectId, key, made);
    return made;
  } catch (error) {
    await repeats.release(projectId, key).catch((why) => log.warn("an Idempotency-Key could not be given back:", why));
    throw error;
  }
}
