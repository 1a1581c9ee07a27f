/** What a client hands to the daemon that it starts. Knows nothing of either. */
import type { LaunchOptions } from "../command.ts";

/** What `svc __daemon` reads from its standard input. */
export interface DaemonRequest {
  home: string;
  name: string;
  nonce: string;
  options: LaunchOptions;
  idleTimeoutMs: number;
  /** Milliseconds until the browser must be there. */
  startMs: number;
}

/** The request; undefined for anything else, as of a person who tries the word. */
export function readDaemonRequest(text: string): DaemonRequest | undefined {
  try {
    const request = JSON.parse(text) as DaemonRequest;
    const { home, name, nonce, options, idleTimeoutMs, startMs } = request;
    const isRequest =
      [home, name, nonce].every((one) => typeof one === "string") &&
      [idleTimeoutMs, startMs].every((one) => typeof one === "number") &&
      typeof options === "object" &&
      options !== null;
    return isRequest ? request : undefined;
  } catch {
    return undefined;
  }
}
