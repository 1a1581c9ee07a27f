/** Leases the cloud browser of a session, with the options of the command line and the settings, and a profile that is created on first use. */
import { join } from "node:path";
import type { LaunchOptions } from "../command.ts";
import { Failure } from "../errors.ts";
import { privateFolder } from "../lib/atomic-file.ts";
import { sleep } from "../lib/deadline.ts";
import { releaseLock, takeLock } from "../lib/lock.ts";
import { log } from "../lib/log.ts";
import { resolveSetting, setting, writeSetting } from "../lib/settings.ts";
import { type Api, openApi, statusOf } from "./api.ts";
import { fetchDownload } from "./downloads.ts";
import { type LeasedBrowser, type LeaseRequest, leaseBrowser, stopAbandoned } from "./lease.ts";

/** Name of the created profile. */
const PROFILE_NAME = "Svc CLI";

/** Timeout for stopping abandoned browsers before a new one is requested. */
const LEFT_MS = 10_000;

export interface SessionBrowser extends LeasedBrowser {
  readonly profileId: string;
  /** A message when a profile was created. */
  readonly news: string | undefined;
  /** Fetches a downloaded file. */
  download(name: string, signal: AbortSignal): Promise<Response>;
}

interface ConnectRequest {
  home: string;
  session: string;
  options: LaunchOptions;
  signal: AbortSignal;
}

/** Leases the browser of a session. Errors: `no_key`, `usage`, `api_refused`, `api`. */
export async function leaseForSession(request: ConnectRequest): Promise<SessionBrowser> {
  const api = openApi({ home: request.home, key: request.options.apiKey });
  const chosen = await chosenBrowser(api, request);
  return { ...chosen, download: (name, signal) => fetchDownload(api, chosen.id, name, signal) };
}

type ChosenBrowser = Omit<SessionBrowser, "download">;

async function chosenBrowser(api: Api, { home, session, options, signal }: ConnectRequest): Promise<ChosenBrowser> {
  // Abandoned browsers count against the same limit.
  const { left } = await stopAbandoned(home, () => api, AbortSignal.any([signal, AbortSignal.timeout(LEFT_MS)])).catch(
    (error) => {
      signal.throwIfAborted();
      log.warn("could not stop the cloud browsers of an earlier session:", (error as Error).message ?? error);
      return { left: [] };
    },
  );
  for (const one of left) log.warn(`the cloud browser ${one.id} is still running: ${one.failure.message}`);
  const asked = leaseRequest(home, options);
  const named = options.remoteProfile ?? profileOfEnvironment(home);
  if (named !== undefined)
    return { ...(await leaseWith(api, named, { home, asked, session, signal })), profileId: named, news: undefined };
  return await leaseWithOwnProfile(api, { home, asked, session, signal });
}

interface LeaseContext {
  home: string;
  session: string;
  asked: LeaseRequest;
  signal: AbortSignal;
}

function profileOfEnvironment(home: string): string | undefined {
  const { value, source } = resolveSetting(home, "cloud_connect_profile_id");
  return source === "environment" ? checkedId(String(value)) : undefined;
}

/** The request without the profile. Absent options are left to the platform. */
function leaseRequest(home: string, options: LaunchOptions): LeaseRequest {
  const proxy = options.remoteProxy ?? setting(home, "cloud_connect_proxy");
  const minutes = options.remoteMinutes ?? setting(home, "cloud_connect_timeout");
  const recording = options.remoteRecording ?? String(setting(home, "cloud_connect_recording"));
  return {
    ...(proxy === undefined ? {} : { proxyCountryCode: countryOf(String(proxy)) }),
    ...(minutes === undefined ? {} : { timeout: Number(minutes) }),
    enableRecording: recording === "true",
  };
}

/** Null means no proxy. Throws `usage`. */
export function countryOf(word: string): string | null {
  if (/^(none|null|off)$/i.test(word)) return null;
  if (/^[a-z]{2}$/i.test(word)) return word.toLowerCase();
  throw new Failure(
    "usage",
    `cloud_connect_proxy must be a country code of two letters or none, not '${word}'`,
    "Run `svc config set cloud_connect_proxy de`, or use --proxy <country>.",
  );
}

async function leaseWith(api: Api, profileId: string, work: LeaseContext): Promise<LeasedBrowser> {
  return await leaseBrowser(api, { ...work, asked: { profileId, ...work.asked } });
}

/** Leases with the profile of the settings, or with a new one when the platform no longer has that. */
async function leaseWithOwnProfile(api: Api, work: LeaseContext): Promise<ChosenBrowser> {
  const { home, signal } = work;
  const known = ownProfile(home);
  if (known !== undefined) {
    try {
      return { ...(await leaseWith(api, known, work)), profileId: known, news: undefined };
    } catch (error) {
      if (!(await isGone(api, known, error, signal))) throw error;
    }
  }
  const { id, isNew } = await createProfile(api, known, work);
  const news = `created the cloud profile '${PROFILE_NAME}' (${id})${known === undefined ? "" : `; the platform no longer has ${known}`}`;
  return { ...(await leaseWith(api, id, work)), profileId: id, news: isNew ? news : undefined };
}

/** True when the refusal is due to a deleted profile. */
async function isGone(api: Api, id: string, error: unknown, signal: AbortSignal): Promise<boolean> {
  if (statusOf(error) !== 404 && statusOf(error) !== 422) return false;
  try {
    await api.request("GET", `/v2/profiles/${id}`, undefined, signal);
    return false;
  } catch (second) {
    if (statusOf(second) === 404) return true;
    throw second;
  }
}

function ownProfile(home: string): string | undefined {
  const held = setting(home, "cloud_connect_profile_id", {});
  return held === undefined ? undefined : checkedId(String(held));
}

/** Checks an id that becomes part of a path. Throws `usage`. */
export function checkedId(id: string): string {
  if (/^[\w-]{1,100}$/.test(id)) return id;
  throw new Failure(
    "usage",
    "cloud_connect_profile_id is not the identifier of a profile",
    "Run `svc config unset cloud_connect_profile_id` to create a new one.",
  );
}

/** Creates the profile and saves its id. Concurrent sessions create only one. */
async function createProfile(
  api: Api,
  gone: string | undefined,
  { home, signal }: LeaseContext,
): Promise<{ id: string; isNew: boolean }> {
  const lock = join(privateFolder(home), "cloud-profile.lock");
  for (;;) {
    const taken = takeLock(lock);
    if (!("nonce" in taken)) {
      await sleep(50, signal);
      continue;
    }
    try {
      const made = ownProfile(home);
      if (made !== undefined && made !== gone) return { id: made, isNew: false };
      const { json } = await api.request("POST", "/v2/profiles", { name: PROFILE_NAME }, signal);
      const id = (json as { id?: unknown } | undefined)?.id;
      if (typeof id !== "string" || !/^[\w-]{1,100}$/.test(id))
        throw new Failure("api", "the platform answered with a profile without an id", "Run the command again.");
      writeSetting(home, "cloud_connect_profile_id", id);
      return { id, isNew: true };
    } finally {
      releaseLock(lock, taken.nonce);
    }
  }
}
