/** Installs browsers and libraries from the packages of Debian and its derivatives, for machines that reach no other source. */
import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { BrowserName } from "../browser/launch/find.ts";
import { Failure } from "../errors.ts";
import { log } from "../lib/log.ts";
import { runToEnd } from "../lib/subprocess.ts";

export interface PackageRequest {
  headed: boolean;
  signal: AbortSignal;
  progress(message: string): void;
}

/** Installs a browser and returns its name. Undefined when the system has no such packages. */
export type PackageInstaller = (request: PackageRequest) => Promise<BrowserName | undefined>;

/** Packages by browser, the preferred one first. The headless shell is small and starts three times as fast, but has no window. */
const BROWSERS: readonly (readonly [BrowserName, string])[] = [
  ["headless-shell", "chromium-headless-shell"],
  ["chromium", "chromium"],
];

/** Asks no questions, and waits for another apt-get to end. */
const APT_GET = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=60"];

export function isDebian(): boolean {
  return existsSync("/etc/debian_version") && Bun.which("apt-get") !== null;
}

/** Installs with apt-get, as root or with a `sudo` that needs no password. */
export const installFromPackages: PackageInstaller = async ({ headed, signal, progress }) => {
  if (!isDebian()) return undefined;
  const candidates = BROWSERS.filter(([name]) => !headed || name !== "headless-shell");
  const names = candidates.map(([, name]) => name);
  const root = await rootCommand(names, signal);
  const apt = (...words: string[]) => aptGet([...root, ...APT_GET, ...words], signal, progress);
  const install = (name: string) => apt("install", "-y", "--no-install-recommends", name);
  const known = await available(candidates, signal);
  if (known && known[1] === names[0] && (await succeeds(install(known[1]), signal))) return known[0];
  // Old package lists may not know the package, or name a file that the server has removed. If only some lists can be
  // updated, the package may still be in one of them.
  await succeeds(apt("update"), signal);
  const chosen = await available(candidates, signal);
  if (!chosen) {
    const message = `there is no system package ${names.join(" or ")}`;
    throw new Failure("download", message, aptHint(names.slice(0, 1)));
  }
  await install(chosen[1]);
  return chosen[0];
};

async function succeeds(work: Promise<void>, signal: AbortSignal): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    signal.throwIfAborted();
    log.debug("apt-get", error);
    return false;
  }
}

function aptHint(packages: readonly string[]): string {
  const sudo = process.getuid?.() === 0 ? "" : "sudo ";
  return `Run \`${sudo}apt-get update && ${sudo}apt-get install -y ${packages.join(" ")}\`.`;
}

/** Words before a command that run it as root. None for root. */
async function rootCommand(names: readonly string[], signal: AbortSignal): Promise<string[]> {
  if (process.getuid?.() === 0) return [];
  if (Bun.which("sudo") !== null && (await runToEnd(["sudo", "-n", "true"], signal)).ok) {
    return ["sudo", "-n"];
  }
  throw new Failure(
    "download",
    "installing a system package requires root, and sudo without a password is not available",
    aptHint(names.slice(0, 1)),
  );
}

async function available(
  candidates: typeof BROWSERS,
  signal: AbortSignal,
): Promise<(typeof BROWSERS)[number] | undefined> {
  const has = await Promise.all(candidates.map(([, name]) => hasCandidate(name, signal)));
  return candidates.find((_, n) => has[n]);
}

async function hasCandidate(name: string, signal: AbortSignal): Promise<boolean> {
  const { output } = await runToEnd(["env", "LC_ALL=C", "apt-cache", "policy", name], signal);
  return /^\s*Candidate: (?!\(none\))\S/m.test(output);
}

/** Runs apt-get and reports its progress. An abort sends SIGTERM, because a kill would leave packages half configured. */
async function aptGet(command: string[], signal: AbortSignal, progress: (message: string) => void): Promise<void> {
  signal.throwIfAborted();
  const child = Bun.spawn(command, {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    signal,
    killSignal: "SIGTERM",
  });
  const errors = child.stderr.text();
  let rest = "";
  for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines)
      if (/^(Get|Unpacking|Setting up|Reading|Fetched)\b/.test(line)) progress(`apt-get: ${line.trim()}`);
  }
  const code = await child.exited;
  signal.throwIfAborted();
  if (code === 0) return;
  const errorLines = (await errors)
    .split("\n")
    .filter((line) => /^[EW]:/.test(line))
    .slice(0, 3)
    .join("; ");
  const shown = command.slice(command.indexOf("apt-get")).filter((word) => !/^(-o|DPkg.*)$/.test(word));
  throw new Failure(
    "download",
    `${shown.join(" ")} failed: ${errorLines || `exit code ${code}`}`,
    `Run \`${shown.join(" ")}\` as root to see the reason.`,
  );
}

/** Package names that `packageOf` cannot derive. */
const IRREGULAR_NAMES: Record<string, string> = {
  "libnss3.so": "libnss3",
  "libnssutil3.so": "libnss3",
  "libsmime3.so": "libnss3",
  "libssl3.so": "libnss3",
  "libnspr4.so": "libnspr4",
  "libplc4.so": "libnspr4",
  "libplds4.so": "libnspr4",
  "libatk-1.0.so.0": "libatk1.0-0",
  "libatk-bridge-2.0.so.0": "libatk-bridge2.0-0",
  "libatspi.so.0": "libatspi2.0-0",
  "libglib-2.0.so.0": "libglib2.0-0",
  "libgobject-2.0.so.0": "libglib2.0-0",
  "libgio-2.0.so.0": "libglib2.0-0",
  "libgmodule-2.0.so.0": "libglib2.0-0",
};

/** Debian derives the package name from library and version, with a hyphen between two digits: libgbm.so.1 is in libgbm1. */
function packageOf(library: string): string {
  const [, name = library, version = ""] = /^(.+?)\.so(?:\.(\d+))?/.exec(library) ?? [];
  return (
    IRREGULAR_NAMES[library] ??
    `${name}${/\d$/.test(name) && version ? "-" : ""}${version}`.toLowerCase().replaceAll("_", "-")
  );
}

/** Where the packages of Debian put shared libraries. */
const LIBRARY_FOLDER = /^(?:\/usr)?\/lib(?:64|\/[\w-]+-linux-gnu\w*)?$/;

/** The Debian package of each library, as dpkg knows it on this machine. Libraries of no package are left out. */
export async function packagesOf(libraries: readonly string[], signal: AbortSignal): Promise<Map<string, string>> {
  // One pattern for all libraries, because dpkg reads its lists of files again for each pattern.
  const { output } = await runToEnd(["dpkg-query", "--search", "*.so*"], signal);
  const found = new Map<string, string>();
  for (const [, name = "", path = ""] of output.matchAll(/^([^\s:,]+)(?::\w+)?: (\/.+)$/gm)) {
    if (LIBRARY_FOLDER.test(dirname(path)) && libraries.includes(basename(path))) found.set(basename(path), name);
  }
  return found;
}

/** The hint to install missing libraries. Some releases use names with `t64` (64-bit times). */
export async function installHint(libraries: readonly string[], signal: AbortSignal): Promise<string> {
  if (!isDebian()) {
    return `Install ${libraries.join(", ")} with your system's package manager, then run \`svc doctor\`.`;
  }
  const names = [...new Set(libraries.map(packageOf))];
  const spelled = names.map(async (name) => ((await hasCandidate(`${name}t64`, signal)) ? `${name}t64` : name));
  return aptHint((await Promise.all(spelled)).sort());
}
