/**
 * By which names this server may be called. A page whose name was made to point here (DNS rebinding) calls it by that name:
 * so a name counts only where the operator gave it. Addresses that are written as numbers cannot be rebound.
 */
import { hostname } from "node:os";

export interface Hosts {
  /** The scheme and host by which the caller reaches this server, or undefined where it may not be called so. */
  baseOf(request: Request): string | undefined;
}

export interface HostsSetup {
  /** Address that is listened on. */
  host: string;
  isSecure: boolean;
  publicUrl: string | undefined;
  /** More names, without ports. */
  names: readonly string[];
}

export function hostsOf({ host, isSecure, publicUrl, names }: HostsSetup): Hosts {
  const given = [host, "localhost", hostname(), ...names, publicUrl && new URL(publicUrl).hostname];
  const known = new Set(given.flatMap((name) => (name ? [name.toLowerCase()] : [])));
  const scheme = isSecure ? "https" : "http";
  return {
    baseOf(request) {
      // What the URL of a request says is what its Host header said.
      const header = request.headers.get("host");
      const url = header === null ? null : URL.parse(`${scheme}://${header}`);
      if (url?.pathname !== "/" || url.username !== "") return undefined;
      const name = url.hostname.replace(/\.$/, "");
      const isNumber = /^\[.*\]$|^\d{1,3}(\.\d{1,3}){3}$/.test(name);
      if (!isNumber && !known.has(name) && !name.endsWith(".localhost")) return undefined;
      return publicUrl ?? url.origin;
    },
  };
}
