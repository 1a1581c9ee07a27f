/**
 * Brings the cookies of a local profile into a profile of the platform: read by their own browser, set in one of the
 * platform's that is bound to that profile, counted there, and kept by stopping it. Nothing of them is written to disk here.
 */

import { decryptCookies } from "../browser/profiles/cookie-decryption.ts";
import { profileName } from "../browser/profiles/pick.ts";
import type { LocalProfile } from "../browser/profiles/profile.ts";
import { putCookies } from "../browser/storage/cookies.ts";
import { byDomain, type DomainFilter, filterByDomain } from "../browser/storage/domains.ts";
import type { Connection } from "../cdp/connection.ts";
import type { Network_Cookie } from "../cdp/protocol.gen.ts";
import { Failure } from "../errors.ts";
import { sleep } from "../lib/deadline.ts";
import { type Api, statusOf } from "./api.ts";
import { onRemoteBrowser } from "./browser.ts";
import { rememberedProfile, rememberProfile } from "./remember.ts";

export interface SyncRequest {
  api: Api;
  home: string;
  profile: LocalProfile;
  filter: DomainFilter;
  /** The platform's profile; absent: the one of the last sync, else a new one. */
  cloudProfileId?: string | undefined;
  signal: AbortSignal;
  progress(message: string): void;
}

export interface Synced {
  browser: string;
  profile: string;
  cloudProfileId: string;
  /** True when the platform's profile was made for it. */
  created: boolean;
  /** Cookies that the platform's browser holds now, of those sent. */
  cookies: number;
  domains: number;
  /** Cookies that it did not take. */
  refused: number;
}

/** Undefined when the profile has no cookies that the filter lets through: nothing is made on the platform then. */
export async function syncProfile(request: SyncRequest): Promise<Synced | undefined> {
  const { api, home, profile, filter, signal, progress } = request;
  const name = profileName(profile);
  progress(`reading the cookies of ${name}; the system may ask for access to its key store`);
  const cookies = filterByDomain(await decryptCookies(profile, { home, signal }), filter);
  if (cookies.length === 0) return undefined;
  const { id, created, usedAt } = await cloudProfile(request);
  progress(`sending ${cookies.length} cookies of ${name}`);
  const held = await onRemoteBrowser(api, { home, profileId: id, signal }, (remote) => fill(remote, cookies, signal));
  await checkKept(api, { id, usedAt }, signal);
  return {
    browser: profile.browser.label,
    profile: profile.directory,
    cloudProfileId: id,
    created,
    cookies: held.length,
    domains: byDomain(held).length,
    refused: cookies.length - held.length,
  };
}

/** The profile asked for, the remembered one as long as the platform has it, or a new one, remembered at once. */
async function cloudProfile({ api, home, profile, cloudProfileId, signal }: SyncRequest) {
  const known = cloudProfileId ?? rememberedProfile(home, api.origin, profile);
  const held = known === undefined ? undefined : await find(api, known, signal);
  if (known !== undefined && held) {
    rememberProfile(home, api.origin, profile, known);
    return { id: known, created: false, usedAt: held.lastUsedAt };
  }
  if (cloudProfileId !== undefined) {
    throw new Failure(
      "not_found",
      `the platform has no profile ${cloudProfileId}`,
      "Run it again without --cloud-profile-id to create a new profile.",
    );
  }
  const { json } = await api.request("POST", "/v2/profiles", { name: profileName(profile).slice(0, 100) }, signal);
  const { id, lastUsedAt } = (json ?? {}) as { id?: unknown; lastUsedAt?: unknown };
  if (typeof id !== "string" || !/^[\w-]{1,100}$/.test(id))
    throw new Failure("api", "the platform answered with a profile without an id", "Run the command again.");
  rememberProfile(home, api.origin, profile, id);
  return { id, created: true, usedAt: lastUsedAt };
}

/** What a platform tells of a profile. */
interface RemoteProfile {
  lastUsedAt?: unknown;
}

async function find(api: Api, id: string, signal: AbortSignal): Promise<RemoteProfile | undefined> {
  try {
    const { json } = await api.request("GET", `/v2/profiles/${id}`, undefined, signal);
    return (json ?? {}) as RemoteProfile;
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

/** How long a platform may take to write down what it kept, and the time between two looks. */
const KEPT_MS = 3_000;
const LOOK_MS = 500;

/**
 * A browser leaves nothing to a profile that another one writes, nor where a disk is full: the profile then was last used
 * when it was before. A platform that does not tell that is believed.
 */
async function checkKept(
  api: Api,
  { id, usedAt }: { id: string; usedAt: unknown },
  signal: AbortSignal,
): Promise<void> {
  for (const endMs = performance.now() + KEPT_MS; ; ) {
    const held = await find(api, id, signal);
    if (held && (held.lastUsedAt === undefined || held.lastUsedAt !== usedAt)) return;
    if (!held || performance.now() > endMs)
      throw new Failure(
        "api",
        `the platform did not save the cookies to its profile ${id}${held ? "" : ": the profile was deleted during the sync"}`,
        held && "Stop the platform's browsers that use this profile, then run the command again.",
      );
    await sleep(LOOK_MS, signal);
  }
}

/** Sets the cookies and returns those that are there afterwards. */
async function fill(remote: Connection, cookies: Network_Cookie[], signal: AbortSignal): Promise<Network_Cookie[]> {
  await putCookies(remote.root, cookies, signal);
  const { cookies: held } = await remote.root.send("Storage.getCookies", {}, signal);
  const there = new Set(held.map((one) => `${keyOf(one)}\n${one.value}`));
  return cookies.filter((one) => there.has(`${keyOf(one)}\n${one.value}`));
}

function keyOf({ name, domain, path, partitionKey }: Network_Cookie): string {
  return [name, domain, path, partitionKey?.topLevelSite ?? ""].join("\n");
}
