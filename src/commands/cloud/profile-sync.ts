import { flag, option } from "../../args.ts";
import { pickProfile, profileName } from "../../browser/profiles/pick.ts";
import type { LocalProfile } from "../../browser/profiles/profile.ts";
import type { DomainFilter } from "../../browser/storage/domains.ts";
import { byDomain } from "../../browser/storage/domains.ts";
import type { Api } from "../../cloud/api.ts";
import type { Synced } from "../../cloud/sync.ts";
import { command } from "../../command.ts";
import { asFailure, Failure } from "../../errors.ts";
import { log } from "../../lib/log.ts";
import { setting, writeSetting } from "../../lib/settings.ts";
import { canAsk } from "../../lib/terminal.ts";
import { bool } from "../../values.ts";
import { uuid } from "../../web-values.ts";
import { askKey, begin, CLEAN_MS, chosen, filterOf, READ_MS, someProfiles } from "./profile.ts";

/** Many profiles, each with two browsers to start. */
const SYNC_MS = 900_000;

interface SyncedProfiles {
  synced: Synced[];
  /** Profiles without a cookie that the filter lets through. */
  skipped: { browser: string; profile: string }[];
}

interface Work {
  home: string;
  api: Api;
  profiles: LocalProfile[];
  filter: DomainFilter;
  cloudProfileId?: string | undefined;
  signal: AbortSignal;
  progress(message: string): void;
}

export const profileSync = command({
  name: "profile sync",
  group: "cloud",
  summary: "Copy cookies of your browsers to profiles on the cloud platform",
  effect: "write",
  needs: "nothing",
  timeoutMs: SYNC_MS,
  graceMs: CLEAN_MS,
  args: {
    all: flag(bool(), "Copy every profile of every browser, each to its own cloud profile"),
    ...chosen,
    cloudProfileId: option(uuid(), "Cloud profile; default the one of the last sync, else a new one"),
  },
  examples: [
    "profile sync --browser chrome --profile Default",
    "profile sync --browser chrome --profile Work --domain example.com,example.org",
    "profile sync --all --exclude-domain bank.example",
  ],
  async run({ home, args, signal, progress }) {
    if (args.all && (args.browser ?? args.profile ?? args.cloudProfileId) !== undefined)
      throw new Failure(
        "usage",
        "--all cannot be used with --browser, --profile or --cloud-profile-id",
        "Leave out --all, or leave out the other options.",
      );
    if (!args.all && args.browser === undefined && args.profile === undefined)
      throw new Failure(
        "usage",
        "no profile given",
        "Run `svc profile sync --browser <name> --profile <name>` or `svc profile sync --all`.",
      );
    await begin(home);
    const found = someProfiles();
    const profiles = args.all ? found : [pickProfile(found, args.browser, args.profile)];
    const { openApi } = await import("../../cloud/api.ts");
    const work = { home, api: openApi({ home }), profiles, filter: filterOf(args), signal, progress };
    return await sync({ ...work, cloudProfileId: args.cloudProfileId });
  },
  text: syncedText,
});

/** One after the other: each starts two browsers. One that fails does not keep the others back. */
async function sync(work: Work): Promise<SyncedProfiles> {
  const [{ syncProfile }, { stopAbandoned }] = await Promise.all([
    import("../../cloud/sync.ts"),
    import("../../cloud/lease.ts"),
  ]);
  const { left } = await stopAbandoned(work.home, () => work.api, work.signal);
  for (const { id, failure } of left)
    log.warn(`the cloud browser ${id} of an earlier sync is still running: ${failure.message}`);
  const done: SyncedProfiles = { synced: [], skipped: [] };
  const failed: { profile: LocalProfile; failure: Failure }[] = [];
  for (const profile of work.profiles) {
    try {
      const synced = await syncProfile({ ...work, profile });
      if (synced) done.synced.push(synced);
      else done.skipped.push({ browser: profile.browser.label, profile: profile.directory });
    } catch (error) {
      const failure = asFailure(error);
      if (!failure || work.signal.aborted || work.profiles.length === 1) throw error;
      // Without a key, or with an address that is wrong, the next one fails alike.
      failed.push({ profile, failure });
      if (failure.code === "no_key") break;
    }
  }
  const [first] = failed;
  if (first) throw partly(work, done, failed, first.failure);
  if (done.synced.length === 0) throw nothingToSync(work);
  return done;
}

function partly(
  { profiles }: Work,
  done: SyncedProfiles,
  failed: { profile: LocalProfile; failure: Failure }[],
  first: Failure,
): Failure {
  const lines = failed.map(({ profile, failure }) => `  ${profileName(profile)}: ${failure.message}`);
  const left = profiles.length - done.synced.length - done.skipped.length;
  const count = `${left} of ${profiles.length} profiles were not synced`;
  const text = done.synced.length + done.skipped.length === 0 ? [] : [syncedText(done)];
  return new Failure(first.code, [`${count}:`, ...lines, ...text].join("\n"), first.hint);
}

function nothingToSync({ profiles, filter }: Work): Failure {
  const [only] = profiles;
  const whose = only && profiles.length === 1 ? profileName(only) : "the profiles";
  const isFiltered = filter.include.length + filter.exclude.length > 0;
  return new Failure(
    "not_found",
    `there is nothing to sync: ${whose} ${profiles.length === 1 ? "has" : "have"} no cookies${isFiltered ? " of those domains" : ""}`,
    "Run `svc profile inspect --browser <name> --profile <name>` to see its cookies.",
  );
}

function syncedText({ synced, skipped }: SyncedProfiles): string {
  return [
    ...synced.flatMap(({ browser, profile, cloudProfileId, created, cookies, domains, refused }) => [
      `Profile ${created ? "created" : "updated"}: ${cloudProfileId}`,
      `  ${browser} (${profile}): ${cookies} cookies of ${domains} domains${refused > 0 ? `; ${refused} were rejected` : ""}`,
    ]),
    ...skipped.map(({ browser, profile }) => `No cookies to sync: ${browser} (${profile})`),
  ].join("\n");
}

export const profile = command({
  name: "profile",
  group: "cloud",
  summary: "Choose a profile and cookies step by step, and copy them",
  effect: "write",
  needs: "nothing",
  // A person answers.
  timeoutMs: 3_600_000,
  graceMs: CLEAN_MS,
  args: {},
  examples: ["profile"],
  async run({ home, signal, progress }) {
    const prompts = await import("../../lib/prompts.ts");
    if (!canAsk())
      throw new Failure(
        "usage",
        "the wizard needs a terminal to ask its questions",
        "Run `svc profile list`, then `svc profile sync --browser <name> --profile <name>`.",
      );
    await begin(home);
    const found = someProfiles();
    const chosenOne = await prompts.askOne(
      "Which profile?",
      [
        ...found.map((one, n) => ({
          value: String(n),
          label: profileName(one),
          ...(one.isDefault ? { hint: "used last" } : {}),
        })),
        ...(found.length > 1 ? [{ value: "all", label: `All ${found.length} profiles` }] : []),
      ],
      signal,
    );
    const profiles = chosenOne === "all" ? found : found.slice(Number(chosenOne), Number(chosenOne) + 1);
    const [only] = profiles;
    const filter = only && profiles.length === 1 ? await askDomains(only, home, signal) : { include: [], exclude: [] };
    const api = await askedApi(home, signal);
    const what = filter.include.length === 0 ? "all cookies" : `the cookies of ${filter.include.join(", ")}`;
    const whose = only && profiles.length === 1 ? profileName(only) : `${profiles.length} profiles`;
    const isSure = await prompts.askYesNo(`Send ${what} of ${whose} to ${api.origin}?`, true, signal);
    if (!isSure) throw new Failure("interrupted", "cancelled: nothing was sent");
    return await sync({ home, api, profiles, filter, signal, progress });
  },
  text: syncedText,
});

/** More domains than this are no list that a person reads. */
const MOST_DOMAINS = 200;

async function askDomains(profile: LocalProfile, home: string, signal: AbortSignal): Promise<DomainFilter> {
  const [{ askOne, askSome }, { decryptCookies }] = await Promise.all([
    import("../../lib/prompts.ts"),
    import("../../browser/profiles/cookie-decryption.ts"),
  ]);
  const soon = AbortSignal.any([signal, AbortSignal.timeout(READ_MS)]);
  const groups = byDomain(await decryptCookies(profile, { home, signal: soon }));
  const count = groups.reduce((sum, [, cookies]) => sum + cookies.length, 0);
  if (groups.length < 2) return { include: [], exclude: [] };
  const scope = await askOne(
    "Which cookies?",
    [
      { value: "all", label: `All ${count} cookies of ${groups.length} domains` },
      { value: "some", label: "The cookies of some domains" },
    ],
    signal,
  );
  if (scope === "all") return { include: [], exclude: [] };
  const choices = groups
    .slice(0, MOST_DOMAINS)
    .map(([domain, { length }]) => ({ value: domain, label: domain, hint: `${length}` }));
  return { include: await askSome("Which domains? (space selects, enter continues)", choices, signal), exclude: [] };
}

/** The API of the settings; what is missing is asked for and saved. */
async function askedApi(home: string, signal: AbortSignal): Promise<Api> {
  const [{ openApi }, { askAddress }] = await Promise.all([
    import("../../cloud/api.ts"),
    import("../../cloud/address.ts"),
  ]);
  if (setting(home, "base_url") === undefined) writeSetting(home, "base_url", await askAddress(signal));
  if (setting(home, "api_key") === undefined) writeSetting(home, "api_key", await askKey(signal));
  return openApi({ home });
}
