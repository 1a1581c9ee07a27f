/** Finds cloudflared, or downloads one pinned release and verifies its checksum. */
import { existsSync } from "node:fs";
import { chmod, rename } from "node:fs/promises";
import { join } from "node:path";
import { asFailure, Failure, fileFailure } from "../errors.ts";
import { privateFolder } from "../lib/atomic-file.ts";
import { binFolder } from "../lib/paths.ts";
import { runToEnd } from "../lib/subprocess.ts";
import { fetchVerified } from "./download.ts";
import { inStagingFolder } from "./workshop.ts";

/** Files of one release, by platform and architecture in Node's terms. */
export interface Release {
  /** URL of the folder of the files. */
  address: string;
  files: Readonly<Record<string, { name: string; sha256: string }>>;
}

const VERSION = "2026.9.1";

/**
 * SHA-256 of the downloaded files. For macOS the release notes give the checksum of the program inside the archive, so
 * compute it from the archive for a new version.
 */
const FILES: Release["files"] = {
  "linux-x64": {
    name: "cloudflared-linux-amd64",
    sha256: "03f1f25d1cc93b9ad6c60569d44060bc4f17ed97075760ed8cfca4b12dcd68cc",
  },
  "linux-arm64": {
    name: "cloudflared-linux-arm64",
    sha256: "3d97437c71848bd8df68041e12436b484a661d95073ea1937f01a845ce88faa3",
  },
  "darwin-x64": {
    name: "cloudflared-darwin-amd64.tgz",
    sha256: "ff0d3b51d5ff70eceef89d6b32145fee985018a2174596a5dbe405e2766e2ac4",
  },
  "darwin-arm64": {
    name: "cloudflared-darwin-arm64.tgz",
    sha256: "c27ab8fd0aa489449e3d201eb02f957ef460a13b613662928b1b23394bf1bcfe",
  },
  "win32-x64": {
    name: "cloudflared-windows-amd64.exe",
    sha256: "2837888cc0f5d58f15b6dc478376de90b4d3ba5241c7947455d1e0a0df429712",
  },
};

const SILENCE_MS = 30_000;

/** The release that this version of svc trusts. The checksums apply to mirrors too. */
export function pinnedRelease(): Release {
  const mirror = process.env.SVC_CLOUDFLARED_MIRROR || "https://github.com/cloudflare/cloudflared/releases/download";
  if (!/^https?:$/.test(URL.parse(mirror)?.protocol ?? "")) {
    throw new Failure(
      "usage",
      "SVC_CLOUDFLARED_MIRROR is not an http(s) address",
      "Run `unset SVC_CLOUDFLARED_MIRROR`.",
    );
  }
  return { address: `${mirror.replace(/\/+$/, "")}/${VERSION}`, files: FILES };
}

function ownPath(home: string): string {
  return join(binFolder(home), process.platform === "win32" ? "cloudflared.exe" : "cloudflared");
}

/** The path on the PATH, otherwise that of an earlier download. Undefined when there is neither. */
export function findCloudflared(home: string): string | undefined {
  const own = ownPath(home);
  return Bun.which("cloudflared", { PATH: process.env.PATH ?? "" }) ?? (existsSync(own) ? own : undefined);
}

/** True when this system has a release. */
export function isAvailable(): boolean {
  return Object.hasOwn(FILES, `${process.platform}-${process.arch}`);
}

export interface FetchRequest {
  home: string;
  signal: AbortSignal;
  progress(message: string): void;
  release?: Release;
}

/**
 * Downloads cloudflared into the home folder and returns its path. Throws `missing_program` when this system has no
 * release, and `download` when it cannot be reached or is not the expected file; then nothing is left behind.
 */
export async function fetchCloudflared({ home, signal, progress, release }: FetchRequest): Promise<string> {
  const { address, files } = release ?? pinnedRelease();
  const file = files[`${process.platform}-${process.arch}`];
  if (!file) {
    const message = `there is no cloudflared download for ${process.platform} on ${process.arch}`;
    throw new Failure("missing_program", message, installHint());
  }
  privateFolder(home);
  progress(`downloading cloudflared ${VERSION}`);
  return await inStagingFolder(home, async (folder) => {
    const fetched = join(folder, file.name);
    try {
      await fetchVerified(`${address}/${file.name}`, fetched, file.sha256, { signal, silenceMs: SILENCE_MS, progress });
    } catch (error) {
      const failure = asFailure(error);
      // The hints of downloads are about browsers.
      if (failure?.code !== "download") throw error;
      throw new Failure("download", `cannot download cloudflared: ${failure.message}`, installHint(), {
        cause: failure,
      });
    }
    const program = file.name.endsWith(".tgz") ? await unpack(fetched, folder, signal) : fetched;
    const path = join(privateFolder(binFolder(home)), process.platform === "win32" ? "cloudflared.exe" : "cloudflared");
    try {
      await chmod(program, 0o700);
      await rename(program, path);
    } catch (error) {
      throw fileFailure(error, `cannot write ${path}`);
    }
    return path;
  });
}

/** Every macOS has tar. The archive has been verified. */
async function unpack(archive: string, folder: string, signal: AbortSignal): Promise<string> {
  const { ok, errors } = await runToEnd(["tar", "-xzf", archive, "-C", folder, "cloudflared"], signal);
  if (!ok) throw new Failure("bad_file", `cannot unpack ${archive}: ${errors.trim()}`, installHint());
  return join(folder, "cloudflared");
}

/** A hint to install it by other means. */
function installHint(): string {
  const commands: Record<string, string> = {
    darwin: "Run `brew install cloudflared`",
    win32: "Run `winget install --id Cloudflare.cloudflared`",
  };
  const install = commands[process.platform] ?? "Install cloudflared (see https://pkg.cloudflare.com)";
  return `${install}, or use your own SSH server: \`svc config set tunnel_provider ssh\`.`;
}
