/** Origins of addresses, and sets of hosts by patterns as in `allowed_domains`. */
import { parsePattern, policyOf } from "../../browser/policy/policy.ts";
import { isLocal } from "../../lib/address.ts";
import { NO_RULES } from "../../lib/rules.ts";

/** The origin of an address; undefined for addresses without one, such as `data:` and `about:blank`. */
export function originOf(address: string): string | undefined {
  const origin = URL.parse(address)?.origin;
  return origin === undefined || origin === "null" ? undefined : origin;
}

/** Why a host pattern is invalid; undefined when it is valid. */
export function domainFault(pattern: string): string | undefined {
  try {
    parsePattern(pattern, "domains");
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

export interface Hosts {
  readonly patterns: readonly string[];
  has(origin: string): boolean;
}

/** Throws `usage` for an invalid pattern; `what` names its source in the message. */
export function hostsOf(patterns: readonly string[], what: string): Hosts {
  for (const pattern of patterns) parsePattern(pattern, what);
  const policy = patterns.length === 0 ? undefined : policyOf({ ...NO_RULES, allowed: [patterns] });
  return {
    patterns,
    has: (origin) => policy !== undefined && /^https?:/.test(origin) && policy.refuses(origin, true) === undefined,
  };
}

/** Patterns for the site of an address: its host with and without `www.`, its subdomains, and its port. */
export function siteOf(address: string): string[] {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "") return [];
  const host = url.hostname.replace(/^www\./, "");
  const ports = url.port === "" ? ["80", "443"] : [url.port];
  const names = /^\[|^[\d.]+$/.test(host) || !host.includes(".") ? [host] : [`*.${host}`];
  return names.flatMap((name) => ports.map((port) => `${name}:${port}`));
}

/** Patterns where a secret may be typed. Without a scheme: https, and http only on the local network. */
export function secretPatterns(pattern: string): string[] {
  if (pattern.includes("://")) return [pattern];
  const host = URL.parse(`http://${pattern.replace(/^\*\./, "")}`)?.hostname ?? "";
  return [`https://${pattern}`, ...(isLocal(host) ? [`http://${pattern}`] : [])];
}
