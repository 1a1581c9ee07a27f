import { flag, option } from "../../args.ts";
import { pickProfile, profileName } from "../../browser/profiles/pick.ts";
import { type LocalProfile, localProfiles } from "../../browser/profiles/profile.ts";
import { plainCookie } from "../../browser/storage/cookies.ts";
import { byDomain, type DomainFilter, filterByDomain } from "../../browser/storage/domains.ts";
import type { Network_Cookie } from "../../cdp/protocol.gen.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { configFile } from "../../lib/paths.ts";
import { resolveSetting, writeSetting } from "../../lib/settings.ts";
import { canAsk } from "../../lib/terminal.ts";
import { completing } from "../../value-type.ts";
import { bool, text } from "../../values.ts";
import { apiKey, domains } from "../../web-values.ts";

/** Starting a browser and, on some systems, a person who lets it use the key store. */
export const READ_MS = 120_000;

/** Ending that browser and removing the copy of the profile. */
export const CLEAN_MS = 20_000;

/** Which profile, and which of its cookies. They go before the options of every command that have the same names. */
export const chosen = {
  browser: option(
    completing(text("name", { nonEmpty: true }), "browsers"),
    "Browser, as svc profile list names it: chrome or 'Google Chrome'",
  ),
  profile: option(
    completing(text("name", { nonEmpty: true }), "profiles"),
    "Profile: its folder, or its name in the browser",
  ),
  domain: option(domains(), "Only cookies of these domains and their subdomains; comma-separated"),
  excludeDomain: option(domains(), "Leave out cookies of these domains and their subdomains; comma-separated"),
};

export function filterOf(args: { domain?: string[] | undefined; excludeDomain?: string[] | undefined }): DomainFilter {
  return { include: args.domain ?? [], exclude: args.excludeDomain ?? [] };
}

/** What every `profile` command that does work begins with: the tool in its place, and nothing left of killed runs. */
export async function begin(home: string): Promise<void> {
  const [{ ensureBinary }, { removeAbandonedCopies }] = await Promise.all([
    import("../../cloud/binary.ts"),
    import("../../browser/profiles/cookie-decryption.ts"),
  ]);
  ensureBinary(home);
  await removeAbandonedCopies(home);
}

/** All profiles of this machine. `not_found` where there are none. */
export function someProfiles(): LocalProfile[] {
  const profiles = localProfiles();
  if (profiles.length > 0) return profiles;
  throw new Failure(
    "not_found",
    "no browser with profiles was found on this machine",
    "Run `svc doctor` to see which browsers svc finds.",
  );
}

export const profileList = command({
  name: "profile list",
  group: "cloud",
  summary: "List the browsers on this machine and their profiles",
  effect: "read",
  needs: "nothing",
  args: {},
  examples: ["profile list"],
  async run({ home }) {
    await begin(home);
    const profiles = localProfiles().map(({ browser, directory, display, isDefault }) => ({
      browser: browser.label,
      profile: directory,
      name: display,
      path: `${browser.path}/${directory}`,
      userDataDir: browser.path,
      ...(isDefault ? { isDefault } : {}),
    }));
    return { profiles };
  },
  text: ({ profiles }) =>
    profiles.length === 0
      ? "No browser with profiles was found"
      : table([
          ["BROWSER", "PROFILE", "NAME", "FOLDER"],
          ...profiles.map(({ browser, profile, name, path, isDefault }) => [
            browser,
            profile,
            `${name}${isDefault ? " (used last)" : ""}`,
            path,
          ]),
        ]),
});

/** Columns as wide as what stands in them. */
function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, n) => Math.max(...rows.map((row) => Bun.stringWidth(row[n] ?? ""))));
  const padded = (cell: string, width = 0) => cell + " ".repeat(width - Bun.stringWidth(cell));
  const line = (row: string[]) => row.map((cell, n) => padded(cell, widths[n])).join("  ");
  return rows.map((row) => line(row).trimEnd()).join("\n");
}

interface ShownCookie {
  name: string;
  domain: string;
  path: string;
  secure: boolean;
  httpOnly: boolean;
  sameSite?: string;
  /** Seconds since 1970; absent for one that lasts until the browser ends. */
  expires?: number;
  value?: string;
}

export const profileInspect = command({
  name: "profile inspect",
  group: "cloud",
  summary: "Count the cookies of a profile by domain",
  effect: "read",
  needs: "nothing",
  timeoutMs: READ_MS,
  graceMs: CLEAN_MS,
  args: {
    ...chosen,
    verbose: flag(bool(), "List each cookie without its value"),
    values: flag(bool(), "List each cookie with its value. Keep the values secret: they contain your logins"),
  },
  examples: [
    "profile inspect --browser chrome --profile Default",
    "profile inspect --browser edge --domain example.com",
  ],
  async run({ home, args, signal, progress }) {
    await begin(home);
    const profile = pickProfile(someProfiles(), args.browser, args.profile);
    progress(`reading the cookies of ${profileName(profile)}; your system may ask for access to its key store`);
    const { decryptCookies } = await import("../../browser/profiles/cookie-decryption.ts");
    const cookies = filterByDomain(await decryptCookies(profile, { home, signal }), filterOf(args));
    const groups = byDomain(cookies);
    return {
      browser: profile.browser.label,
      profile: profile.directory,
      total: cookies.length,
      domains: groups.map(([domain, { length }]) => ({ domain, cookies: length })),
      ...(args.verbose || args.values
        ? { cookies: groups.flatMap(([, held]) => held.map((one) => shown(one, args.values))) }
        : {}),
    };
  },
  text: ({ browser, profile, total, domains, cookies }) =>
    [
      `${total} ${total === 1 ? "cookie" : "cookies"} of ${domains.length} ${domains.length === 1 ? "domain" : "domains"} in ${browser} (${profile})`,
      ...(cookies
        ? cookies.map(cookieLine)
        : domains.map(({ domain, cookies: count }) => `${String(count).padStart(6)}  ${domain}`)),
    ].join("\n"),
});

function shown(cookie: Network_Cookie, withValue: boolean): ShownCookie {
  const { value, expires, ...facts } = plainCookie(cookie);
  return {
    ...facts,
    ...(expires === undefined ? {} : { expires: Math.round(expires) }),
    ...(withValue ? { value } : {}),
  };
}

function cookieLine({ name, value, domain, path, secure, httpOnly, sameSite, expires }: ShownCookie): string {
  const notes = [
    `path=${path}`,
    secure ? "secure" : "",
    httpOnly ? "httpOnly" : "",
    sameSite ? `sameSite=${sameSite}` : "",
    expires === undefined ? "until the browser ends" : `expires=${expires}`,
  ];
  return `  ${domain}  ${name}${value === undefined ? "" : `=${value}`}  (${notes.filter(Boolean).join(", ")})`;
}

export const profileAuth = command({
  name: "profile auth",
  group: "cloud",
  summary: "Save the API key of the cloud platform; same as svc cloud login",
  effect: "write",
  needs: "nothing",
  // A person may have to look the key up.
  timeoutMs: 600_000,
  args: { apikey: option(apiKey(), "API key; - reads standard input") },
  examples: ["profile auth", "profile auth --apikey -"],
  async run({ home, args, signal }) {
    const { apikey = await askKey(signal) } = args;
    writeSetting(home, "api_key", apikey);
    await begin(home);
    const isHidden = resolveSetting(home, "api_key").source === "environment";
    return { saved: true, file: configFile(home), ...(isHidden ? { overriddenBy: "SVC_API_KEY" } : {}) };
  },
  text: ({ file, overriddenBy }) =>
    `API key saved in ${file}${overriddenBy ? `\nThe environment variable ${overriddenBy} takes precedence over this key` : ""}`,
});

/** Asks a person for the key. `usage` where there is none. */
export async function askKey(
  signal: AbortSignal,
  hint = "Run `svc profile auth --apikey - < <file>`, or set SVC_API_KEY.",
): Promise<string> {
  const { askSecret } = await import("../../lib/prompts.ts");
  if (!canAsk()) throw new Failure("usage", "the key is empty", hint);
  const type = apiKey();
  return type.fromJson(
    await askSecret("API key of the cloud platform", signal, (answer) => {
      try {
        type.fromJson(answer);
        return undefined;
      } catch (error) {
        return (error as Error).message;
      }
    }),
  );
}

export const profileUpdate = command({
  name: "profile update",
  group: "cloud",
  summary: "Update ~/.svc/bin/profile-sync to this version of svc; downloads nothing",
  effect: "write",
  needs: "nothing",
  args: {},
  examples: ["profile update"],
  async run({ home }) {
    const { refreshBinary } = await import("../../cloud/binary.ts");
    return refreshBinary(home);
  },
  text: ({ state, path, build }) =>
    state === "current"
      ? `profile-sync is up to date: ${path} (${build})`
      : `profile-sync ${state}: ${path} (${build})`,
});
