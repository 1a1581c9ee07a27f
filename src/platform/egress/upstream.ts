/** Proxies for browsers: parses their URLs and selects one. Opens no connection. */
import { Failure } from "../../errors.ts";
import { Refusal } from "../refusal.ts";
import { hostOf } from "./guard.ts";

export interface Upstream {
  readonly protocol: "http" | "https" | "socks5";
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** Set by a caller of the API, so the guard checks it; those of the operator may be anywhere. */
  readonly isCustom: boolean;
}

/** A caller's own proxy. */
export interface CustomProxy {
  host: string;
  port: number;
  username?: string | null | undefined;
  password?: string | null | undefined;
}

/** Proxies of the operator. */
export interface Offer {
  /** Used without a country; undefined means a direct connection. */
  readonly fallback?: Upstream | undefined;
  /** Proxy by country code in lower case. */
  readonly countries: ReadonlyMap<string, Upstream>;
}

const PORTS = { http: 80, https: 443, socks5: 1080 } as const;
const SCHEMES: Record<string, Upstream["protocol"]> = {
  http: "http",
  https: "https",
  socks5: "socks5",
  // curl's name; the proxy always resolves host names.
  socks5h: "socks5",
  socks: "socks5",
};

/** Sent by the published clients if the user chose no country. */
const UNCHOSEN = "us";

/**
 * Parses the operator's proxies: URLs like `http://user:password@host:port`. Errors: `usage` without the URL, which may contain a
 * password.
 */
export function offerOf(fallback: string | undefined, countries: Readonly<Record<string, string>> = {}): Offer {
  const named = Object.entries(countries).map(([code, address]): [string, Upstream] => {
    if (!/^[a-z]{2}$/i.test(code))
      throw new Failure("usage", `serve_countries: '${code}' is not a code of two letters`);
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
      `${where}: not a valid proxy URL`,
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

/** Parses a caller's proxy: `host` is a host name (HTTP), optionally with a scheme. Errors: `Refusal` 422. */
export function customUpstream({ host: text, port, username, password }: CustomProxy): Upstream {
  const [, scheme = "http", rest = ""] = /^(?:([a-z0-9]+):\/\/)?(.*?)\/?$/i.exec(text.trim()) ?? [];
  const protocol = SCHEMES[scheme.toLowerCase()];
  // IPv6 addresses are allowed without brackets, because the port is a separate field.
  const host = hostOf(/^[^[].*:.*:/.test(rest) ? `[${rest}]` : rest);
  if (protocol === undefined || host === undefined)
    throw new Refusal(422, "Input should be the host of a proxy", {
      field: "customProxy.host",
      hint: "Send a host name for an HTTP proxy, or socks5://host. Send the port in its own field.",
    });
  return { protocol, host, port, username: username ?? "", password: password ?? "", isCustom: true };
}

/**
 * Selects the proxy of a browser; undefined means direct. `country` undefined means the operator's default, null means none.
 * Errors: `Refusal` 422 for a country without a proxy.
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
  // A caller that chooses a country must never appear elsewhere. Only this code is sent by clients without a choice.
  if (code === UNCHOSEN) return offer.fallback;
  const codes = [...offer.countries.keys()].sort();
  throw new Refusal(422, `This server has no proxy in the country '${code}'`, {
    field: "proxyCountryCode",
    hint:
      codes.length === 0
        ? "Omit proxyCountryCode, or send customProxy: this server has no proxies by country."
        : `Use one of ${codes.join(", ")}.`,
  });
}

function codeOf(country: string): string {
  const code = country.toLowerCase();
  return code === "uk" ? "gb" : code;
}
