/** Converts addresses and paths as people write them into absolute ones. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Failure } from "../errors.ts";
import { shorten } from "./shorten.ts";

/** Resolves a path against the caller's folder. `~/` is the home folder. */
export function absolute(value: string): string {
  if (value === "~" || value.startsWith("~/")) return resolve(homedir(), value.slice(2));
  return resolve(value);
}

const BROWSER_SCHEMES =
  /^(https?|file|about|data|blob|chrome|chrome-extension|edge|brave|view-source|filesystem|ftp|ws|wss|devtools):/i;
const PAGE_FILES = /\.(html?|xhtml|xml|svg|pdf|txt|md|json|png|jpe?g|gif|webp)$/i;

/**
 * Returns the address as a URL. A URL with a scheme that a browser opens stays as it is. `localhost`, private and
 * loopback addresses, `*.local` and `host:port` get http. Paths of files become file URLs. Other names get https.
 * Throws `usage` for anything else. Checks the disk only to see whether a path names an existing file.
 */
export function normalizeUrl(value: string): string {
  if (/^javascript:/i.test(value)) {
    throw new Failure("usage", "a javascript: address does not open a page", "Run `svc eval <js>` to run JavaScript.");
  }
  if (BROWSER_SCHEMES.test(value)) {
    const url = value.replace(/^(https?:)(?!\/\/)\/*/i, "$1//");
    if (/^https?:/i.test(url)) return parsed(url, value).href;
    return url;
  }
  if (value.startsWith("~/") || value.startsWith("./") || value.startsWith("../") || isAbsolute(value)) {
    return fileUrl(value);
  }
  if (PAGE_FILES.test(value) && existsSync(value)) return fileUrl(value);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) {
    throw new Failure("usage", `cannot open addresses of the scheme ${value.slice(0, value.indexOf(":"))}`);
  }
  if (/^mailto:|^tel:/i.test(value)) throw new Failure("usage", `${value} is not a page`);
  const port = /^[^/?#@]*?:(\d+)(?=[/?#]|$)/.exec(value)?.[1];
  const isHttp = isLocal(parsed(`http://${value}`, value).hostname) || (port !== undefined && port !== "443");
  return parsed(`${isHttp ? "http" : "https"}://${value}`, value).href;
}

function parsed(candidate: string, value: string): URL {
  const url = URL.parse(candidate);
  if (!url || url.hostname === "" || /\s/.test(value)) {
    throw new Failure(
      "usage",
      `'${shorten(value)}' is not a URL`,
      "Write it like https://example.com or localhost:3000.",
    );
  }
  return url;
}

/** Returns the URL of a file. Text after `#` is a fragment, unless a file has that whole name. */
function fileUrl(value: string): string {
  const path = absolute(value);
  const at = path.indexOf("#");
  if (at < 0 || existsSync(path)) return pathToFileURL(path).href;
  return pathToFileURL(path.slice(0, at)).href + path.slice(at);
}

/** True for loopback, private and link-local addresses, and for names that no public server has. */
export function isLocal(host: string): boolean {
  if (host === "localhost" || host.endsWith(".localhost") || host.endsWith(".local")) return true;
  if (host.startsWith("[")) return /^\[(::1\]|::\]|f[cd]|fe80)/i.test(host);
  if (!/^\d+\.\d+\.\d+\.\d+$/.test(host)) return false;
  return /^(127|10|0)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\./.test(host);
}
