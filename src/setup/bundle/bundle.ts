/** `svc bundle`: one archive with which `install.sh --offline` installs svc and a browser on a machine without a network. */
import { lstatSync, mkdtempSync, renameSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import installer from "../../../install.sh" with { type: "text" };
import { Failure, fileFailure } from "../../errors.ts";
import { parentOf } from "../../lib/atomic-file.ts";
import { quoteWord } from "../../lib/words.ts";
import { TARGET, VERSION } from "../../version.ts";
import { hasher, sha256OfFile } from "../checksum.ts";
import { licensesText } from "../licenses.ts";
import { packagesOf } from "../packages.ts";
import { brokenBrowser, probeInTime } from "../probe.ts";
import { type BrowserFiles, browserFiles, systemLibraries } from "./browser-files.ts";
import { documentation, installText, librariesText } from "./documents.ts";
import { type TarFile, writeTarGz } from "./tar.ts";

export interface BundleOptions {
  home: string;
  /** Bundle a browser that has a window, instead of the headless shell. */
  headed: boolean;
  /** The archive to write, or a folder. */
  output: string;
  /** Executable of the browser; else the one that `svc` uses. */
  browserPath?: string | undefined;
  /** Executable of svc. */
  executable: string;
  /** Replace an existing file. */
  force: boolean;
  signal: AbortSignal;
  progress(message: string): void;
}

export interface WrittenBundle {
  /** Path of the archive. */
  bundle: string;
  /** Bytes of the archive. */
  size: number;
  sha256: string;
  /** Version of svc. */
  version: string;
  /** Platform of svc and browser, such as `linux-x64`. */
  target: string;
  browser: { name: string; version: string; path: string };
  /** Shared libraries that the other machine must have. */
  libraries: string[];
  /** Debian packages that have these libraries; only where dpkg knows them. */
  packages?: string[];
  /** Command that installs the bundle. */
  install: string;
}

/**
 * Levels of zlib. 4 gives archives 1 % larger than the default 6 in half of the time. The archive of svc within the bundle is
 * stored, because the bundle compresses it.
 */
const COMPRESSED = 4;
const STORED = 0;

/** Throws `usage`, `no_browser`, `not_found`, `bad_file` and `launch` for browsers, and `io`; then there is no new archive. */
export async function writeBundle(options: BundleOptions): Promise<WrittenBundle> {
  const { executable, signal, progress } = options;
  if (process.platform !== "linux") {
    throw new Failure("usage", "svc bundle needs Linux", "Run it on a Linux machine; see docs/installing.md.");
  }
  const folder = `svc-${VERSION}-${TARGET}-bundle`;
  const output = outputPath(options, `${folder}.tar.gz`);
  const browser = browserFiles({ ...options, path: options.browserPath });
  const probed = await probeInTime(browser.executable, signal);
  if (probed.version === undefined) throw await brokenBrowser(browser.executable, probed, signal);
  const libraries = systemLibraries(browser, executable);
  const packages = await packagesOf(libraries, signal);
  const about = {
    version: VERSION,
    target: TARGET,
    browser: { name: browser.name, version: probed.version },
    libraries,
    ...(packages.size > 0 ? { packages: [...new Set(packages.values())].sort() } : {}),
  };
  const work = workFolder(output);
  try {
    progress(`collecting ${browser.files.size} files of ${browser.name} ${probed.version}`);
    const files: TarFile[] = [
      ...(await documents(about, packages)),
      await svcArchive(executable, work, signal),
      ...browserEntries(browser),
    ];
    files.push({ name: "SHA256SUMS", source: { text: await checksums(files, signal) } });
    progress(`compressing ${output}`);
    const archive = join(work, basename(output));
    const entries = files.map((file) => ({ ...file, name: `${folder}/${file.name}` }));
    await writeTarGz(archive, entries, COMPRESSED, signal);
    const { size } = statSync(archive);
    const sha256 = await sha256OfFile(archive, signal);
    renameSync(archive, output);
    const install = `tar -xzf ${quoteWord(basename(output))} && sh ${folder}/install.sh --offline ${folder}`;
    return { bundle: output, size, sha256, ...about, browser: { ...about.browser, path: browser.executable }, install };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The path of the archive. Throws `io` when it exists and `force` is not set. */
function outputPath({ output, force }: BundleOptions, name: string): string {
  const path = statSync(output, { throwIfNoEntry: false })?.isDirectory() ? join(output, name) : output;
  parentOf(path);
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new Failure("io", `cannot write ${path}: it is a folder`, "Give another path.");
  if (!there || force) return path;
  throw new Failure("io", `${path} exists already`, "Give another path, or --force to replace the file.");
}

/** A folder beside the archive, so that a rename is enough to put the archive in place. */
function workFolder(output: string): string {
  try {
    return mkdtempSync(join(dirname(output), ".svc-bundle-"));
  } catch (error) {
    throw fileFailure(error, `cannot write ${output}`);
  }
}

/** What there is to read in a bundle, and the installer. */
async function documents(
  about: { browser: { name: string; version: string }; libraries: string[] },
  packages: ReadonlyMap<string, string>,
): Promise<TarFile[]> {
  const { browser, libraries } = about;
  const texts = new Map<string, string>([
    ["INSTALL.txt", installText(`${browser.name} ${browser.version}`)],
    ["install.sh", installer],
    ["bundle.json", `${JSON.stringify({ name: "svc-bundle", ...about }, null, 2)}\n`],
    ["LIBRARIES.txt", librariesText(libraries, packages)],
    ...(await documentation()),
  ]);
  return [...texts].map(([name, text]) => ({ name, source: { text }, executable: name === "install.sh" }));
}

/** The archive of svc as a release has it, which the installer and `svc upgrade --from` read. */
async function svcArchive(executable: string, work: string, signal: AbortSignal): Promise<TarFile> {
  const name = `svc-${VERSION}-${TARGET}`;
  const path = join(work, `${name}.tar.gz`);
  const files: TarFile[] = [
    { name: `${name}/svc`, source: { path: executable }, executable: true },
    { name: `${name}/LICENSES.txt`, source: { text: await licensesText() } },
  ];
  await writeTarGz(path, files, STORED, signal);
  return { name: basename(path), source: { path } };
}

function browserEntries({ files }: BrowserFiles): TarFile[] {
  return [...files]
    .map(([name, path]) => ({
      name: `browser/${name}`,
      source: { path },
      executable: (statSync(path).mode & 0o100) !== 0,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A line for each file, as sha256sum writes it. */
async function checksums(files: readonly TarFile[], signal: AbortSignal): Promise<string> {
  const lines: string[] = [];
  for (const { name, source } of files) {
    const sum = "path" in source ? await sha256OfFile(source.path, signal) : sha256OfText(source.text);
    lines.push(`${sum}  ${name}\n`);
  }
  return lines.join("");
}

function sha256OfText(text: string): string {
  const digest = hasher("sha256");
  digest.update(Buffer.from(text));
  return digest.digest();
}
