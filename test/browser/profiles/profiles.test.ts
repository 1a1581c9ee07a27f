/** The folders of profiles on each platform, and finding a profile by name. */

import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Surroundings, userDataDirs } from "../../../src/browser/launch/profile-folders.ts";
import { pickProfile, profileName } from "../../../src/browser/profiles/pick.ts";
import { type LocalProfile, localProfiles } from "../../../src/browser/profiles/profile.ts";
import { byDomain, filterByDomain } from "../../../src/browser/storage/domains.ts";
import { asFailure } from "../../../src/errors.ts";
import { temporaryFolder } from "../../support/folder.ts";

/** A home folder with these folders. */
function homeWith(folders: readonly string[]) {
  const { path: user, [Symbol.dispose]: remove } = temporaryFolder();
  for (const folder of folders) mkdirSync(join(user, folder), { recursive: true });
  return { user, [Symbol.dispose]: remove };
}

function labels(at: Surroundings): string[] {
  return userDataDirs(at).map(({ label }) => label);
}

test("finds profiles on Linux: system packages, Flatpak and Snap", () => {
  using h = homeWith([
    ".config/google-chrome",
    ".config/google-chrome-unstable",
    ".config/BraveSoftware/Brave-Browser-Nightly",
    ".config/yandex-browser",
    ".config/mozilla",
    ".var/app/com.brave.Browser/config/BraveSoftware/Brave-Browser",
    "snap/chromium/common/chromium",
  ]);
  const found = userDataDirs({ platform: "linux", user: h.user, env: {} });
  expect(found.map(({ label }) => label)).toEqual([
    "Google Chrome",
    "Google Chrome Dev",
    "Brave Nightly",
    "Yandex",
    "Brave (Flatpak)",
    "Chromium (Snap)",
  ]);
  expect(found.find(({ label }) => label === "Brave (Flatpak)")).toEqual({
    name: "brave",
    label: "Brave (Flatpak)",
    path: join(h.user, ".var/app/com.brave.Browser/config/BraveSoftware/Brave-Browser"),
    confined: {
      executables: [
        "/var/lib/flatpak/exports/bin/com.brave.Browser",
        join(h.user, ".local/share/flatpak/exports/bin/com.brave.Browser"),
      ],
      scratch: join(h.user, ".var/app/com.brave.Browser/cache"),
    },
  });
  expect(found.find(({ label }) => label === "Chromium (Snap)")?.confined?.scratch).toBe(
    join(h.user, "snap/chromium/common"),
  );
  const elsewhere = { XDG_CONFIG_HOME: join(h.user, "xdg") };
  expect(labels({ platform: "linux", user: h.user, env: elsewhere })).toEqual(["Brave (Flatpak)", "Chromium (Snap)"]);
});

test("finds profiles on macOS: Application Support", () => {
  const below = "Library/Application Support";
  using h = homeWith([
    `${below}/Google/Chrome`,
    `${below}/Google/Chrome Canary`,
    `${below}/Microsoft Edge Beta`,
    `${below}/Arc/User Data`,
    `${below}/com.operasoftware.OperaGX`,
    `${below}/Yandex/YandexBrowser`,
    `${below}/Firefox`,
    ".config/chromium",
  ]);
  expect(labels({ platform: "darwin", user: h.user, env: {} })).toEqual([
    "Google Chrome",
    "Google Chrome Canary",
    "Microsoft Edge Beta",
    "Arc",
    "Opera GX",
    "Yandex",
  ]);
});

test("finds profiles on Windows in local and roaming application data, even if moved", () => {
  const [local, roaming] = ["AppData/Local", "AppData/Roaming"];
  using h = homeWith([
    `${local}/Google/Chrome/User Data`,
    `${local}/Google/Chrome SxS/User Data`,
    `${local}/Microsoft/Edge/User Data`,
    `${local}/Vivaldi/User Data`,
    `${roaming}/Opera Software/Opera Stable`,
    "moved/BraveSoftware/Brave-Browser/User Data",
  ]);
  const wanted = ["Google Chrome", "Google Chrome Canary", "Microsoft Edge", "Vivaldi", "Opera"];
  expect(labels({ platform: "win32", user: h.user, env: {} })).toEqual(wanted);
  const env = { LOCALAPPDATA: join(h.user, "moved"), APPDATA: join(h.user, roaming) };
  expect(labels({ platform: "win32", user: h.user, env })).toEqual(["Brave", "Opera"]);
});

/** The content of Chrome's `Local State`. */
function localState(user: string, folder: string, state: unknown): void {
  writeFileSync(join(user, folder, "Local State"), typeof state === "string" ? state : JSON.stringify(state));
}

test("lists profiles with their display names and the last used one, and nothing outside the folder", () => {
  using h = homeWith([
    ".config/chromium/Default",
    ".config/chromium/Profile 2",
    ".config/chromium/Profile 10",
    ".config/chromium/System Profile",
    ".config/vivaldi/Default",
    ".config/vivaldi/Profile 4",
    ".config/vivaldi/Crashpad",
    ".config/opera",
    ".config/secret",
  ]);
  const info_cache = {
    "Profile 10": { name: "Büro" },
    "Profile 2": { name: 2 },
    Default: { name: "Mine" },
    "Profile 3": { name: "Removed" },
    "../secret": { name: "Outside" },
    "..": { name: "Above" },
    "": { name: "Itself" },
  };
  localState(h.user, ".config/chromium", { profile: { info_cache, last_used: "Profile 10" } });
  localState(h.user, ".config/vivaldi", "{ damaged");
  const profiles = localProfiles(userDataDirs({ platform: "linux", user: h.user, env: {} }));
  expect(
    profiles.map(({ browser, directory, display, isDefault }) => [browser.name, directory, display, isDefault]),
  ).toEqual([
    ["chromium", "Default", "Mine", false],
    ["chromium", "Profile 2", "2", false],
    ["chromium", "Profile 10", "Büro", true],
    ["vivaldi", "Default", "Default", true],
    ["vivaldi", "Profile 4", "Profile 4", false],
  ]);
});

const known: LocalProfile[] = [
  ["chrome", "Google Chrome", "/c", "Default", "Ann"],
  ["chrome", "Google Chrome", "/c", "Profile 1", "Work"],
  ["chrome-beta", "Google Chrome Beta", "/b", "Default", "Ann"],
  ["chrome", "Google Chrome (Flatpak)", "/f", "Default", "Flat"],
  ["edge", "Microsoft Edge", "/e", "Default", "Default"],
].map(([name, label, path, directory, display]) => ({
  browser: { name, label, path } as LocalProfile["browser"],
  directory: directory ?? "",
  display: display ?? "",
  isDefault: false,
}));

function picked(browser?: string, profile?: string): string {
  try {
    return profileName(pickProfile(known, browser, profile));
  } catch (error) {
    const failure = asFailure(error);
    if (!failure) throw error;
    return `${failure.code}: ${failure.message} ${failure.hint}`;
  }
}

test("finds a profile by label, short name, folder or display name, ignoring case", () => {
  expect(picked("google chrome", "default")).toBe('Google Chrome "Ann" (Default)');
  expect(picked("Google Chrome", "WORK")).toBe('Google Chrome "Work" (Profile 1)');
  expect(picked("chrome beta", "Ann")).toBe('Google Chrome Beta "Ann" (Default)');
  expect(picked("CHROME", "flat")).toBe('Google Chrome (Flatpak) "Flat" (Default)');
  expect(picked("edge")).toBe("Microsoft Edge (Default)");
  expect(picked(undefined, "work")).toBe('Google Chrome "Work" (Profile 1)');
});

test("lists the profiles when a name matches several or none", () => {
  expect(picked("chrome", "Default")).toStartWith("usage: 2 profiles match: ");
  expect(picked("chrome", "Default")).toEndWith("--browser <name>.");
  expect(picked("google chrome")).toEndWith("--profile <name>.");
  expect(picked(undefined, "Ann")).toEndWith("--browser <name>.");
  expect(picked("firefox", "Default")).toStartWith("not_found: no browser 'firefox'");
  expect(picked("edge", "Work")).toStartWith(
    "not_found: Microsoft Edge has no profile 'Work'; there are Microsoft Edge (Default)",
  );
});

test("domains include the hosts below them, and excluded domains take precedence", () => {
  const cookies = [".example.com", "shop.example.com", "notexample.com", "EXAMPLE.org"].map((domain) => ({ domain }));
  const left = (include: string[], exclude: string[]) =>
    filterByDomain(cookies, { include, exclude }).map(({ domain }) => domain);
  expect(left(["example.com"], [])).toEqual([".example.com", "shop.example.com"]);
  expect(left([], ["example.com"])).toEqual(["notexample.com", "EXAMPLE.org"]);
  expect(left(["example.com", "example.org"], ["shop.example.com"])).toEqual([".example.com", "EXAMPLE.org"]);
  expect(byDomain([...cookies, { domain: "example.org" }]).map(([domain, held]) => `${domain} ${held.length}`)).toEqual(
    ["example.org 2", "example.com 1", "notexample.com 1", "shop.example.com 1"],
  );
});
