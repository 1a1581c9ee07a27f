/** One method of the API's clients, and what it must do. */
import type { ApiVersion } from "./driven.ts";
import type { Ground } from "./fixture.ts";

export interface Row {
  version: ApiVersion;
  /** As `browsers.create`. */
  method: string;
  check(ground: Ground): Promise<void>;
}

/** Rows of one version, by method. */
export function rowsOf(version: ApiVersion, checks: Record<string, Row["check"]>): Row[] {
  return Object.entries(checks).map(([method, check]) => ({ version, method, check }));
}

/** No proxy: it would be the server's default one. */
export const PLAIN = { proxyCountryCode: null };

/** The status and words of a call that is refused. */
export async function refusal(work: Promise<unknown>): Promise<{ status: unknown; message: string }> {
  try {
    await work;
  } catch (error) {
    const { statusCode, message } = error as Error & { statusCode?: unknown };
    return { status: statusCode, message };
  }
  throw new Error("it was not refused");
}
