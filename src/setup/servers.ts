/** The servers of browser downloads: a mirror if one is set, otherwise Chrome for Testing. */
import { Failure } from "../errors.ts";
import { setting } from "../lib/settings.ts";

/** URLs of versions and archives. A mirror has one URL for both. */
export interface Server {
  source: "mirror" | "chrome-for-testing";
  archives: string;
  stable: string;
}

export function serverOf(home: string): Server {
  const mirror = setting(home, "browser_mirror");
  if (mirror === undefined || mirror === "") {
    const archives = "https://storage.googleapis.com/chrome-for-testing-public";
    return {
      source: "chrome-for-testing",
      archives,
      stable: "https://googlechromelabs.github.io/chrome-for-testing/LATEST_RELEASE_STABLE",
    };
  }
  const base = checkMirror(String(mirror));
  return { source: "mirror", archives: base, stable: `${base}/LATEST_RELEASE_STABLE` };
}

/** The URL without its last slash. Throws `usage` for an invalid one. */
export function checkMirror(mirror: string): string {
  const base = mirror.replace(/\/+$/, "");
  if (/^https?:$/.test(URL.parse(base)?.protocol ?? "")) return base;
  throw new Failure(
    "usage",
    "the setting browser_mirror is not an http(s) address",
    "Run `svc config set browser_mirror https://host/path` or `svc config unset browser_mirror`.",
  );
}

/** The name of this system in Chrome for Testing. Undefined when it has no build for it. */
export function archivePlatform(system: string = process.platform, arch: string = process.arch): string | undefined {
  const names: Record<string, string> = {
    "linux-x64": "linux64",
    "darwin-x64": "mac-x64",
    "darwin-arm64": "mac-arm64",
    "win32-x64": "win64",
    "win32-arm64": "win64",
    "win32-ia32": "win32",
  };
  return names[`${system}-${arch}`];
}

export function isVersion(text: string): boolean {
  return /^\d{1,9}(\.\d{1,9}){3}$/.test(text);
}
