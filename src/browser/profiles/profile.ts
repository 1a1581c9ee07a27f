/**
 * The user's own profiles: listed, matched by name, and copied in part, so that a browser started on the copy has the
 * logins while the original is only ever read.
 */
import { constants, copyFileSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { Failure } from "../../errors.ts";
import { readJson } from "../../lib/atomic-file.ts";
import { chooseBrowser, type FoundBrowser, findBrowsers } from "../launch/find.ts";
import { type UserDataDir, userDataDirs } from "../launch/profile-folders.ts";

export interface LocalProfile {
  browser: UserDataDir;
  /** Folder name below the user data folder, such as `Profile 1`. */
  directory: string;
  /** The name the browser shows. */
  display: string;
  /** The one that was used last. */
  isDefault: boolean;
}

interface LocalState {
  profile?: { info_cache?: Record<string, { name?: string }>; last_used?: string };
}

/** Every profile of every browser found, in the order of browsers, then directories. */
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

/** The folders that browsers give to profiles: where `Local State` is damaged, nothing else tells of them. */
function numbered(userDataDir: string): string[] {
  try {
    return readdirSync(userDataDir).filter((name) => /^Profile \d+$/.test(name));
  } catch {
    return [];
  }
}

/** A folder right below the user data folder: what a damaged `Local State` names else is never followed. */
function isProfile(userDataDir: string, directory: string): boolean {
  if (/[/\\]|^\.*$/.test(directory)) return false;
  return statSync(join(userDataDir, directory), { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Exact directory, then display name, then directory whatever the case. `not_found` lists what there is. */
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

/** What carries logins and settings. Caches, history and extensions stay where they are. */
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

/** Copies the parts of a profile into a user data folder of our own. Locked or vanished files are left out. */
export function copyProfile(profile: LocalProfile, userDataDir: string, parts = PROFILE_PARTS): void {
  const { browser, directory } = profile;
  for (const part of ROOT_PARTS) copy(join(browser.path, part), join(userDataDir, part));
  for (const part of parts) copy(join(browser.path, directory, part), join(userDataDir, directory, part));
}

/** Copies a file or folder, by reference where the file system can (a copy of gigabytes then costs nothing). */
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
    // A file that the running browser holds or has just removed: the rest of the profile is worth having without it.
  }
}

/** The executable that can read the profile's cookies: the browser it belongs to, whose key store they are sealed with. */
export function browserOf(profile: LocalProfile, home: string): FoundBrowser {
  return ownBrowser(profile, home) ?? chooseBrowser(home, true);
}

/** The browser that the profile belongs to, where it is installed. One of ours is another, with a key of its own. */
export function ownBrowser({ browser }: LocalProfile, home: string): FoundBrowser | undefined {
  return findBrowsers(home).find(({ name, origin }) => name === browser.name && origin === "system");
}
