/** Finds browsers on this machine that can be started: those that svc installed, and those of the system. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../../errors.ts";
import { browsersFolder } from "../../lib/paths.ts";
import { setting } from "../../lib/settings.ts";

export type BrowserName =
  | "headless-shell"
  | "chromium"
  | "arc"
  | "dia"
  | `${"chrome" | "edge"}${"" | "-beta" | "-dev" | "-canary"}`
  | `brave${"" | "-beta" | "-nightly"}`
  | `vivaldi${"" | "-snapshot"}`
  | `opera${"" | "-beta" | "-developer" | "-gx"}`
  | `yandex${"" | "-beta"}`;

export interface FoundBrowser {
  name: BrowserName;
  path: string;
  /** `managed`: installed by svc in the home folder. */
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
    // Other channels come last. They are started for their own profiles, or when there is no other browser.
    ["yandex", "/usr/bin/yandex-browser"],
    ["yandex-beta", "/usr/bin/yandex-browser-beta"],
    ["chrome-beta", "/usr/bin/google-chrome-beta"],
    ["chrome-dev", "/usr/bin/google-chrome-unstable"],
    ["chrome-canary", "/usr/bin/google-chrome-canary"],
    ["edge-beta", "/usr/bin/microsoft-edge-beta"],
    ["edge-dev", "/usr/bin/microsoft-edge-dev"],
    ["edge-canary", "/usr/bin/microsoft-edge-canary"],
    ["brave-beta", "/usr/bin/brave-browser-beta"],
    ["brave-nightly", "/usr/bin/brave-browser-nightly"],
    ["vivaldi-snapshot", "/usr/bin/vivaldi-snapshot"],
    ["opera-beta", "/usr/bin/opera-beta"],
    ["opera-developer", "/usr/bin/opera-developer"],
  ],
  darwin: [
    ["chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"],
    ["chromium", "/Applications/Chromium.app/Contents/MacOS/Chromium"],
    ["edge", "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"],
    ["brave", "/Applications/Brave Browser.app/Contents/MacOS/Brave Browser"],
    ["vivaldi", "/Applications/Vivaldi.app/Contents/MacOS/Vivaldi"],
    ["opera", "/Applications/Opera.app/Contents/MacOS/Opera"],
    ["arc", "/Applications/Arc.app/Contents/MacOS/Arc"],
    ["dia", "/Applications/Dia.app/Contents/MacOS/Dia"],
    ["yandex", "/Applications/Yandex.app/Contents/MacOS/Yandex"],
    ["opera-gx", "/Applications/Opera GX.app/Contents/MacOS/Opera"],
    ["chrome-beta", "/Applications/Google Chrome Beta.app/Contents/MacOS/Google Chrome Beta"],
    ["chrome-dev", "/Applications/Google Chrome Dev.app/Contents/MacOS/Google Chrome Dev"],
    ["chrome-canary", "/Applications/Google Chrome Canary.app/Contents/MacOS/Google Chrome Canary"],
    ["edge-beta", "/Applications/Microsoft Edge Beta.app/Contents/MacOS/Microsoft Edge Beta"],
    ["edge-dev", "/Applications/Microsoft Edge Dev.app/Contents/MacOS/Microsoft Edge Dev"],
    ["edge-canary", "/Applications/Microsoft Edge Canary.app/Contents/MacOS/Microsoft Edge Canary"],
    ["brave-beta", "/Applications/Brave Browser Beta.app/Contents/MacOS/Brave Browser Beta"],
    ["brave-nightly", "/Applications/Brave Browser Nightly.app/Contents/MacOS/Brave Browser Nightly"],
    ["vivaldi-snapshot", "/Applications/Vivaldi Snapshot.app/Contents/MacOS/Vivaldi Snapshot"],
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
    ["opera-gx", "%LOCALAPPDATA%\\Programs\\Opera GX\\opera.exe"],
    ["yandex", "%LOCALAPPDATA%\\Yandex\\YandexBrowser\\Application\\browser.exe"],
    ["chrome-beta", "%ProgramFiles%\\Google\\Chrome Beta\\Application\\chrome.exe"],
    ["chrome-dev", "%ProgramFiles%\\Google\\Chrome Dev\\Application\\chrome.exe"],
    ["chrome-canary", "%LOCALAPPDATA%\\Google\\Chrome SxS\\Application\\chrome.exe"],
    ["edge-beta", "%ProgramFiles(x86)%\\Microsoft\\Edge Beta\\Application\\msedge.exe"],
    ["edge-dev", "%ProgramFiles(x86)%\\Microsoft\\Edge Dev\\Application\\msedge.exe"],
    ["edge-canary", "%LOCALAPPDATA%\\Microsoft\\Edge SxS\\Application\\msedge.exe"],
    ["brave-beta", "%ProgramFiles%\\BraveSoftware\\Brave-Browser-Beta\\Application\\brave.exe"],
    ["brave-nightly", "%ProgramFiles%\\BraveSoftware\\Brave-Browser-Nightly\\Application\\brave.exe"],
  ],
};

/** Names to look up on PATH after the usual places. Systems such as NixOS have no usual places. */
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

/** All browsers, the preferred one first. */
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

/** Name of a product's executable in its folder below `<home>/browsers`, on this platform. */
export function managedFile(name: "headless-shell" | "chrome"): string {
  return MANAGED[process.platform]?.find(([one]) => one === name)?.[1] ?? name;
}

/** Browsers in `<home>/browsers/<product>-<version>/<archive folder>/`, the newest first. */
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

/** The browser to start: that of the setting, otherwise the headless shell for headless use, otherwise the first full browser. */
export function chooseBrowser(home: string, headed: boolean): FoundBrowser {
  const set = setting(home, "browser_path");
  if (typeof set === "string" && set !== "") return settingBrowser(set);
  const found = findBrowsers(home);
  const suitable = headed ? found.filter((one) => one.name !== "headless-shell") : found;
  const chosen = (headed ? undefined : suitable.find((one) => one.name === "headless-shell")) ?? suitable[0];
  if (chosen) return chosen;
  const what =
    headed && found.length > 0 ? "only a headless shell is installed, which has no window" : "no browser is installed";
  throw new Failure("no_browser", what, `Run \`svc install${headed ? " --headed" : ""}\` to install one.`);
}

/** The browser of the setting browser_path. Throws `no_browser` when it does not exist. */
export function settingBrowser(path: string): FoundBrowser {
  if (existsSync(path))
    return { name: /headless.shell/i.test(path) ? "headless-shell" : "chrome", path, origin: "setting" };
  throw new Failure(
    "no_browser",
    `the browser of the setting browser_path does not exist: ${path}`,
    "Run `svc config set browser_path <path>` or `svc config unset browser_path`.",
  );
}
