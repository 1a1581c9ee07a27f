/**
 * The platform's browser of a session: asked for as the line and the settings say, with a profile that is made on first
 * use and kept from then on. Knows neither the daemon nor what the session does with it.
 */
import { join } from "node:path";
import type { LaunchOptions } from "../command.ts";
import { Failure } from "../errors.ts";
import { privateFolder } from "../lib/atomic-file.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { releaseLock, takeLock } from "../lib/lock.ts";
import { log } from "../lib/log.ts";
import { resolveSetting, setting, writeSetting } from "../lib/settings.ts";
import { type Api, openApi, statusOf } from "./api.ts";
import { fetchDownload } from "./downloads.ts";
import { type LeasedBrowser, type LeaseRequest, leaseBrowser, stopAbandoned } from "./lease.ts";

/** The name of the profile that is made on first use. */
const PROFILE_NAME = "Svc CLI";

/** How long browsers that a killed process left may take to be stopped, before a new one is asked for. */
const LEFT_MS = 10_000;

export interface SessionBrowser extends LeasedBrowser {
  readonly profileId: string;
  /** What became of the profile, where that is worth telling. */
  readonly news: string | undefined;
  /** A file that one of its pages has downloaded. */
  download(name: string, signal: AbortSignal): Promise<Response>;
}

interface ConnectRequest {
  home: string;
  session: string;
  options: LaunchOptions;
  signal: AbortSignal;
}

/** Rents the browser of a session. Errors: `no_key`, `usage`, `api_refused`, `api`. */
export async function leaseForSession(request: ConnectRequest): Promise<SessionBrowser> {
  const api = openApi({ home: request.home, key: request.options.apiKey });
  const chosen = await chosenBrowser(api, request);
  return { ...chosen, download: (name, signal) => fetchDownload(api, chosen.id, name, signal) };
}

type ChosenBrowser = Omit<SessionBrowser, "download">;

async function chosenBrowser(api: Api, { home, session, options, signal }: ConnectRequest): Promise<ChosenBrowser> {
  // Those that were left count against the same limit: they go first.
  const { left } = await stopAbandoned(home, () => api, AbortSignal.any([signal, AbortSignal.timeout(LEFT_MS)])).catch(
    (error) => {
      signal.throwIfAborted();
      log.warn("could not stop the cloud browsers of an earlier session:", (error as Error).message ?? error);
      return { left: [] };
    },
  );
  for (const one of left) log.warn(`the cloud browser ${one.id} is still running: ${one.failure.message}`);
  const asked = wishes(home, options);
  const named = options.remoteProfile ?? profileOfEnvironment(home);
  if (named !== undefined)
    return { ...(await rentWith(api, named, { home, asked, session, signal })), profileId: named, news: undefined };
  return await rentWithOwn(api, { home, asked, session, signal });
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

/** What is asked for besides the profile. What neither the line nor a setting says is left to the platform. */
function wishes(home: string, options: LaunchOptions): LeaseRequest {
  const proxy = options.remoteProxy ?? setting(home, "cloud_connect_proxy");
  const minutes = options.remoteMinutes ?? setting(home, "cloud_connect_timeout");
  const recording = options.remoteRecording ?? String(setting(home, "cloud_connect_recording"));
  return {
    ...(proxy === undefined ? {} : { proxyCountryCode: countryOf(String(proxy)) }),
    ...(minutes === undefined ? {} : { timeout: Number(minutes) }),
    enableRecording: recording === "true",
  };
}

/** Null is no proxy at all. */
export function countryOf(word: string): string | null {
  if (/^(none|null|off)$/i.test(word)) return null;
  if (/^[a-z]{2}$/i.test(word)) return word.toLowerCase();
  throw new Failure(
    "usage",
    `cloud_connect_proxy must be a country code of two letters or none, not '${word}'`,
    "Run `svc config set cloud_connect_proxy de`, or use --proxy <country>.",
  );
}

async function rentWith(api: Api, profileId: string, work: LeaseContext): Promise<LeasedBrowser> {
  return await leaseBrowser(api, { ...work, asked: { profileId, ...work.asked } });
}

/** With the profile of the settings; where the platform has it no more, with a new one. */
async function rentWithOwn(api: Api, work: LeaseContext): Promise<ChosenBrowser> {
  const { home, signal } = work;
  const known = ownProfile(home);
  if (known !== undefined) {
    try {
      return { ...(await rentWith(api, known, work)), profileId: known, news: undefined };
    } catch (error) {
      if (!(await isGone(api, known, error, signal))) throw error;
    }
  }
  const { id, isNew } = await makeProfile(api, known, work);
  const news = `created the cloud profile '${PROFILE_NAME}' (${id})${known === undefined ? "" : `; the platform no longer has ${known}`}`;
  return { ...(await rentWith(api, id, work)), profileId: id, news: isNew ? news : undefined };
}

/** A refusal may be about the profile or about anything else: the platform is asked. */
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

/** It becomes part of a path. */
export function checkedId(id: string): string {
  if (/^[\w-]{1,100}$/.test(id)) return id;
  throw new Failure(
    "usage",
    "cloud_connect_profile_id is not the identifier of a profile",
    "Run `svc config unset cloud_connect_profile_id` to create a new one.",
  );
}

/** Makes the profile and remembers it at once. Sessions that begin at the same time make one between them. */
async function makeProfile(
  api: Api,
  gone: string | undefined,
  { home, signal }: LeaseContext,
): Promise<{ id: string; isNew: boolean }> {
  const lock = join(privateFolder(home), "cloud-profile.lock");
  for (;;) {
    const taken = takeLock(lock);
    if (!("nonce" in taken)) {
      await Promise.race([Bun.sleep(50), rejectOnAbort(signal)]);
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
