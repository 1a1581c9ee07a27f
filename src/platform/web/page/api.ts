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

/** What the server refuses, in its words and with what it says to do about it. */
export class CallError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** What is only read is there soon; a browser that is asked for may wait in a queue. */
const READ_MS = 20_000;
const CHANGE_MS = 300_000;

/** Asks for a path of this server. Errors carry the server's words. */
export async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const [response, text] = await fetch(path, {
    method,
    headers: { ...credentials(), "content-type": "application/json" },
    signal: AbortSignal.timeout(method === "GET" ? READ_MS : CHANGE_MS),
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
    .then(async (response) => [response, await response.text()] as const)
    .catch(silent);
  const value = read(text);
  if (response.ok && (value !== undefined || text === "")) return value as T;
  throw refusalOf(response.status, value);
}

/** The body of a path of this server, as it is. Errors as those of `call`. */
export async function download(path: string): Promise<Blob> {
  const response = await fetch(path, { headers: credentials(), signal: AbortSignal.timeout(CHANGE_MS) }).catch(silent);
  if (response.ok) return await response.blob().catch(silent);
  throw refusalOf(response.status, read(await response.text().catch(silent)));
}

/** The key as a header. Errors: 401 for one that no header can hold, so that it would never arrive. */
function credentials(): Record<string, string> {
  const held = key() ?? "";
  if (/[^\x21-\x7e]/.test(held)) throw new CallError(401, "This is no API key.");
  return { "x-svc-api-key": held };
}

function silent(): never {
  throw new CallError(0, "The server does not answer.");
}

export function refusalOf(status: number, value: unknown): CallError {
  const { detail, hint } = (value ?? {}) as { detail?: unknown; hint?: unknown };
  const words = wordsOf(detail) ?? `The server answered with HTTP ${status}.`;
  const told = typeof hint === "string" ? `${words.replace(/\.?$/, ".")} ${hint}` : words;
  return new CallError(status, told);
}

export interface ServerEvent {
  id: string | undefined;
  name: string;
  data: unknown;
}

/** The server says on each stream that it is there, more often than this. */
const SILENT_MS = 30_000;

/** Server-sent events of a path, behind the one of that id. Ends with the stream. `EventSource` could not send the key. */
export async function* events(
  path: string,
  { lastId, signal }: { lastId: string | undefined; signal: AbortSignal },
): AsyncGenerator<ServerEvent, void> {
  const mute = new AbortController();
  let timer = setTimeout(() => mute.abort(), SILENT_MS);
  try {
    const response = await fetch(path, {
      headers: { ...credentials(), ...(lastId === undefined ? {} : { "last-event-id": lastId }) },
      signal: AbortSignal.any([signal, mute.signal]),
    }).catch(silent);
    if (!response.ok || !response.body) throw refusalOf(response.status, read(await response.text().catch(silent)));
    const chunks = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { done, value } = await chunks.read().catch(silent);
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => mute.abort(), SILENT_MS);
      const blocks = (text + value).split("\n\n");
      text = blocks.pop() ?? "";
      yield* blocks.flatMap(eventOf);
    }
  } finally {
    clearTimeout(timer);
    mute.abort();
  }
}

/** None for what only keeps the connection alive. */
function eventOf(block: string): ServerEvent[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
  const data = field("data");
  return data === undefined ? [] : [{ id: field("id"), name: field("event") ?? "message", data: read(data) }];
}

/** A proxy between may answer with a page of its own. */
export function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function wordsOf(detail: unknown): string | undefined {
  if (typeof detail === "string") return detail;
  if (!Array.isArray(detail)) return undefined;
  return detail.map(({ loc, msg }: { loc: string[]; msg: string }) => `${loc.slice(1).join(".")}: ${msg}`).join("; ");
}

export interface Page<T> {
  items: T[];
  totalItems: number;
}

/** The first pages of a list, as many as are asked for. */
export async function paged<T extends { id: string }>(
  path: string,
  pages: number,
): Promise<Page<T> & { hasMore: boolean }> {
  const at = (n: number) => `${path}${path.includes("?") ? "&" : "?"}pageSize=100&pageNumber=${n + 1}`;
  const got = await Promise.all(Array.from({ length: pages }, (_, n) => call<Page<T>>("GET", at(n))));
  // What was made meanwhile moves the others to the next page.
  const items = [...new Map(got.flatMap((page) => page.items).map((one) => [one.id, one])).values()];
  const totalItems = got[0]?.totalItems ?? 0;
  return { items, totalItems, hasMore: items.length < totalItems };
}

export interface Browser {
  id: string;
  status: "active" | "stopped";
  liveUrl: string | null;
  readOnlyLiveUrl: string | null;
  cdpUrl: string | null;
  startedAt: string;
  finishedAt: string | null;
  timeoutAt: string;
  recordingUrl: string | null;
  profileError: string | null;
  proxyUsedMb: string;
}

export interface Download {
  path: string;
  size: number;
  lastModified: string;
  url: string | null;
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

/** Browsers that run, and the newest hundred of all: what a person looks through. */
export async function browsers(): Promise<{ items: Browser[]; running: number; total: number }> {
  const list = (filter: string) => call<Page<Browser>>("GET", `/api/v3/browsers?pageSize=100${filter}`);
  const [active, all] = await Promise.all([list("&filterBy=active"), list("")]);
  const items = new Map([...active.items, ...all.items].map((one) => [one.id, one]));
  const newestFirst = [...items.values()].sort((a, b) => b.startedAt.localeCompare(a.startedAt));
  return { items: newestFirst, running: active.totalItems, total: all.totalItems };
}
export const browser = (id: string) => call<Browser>("GET", `/api/v3/browsers/${encodeURIComponent(id)}`);
export const downloads = (id: string) =>
  call<{ files: Download[]; hasMore: boolean }>(
    "GET",
    `/api/v3/browsers/${encodeURIComponent(id)}/downloads?includeUrls=true&limit=100`,
  );
export const profiles = (pages: number) => paged<Profile>("/api/v3/profiles", pages);
export const keys = () => call<{ keys: Key[] }>("GET", "/dashboard/api/keys");
export const server = () => call<ServerFacts>("GET", "/dashboard/api/server");
