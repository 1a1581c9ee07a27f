/** Cookies by domain: which a filter leaves, and how many each domain has. Pure. */

/** Domains as `domains()` of the values reads them. Empty `include` lets all in; `exclude` goes before `include`. */
export interface DomainFilter {
  include: readonly string[];
  exclude: readonly string[];
}

interface OfDomain {
  domain: string;
}

/** The host of a cookie's domain, without the dot that stands for its sub-domains. */
function hostOf({ domain }: OfDomain): string {
  return domain.replace(/^\./, "").toLowerCase();
}

/** Cookies of the domains and everything below them: `example.com` means `www.example.com` too. */
export function filterByDomain<T extends OfDomain>(cookies: readonly T[], { include, exclude }: DomainFilter): T[] {
  const isBelow = (host: string, domains: readonly string[]) =>
    domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
  return cookies.filter((cookie) => {
    const host = hostOf(cookie);
    return (include.length === 0 || isBelow(host, include)) && !isBelow(host, exclude);
  });
}

/** The domains with their cookies, the most first. */
export function byDomain<T extends OfDomain>(cookies: readonly T[]): [domain: string, cookies: T[]][] {
  return [...Map.groupBy(cookies, hostOf)].sort(([a, x], [b, y]) => y.length - x.length || a.localeCompare(b, "en"));
}
