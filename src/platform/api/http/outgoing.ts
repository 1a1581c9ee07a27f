/** Builds responses: JSON that is not cached, and errors without internal details. */
import { FAILURES, Failure } from "../../../errors.ts";
import { log } from "../../../lib/log.ts";
import { diskFull, isOfFullDisk } from "../../engine/lifecycle/disk.ts";
import { Refusal } from "../../refusal.ts";
import { DatabaseFailure } from "../../store/database/guarded.ts";
import type { Answer } from "./endpoint.ts";
import { Invalid, type Problem } from "./problems.ts";

/** `Retry-After` of temporary failures. */
const RETRY_SECONDS = 5;

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  });
}

/** Headers tell proxies not to cache or buffer the events. */
export function eventStream(events: ReadableStream<Uint8Array>, status: number): Response {
  const headers = { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" };
  return new Response(events, { status, headers });
}

/** A response that browsers save as a file. */
export function fileAnswer({ name, content }: NonNullable<Answer["file"]>, type: string, status: number): Response {
  const headers = {
    "content-type": `${type}; charset=utf-8`,
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  return new Response(content, { status, headers });
}

/** `detail` of every 422 is a list. */
function problemOf(field: string, msg: string): Problem[] {
  return [{ loc: ["body", ...field.split(".")], msg, type: "value_error" }];
}

/** The response for an error. Internal errors are logged under `requestId`, which the caller receives. */
export function errorAnswer(error: unknown, request: Request, requestId: string): Response {
  if (error instanceof Invalid) return json({ detail: error.problems }, 422);
  if (isOfFullDisk(error)) {
    log.warn(`${request.method} ${new URL(request.url).pathname}:`, error);
    return errorAnswer(diskFull(), request, requestId);
  }
  if (error instanceof Refusal) {
    const { message, hint, status, headers, field } = error;
    const detail = field === undefined ? message : problemOf(field, message);
    return json({ detail, ...(hint === undefined ? {} : { hint }) }, status, headers);
  }
  // The client is gone; 499 is the status that server logs use for this.
  if (request.signal.aborted) return json({ detail: "Client Closed Request" }, 499);
  const what = `request ${requestId}, ${request.method} ${new URL(request.url).pathname}:`;
  if (error instanceof Failure) {
    const { http, retry, meaning } = FAILURES[error.code];
    // An unavailable or full store is temporary, not a bug: the request had no effect.
    if (retry || http === 503 || error.code === "io") {
      log.warn(what, error);
      const detail =
        error instanceof DatabaseFailure ? "The database of the server is not available at the moment" : meaning;
      return json({ detail, requestId }, 503, { "Retry-After": String(RETRY_SECONDS) });
    }
  }
  log.error(what, error);
  return json({ detail: "Internal Server Error", requestId }, 500);
}
