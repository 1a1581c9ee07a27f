/**
 * Installs a browser in the home folder, from a file, a folder, a mirror or Chrome for Testing. The archive is verified and
 * unpacked in a staging folder, then moved into place. When no server can be reached, system packages are used.
 */
import { chmodSync, existsSync, statSync } from "node:fs";
import { cp } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { chooseBrowser, type FoundBrowser, findBrowsers } from "../browser/launch/find.ts";
import { asFailure, Failure, fileFailure } from "../errors.ts";
import { browsersFolder } from "../lib/paths.ts";
import { setting } from "../lib/settings.ts";
import { unpack } from "./archive.ts";
import { checkFile, readSha256 } from "./checksum.ts";
import { type FetchOptions, fetchLine, fetchVerified, Unreachable } from "./download.ts";
import { installFromPackages, type PackageInstaller } from "./packages.ts";
import { brokenBrowser, probeInTime } from "./probe.ts";
import { archivePlatform, isVersion, serverOf } from "./servers.ts";
import { inStagingFolder, moveIntoPlace } from "./workshop.ts";

export interface InstallRequest {
  home: string;
  /** A browser with a window, instead of the headless shell. */
  headed: boolean;
  /** An archive on this machine, or the folder that it unpacks to, instead of a download. */
  from?: string | undefined;
  /** Four numbers with dots. Absent: the newest stable version. */
  build?: string | undefined;
  sha256?: string | undefined;
  /** Installs even if a suitable browser exists. */
  force?: boolean;
  signal: AbortSignal;
  progress(message: string): void;
  silenceMs?: number;
  packages?: PackageInstaller;
}

export interface InstalledBrowser {
  installed: string;
  version: string;
  /** Absent for an existing browser. */
  source?: "file" | "mirror" | "chrome-for-testing" | "system packages";
  already?: true;
  note?: string;
}

/** How long a server may send nothing. */
const SILENCE_MS = 15_000;

export async function install(request: InstallRequest): Promise<InstalledBrowser> {
  const { home, from, build, sha256 } = request;
  if (build !== undefined && !isVersion(build)) {
    throw new Failure("usage", `'${build}' is not a version`, "Write it as in --build 156.0.8078.79.");
  }
  if (sha256 !== undefined && !readSha256(sha256)) {
    throw new Failure("usage", `'${sha256}' is not a SHA-256 checksum: expected 64 hexadecimal digits`);
  }
  const existing =
    request.force || from !== undefined || build !== undefined ? undefined : await existingBrowser(request);
  if (existing) return existing;
  if (from !== undefined) return await inStagingFolder(home, (folder) => fromFile(request, from, folder));
  try {
    return await inStagingFolder(home, (folder) => fromServer(request, folder));
  } catch (error) {
    // System packages have a single version, and their own checksums.
    if (!(error instanceof Unreachable) || build !== undefined || sha256 !== undefined) throw error;
    return await fromPackages(request, error);
  }
}

/** The existing browser, if it runs. */
async function existingBrowser({
  home,
  headed,
  signal,
  progress,
}: InstallRequest): Promise<InstalledBrowser | undefined> {
  const chosen = attempt(() => chooseBrowser(home, headed));
  if (chosen instanceof Failure) {
    // With a broken setting another browser would not be used.
    if (chosen.code !== "no_browser" || setting(home, "browser_path")) throw chosen;
    return undefined;
  }
  const probed = await probeInTime(chosen.path, signal);
  if (probed.version !== undefined) return { installed: chosen.path, version: probed.version, already: true };
  const isSetting = chosen.origin === "setting";
  const broken = await brokenBrowser(chosen.path, probed, signal, isSetting);
  if (isSetting) throw broken;
  progress(`${broken.message}; installing another`);
  return undefined;
}

function attempt<T>(work: () => T): T | Failure {
  try {
    return work();
  } catch (error) {
    const failure = asFailure(error);
    if (!failure) throw error;
    return failure;
  }
}

async function fromFile(request: InstallRequest, from: string, folder: string): Promise<InstalledBrowser> {
  const kind = statSync(from, { throwIfNoEntry: false });
  if (!kind?.isFile() && !kind?.isDirectory()) {
    throw new Failure("not_found", `there is no file ${from}`, "Use the path of a Chrome for Testing archive.");
  }
  if (kind.isFile()) await checkFile(from, request.sha256, request.signal);
  else if (request.sha256 !== undefined) {
    throw new Failure("usage", `${from} is a folder, which has no checksum`, "Leave out --sha256.");
  }
  return await place(request, folder, from, { source: "file", version: request.build });
}

async function fromServer(request: InstallRequest, folder: string): Promise<InstalledBrowser> {
  const { source, archives, stable } = serverOf(request.home);
  const platform = archivePlatform();
  if (platform === undefined) {
    throw new Unreachable(`Chrome for Testing has no build for ${process.platform}-${process.arch}`);
  }
  if (existsSync("/etc/alpine-release")) {
    throw new Unreachable("Chrome for Testing has no build for Alpine Linux", {
      hint: "Run `apk add chromium`.",
    });
  }
  const options: FetchOptions = {
    signal: request.signal,
    silenceMs: request.silenceMs ?? SILENCE_MS,
    progress: request.progress,
  };
  const version = request.build ?? (await fetchLine(stable, options));
  if (!isVersion(version)) {
    throw new Failure(
      "download",
      `the ${source} returned an invalid version: '${version.slice(0, 60)}'`,
      "Choose a version with --build <version>.",
    );
  }
  const product = request.headed ? "chrome" : "chrome-headless-shell";
  request.progress(
    `downloading ${product} ${version} from ${source === "mirror" ? "the mirror" : "Chrome for Testing"}`,
  );
  const archive = join(folder, "archive.zip");
  await fetchVerified(
    `${archives}/${version}/${platform}/${product}-${platform}.zip`,
    archive,
    request.sha256?.toLowerCase(),
    options,
  );
  return await place(request, folder, archive, { source, version });
}

/** Unpacks the archive in the staging folder, checks that its browser runs, and moves it into place. */
async function place(
  request: InstallRequest,
  folder: string,
  archive: string,
  expected: { source: InstalledBrowser["source"]; version: string | undefined },
): Promise<InstalledBrowser> {
  const { home, signal } = request;
  const unpacked = join(browsersFolder(folder), "unpacked");
  if (statSync(archive).isDirectory()) {
    request.progress("copying");
    await copyFolder(archive, join(unpacked, basename(archive)), signal);
  } else {
    request.progress("unpacking");
    await unpack(archive, unpacked, signal);
  }
  const browser = unpackedBrowser(folder, archive, request.headed);
  const probed = await probeInTime(browser.path, signal);
  if (probed.version === undefined && probed.missing.length === 0) {
    throw new Failure(
      "launch",
      `the browser in ${basename(archive)} does not run on this system: ${probed.output}`,
      "Download the archive for this system.",
    );
  }
  const version = expected.version ?? probed.version ?? /\d+(?:\.\d+){3}/.exec(basename(archive))?.[0];
  if (version === undefined) {
    throw new Failure("usage", `cannot determine the version of ${basename(archive)}`, "Add --build <version>.");
  }
  const product = browser.name === "headless-shell" ? "chrome-headless-shell" : "chrome";
  const target = join(browsersFolder(home), `${product}-${version}`);
  moveIntoPlace(unpacked, target, folder);
  const installed = join(target, relative(unpacked, browser.path));
  // The browser stays: it runs when the libraries are installed.
  if (probed.version === undefined) throw await brokenBrowser(installed, probed, signal);
  return {
    installed,
    version: probed.version,
    ...(expected.source ? { source: expected.source } : {}),
    ...noteAbout(request, installed),
  };
}

/** Copies a browser's folder. Links stay links, because applications of macOS consist of them. */
async function copyFolder(from: string, to: string, signal: AbortSignal): Promise<void> {
  try {
    await cp(from, to, { recursive: true, verbatimSymlinks: true });
  } catch (error) {
    throw fileFailure(error, `cannot copy ${from} to ${to}`);
  }
  signal.throwIfAborted();
}

/** The browser that was just unpacked. The staging folder has the layout of a home folder, so that it is found like after the move. */
function unpackedBrowser(folder: string, archive: string, headed: boolean): FoundBrowser {
  const browser = findBrowsers(folder).find(({ origin }) => origin === "managed");
  if (!browser) {
    throw new Failure(
      "bad_file",
      `${basename(archive)} contains no browser for this system`,
      "Use a Chrome for Testing archive for this system.",
    );
  }
  if (headed && browser.name === "headless-shell") {
    throw new Failure(
      "bad_file",
      `${basename(archive)} contains a headless shell, which has no window`,
      "Use an archive of chrome, or leave out --headed.",
    );
  }
  // An archive made on Windows has no x bit.
  if (process.platform !== "win32") chmodSync(browser.path, 0o700);
  return browser;
}

async function fromPackages(request: InstallRequest, unreachable: Unreachable): Promise<InstalledBrowser> {
  const { home, headed, signal, progress } = request;
  progress(`${unreachable.message}; trying the system's packages`);
  const name = await (request.packages ?? installFromPackages)({ headed, signal, progress }).catch((error) => {
    const failure = asFailure(error);
    if (!failure || signal.aborted) throw error;
    throw new Failure(failure.code, `${unreachable.message}; ${failure.message}`, failure.hint, {
      cause: error,
    });
  });
  if (name === undefined) throw unreachable;
  const browser = findBrowsers(home).find((one) => one.origin === "system" && one.name === name);
  if (!browser) {
    throw new Failure(
      "no_browser",
      `${name} was installed, but svc cannot find it`,
      "Run `svc config set browser_path <path>`.",
    );
  }
  const probed = await probeInTime(browser.path, signal);
  if (probed.version === undefined) throw await brokenBrowser(browser.path, probed, signal);
  return {
    installed: browser.path,
    version: probed.version,
    source: "system packages",
    ...noteAbout(request, browser.path),
  };
}

/** A note when svc will start another browser than the one just installed. */
function noteAbout({ home, headed }: InstallRequest, installed: string): { note?: string } {
  const used = attempt(() => chooseBrowser(home, headed));
  if (used instanceof Failure) return { note: used.message };
  return used.path === installed
    ? {}
    : { note: `svc still uses ${used.path}; to use the new one: svc config set browser_path '${installed}'` };
}
