/** A provider of tunnels: which process to run, and how to read the public address from its output. */

/** The local server, at the loopback address where it listens. */
export interface Target {
  host: "127.0.0.1" | "::1";
  port: number;
}

export interface PlanRequest {
  home: string;
  target: Target;
  /** The Host header for the local server, instead of the public name. */
  hostHeader: string | undefined;
  signal: AbortSignal;
  /** Returns the path of cloudflared. Downloads it when it is missing. */
  cloudflared(): Promise<string>;
}

export interface Plan {
  /** Command line of the process. It stays in the foreground and ends with the tunnel. */
  command: string[];
  /** On Windows: passes the words unquoted, because the shell quotes differently. */
  isVerbatim?: boolean;
  /** Returns the public address when the output contains it. */
  address(output: string): string | undefined;
  /** True when the address may be requested. Absent when an early request does no harm. */
  isReady?(output: string): boolean;
  /** The status of an address whose tunnel is not connected yet. */
  notYet?: number;
  /** The hint when the tunnel does not start, based on the output. */
  hint(output: string): string;
  /** The hint when the address does not respond. */
  silentHint?: string;
}

export type Provider = (request: PlanRequest) => Plan | Promise<Plan>;

/** The host in the form of URLs. */
export function inUrl({ host }: Target): string {
  return host === "::1" ? "[::1]" : host;
}
