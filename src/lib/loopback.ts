/** Addresses of this machine, and how to fetch from them. */

/** True when the host name of a URL is this machine: `localhost`, 127.0.0.0/8 or `[::1]`. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Options for `fetch`: no proxy for addresses of this machine, because a proxy would resolve them as its own. */
export function proxyFor(url: string | URL): { proxy?: false } {
  return isLoopback(new URL(url).hostname) ? { proxy: false } : {};
}
