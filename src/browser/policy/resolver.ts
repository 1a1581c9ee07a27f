/** The policy as arguments of a browser that we start: names that must not be reached do not resolve. Pure. */
import { Failure } from "../../errors.ts";
import type { HostRule, Policy } from "./policy.ts";

/** What one argument of a process can hold, with room to spare: 128 kB, and on Windows 32 kB for all of them. */
const MAX_ARGUMENT = process.platform === "win32" ? 24_000 : 120_000;

/** Arguments of a browser of ours: what it cannot resolve it cannot reach, whatever asks. `proxies` stay reachable. */
export function wallArguments({ allowed, blocked }: Policy, proxies: readonly string[]): string[] {
  if (!allowed && blocked.length === 0) return [];
  // Calls between browsers would go around it: an address in them is resolved by nobody.
  const args = ["--force-webrtc-ip-handling-policy=disable_non_proxied_udp"];
  const excluded = (allowed ?? []).flatMap(namesOf).concat(proxies);
  const isListed = allowed !== undefined && !excluded.includes("*");
  const others = isListed ? ["MAP * ~NOTFOUND", ...excluded.map((name) => `EXCLUDE ${name}`)] : [];
  const rules = [...blocked.flatMap(namesOf).map((name) => `MAP ${name} ~NOTFOUND`), ...others];
  // A blocked host too many is left to the checks of requests; an allowed one too many could not be reached.
  const fitting = [rules, others].find((one) => one.join(", ").length <= MAX_ARGUMENT);
  if (!fitting)
    throw new Failure(
      "usage",
      `allowed_domains is too long for a browser: ${allowed?.length} hosts`,
      "Write fewer hosts, with patterns like *.example.com.",
    );
  return fitting.length === 0 ? args : [...args, `--host-resolver-rules=${fitting.join(", ")}`];
}

/** The host as the resolver's rules write it: a name also with its last dot, an IPv6 address without brackets. */
function namesOf({ host, below }: HostRule): string[] {
  if (host === "") return ["*"];
  if (host.startsWith("[")) return [host.slice(1, -1)];
  const self = /^[\d.]+$/.test(host) ? [host] : [host, `${host}.`];
  return below ? [...self, ...self.map((name) => `*.${name}`)] : self;
}

/** Hosts of the proxies that the environment names: Chrome itself must reach those. */
export function proxiesOf(environment: NodeJS.ProcessEnv): string[] {
  const named = ["http_proxy", "https_proxy", "all_proxy"].flatMap((name) => [
    environment[name],
    environment[name.toUpperCase()],
  ]);
  const hosts = named.map((value) => value && (URL.parse(value) ?? URL.parse(`http://${value}`))?.hostname);
  return [...new Set(hosts.filter((host) => typeof host === "string" && host !== ""))].map((host) =>
    String(host).replace(/^\[|\]$/g, ""),
  );
}
