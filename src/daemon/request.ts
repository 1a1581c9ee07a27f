/** The request that a client passes to the daemon that it starts. */
import type { LaunchOptions } from "../command.ts";

/** The content of standard input of `svc __daemon`. */
export interface DaemonRequest {
  home: string;
  name: string;
  nonce: string;
  options: LaunchOptions;
  idleTimeoutMs: number;
  /** Milliseconds until the browser must be ready. */
  startMs: number;
}

/** Parses the request. Undefined for anything else, such as input of a person. */
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
