import { flag, option, optionOr, positional } from "../../args.ts";
import {
  type Cookie,
  clearCookies,
  exportCookies,
  getCookies,
  readCookieFile,
  refusedCookie,
  setCookies,
  shortened,
} from "../../browser/storage/cookies.ts";
import { command, keyValueLines } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { parentOf } from "../../lib/atomic-file.ts";
import { bool, decimal, oneOf, path, text } from "../../values.ts";
import { domain as domainType, url } from "../../web-values.ts";

const forUrl = option(url(), "Only cookies that the browser would send to this URL");

export const cookiesGet = command({
  name: "cookies get",
  group: "cookies",
  summary: "Show all cookies, or the cookies for a URL",
  effect: "read",
  needs: "session",
  args: { url: forUrl },
  examples: ["cookies get", "cookies get --url https://example.com"],
  async run({ browser, args, signal }) {
    return { cookies: await getCookies(browser, args.url, signal) };
  },
  text: ({ cookies }) => (cookies.length === 0 ? "no cookies" : cookies.map(cookieLine).join("\n")),
});

function cookieLine({ name, value, domain, path, secure, httpOnly, sameSite, expires }: Cookie): string {
  const notes = [
    `domain=${domain}`,
    `path=${path}`,
    secure ? "secure" : "",
    httpOnly ? "httpOnly" : "",
    sameSite ? `sameSite=${sameSite}` : "",
    expires === undefined ? "" : `expires=${Math.round(expires)}`,
  ];
  return `${name}: ${value}  (${notes.filter(Boolean).join(", ")})`;
}

export const cookiesSet = command({
  name: "cookies set",
  group: "cookies",
  summary: "Set a cookie for the current page, or for a domain",
  effect: "write",
  needs: "session",
  args: {
    name: positional(text("name", { nonEmpty: true }), "Name"),
    value: positional(text("value", { secret: true }), "Value"),
    domain: option(domainType(), "Domain; without it only the host of the current page"),
    path: optionOr(text("path"), "/", "Path"),
    secure: flag(bool(), "Send it only over https"),
    httpOnly: flag(bool(), "Hide it from scripts"),
    sameSite: option(oneOf("Strict", "Lax", "None"), "When requests from other sites may include it"),
    expires: option(
      decimal("unix", { min: 1 }),
      "Expiry in seconds since 1970; without it the cookie ends with the browser",
    ),
  },
  examples: ["cookies set theme dark", "cookies set id 1 --domain example.com --secure --same-site Lax"],
  async run({ browser, args, signal }) {
    const { name, value, domain, path, secure, httpOnly, sameSite, expires } = args;
    if (sameSite === "None" && !secure)
      throw new Failure("usage", "--same-site None requires --secure; without it browsers reject the cookie");
    const page = await browser.page(signal);
    const where = domain === undefined ? { url: pageUrl(page.url) } : { domain };
    const cookie = { name, value, ...where, path, secure, httpOnly };
    const asked = { ...cookie, ...(sameSite ? { sameSite } : {}), ...(expires ? { expires } : {}) };
    await setCookies(browser, [asked]);
    // Chrome drops what it does not like without a word. One that has expired already is meant to go.
    const isGone = expires !== undefined && expires * 1_000 <= Date.now();
    const held = await getCookies(browser, undefined, signal);
    if (!isGone && !held.some((one) => one.name === name && one.value === value)) throw refusedCookie();
    const [short] = shortened([asked], held);
    return {
      set: name,
      domain: domain ?? new URL(page.url).hostname,
      ...(isGone ? { expired: true } : {}),
      ...(short?.expires === undefined ? {} : { expires: Math.round(short.expires), asked_expires: expires }),
    };
  },
  text: ({ expires, asked_expires, ...rest }) =>
    keyValueLines(
      expires === undefined ? rest : { ...rest, expires: `${expires} (${SHORTER}; requested: ${asked_expires})` },
    ),
});

/** Why a cookie ends sooner than was asked. */
const SHORTER = "the longest time that the browser keeps a cookie";

function pageUrl(url: string): string {
  if (/^https?:/.test(url)) return url;
  throw new Failure(
    "usage",
    `the current page (${url}) cannot have cookies`,
    "Run `svc open <url>` first, or add --domain <host>.",
  );
}

export const cookiesClear = command({
  name: "cookies clear",
  group: "cookies",
  summary: "Delete all cookies, or the cookies for a URL",
  effect: "destroy",
  needs: "session",
  args: { url: forUrl },
  examples: ["cookies clear", "cookies clear --url https://example.com"],
  async run({ browser, args, signal }) {
    return { cleared: await clearCookies(browser, args.url, signal) };
  },
});

export const cookiesExport = command({
  name: "cookies export",
  group: "cookies",
  summary: "Write cookies to a JSON file that only your user can read",
  effect: "read",
  needs: "session",
  args: { file: positional(path("file"), "File to write"), url: forUrl },
  examples: ["cookies export cookies.json"],
  async run({ browser, args, signal }) {
    parentOf(args.file);
    const cookies = await getCookies(browser, args.url, signal);
    exportCookies(args.file, cookies);
    return { exported: cookies.length, file: args.file };
  },
});

export const cookiesImport = command({
  name: "cookies import",
  group: "cookies",
  summary: "Set cookies from a JSON file",
  effect: "write",
  needs: "session",
  args: { file: positional(path("file"), "File from svc cookies export or from a browser extension") },
  examples: ["cookies import cookies.json"],
  async run({ browser, args, signal }) {
    const cookies = readCookieFile(args.file);
    if (cookies.length > 0) await setCookies(browser, cookies);
    const isLasting = cookies.some(({ expires }) => expires !== undefined);
    const short = isLasting ? shortened(cookies, await getCookies(browser, undefined, signal)) : [];
    const told = short.map(({ name, domain, expires = 0 }) => ({ name, domain, expires: Math.round(expires) }));
    return { imported: cookies.length, file: args.file, ...(told.length > 0 ? { shortened: told } : {}) };
  },
  text: ({ imported, file, shortened: told = [] }) => {
    const lines = told.map(
      ({ name, domain, expires }) => `shortened: ${name} of ${domain} expires=${expires} (${SHORTER})`,
    );
    return [`imported: ${imported}`, `file: ${file}`, ...lines].join("\n");
  },
});
