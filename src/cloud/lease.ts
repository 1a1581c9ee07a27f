/**
 * Leases a cloud browser, which costs until it is stopped. A note on disk is written before use, so that another process can stop the
 * browser after this one was killed.
 */
import { asFailure, Failure } from "../errors.ts";
import { sleep } from "../lib/deadline.ts";
import { log } from "../lib/log.ts";
import { type Note, takeNote } from "../lib/undo.ts";
import { type Api, statusOf } from "./api.ts";
import { abandonedBrowsers, NOTE, type RemoteNote } from "./note.ts";

/** Timeout for stopping a browser, also after an interrupt. */
const STOP_MS = 15_000;

/** Extra time for the response after an interrupt: without its id the browser could not be stopped. */
const ANSWER_MS = 5_000;

/** Interval of polling for the address of the browser. */
const POLL_MS = 500;

/** How long after the platform's own deadline a note is obsolete. */
const OBSOLETE_MS = 60_000;

/** The body of the request for a browser. */
export interface LeaseRequest {
  profileId?: string | null;
  proxyCountryCode?: string | null;
  /** In minutes. */
  timeout?: number;
  enableRecording?: boolean;
}

/** The result of stopping a browser. */
export interface Stopped {
  /** Why its changes were not saved to its profile. */
  profileError?: string | undefined;
}

export interface LeasedBrowser {
  readonly id: string;
  readonly cdpUrl: string;
  readonly liveUrl: string | undefined;
  /** When the platform ends it, as ISO date. */
  readonly timeoutAt: string | undefined;
  /** Stops it, once. Undefined when the platform no longer has it. After an error the note stays. */
  stop(): Promise<Stopped | undefined>;
}

/** Leases a browser. Stops it again when a later step fails. */
export async function leaseBrowser(
  api: Api,
  { home, asked, session, signal }: { home: string; asked: LeaseRequest; session?: string; signal: AbortSignal },
): Promise<LeasedBrowser> {
  const { json } = await api.request("POST", "/v2/browsers", asked, delayed(signal, ANSWER_MS));
  const { id, livesMs, ...told } = viewOf(json);
  const note = await writeNote(api, home, {
    id,
    origin: api.origin,
    ...(session === undefined ? {} : { session }),
    ...(livesMs === undefined ? {} : { until: Date.now() + livesMs }),
  });
  let stopping: Promise<Stopped | undefined> | undefined;
  const stop = () => {
    stopping ??= stopNoted(api, note, AbortSignal.timeout(STOP_MS));
    return stopping;
  };
  try {
    signal.throwIfAborted();
    return { ...told, id, ...(await addressOf(api, id, told, signal)), stop };
  } catch (error) {
    await stop().catch((second) => log.warn(`the cloud browser ${id} is still running: ${second.message}`));
    throw error;
  }
}

/** Writes the note. Stops the browser when that fails. */
async function writeNote(api: Api, home: string, data: RemoteNote): Promise<Note<RemoteNote>> {
  try {
    return takeNote<RemoteNote>(home, NOTE, data);
  } catch (error) {
    await stopNoted(api, { data, remove: () => {} }, AbortSignal.timeout(STOP_MS)).catch((second) =>
      log.warn(`the cloud browser ${data.id} is still running: ${second.message}`),
    );
    throw error;
  }
}

/** A signal that aborts `ms` after the given one, with the same reason. */
function delayed(signal: AbortSignal, ms: number): AbortSignal {
  const controller = new AbortController();
  const abort = () => setTimeout(() => controller.abort(signal.reason), ms).unref();
  if (signal.aborted) controller.abort(signal.reason);
  else signal.addEventListener("abort", abort, { once: true });
  return controller.signal;
}

interface View {
  id: string;
  cdpUrl: string | undefined;
  liveUrl: string | undefined;
  timeoutAt: string | undefined;
  /** Lifetime in milliseconds, by the clock of the platform. */
  livesMs: number | undefined;
  status: unknown;
}

function viewOf(json: unknown): View {
  const { id, cdpUrl, liveUrl, timeoutAt, startedAt, status } = (json ?? {}) as Record<string, unknown>;
  // The id becomes part of a path.
  if (typeof id !== "string" || !/^[\w-]{1,100}$/.test(id)) throw unexpected("a browser without an id");
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  const livesMs = Date.parse(String(timeoutAt)) - Date.parse(String(startedAt));
  return {
    id,
    cdpUrl: text(cdpUrl),
    liveUrl: pageAddress(liveUrl),
    timeoutAt: text(timeoutAt),
    livesMs: livesMs > 0 ? livesMs : undefined,
    status,
  };
}

/** It is shown to people, who open it. */
function pageAddress(value: unknown): string | undefined {
  const url = typeof value === "string" ? URL.parse(value) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

function unexpected(what: string): Failure {
  return new Failure("api", `the platform answered with ${what}`, "Check the address: `svc config get base_url`.");
}

async function addressOf(api: Api, id: string, first: Pick<View, "cdpUrl" | "liveUrl">, signal: AbortSignal) {
  let { cdpUrl, liveUrl } = first;
  while (cdpUrl === undefined) {
    await sleep(POLL_MS, signal);
    const { json } = await api.request("GET", `/v2/browsers/${id}`, undefined, signal);
    const view = viewOf(json);
    if (view.status !== "active") throw unexpected("a browser that has already stopped");
    cdpUrl = view.cdpUrl;
    liveUrl = view.liveUrl ?? liveUrl;
  }
  if (!/^(https?|wss?):$/.test(URL.parse(cdpUrl)?.protocol ?? "")) throw unexpected("a browser without an address");
  return { cdpUrl, liveUrl };
}

/** An abandoned browser that could not be stopped. */
export interface UnstoppedBrowser {
  id: string;
  session: string | undefined;
  failure: Failure;
}

/** Stops the browsers that killed processes left. `open` is only called when there is one; `left` lists the failures. */
export async function stopAbandoned(
  home: string,
  open: () => Api,
  signal: AbortSignal,
): Promise<{ stopped: string[]; left: UnstoppedBrowser[] }> {
  const stopped: string[] = [];
  const left: UnstoppedBrowser[] = [];
  const work = abandonedBrowsers(home).map(async (note) => {
    const { id, session, until } = note.data;
    if (until !== undefined && Date.now() > until + OBSOLETE_MS) return note.remove();
    try {
      const api = open();
      if (note.data.origin !== api.origin) throw elsewhere(note.data.origin);
      await stopNoted(api, note, AbortSignal.any([signal, AbortSignal.timeout(STOP_MS)]));
      stopped.push(id);
    } catch (error) {
      signal.throwIfAborted();
      const failure = asFailure(error);
      if (!failure) throw error;
      left.push({ id, session, failure });
    }
  });
  await Promise.all(work);
  return { stopped, left };
}

/** The failure for a browser of another platform than that of the settings. */
function elsewhere(origin: string): Failure {
  return new Failure("api", `it belongs to ${origin}`, `Run the command again with SVC_BASE_URL=${origin}.`);
}

/** Undefined when the platform no longer has the browser. */
async function stopNoted(
  api: Api,
  { data, remove }: Note<RemoteNote>,
  signal: AbortSignal,
): Promise<Stopped | undefined> {
  try {
    const { json } = await api.request("PATCH", `/v2/browsers/${data.id}`, { action: "stop" }, signal);
    remove();
    const { profileError } = (json ?? {}) as Record<string, unknown>;
    return typeof profileError === "string" ? { profileError: profileError } : {};
  } catch (error) {
    if (statusOf(error) === 404) {
      remove();
      return undefined;
    }
    if (!(await isStopped(api, data.id, error, signal))) throw asFailure(error) ?? tooSlow();
    remove();
    return {};
  }
}

/** True when the platform refused because the browser has already stopped. */
async function isStopped(api: Api, id: string, error: unknown, signal: AbortSignal): Promise<boolean> {
  if (asFailure(error)?.code !== "api_refused") return false;
  try {
    const { json } = await api.request("GET", `/v2/browsers/${id}`, undefined, signal);
    return (json as { status?: unknown } | undefined)?.status === "stopped";
  } catch {
    return false;
  }
}

function tooSlow(): Failure {
  return new Failure(
    "api",
    `the platform did not stop the cloud browser within ${STOP_MS / 1_000} s`,
    "Run the command again.",
  );
}
