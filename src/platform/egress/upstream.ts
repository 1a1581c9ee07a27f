/**
 * The proxies that browsers may go out through: which ones there are, by address, and which of them a browser asked for.
 * Connects to none.
 */
import { Failure } from "../../errors.ts";
import { Refusal } from "../refusal.ts";
import { hostOf } from "./guard.ts";

export interface Upstream {
  readonly protocol: "http" | "https" | "socks5";
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** Named by the caller of the API, so the guard has a say in it; one of the operator's may be anywhere. */
  readonly isCustom: boolean;
}

/** What a caller says of a proxy of its own. */
export interface CustomProxy {
  host: string;
  port: number;
  username?: string | null | undefined;
  password?: string | null | undefined;
}

/** What the operator offers. */
export interface Offer {
  /** For browsers that ask for no country; undefined is none. */
  readonly fallback?: Upstream | undefined;
  /** Country code in lower case to the proxy there. */
  readonly countries: ReadonlyMap<string, Upstream>;
}

const PORTS = { http: 80, https: 443, socks5: 1080 } as const;
const SCHEMES: Record<string, Upstream["protocol"]> = {
  http: "http",
  https: "https",
  socks5: "socks5",
  // The name is resolved by the proxy in every case; curl's word for it.
  socks5h: "socks5",
  socks: "socks5",
};

/** What the published clients send when nobody chose a country. */
const UNCHOSEN = "us";

/**
 * The operator's proxies. `fallback` and the values of `countries` are addresses like `http://user:password@host:port`.
 * Errors: `usage`, which never repeats an address: it may hold a password.
 */
export function offerOf(fallback: string | undefined, countries: Readonly<Record<string, string>> = {}): Offer {
  const named = Object.entries(countries).map(([code, address]): [string, Upstream] => {
    if (!/^[a-z]{2}$/i.test(code)) throw new Failure("usage", `serve_countries: '${code}' is no code of two letters`);
    return [codeOf(code), upstreamOf(address, `serve_countries, ${code}`)];
  });
  const known = new Map(named);
  if (known.size < named.length) throw new Failure("usage", "serve_countries names a country twice (uk is gb)");
  return { fallback: fallback === undefined ? undefined : upstreamOf(fallback, "serve_proxy"), countries: known };
}

function upstreamOf(address: unknown, where: string): Upstream {
  const url = typeof address === "string" ? URL.parse(address.trim()) : null;
  const protocol = SCHEMES[url?.protocol.slice(0, -1) ?? ""];
  const host = url ? hostOf(url.hostname) : undefined;
  const isBare = url && /^\/?$/.test(url.pathname) && url.search === "" && url.hash === "";
  if (!url || !protocol || host === undefined || !isBare)
    throw new Failure(
      "usage",
      `${where}: this is no address of a proxy`,
      "Write it like http://user:password@host:port, https://host:port or socks5://host:port.",
    );
  const port = Number(url.port) || PORTS[protocol];
  try {
    const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    return { protocol, host, port, username, password, isCustom: false };
  } catch {
    throw new Failure("usage", `${where}: a % in the name or password must be written as %25`);
  }
}

/** A proxy of the caller's: `host` is a host, meaning HTTP, or has the scheme before it. Errors: `Refusal` 422. */
export function customUpstream({ host: text, port, username, password }: CustomProxy): Upstream {
  const [, scheme = "http", rest = ""] = /^(?:([a-z0-9]+):\/\/)?(.*?)\/?$/i.exec(text.trim()) ?? [];
  const protocol = SCHEMES[scheme.toLowerCase()];
  // An IPv6 address may come without its brackets here: the port is a field of its own.
  const host = hostOf(/^[^[].*:.*:/.test(rest) ? `[${rest}]` : rest);
  if (protocol === undefined || host === undefined)
    throw new Refusal(422, "Input should be the host of a proxy", {
      field: "customProxy.host",
      hint: "Send a host name or address alone for an HTTP proxy, or socks5://host; the port has its own field.",
    });
  return { protocol, host, port, username: username ?? "", password: password ?? "", isCustom: true };
}

/**
 * What a browser goes out through; undefined is directly. `country` undefined: not said, so the operator's default; null:
 * none. Errors: `Refusal` 422 for a country that the operator has no proxy in.
 */
export function chooseUpstream(
  offer: Offer,
  country: string | null | undefined,
  custom: CustomProxy | null | undefined,
): Upstream | undefined {
  if (custom) return customUpstream(custom);
  if (country === null) return undefined;
  if (country === undefined) return offer.fallback;
  const code = codeOf(country);
  const named = offer.countries.get(code);
  if (named) return named;
  // Somebody who asks to be seen in a country must never be seen elsewhere unawares. But this one code comes from clients
  // whose users said nothing.
  if (code === UNCHOSEN) return offer.fallback;
  const codes = [...offer.countries.keys()].sort();
  throw new Refusal(422, `This server has no proxy in the country '${code}'`, {
    field: "proxyCountryCode",
    hint:
      codes.length === 0
        ? "It has none by country: leave proxyCountryCode out, or send customProxy."
        : `It has ${codes.join(", ")}.`,
  });
}

function codeOf(country: string): string {
  const code = country.toLowerCase();
  return code === "uk" ? "gb" : code;
}
