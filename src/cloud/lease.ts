/**
 * A browser of the platform that we pay for until it is stopped: rented, noted on disk before it is used, and stopped.
 * Whoever comes after a process that was killed finds the note and stops what it says. Knows no command and no session's work.
 */
import { asFailure, Failure } from "../errors.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { log } from "../lib/log.ts";
import { type Note, takeNote } from "../lib/undo.ts";
import { type Api, statusOf } from "./api.ts";
import { abandonedBrowsers, NOTE, type RemoteNote } from "./note.ts";

/** How long stopping may take, also after an interrupt. */
const STOP_MS = 15_000;

/** After an interrupt: a browser whose number never came back could not be stopped. */
const ANSWER_MS = 5_000;

/** Between two looks whether the browser has an address yet. */
const LOOK_MS = 500;

/** The platform ends every browser by itself; this long after that the note says nothing any more. */
const OVER_MS = 60_000;

/** What is asked for, in the platform's words. */
export interface LeaseRequest {
  profileId?: string | null;
  proxyCountryCode?: string | null;
  /** In minutes. */
  timeout?: number;
  enableRecording?: boolean;
}

/** A browser that the platform stopped. */
export interface Stopped {
  /** Why what it did is not kept in its profile. */
  profileError?: string | undefined;
}

export interface LeasedBrowser {
  readonly id: string;
  readonly cdpUrl: string;
  readonly liveUrl: string | undefined;
  /** When the platform ends it by itself, as it says so. */
  readonly timeoutAt: string | undefined;
  /** Stops it, once; undefined when the platform knew it no more. Errors: `api` and others, and then the note stays. */
  stop(): Promise<Stopped | undefined>;
}

/** Rents a browser. Whatever goes wrong after it began, it is stopped before this ends. */
export async function leaseBrowser(
  api: Api,
  { home, asked, session, signal }: { home: string; asked: LeaseRequest; session?: string; signal: AbortSignal },
): Promise<LeasedBrowser> {
  const { json } = await api.request("POST", "/v2/browsers", asked, later(signal, ANSWER_MS));
  const { id, livesMs, ...told } = viewOf(json);
  const note = await noted(api, home, {
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

/** The note on disk. A browser that cannot be noted is not kept. */
async function noted(api: Api, home: string, data: RemoteNote): Promise<Note<RemoteNote>> {
  try {
    return takeNote<RemoteNote>(home, NOTE, data);
  } catch (error) {
    await stopNoted(api, { data, strike: () => {} }, AbortSignal.timeout(STOP_MS)).catch((second) =>
      log.warn(`the cloud browser ${data.id} is still running: ${second.message}`),
    );
    throw error;
  }
}

/** Aborted for the same reason, somewhat later. */
function later(signal: AbortSignal, ms: number): AbortSignal {
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
  /** How long it may live, by the platform's own clock. */
  livesMs: number | undefined;
  status: unknown;
}

function viewOf(json: unknown): View {
  const { id, cdpUrl, liveUrl, timeoutAt, startedAt, status } = (json ?? {}) as Record<string, unknown>;
  // It becomes part of a path.
  if (typeof id !== "string" || !/^[\w-]{1,100}$/.test(id)) throw strange("a browser without an id");
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

function strange(what: string): Failure {
  return new Failure("api", `the platform answered with ${what}`, "Check the address: `svc config get base_url`.");
}

async function addressOf(api: Api, id: string, first: Pick<View, "cdpUrl" | "liveUrl">, signal: AbortSignal) {
  let { cdpUrl, liveUrl } = first;
  while (cdpUrl === undefined) {
    await Promise.race([Bun.sleep(LOOK_MS), rejectOnAbort(signal)]);
    const { json } = await api.request("GET", `/v2/browsers/${id}`, undefined, signal);
    const view = viewOf(json);
    if (view.status !== "active") throw strange("a browser that has already stopped");
    cdpUrl = view.cdpUrl;
    liveUrl = view.liveUrl ?? liveUrl;
  }
  if (!/^(https?|wss?):$/.test(URL.parse(cdpUrl)?.protocol ?? "")) throw strange("a browser without an address");
  return { cdpUrl, liveUrl };
}

/** A browser that was left and still runs, and why. */
export interface UnstoppedBrowser {
  id: string;
  session: string | undefined;
  failure: Failure;
}

/**
 * Stops the browsers that earlier processes left, as far as they can be. `open` is asked for the API when there is one
 * to stop; without a key or an address they are all left.
 */
export async function stopAbandoned(
  home: string,
  open: () => Api,
  signal: AbortSignal,
): Promise<{ stopped: string[]; left: UnstoppedBrowser[] }> {
  const stopped: string[] = [];
  const left: UnstoppedBrowser[] = [];
  const work = abandonedBrowsers(home).map(async (note) => {
    const { id, session, until } = note.data;
    if (until !== undefined && Date.now() > until + OVER_MS) return note.strike();
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

/** A browser of another platform than the settings name: it is left alone, and told. */
function elsewhere(origin: string): Failure {
  return new Failure("api", `it belongs to ${origin}`, `Run the command again with SVC_BASE_URL=${origin}.`);
}

/** Undefined when the platform knows it no more. */
async function stopNoted(
  api: Api,
  { data, strike }: Note<RemoteNote>,
  signal: AbortSignal,
): Promise<Stopped | undefined> {
  try {
    const { json } = await api.request("PATCH", `/v2/browsers/${data.id}`, { action: "stop" }, signal);
    strike();
    const { profileError } = (json ?? {}) as Record<string, unknown>;
    return typeof profileError === "string" ? { profileError: profileError } : {};
  } catch (error) {
    if (statusOf(error) === 404) {
      strike();
      return undefined;
    }
    if (!(await isStopped(api, data.id, error, signal))) throw asFailure(error) ?? tooSlow();
    strike();
    return {};
  }
}

/** A platform may refuse to stop what has stopped. */
async function isStopped(api: Api, id: string, error: unknown, signal: AbortSignal): Promise<boolean> {
  if (asFailure(error)?.code !== "api_refused") return false;
  try {
    const { json } = await api.request("GET", `/v2/browsers/${id}`, undefined, signal);
    return (json as { status?: unknown } | undefined)?.status === "stopped";
  } catch {
    return false;
  }
}

/** Our own deadline is no failure by itself. */
function tooSlow(): Failure {
  return new Failure(
    "api",
    `the platform did not stop the cloud browser within ${STOP_MS / 1_000} s`,
    "Run the command again.",
  );
}
