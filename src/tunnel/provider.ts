/** What a provider of tunnels is: it says which process to run, and reads the public address from what that prints. */

/** The local server, at the loopback address where it was found. */
export interface Target {
  host: "127.0.0.1" | "::1";
  port: number;
}

export interface PlanRequest {
  home: string;
  target: Target;
  /** The name that the local server is to be asked by, in place of the public one. */
  hostHeader: string | undefined;
  signal: AbortSignal;
  /** Path of cloudflared, fetched where there is none. */
  cloudflared(): Promise<string>;
}

export interface Plan {
  /** Words of the process. It stays in the foreground and ends with the tunnel. */
  command: string[];
  /** On Windows: the words stand on the line as they are, for a shell that quotes otherwise. */
  isVerbatim?: boolean;
  /** The public address, once the output tells it. */
  address(output: string): string | undefined;
  /** Where asking too soon does harm: whether the output says that the far side is ready. */
  isReady?(output: string): boolean;
  /** The status by which the far side says that nobody is behind the address yet. */
  notYet?: number;
  /** What to do when it does not come up, by what it printed. */
  hint(output: string): string;
  /** What to do when its address does not answer. */
  silentHint?: string;
}

export type Provider = (request: PlanRequest) => Plan | Promise<Plan>;

/** The host as it stands in an address. */
export function inUrl({ host }: Target): string {
  return host === "::1" ? "[::1]" : host;
}
