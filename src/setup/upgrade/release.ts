/** Releases of svc: finds them at a URL or in a folder, and verifies their signatures. */
import { existsSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { pathToFileURL } from "node:url";
import publicKey from "../../../release.pub" with { type: "text" };
import { asFailure, Failure } from "../../errors.ts";
import { readText } from "../../lib/atomic-file.ts";
import { setting } from "../../lib/settings.ts";
import { TARGET } from "../../version.ts";
import { checkFile, readSha256 } from "../checksum.ts";
import { type FetchOptions, fetchLine, fetchShortText, fetchVerified } from "../download.ts";
import { readPublicKey, verifySignature } from "../minisign.ts";

/** The source of releases. */
export interface ReleaseSource {
  /** URL of the folder with `latest` and a folder for each version, without a slash at its end. */
  base: string;
  /** The public key that signs them, or `none`. */
  key: string;
  options: FetchOptions;
}

/** The URL of the setting `install_base`. Throws `usage` when it is missing or invalid. */
export function releaseBase(home: string): string {
  const base = String(setting(home, "install_base") ?? "").replace(/\/+$/, "");
  if (isAbsolute(base)) return pathToFileURL(base).href;
  if (/^(https?|file):$/.test(URL.parse(base)?.protocol ?? "")) return base;
  throw new Failure(
    "usage",
    base === "" ? "the setting install_base is not set" : "the setting install_base is not an http(s) or file address",
    "Run `svc config set install_base https://host/path`, or install from a file with `svc upgrade --from <file>`.",
  );
}

/** The key in SVC_INSTALL_KEY (a file of minisign, or its second line), otherwise the key of svc's own releases. */
export function releaseKey(environment: Readonly<Record<string, string>>): string {
  return environment.SVC_INSTALL_KEY || publicKey;
}

/** The newest version of the source. */
export async function latestVersion({ base, options }: ReleaseSource): Promise<string> {
  const version = await withReleaseHint(() => fetchLine(`${base}/latest`, options));
  if (isVersion(version)) return version;
  throw new Failure("download", `${base}/latest does not contain a version`, CHECK_BASE);
}

export function isVersion(text: string): boolean {
  return /^\d+\.\d+\.\d+([-+][0-9A-Za-z.+-]+)?$/.test(text);
}

const SIGNATURE = "SHA256SUMS.minisig";
const CHECK_BASE = "Check the address with `svc config get install_base`.";

/** Downloads the archive of a version for this platform into a folder and verifies signature and checksum. Returns its path. */
export async function fetchRelease(source: ReleaseSource, version: string, folder: string): Promise<string> {
  const { key, options } = source;
  const address = `${source.base}/v${version}`;
  const read = (file: string) => withReleaseHint(() => fetchShortText(`${address}/${file}`, options));
  const sums = await read("SHA256SUMS");
  checkSums(sums, key === "none" ? "" : await read(SIGNATURE), version, key);
  const { file, sha256 } = archiveOf(sums, version);
  const path = join(folder, file);
  await withReleaseHint(() => fetchVerified(`${address}/${file}`, path, sha256, options));
  return path;
}

/** Verifies an archive on this machine with the files `SHA256SUMS` and `SHA256SUMS.minisig` beside it. Returns the version in its name. */
export async function checkArchive(path: string, key: string, signal: AbortSignal): Promise<string> {
  if (!existsSync(path)) {
    throw new Failure("not_found", `there is no file ${path}`, "Use the path of an archive of svc.");
  }
  const name = basename(path);
  const [, version = ""] = /^svc-(.+?)-(?:linux|darwin|windows)-/.exec(name) ?? [];
  if (!isVersion(version) || name !== archiveName(version)) {
    const hint = `Use the file ${archiveName("<version>")} of a release.`;
    throw new Failure("bad_file", `${name} is not an archive that svc can install on ${TARGET}`, hint);
  }
  const readBeside = (file: string) => {
    try {
      return readText(join(dirname(path), file));
    } catch (error) {
      const unsigned = file === SIGNATURE ? "; for an unsigned bundle that you trust, set SVC_INSTALL_KEY=none" : "";
      const hint = `Put the ${file} of the release beside the archive${unsigned}.`;
      throw new Failure("not_found", `there is no ${file} beside ${path}`, hint, { cause: error });
    }
  };
  const sums = readBeside("SHA256SUMS");
  checkSums(sums, key === "none" ? "" : readBeside(SIGNATURE), version, key);
  await checkFile(path, archiveOf(sums, version).sha256, signal);
  return version;
}

/** Throws `download` when the sums are not those of the version, signed with the key. */
function checkSums(sums: string, signature: string, version: string, key: string): void {
  if (key === "none") return;
  const comment = verifySignature(Buffer.from(sums), signature, readPublicKey(key));
  if (comment.split(" ")[1] === version) return;
  const hint = `Use the SHA256SUMS of svc ${version}; its signature is made with \`minisign -S -t "svc ${version}"\`.`;
  throw new Failure("download", `the signature is of "${comment}", not of svc ${version}`, hint);
}

function archiveOf(sums: string, version: string): { file: string; sha256: string } {
  const file = archiveName(version);
  const line = sums.split(/\r?\n/).find((one) => one.replace("*", "").split(/\s+/)[1] === file);
  const sha256 = readSha256(line ?? "");
  if (sha256) return { file, sha256 };
  throw new Failure("not_found", `svc ${version} has no build for ${TARGET}`, "Choose another version with --to.");
}

function archiveName(version: string): string {
  return `svc-${version}-${TARGET}.${process.platform === "win32" ? "zip" : "tar.gz"}`;
}

/** Runs a download, and replaces the hints of its failures, which are about browsers. */
async function withReleaseHint<T>(download: () => Promise<T>): Promise<T> {
  try {
    return await download();
  } catch (error) {
    const failure = asFailure(error);
    if (failure?.code !== "download") throw error;
    const hint =
      "Run the command again, or check the address with `svc config get install_base` and the newest version with `svc upgrade --check`.";
    throw new Failure("download", failure.message, hint, { cause: error });
  }
}
