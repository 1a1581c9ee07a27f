/** The policy as arguments of a browser that svc starts: names of blocked hosts do not resolve. */
import { Failure } from "../../errors.ts";
import type { HostRule, Policy } from "./policy.ts";

/** Longest argument of a process, with a reserve: 128 kB, and on Windows 32 kB for all arguments. */
const MAX_ARGUMENT = process.platform === "win32" ? 24_000 : 120_000;

/** Arguments that make blocked hosts unreachable for every part of the browser. Hosts in `proxies` stay reachable. */
export function resolverArguments({ allowed, blocked }: Policy, proxies: readonly string[]): string[] {
  if (!allowed && blocked.length === 0) return [];
  // WebRTC calls would bypass this, because they use addresses without resolving names.
  const args = ["--force-webrtc-ip-handling-policy=disable_non_proxied_udp"];
  const excluded = (allowed ?? []).flatMap(namesOf).concat(proxies);
  const isListed = allowed !== undefined && !excluded.includes("*");
  const others = isListed ? ["MAP * ~NOTFOUND", ...excluded.map((name) => `EXCLUDE ${name}`)] : [];
  const rules = [...blocked.flatMap(namesOf).map((name) => `MAP ${name} ~NOTFOUND`), ...others];
  // Too many blocked hosts are left to the interception of requests. Too many allowed hosts could not be reached.
  const fitting = [rules, others].find((one) => one.join(", ").length <= MAX_ARGUMENT);
  if (!fitting)
    throw new Failure(
      "usage",
      `allowed_domains is too long for a browser: ${allowed?.length} hosts`,
      "Write fewer hosts, with patterns like *.example.com.",
    );
  return fitting.length === 0 ? args : [...args, `--host-resolver-rules=${fitting.join(", ")}`];
}

/** The host in the form of resolver rules: a name also with a final dot, an IPv6 address without brackets. */
function namesOf({ host, below }: HostRule): string[] {
  if (host === "") return ["*"];
  if (host.startsWith("[")) return [host.slice(1, -1)];
  const self = /^[\d.]+$/.test(host) ? [host] : [host, `${host}.`];
  return below ? [...self, ...self.map((name) => `*.${name}`)] : self;
}

/** Hosts of the proxies in the environment, which Chrome itself must reach. */
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
