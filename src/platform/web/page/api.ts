/** Calls of the dashboard, with the key of whoever signed in. The key stays in this tab unless its owner wants otherwise. */

const STORED = "svc-key";

export function key(): string | null {
  return sessionStorage.getItem(STORED) ?? localStorage.getItem(STORED);
}

export function signIn(value: string, isKept: boolean): void {
  signOut();
  (isKept ? localStorage : sessionStorage).setItem(STORED, value);
}

export function signOut(): void {
  sessionStorage.removeItem(STORED);
  localStorage.removeItem(STORED);
}

export class CallError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Asks for a path of this server. Errors carry the server's words. */
export async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: { "x-svc-api-key": key() ?? "", "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => {
    throw new CallError(0, "The server does not answer.");
  });
  const text = await response.text();
  const value = text === "" ? undefined : (JSON.parse(text) as unknown);
  if (response.ok) return value as T;
  throw new CallError(response.status, wordsOf(value) ?? `The server answered with HTTP ${response.status}.`);
}

function wordsOf(value: unknown): string | undefined {
  const { detail } = (value ?? {}) as { detail?: unknown };
  if (typeof detail === "string") return detail;
  if (!Array.isArray(detail)) return undefined;
  return detail.map(({ loc, msg }: { loc: string[]; msg: string }) => `${loc.slice(1).join(".")}: ${msg}`).join("; ");
}

export interface Page<T> {
  items: T[];
  totalItems: number;
}

export interface Browser {
  id: string;
  status: "active" | "stopped";
  liveUrl: string | null;
  startedAt: string;
  finishedAt: string | null;
  timeoutAt: string;
  recordingUrl: string | null;
  proxyUsedMb: string;
}

export interface Profile {
  id: string;
  name: string | null;
  userId: string | null;
  lastUsedAt: string | null;
  createdAt: string;
  cookieDomains: string[] | null;
}

export interface Key {
  id: string;
  name: string;
  start: string;
  createdAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

export interface UsageDay {
  day: string;
  browsers: number;
  browserSeconds: number;
  proxyBytes: number;
}

export interface ServerFacts {
  version: string;
  address: string;
  database: string;
  objects: string;
  concurrency: number;
  running: number;
  waiting: number;
  warm: number;
  privateNetwork: string;
}

/** All of a list, up to a hundred: what a person looks through. */
export const browsers = () => call<Page<Browser>>("GET", "/api/v3/browsers?pageSize=100");
export const profiles = () => call<Page<Profile>>("GET", "/api/v3/profiles?pageSize=100");
export const keys = () => call<{ keys: Key[] }>("GET", "/dashboard/api/keys");
export const usage = () => call<{ days: UsageDay[] }>("GET", "/dashboard/api/usage");
export const server = () => call<ServerFacts>("GET", "/dashboard/api/server");
