/**
 * The user's own profiles: lists them, finds them by name, and copies parts of them, so that a browser that uses the
 * copy has the logins while the original is only read.
 */
import { constants, copyFileSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { Failure } from "../../errors.ts";
import { readJson } from "../../lib/atomic-file.ts";
import { chooseBrowser, type FoundBrowser, findBrowsers } from "../launch/find.ts";
import { type UserDataDir, userDataDirs } from "../launch/profile-folders.ts";

export interface LocalProfile {
  browser: UserDataDir;
  /** Folder name in the user data folder, such as `Profile 1`. */
  directory: string;
  /** The name that the browser shows. */
  display: string;
  /** The profile that was used last. */
  isDefault: boolean;
}

interface LocalState {
  profile?: { info_cache?: Record<string, { name?: string }>; last_used?: string };
}

/** All profiles of all browsers, ordered by browser, then by folder. */
export function localProfiles(folders: UserDataDir[] = userDataDirs()): LocalProfile[] {
  return folders.flatMap((browser) => {
    const { info_cache, last_used } = readJson<LocalState>(join(browser.path, "Local State"))?.profile ?? {};
    const names = info_cache ? Object.keys(info_cache) : numbered(browser.path);
    const directories = new Set(names.filter((name) => isProfile(browser.path, name)));
    if (isProfile(browser.path, "Default")) directories.add("Default");
    const inUse = last_used !== undefined && directories.has(last_used) ? last_used : "Default";
    return [...directories]
      .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
      .map((directory) => ({
        browser,
        directory,
        display: String(info_cache?.[directory]?.name || directory),
        isDefault: directory === inUse,
      }));
  });
}

/** The folders that browsers create for profiles. Needed when `Local State` is damaged. */
function numbered(userDataDir: string): string[] {
  try {
    return readdirSync(userDataDir).filter((name) => /^Profile \d+$/.test(name));
  } catch {
    return [];
  }
}

/** True for a folder directly in the user data folder: a damaged `Local State` may name other paths, which are never followed. */
function isProfile(userDataDir: string, directory: string): boolean {
  if (/[/\\]|^\.*$/.test(directory)) return false;
  return statSync(join(userDataDir, directory), { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Finds a profile by exact folder, then by display name, then by folder in any case. Throws `not_found` with the list of profiles. */
export function matchProfile(name: string, profiles: LocalProfile[]): LocalProfile {
  const lower = name.toLowerCase();
  const found =
    profiles.find((one) => one.directory === name) ??
    profiles.find((one) => one.display.toLowerCase() === lower) ??
    profiles.find((one) => one.directory.toLowerCase() === lower);
  if (found) return found;
  const listed = profiles.map(({ browser, directory, display }) => `"${display}" (${directory}) of ${browser.label}`);
  throw new Failure(
    "not_found",
    listed.length === 0
      ? `no profile '${name}': no browser with profiles was found on this machine`
      : `no profile '${name}'; there are ${listed.join(", ")}`,
    listed.length === 0
      ? "Run the command without --profile to use a managed browser."
      : "Name one of them: --profile=NAME.",
  );
}

/** The parts with logins and settings. Caches, history and extensions are not copied. */
const PROFILE_PARTS = [
  "Cookies",
  "Cookies-journal",
  "Cookies-wal",
  "Cookies-shm",
  "Network",
  "Login Data",
  "Login Data-journal",
  "Preferences",
  "Secure Preferences",
  "Local Storage",
  "Session Storage",
  "IndexedDB",
  "Web Data",
  "Web Data-journal",
];
const ROOT_PARTS = ["Local State", "First Run"];

/** Copies the parts of a profile into another user data folder. Leaves out locked and vanished files. */
export function copyProfile(profile: LocalProfile, userDataDir: string, parts = PROFILE_PARTS): void {
  const { browser, directory } = profile;
  for (const part of ROOT_PARTS) copy(join(browser.path, part), join(userDataDir, part));
  for (const part of parts) copy(join(browser.path, directory, part), join(userDataDir, directory, part));
}

/** Copies a file or folder. File systems with copy-on-write share the data, so that gigabytes cost nothing. */
function copy(from: string, to: string): void {
  let entries: string[] | undefined;
  try {
    entries = readdirSync(from);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOTDIR") return;
  }
  if (entries) {
    for (const entry of entries) if (entry !== "LOCK") copy(join(from, entry), join(to, entry));
    return;
  }
  try {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
  } catch {
    // The running browser locks the file or has just removed it. The rest of the profile is useful without it.
  }
}

/** The executable that can read the profile's cookies: the browser it belongs to, whose key store encrypts them. */
export function browserOf(profile: LocalProfile, home: string): FoundBrowser {
  return ownBrowser(profile, home) ?? chooseBrowser(home, true);
}

/** The browser that the profile belongs to, if it is installed. A browser that svc installed has another key. */
export function ownBrowser({ browser }: LocalProfile, home: string): FoundBrowser | undefined {
  return findBrowsers(home).find(({ name, origin }) => name === browser.name && origin === "system");
}
