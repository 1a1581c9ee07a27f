/** The folders in which browsers of the Chromium family keep profiles, by platform and kind of installation. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { BrowserName } from "./find.ts";

/** A browser that can access only a part of the disk: how it is started, and a folder that svc can use too. */
export interface Confinement {
  executables: readonly string[];
  scratch: string;
}

/** The folder of a browser with the user's profiles. */
export interface UserDataDir {
  name: BrowserName;
  label: string;
  path: string;
  /** Set for Flatpak and Snap. */
  confined?: Confinement;
}

/** What the location of the folders depends on. */
export interface Surroundings {
  platform: NodeJS.Platform;
  /** Home folder of the user. */
  user: string;
  env: Readonly<Record<string, string | undefined>>;
}

type Row = readonly [BrowserName, label: string, path: string];

/** In `$XDG_CONFIG_HOME`. */
const LINUX: readonly Row[] = [
  ["chrome", "Google Chrome", "google-chrome"],
  ["chrome-beta", "Google Chrome Beta", "google-chrome-beta"],
  ["chrome-dev", "Google Chrome Dev", "google-chrome-unstable"],
  ["chrome-canary", "Google Chrome Canary", "google-chrome-canary"],
  ["chromium", "Chromium", "chromium"],
  ["brave", "Brave", "BraveSoftware/Brave-Browser"],
  ["brave-beta", "Brave Beta", "BraveSoftware/Brave-Browser-Beta"],
  ["brave-nightly", "Brave Nightly", "BraveSoftware/Brave-Browser-Nightly"],
  ["edge", "Microsoft Edge", "microsoft-edge"],
  ["edge-beta", "Microsoft Edge Beta", "microsoft-edge-beta"],
  ["edge-dev", "Microsoft Edge Dev", "microsoft-edge-dev"],
  ["edge-canary", "Microsoft Edge Canary", "microsoft-edge-canary"],
  ["vivaldi", "Vivaldi", "vivaldi"],
  ["vivaldi-snapshot", "Vivaldi Snapshot", "vivaldi-snapshot"],
  ["opera", "Opera", "opera"],
  ["opera-beta", "Opera Beta", "opera-beta"],
  ["opera-developer", "Opera Developer", "opera-developer"],
  ["yandex", "Yandex", "yandex-browser"],
  ["yandex-beta", "Yandex Beta", "yandex-browser-beta"],
];

/** In `~/.var/app`. The first part of the path is the application's name. */
const FLATPAK: readonly Row[] = [
  ["chrome", "Google Chrome (Flatpak)", "com.google.Chrome/config/google-chrome"],
  ["chrome-dev", "Google Chrome Dev (Flatpak)", "com.google.ChromeDev/config/google-chrome-unstable"],
  ["chromium", "Chromium (Flatpak)", "org.chromium.Chromium/config/chromium"],
  ["chromium", "Ungoogled Chromium (Flatpak)", "io.github.ungoogled_software.ungoogled_chromium/config/chromium"],
  ["brave", "Brave (Flatpak)", "com.brave.Browser/config/BraveSoftware/Brave-Browser"],
  ["edge", "Microsoft Edge (Flatpak)", "com.microsoft.Edge/config/microsoft-edge"],
  ["edge-dev", "Microsoft Edge Dev (Flatpak)", "com.microsoft.EdgeDev/config/microsoft-edge-dev"],
  ["vivaldi", "Vivaldi (Flatpak)", "com.vivaldi.Vivaldi/config/vivaldi"],
  ["opera", "Opera (Flatpak)", "com.opera.Opera/config/opera"],
  ["yandex", "Yandex (Flatpak)", "ru.yandex.Browser/config/yandex-browser"],
];

/** In `~/snap`. The first part of the path is the snap's name. */
const SNAP: readonly Row[] = [
  ["chromium", "Chromium (Snap)", "chromium/common/chromium"],
  ["brave", "Brave (Snap)", "brave/current/.config/BraveSoftware/Brave-Browser"],
  ["opera", "Opera (Snap)", "opera/current/.config/opera"],
  ["vivaldi", "Vivaldi (Snap)", "vivaldi/current/.config/vivaldi"],
];

/** In `~/Library/Application Support`. */
const MAC: readonly Row[] = [
  ["chrome", "Google Chrome", "Google/Chrome"],
  ["chrome-beta", "Google Chrome Beta", "Google/Chrome Beta"],
  ["chrome-dev", "Google Chrome Dev", "Google/Chrome Dev"],
  ["chrome-canary", "Google Chrome Canary", "Google/Chrome Canary"],
  ["chromium", "Chromium", "Chromium"],
  ["brave", "Brave", "BraveSoftware/Brave-Browser"],
  ["brave-beta", "Brave Beta", "BraveSoftware/Brave-Browser-Beta"],
  ["brave-nightly", "Brave Nightly", "BraveSoftware/Brave-Browser-Nightly"],
  ["edge", "Microsoft Edge", "Microsoft Edge"],
  ["edge-beta", "Microsoft Edge Beta", "Microsoft Edge Beta"],
  ["edge-dev", "Microsoft Edge Dev", "Microsoft Edge Dev"],
  ["edge-canary", "Microsoft Edge Canary", "Microsoft Edge Canary"],
  ["vivaldi", "Vivaldi", "Vivaldi"],
  ["vivaldi-snapshot", "Vivaldi Snapshot", "Vivaldi Snapshot"],
  ["arc", "Arc", "Arc/User Data"],
  ["dia", "Dia", "Dia/User Data"],
  ["opera", "Opera", "com.operasoftware.Opera"],
  ["opera-gx", "Opera GX", "com.operasoftware.OperaGX"],
  ["yandex", "Yandex", "Yandex/YandexBrowser"],
];

/** In `%LOCALAPPDATA%`. */
const WINDOWS: readonly Row[] = [
  ["chrome", "Google Chrome", "Google/Chrome/User Data"],
  ["chrome-beta", "Google Chrome Beta", "Google/Chrome Beta/User Data"],
  ["chrome-dev", "Google Chrome Dev", "Google/Chrome Dev/User Data"],
  ["chrome-canary", "Google Chrome Canary", "Google/Chrome SxS/User Data"],
  ["chromium", "Chromium", "Chromium/User Data"],
  ["brave", "Brave", "BraveSoftware/Brave-Browser/User Data"],
  ["brave-beta", "Brave Beta", "BraveSoftware/Brave-Browser-Beta/User Data"],
  ["brave-nightly", "Brave Nightly", "BraveSoftware/Brave-Browser-Nightly/User Data"],
  ["edge", "Microsoft Edge", "Microsoft/Edge/User Data"],
  ["edge-beta", "Microsoft Edge Beta", "Microsoft/Edge Beta/User Data"],
  ["edge-dev", "Microsoft Edge Dev", "Microsoft/Edge Dev/User Data"],
  ["edge-canary", "Microsoft Edge Canary", "Microsoft/Edge SxS/User Data"],
  ["vivaldi", "Vivaldi", "Vivaldi/User Data"],
  ["yandex", "Yandex", "Yandex/YandexBrowser/User Data"],
  ["arc", "Arc", "Packages/TheBrowserCompany.Arc_ttt1ap7aakyb4/LocalCache/Local/Arc/User Data"],
];

/** In `%APPDATA%`. */
const WINDOWS_ROAMING: readonly Row[] = [
  ["opera", "Opera", "Opera Software/Opera Stable"],
  ["opera-gx", "Opera GX", "Opera Software/Opera GX Stable"],
];

/** The user data folders that exist, in the order of search. */
export function userDataDirs(
  at: Surroundings = { platform: process.platform, user: homedir(), env: process.env },
): UserDataDir[] {
  return allUserDataDirs(at).filter(({ path }) => existsSync(path));
}

function allUserDataDirs({ platform, user, env }: Surroundings): UserDataDir[] {
  const below = (root: string, rows: readonly Row[]) =>
    rows.map(([name, label, path]): UserDataDir => ({ name, label, path: join(root, path) }));
  if (platform === "darwin") return below(join(user, "Library", "Application Support"), MAC);
  if (platform === "win32") {
    return [
      ...below(env.LOCALAPPDATA || join(user, "AppData", "Local"), WINDOWS),
      ...below(env.APPDATA || join(user, "AppData", "Roaming"), WINDOWS_ROAMING),
    ];
  }
  const flatpaks = join(user, ".var", "app");
  const snaps = join(user, "snap");
  return [
    ...below(env.XDG_CONFIG_HOME || join(user, ".config"), LINUX),
    ...FLATPAK.map((row) => confined(flatpaks, row, (app) => flatpak(user, app))),
    ...SNAP.map((row) => confined(snaps, row, (app) => snap(user, app))),
  ];
}

function confined(root: string, [name, label, path]: Row, by: (app: string) => Confinement): UserDataDir {
  return { name, label, path: join(root, path), confined: by(path.slice(0, path.indexOf("/"))) };
}

function flatpak(user: string, app: string): Confinement {
  return {
    executables: [`/var/lib/flatpak/exports/bin/${app}`, join(user, ".local/share/flatpak/exports/bin", app)],
    scratch: join(user, ".var/app", app, "cache"),
  };
}

function snap(user: string, app: string): Confinement {
  return { executables: [`/snap/bin/${app}`], scratch: join(user, "snap", app, "common") };
}
