/** Filters and counts cookies by domain. */

/** Domains in the form of the value type `domains()`. An empty `include` allows all; `exclude` takes precedence. */
export interface DomainFilter {
  include: readonly string[];
  exclude: readonly string[];
}

interface OfDomain {
  domain: string;
}

/** The host of a cookie's domain, without the dot that includes sub-domains. */
function hostOf({ domain }: OfDomain): string {
  return domain.replace(/^\./, "").toLowerCase();
}

/** Cookies of the domains and of all hosts below them: `example.com` includes `www.example.com`. */
export function filterByDomain<T extends OfDomain>(cookies: readonly T[], { include, exclude }: DomainFilter): T[] {
  const isBelow = (host: string, domains: readonly string[]) =>
    domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
  return cookies.filter((cookie) => {
    const host = hostOf(cookie);
    return (include.length === 0 || isBelow(host, include)) && !isBelow(host, exclude);
  });
}

/** Cookies by domain, the domain with most cookies first. */
export function byDomain<T extends OfDomain>(cookies: readonly T[]): [domain: string, cookies: T[]][] {
  return [...Map.groupBy(cookies, hostOf)].sort(([a, x], [b, y]) => y.length - x.length || a.localeCompare(b, "en"));
}
