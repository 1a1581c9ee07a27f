/** Addresses of this machine alone, and how they are fetched. */

/** Whether the host name, as in a URL, is this machine: `localhost` and what resolves there, 127.0.0.0/8, `[::1]`. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** For `fetch`: the proxies of the environment see another machine as this one, so what is here is asked directly. */
export function proxyFor(url: string | URL): { proxy?: false } {
  return isLoopback(new URL(url).hostname) ? { proxy: false } : {};
}
