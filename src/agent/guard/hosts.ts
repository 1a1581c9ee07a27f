/** Sets of hosts, and the origin that an address belongs to. Patterns are those of `allowed_domains`. */
import { parsePattern, policyOf } from "../../browser/policy/policy.ts";
import { isLocal } from "../../lib/address.ts";
import { NO_RULES } from "../../lib/rules.ts";

/** The origin of a document by its address; undefined where it has none of its own, as `data:` and blank pages. */
export function originOf(address: string): string | undefined {
  const origin = URL.parse(address)?.origin;
  return origin === undefined || origin === "null" ? undefined : origin;
}

/** Why this is no pattern of hosts; undefined where it is one. */
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
  /** Whether the origin is one of them. */
  has(origin: string): boolean;
}

/** Throws `usage` for a pattern that cannot be understood: `what` names where it was written. */
export function hostsOf(patterns: readonly string[], what: string): Hosts {
  for (const pattern of patterns) parsePattern(pattern, what);
  const policy = patterns.length === 0 ? undefined : policyOf({ ...NO_RULES, allowed: [patterns] });
  return {
    patterns,
    has: (origin) => policy !== undefined && /^https?:/.test(origin) && policy.refuses(origin, true) === undefined,
  };
}

/** Patterns that mean the site of an address: its host, with and without `www.`, what is below it, and its port. */
export function siteOf(address: string): string[] {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "") return [];
  const host = url.hostname.replace(/^www\./, "");
  const ports = url.port === "" ? ["80", "443"] : [url.port];
  const names = /^\[|^[\d.]+$/.test(host) || !host.includes(".") ? [host] : [`*.${host}`];
  return names.flatMap((name) => ports.map((port) => `${name}:${port}`));
}

/** Patterns under which a secret may be typed: without a scheme they mean https, and http on this network alone. */
export function secretPatterns(pattern: string): string[] {
  if (pattern.includes("://")) return [pattern];
  const host = URL.parse(`http://${pattern.replace(/^\*\./, "")}`)?.hostname ?? "";
  return [`https://${pattern}`, ...(isLocal(host) ? [`http://${pattern}`] : [])];
}
