/** Browsers on this machine: those we installed, those the system has, and where the user's own keep their profiles. */
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { Failure } from "../errors.ts";
import { browsersFolder } from "../lib/paths.ts";
import { setting } from "../lib/settings.ts";

export type BrowserName = "headless-shell" | "chrome" | "chromium" | "edge" | "brave" | "vivaldi" | "opera" | "arc";

export interface FoundBrowser {
  name: BrowserName;
  path: string;
  /** Where it came from: `managed` is ours under the home folder. */
  origin: "setting" | "managed" | "system";
}

const SYSTEM: Record<string, readonly (readonly [BrowserName, string])[]> = {
  linux: [
    ["headless-shell", "/usr/lib/chromium/chromium-headless-shell"],
    ["headless-shell", "/usr/bin/chromium-headless-shell"],
    ["headless-shell", "/usr/bin/chrome-headless-shell"],
    ["headless-shell", "/headless-shell/headless-shell"],
    ["chrome", "/usr/bin/google-chrome-stable"],
    ["chrome", "/usr/bin/google-chrome"],
    ["chrome", "/opt/google/chrome/chrome"],
    ["chromium", "/usr/bin/chromium"],
    ["chromium", "/usr/bin/chromium-browser"],
    ["chromium", "/snap/bin/chromium"],
    ["edge", "/usr/bin/microsoft-edge-stable"],
    ["edge", "/usr/bin/microsoft-edge"],
    ["brave", "/usr/bin/brave-browser"],
    ["brave", "/snap/bin/brave"],
    ["vivaldi", "/usr/bin/vivaldi-stable"],
    ["vivaldi", "/usr/bin/vivaldi"],
    ["opera", "/usr/bin/opera"],
  ],
  darwin: [
    ["chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"],
    ["chromium", "/Applications/Chromium.app/Contents/MacOS/Chromium"],
    ["edge", "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"],
    ["brave", "/Applications/Brave Browser.app/Contents/MacOS/Brave Browser"],
    ["vivaldi", "/Applications/Vivaldi.app/Contents/MacOS/Vivaldi"],
    ["opera", "/Applications/Opera.app/Contents/MacOS/Opera"],
    ["arc", "/Applications/Arc.app/Contents/MacOS/Arc"],
  ],
  win32: [
    ["chrome", "%ProgramFiles%\\Google\\Chrome\\Application\\chrome.exe"],
    ["chrome", "%ProgramFiles(x86)%\\Google\\Chrome\\Application\\chrome.exe"],
    ["chrome", "%LOCALAPPDATA%\\Google\\Chrome\\Application\\chrome.exe"],
    ["chromium", "%LOCALAPPDATA%\\Chromium\\Application\\chrome.exe"],
    ["edge", "%ProgramFiles(x86)%\\Microsoft\\Edge\\Application\\msedge.exe"],
    ["edge", "%ProgramFiles%\\Microsoft\\Edge\\Application\\msedge.exe"],
    ["brave", "%ProgramFiles%\\BraveSoftware\\Brave-Browser\\Application\\brave.exe"],
    ["vivaldi", "%LOCALAPPDATA%\\Vivaldi\\Application\\vivaldi.exe"],
    ["opera", "%LOCALAPPDATA%\\Programs\\Opera\\opera.exe"],
  ],
};

/** Names looked for on PATH after the usual places: systems like NixOS have no usual places. */
const ON_PATH: readonly (readonly [BrowserName, string])[] = [
  ["headless-shell", "chromium-headless-shell"],
  ["headless-shell", "chrome-headless-shell"],
  ["headless-shell", "headless_shell"],
  ["chrome", "google-chrome-stable"],
  ["chrome", "google-chrome"],
  ["chromium", "chromium"],
  ["chromium", "chromium-browser"],
  ["edge", "microsoft-edge"],
  ["brave", "brave"],
];

function expand(path: string): string {
  return path.replace(/%([^%]+)%/g, (_, name: string) => process.env[name] ?? "");
}

/** Every browser found, the preferred first. */
export function findBrowsers(home: string): FoundBrowser[] {
  const found: FoundBrowser[] = [];
  const add = (name: BrowserName, path: string, origin: FoundBrowser["origin"]) => {
    if (path && existsSync(path) && !found.some((one) => one.path === path)) found.push({ name, path, origin });
  };
  for (const [name, path] of managedBrowsers(home)) add(name, path, "managed");
  for (const [name, path] of SYSTEM[process.platform] ?? []) add(name, expand(path), "system");
  for (const [name, command] of ON_PATH) {
    if (!found.some((one) => one.name === name)) add(name, Bun.which(command) ?? "", "system");
  }
  return found;
}

const MANAGED: Record<string, readonly (readonly [BrowserName, string])[]> = {
  linux: [
    ["headless-shell", "chrome-headless-shell"],
    ["chrome", "chrome"],
  ],
  darwin: [
    ["headless-shell", "chrome-headless-shell"],
    ["chrome", "Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing"],
  ],
  win32: [
    ["headless-shell", "chrome-headless-shell.exe"],
    ["chrome", "chrome.exe"],
  ],
};

/** Browsers under `<home>/browsers/<product>-<version>/<archive folder>/`, the newest first. */
function managedBrowsers(home: string): [BrowserName, string][] {
  const root = browsersFolder(home);
  const found: [BrowserName, string][] = [];
  for (const folder of listFolders(root).sort((a, b) => b.localeCompare(a, "en", { numeric: true }))) {
    for (const inner of listFolders(join(root, folder))) {
      for (const [name, file] of MANAGED[process.platform] ?? []) {
        const path = join(root, folder, inner, file);
        if (existsSync(path)) found.push([name, path]);
      }
    }
  }
  return found;
}

function listFolders(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .map((entry) => entry.name);
  } catch {
    return [];
  }
}

/** The browser to start: the setting's, else for headless work the headless shell, else the first full one. */
export function chooseBrowser(home: string, headed: boolean): FoundBrowser {
  const set = setting(home, "browser_path");
  if (typeof set === "string" && set !== "") {
    if (!existsSync(set)) {
      throw new Failure(
        "no_browser",
        `the browser of the setting browser_path is not there: ${set}`,
        "Run `svc config set browser_path <path>` or `svc config unset browser_path`.",
      );
    }
    return { name: /headless.shell/i.test(set) ? "headless-shell" : "chrome", path: set, origin: "setting" };
  }
  const found = findBrowsers(home);
  const suitable = headed ? found.filter((one) => one.name !== "headless-shell") : found;
  const chosen = (headed ? undefined : suitable.find((one) => one.name === "headless-shell")) ?? suitable[0];
  if (chosen) return chosen;
  const what =
    headed && found.length > 0 ? "only a headless shell is installed, which has no window" : "no browser is installed";
  throw new Failure("no_browser", what, `Run \`svc install${headed ? " --headed" : ""}\` to install one.`);
}

/** Where a browser of the user keeps its profiles. */
export interface UserDataDir {
  name: BrowserName;
  label: string;
  path: string;
}

const CONFIG_LINUX: readonly (readonly [BrowserName, string, string])[] = [
  ["chrome", "Google Chrome", "google-chrome"],
  ["chrome", "Google Chrome Beta", "google-chrome-beta"],
  ["chrome", "Google Chrome Canary", "google-chrome-unstable"],
  ["chromium", "Chromium", "chromium"],
  ["brave", "Brave", "BraveSoftware/Brave-Browser"],
  ["edge", "Microsoft Edge", "microsoft-edge"],
  ["vivaldi", "Vivaldi", "vivaldi"],
  ["opera", "Opera", "opera"],
];

const FLATPAK: readonly (readonly [BrowserName, string, string])[] = [
  ["chrome", "Google Chrome (Flatpak)", "com.google.Chrome/config/google-chrome"],
  ["chromium", "Chromium (Flatpak)", "org.chromium.Chromium/config/chromium"],
  ["brave", "Brave (Flatpak)", "com.brave.Browser/config/BraveSoftware/Brave-Browser"],
  ["edge", "Microsoft Edge (Flatpak)", "com.microsoft.Edge/config/microsoft-edge"],
  ["vivaldi", "Vivaldi (Flatpak)", "com.vivaldi.Vivaldi/config/vivaldi"],
  ["opera", "Opera (Flatpak)", "com.opera.Opera/config/opera"],
];

const SNAP: readonly (readonly [BrowserName, string, string])[] = [
  ["chromium", "Chromium (Snap)", "chromium/common/chromium"],
  ["brave", "Brave (Snap)", "brave/current/.config/BraveSoftware/Brave-Browser"],
  ["opera", "Opera (Snap)", "opera/current/.config/opera"],
];

const MAC: readonly (readonly [BrowserName, string, string])[] = [
  ["chrome", "Google Chrome", "Google/Chrome"],
  ["chrome", "Google Chrome Canary", "Google/Chrome Canary"],
  ["chromium", "Chromium", "Chromium"],
  ["brave", "Brave", "BraveSoftware/Brave-Browser"],
  ["edge", "Microsoft Edge", "Microsoft Edge"],
  ["vivaldi", "Vivaldi", "Vivaldi"],
  ["arc", "Arc", "Arc/User Data"],
  ["opera", "Opera", "com.operasoftware.Opera"],
];

const WINDOWS: readonly (readonly [BrowserName, string, string])[] = [
  ["chrome", "Google Chrome", "Google/Chrome/User Data"],
  ["chrome", "Google Chrome Canary", "Google/Chrome SxS/User Data"],
  ["chromium", "Chromium", "Chromium/User Data"],
  ["brave", "Brave", "BraveSoftware/Brave-Browser/User Data"],
  ["edge", "Microsoft Edge", "Microsoft/Edge/User Data"],
  ["vivaldi", "Vivaldi", "Vivaldi/User Data"],
  ["arc", "Arc", "Packages/TheBrowserCompany.Arc_ttt1ap7aakyb4/LocalCache/Local/Arc/User Data"],
];

/** The user data folders that exist, in the order they are searched. */
export function userDataDirs(): UserDataDir[] {
  const all: UserDataDir[] = [];
  const add = (root: string, table: readonly (readonly [BrowserName, string, string])[]) => {
    for (const [name, label, path] of table) all.push({ name, label, path: join(root, path) });
  };
  const user = homedir();
  if (process.platform === "darwin") add(join(user, "Library", "Application Support"), MAC);
  else if (process.platform === "win32") {
    add(process.env.LOCALAPPDATA ?? join(user, "AppData", "Local"), WINDOWS);
    add(process.env.APPDATA ?? join(user, "AppData", "Roaming"), [["opera", "Opera", "Opera Software/Opera Stable"]]);
  } else {
    add(process.env.XDG_CONFIG_HOME || join(user, ".config"), CONFIG_LINUX);
    add(join(user, ".var", "app"), FLATPAK);
    add(join(user, "snap"), SNAP);
  }
  return all.filter(({ path }) => existsSync(path));
}
