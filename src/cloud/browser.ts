/**
 * A browser of the platform for the time of some work. It costs until it is stopped, and only a clean stop keeps what was
 * done to its profile: its number is on disk before it is used, and the next run stops what a crash left.
 */
import { attachTo } from "../browser/attach.ts";
import { Connection } from "../cdp/connection.ts";
import { asFailure, Failure } from "../errors.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { log } from "../lib/log.ts";
import { abandonedNotes, type Note, takeNote } from "../lib/undo.ts";
import { type Api, statusOf } from "./api.ts";

/** Minutes after which the platform ends it by itself, whatever becomes of us. */
const LIMIT_MINUTES = 15;

/** How long stopping may take, also after an interrupt. */
export const STOP_MS = 15_000;

const NOTE = "cloud-browser";

interface RemoteNote {
  id: string;
  /** Of the platform it belongs to. */
  origin: string;
}

interface Remote {
  id: string;
  cdpUrl: string | null;
}

/** Runs `work` on a browser of the cloud profile and stops it, however the work ends. */
export async function onRemoteBrowser<T>(
  api: Api,
  { home, profileId, signal }: { home: string; profileId: string; signal: AbortSignal },
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const asked = { profileId, timeout: LIMIT_MINUTES, proxyCountryCode: null };
  const { json } = await api.request("POST", "/v2/browsers", asked, later(signal, ANSWER_MS));
  const remote = remoteOf(json);
  const note = takeNote<RemoteNote>(home, NOTE, { id: remote.id, origin: api.origin });
  let result: T;
  try {
    signal.throwIfAborted();
    result = await connected(await addressOf(api, remote, signal), signal, work);
  } catch (error) {
    await stop(api, note).catch((second) => log.warn(`the browser ${remote.id} still runs: ${second.message}`));
    throw error;
  }
  if (await stop(api, note)) return result;
  throw new Failure("api", "the platform's browser was gone before it was stopped", "Run the command again.");
}

/** After an interrupt: a browser whose number never came back could not be stopped. */
const ANSWER_MS = 5_000;

/** Aborted for the same reason, somewhat later. */
function later(signal: AbortSignal, ms: number): AbortSignal {
  const controller = new AbortController();
  const abort = () => setTimeout(() => controller.abort(signal.reason), ms).unref();
  if (signal.aborted) controller.abort(signal.reason);
  else signal.addEventListener("abort", abort, { once: true });
  return controller.signal;
}

/** Stops the browsers that runs before this one left, as far as they can be. Tells how many. */
export async function stopAbandoned(api: Api, home: string): Promise<number> {
  let stopped = 0;
  for (const note of abandonedNotes<RemoteNote>(home, NOTE)) {
    if (note.data.origin !== api.origin) continue;
    try {
      await stop(api, note);
      stopped++;
    } catch (error) {
      if (!asFailure(error)) throw error;
      // The platform ends it by itself in the end; the next run tries again.
      log.warn(`a browser that an earlier run left still runs: ${(error as Error).message}`);
    }
  }
  return stopped;
}

/** False when the platform knows it no more. */
async function stop(api: Api, { data, strike }: Note<RemoteNote>): Promise<boolean> {
  try {
    await api.request("PATCH", `/v2/browsers/${data.id}`, { action: "stop" }, AbortSignal.timeout(STOP_MS));
    strike();
    return true;
  } catch (error) {
    if (statusOf(error) !== 404) throw stopFailure(error);
    strike();
    return false;
  }
}

/** Our own deadline is no failure by itself. */
function stopFailure(error: unknown): unknown {
  if (asFailure(error)) return error;
  return new Failure(
    "api",
    `the platform did not stop the browser within ${STOP_MS / 1_000} s`,
    "Run the command again.",
  );
}

function remoteOf(json: unknown): Remote {
  const { id, cdpUrl } = (json ?? {}) as { id?: unknown; cdpUrl?: unknown };
  // It becomes part of a path.
  if (typeof id !== "string" || !/^[\w-]{1,100}$/.test(id)) throw strange("a browser without an id");
  return { id, cdpUrl: typeof cdpUrl === "string" && cdpUrl !== "" ? cdpUrl : null };
}

function strange(what: string): Failure {
  return new Failure("api", `the platform answered with ${what}`, "Check the address: `svc config get base_url`.");
}

/** Between two looks whether the browser has an address yet. */
const LOOK_MS = 500;

async function addressOf(api: Api, remote: Remote, signal: AbortSignal): Promise<string> {
  let { cdpUrl } = remote;
  while (cdpUrl === null) {
    await Promise.race([Bun.sleep(LOOK_MS), rejectOnAbort(signal)]);
    const { json } = await api.request("GET", `/v2/browsers/${remote.id}`, undefined, signal);
    if ((json as { status?: unknown })?.status !== "active") throw strange("a browser that is stopped already");
    ({ cdpUrl } = remoteOf(json));
  }
  if (!/^(https?|wss?):$/.test(URL.parse(cdpUrl)?.protocol ?? "")) throw strange("a browser without an address");
  return cdpUrl;
}

async function connected<T>(
  url: string,
  signal: AbortSignal,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  try {
    const connection = new Connection(await attachTo(url, signal));
    try {
      return await Promise.race([work(connection), rejectOnAbort(signal)]);
    } finally {
      connection.close();
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const isAway = ["refused", "not_a_browser", "closed"].includes(asFailure(error)?.code ?? "");
    throw isAway ? unreachable(error as Failure) : error;
  }
}

function unreachable(reason: Failure): Failure {
  return new Failure("api", `the platform's browser cannot be used: ${reason.message}`, "Run the command again.");
}
