/** Cookies of the whole browser: read, set and clear them, and store them in a file. */

import type { Session } from "../../cdp/connection.ts";
import { isProtocolError } from "../../cdp/errors.ts";
import type { Network_Cookie, Network_CookieParam } from "../../cdp/protocol.gen.ts";
import { Failure } from "../../errors.ts";
import { readText, writeWhole } from "../../lib/atomic-file.ts";
import type { Browser } from "../browser.ts";

/** A cookie as it is printed and exported. `expires` is in seconds since 1970 and absent for a session cookie. */
export interface Cookie {
  name: string;
  value: string;
  domain: string;
  path: string;
  secure: boolean;
  httpOnly: boolean;
  sameSite?: "Strict" | "Lax" | "None";
  expires?: number;
}

export async function getCookies(browser: Browser, url: string | undefined, signal: AbortSignal): Promise<Cookie[]> {
  const { cookies } =
    url === undefined
      ? await browser.connection.root.send("Storage.getCookies", {})
      : await (await browser.page(signal)).session.send("Network.getCookies", { urls: [url] });
  return cookies.map(plainCookie);
}

/** The fields of a cookie that are shown to a person. */
export function plainCookie(cookie: Network_Cookie): Cookie {
  const { name, value, domain, path, secure, httpOnly, sameSite, expires, session } = cookie;
  return {
    name,
    value,
    domain,
    path,
    secure,
    httpOnly,
    ...(sameSite ? { sameSite } : {}),
    ...(session ? {} : { expires }),
  };
}

export async function setCookies(browser: Browser, cookies: Network_CookieParam[]): Promise<void> {
  await browser.connection.root.send("Storage.setCookies", { cookies }).catch((error) => {
    throw isProtocolError(error, "other") ? refusedCookie((error as Error).message.replace(/^[\w.]+: /, "")) : error;
  });
}

/** Browsers may shorten a lifetime by a second. Only a day or more counts. */
const SHORTENED_S = 86_400;

/** The cookies that the browser keeps for less time than requested. Chrome keeps them for 400 days at most. */
export function shortened(requested: readonly Network_CookieParam[], stored: readonly Cookie[]): Cookie[] {
  const bare = (domain: string) => domain.replace(/^\./, "");
  return requested.flatMap(({ name, value, domain, url, path, expires = 0 }) => {
    const host = domain === undefined ? (URL.parse(url ?? "")?.hostname ?? "") : bare(domain);
    const is = (one: Cookie) =>
      one.name === name && one.value === value && bare(one.domain) === host && one.path === (path ?? "/");
    const found = stored.find(is);
    return found?.expires !== undefined && found.expires < expires - SHORTENED_S ? [found] : [];
  });
}

/** Cookies per message: a few hundred are some hundred kilobytes, which every proxy accepts. */
const BATCH = 200;

/** Sets cookies with all fields that a browser reports. Returns how many were refused. */
export async function putCookies(root: Session, cookies: readonly Network_Cookie[], signal: AbortSignal) {
  let refused = 0;
  for (let at = 0; at < cookies.length; at += BATCH) {
    const batch = cookies.slice(at, at + BATCH).map(asParam);
    if (await isSet(root, batch, signal)) continue;
    // One refused cookie fails the whole batch, so they are set one by one.
    for (const one of batch) if (!(await isSet(root, [one], signal))) refused++;
  }
  return refused;
}

async function isSet(root: Session, cookies: Network_CookieParam[], signal: AbortSignal): Promise<boolean> {
  try {
    await root.send("Storage.setCookies", { cookies }, signal);
    return true;
  } catch (error) {
    if (isProtocolError(error, "other")) return false;
    throw error;
  }
}

/** Chrome applies a domain without a leading dot to that host only. */
function asParam(cookie: Network_Cookie): Network_CookieParam {
  const { priority, sourceScheme, sourcePort, partitionKey } = cookie;
  return { ...plainCookie(cookie), priority, sourceScheme, sourcePort, ...(partitionKey ? { partitionKey } : {}) };
}

export function refusedCookie(why?: string): Failure {
  return new Failure(
    "unsuitable",
    `the browser refused the cookie${why ? `: ${why}` : ""}`,
    "Check name, value and domain, and that SameSite=None comes with --secure.",
  );
}

/** Removes all cookies, or exactly those that are sent to the URL. Returns their number. */
export async function clearCookies(browser: Browser, url: string | undefined, signal: AbortSignal): Promise<number> {
  const cookies = await getCookies(browser, url, signal);
  if (url === undefined) {
    await browser.connection.root.send("Storage.clearCookies", {});
    return cookies.length;
  }
  const { session } = await browser.page(signal);
  await Promise.all(
    cookies.map(({ name, domain, path }) => session.send("Network.deleteCookies", { name, domain, path })),
  );
  return cookies.length;
}

export function exportCookies(file: string, cookies: Cookie[]): void {
  writeWhole(file, `${JSON.stringify(cookies, null, 2)}\n`);
}

/** Reads a cookie file: a list of cookies by svc or another program, or an object with such a list under `cookies`. */
export function readCookieFile(file: string): Network_CookieParam[] {
  const text = readText(file);
  const bad = (why: string) =>
    new Failure("bad_file", `${file} is not a cookie file: ${why}`, "Write one with `svc cookies export <file>`.");
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw bad(`it is not JSON (${(error as Error).message})`);
  }
  const list = Array.isArray(value) ? value : (value as { cookies?: unknown } | null)?.cookies;
  if (!Array.isArray(list)) throw bad("it holds no list of cookies");
  return list.map((one, n) => cookieParam(one, (why) => bad(`entry ${n + 1} ${why}`)));
}

const SAME_SITE: Record<string, "Strict" | "Lax" | "None"> = {
  strict: "Strict",
  lax: "Lax",
  none: "None",
  no_restriction: "None",
};

/** Converts a cookie from a file. Throws the failure that `bad` makes of a reason. */
export function cookieParam(one: unknown, bad: (why: string) => Failure): Network_CookieParam {
  const cookie = one as Record<string, unknown> | null;
  if (typeof cookie !== "object" || cookie === null) throw bad("is not an object");
  const { name, value, domain, url, path } = cookie;
  if (typeof name !== "string" || name === "" || typeof value !== "string") throw bad("has no name and value");
  if (typeof domain !== "string" && typeof url !== "string") throw bad("has neither domain nor url");
  const expires = cookie.expires ?? cookie.expirationDate;
  const sameSite = SAME_SITE[String(cookie.sameSite ?? "").toLowerCase()];
  return {
    name,
    value,
    ...(typeof domain === "string" ? { domain } : { url: String(url) }),
    path: typeof path === "string" ? path : "/",
    secure: cookie.secure === true,
    httpOnly: cookie.httpOnly === true,
    ...(sameSite ? { sameSite } : {}),
    ...(typeof expires === "number" && expires > 0 ? { expires } : {}),
  };
}
