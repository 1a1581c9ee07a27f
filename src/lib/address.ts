/** Addresses and paths as people write them, made whole. Knows no page. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Failure } from "../errors.ts";
import { shorten } from "./shorten.ts";

/** Against the caller's folder; `~/` is the home folder. */
export function absolute(value: string): string {
  if (value === "~" || value.startsWith("~/")) return resolve(homedir(), value.slice(2));
  return resolve(value);
}

const KEPT_SCHEMES =
  /^(https?|file|about|data|blob|chrome|chrome-extension|edge|brave|view-source|filesystem|ftp|ws|wss|devtools):/i;
const PAGE_FILES = /\.(html?|xhtml|xml|svg|pdf|txt|md|json|png|jpe?g|gif|webp)$/i;

/**
 * Kept: any URL of a scheme that a browser opens. `localhost`, private and loopback addresses, `*.local`, and `host:port`
 * get http; paths of files become file URLs; other names get https. Throws `usage` for what is no address. Pure but for one look whether a path names an existing file.
 */
export function normalizeUrl(value: string): string {
  if (/^javascript:/i.test(value)) {
    throw new Failure("usage", "a javascript: address does not open a page", "Run `svc eval <js>` to run JavaScript.");
  }
  if (KEPT_SCHEMES.test(value)) {
    const kept = value.replace(/^(https?:)(?!\/\/)\/*/i, "$1//");
    if (/^https?:/i.test(kept)) return parsed(kept, value).href;
    return kept;
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

/** A file's address. What follows a `#` names a place in the page, unless the file itself is called so. */
function fileUrl(value: string): string {
  const path = absolute(value);
  const at = path.indexOf("#");
  if (at < 0 || existsSync(path)) return pathToFileURL(path).href;
  return pathToFileURL(path.slice(0, at)).href + path.slice(at);
}

/** Loopback, private and link-local addresses, and names that no public server answers. */
export function isLocal(host: string): boolean {
  if (host === "localhost" || host.endsWith(".localhost") || host.endsWith(".local")) return true;
  if (host.startsWith("[")) return /^\[(::1\]|::\]|f[cd]|fe80)/i.test(host);
  if (!/^\d+\.\d+\.\d+\.\d+$/.test(host)) return false;
  return /^(127|10|0)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\./.test(host);
}
