/** Translates the policy into network conditions, because sockets and WebRTC calls are not requests of the protocol. */
import type { Network_NetworkConditions } from "../../cdp/protocol.gen.ts";
import { type Confined, ownerOf } from "./confine.ts";
import { type HostRule, intersection, isAddress, type Policy } from "./policy.ts";

/** The conditions in order; the first that matches an address counts. Blocked hosts are offline, allowed ones online, all others offline. */
export function conditionsOf(policy: Policy | undefined, run: Confined | undefined): Network_NetworkConditions[] {
  const { blocked = [] } = policy ?? {};
  const allowed = run?.isClosed ? both(policy?.allowed, run.policy.allowed) : policy?.allowed;
  return [
    ...blocked.flatMap(urlPatterns).map((pattern) => rule(pattern, true)),
    ...(run && !run.isClosed ? socketsWithin(policy, run) : []),
    ...(allowed ? [...allowed.flatMap(urlPatterns).map((pattern) => rule(pattern, false)), rule("", true)] : []),
  ];
}

/** When a run may only read other hosts, sockets to them are offline, because a socket writes as well. */
function socketsWithin(policy: Policy | undefined, run: Confined): Network_NetworkConditions[] {
  const own = (run.policy.allowed ?? []).flatMap((one) => [one, ownServersOf(one)]);
  const open = both(policy?.allowed, own) ?? [];
  return [
    ...open.flatMap(urlPatterns).map((pattern) => rule(pattern, false)),
    ...["ws", "wss"].map((protocol) => rule(`${protocol}://*:*/*`, true)),
  ];
}

/** The page that opens a socket is not known, so all servers of a host's owner are allowed. */
function ownServersOf(rule: HostRule): HostRule {
  return { ...rule, host: ownerOf(rule.host), below: !isAddress(rule.host) && rule.host.includes(".") };
}

function both(one: readonly HostRule[] | undefined, other: readonly HostRule[] | undefined) {
  return one && other ? intersection([...one], [...other]) : (one ?? other);
}

function rule(urlPattern: string, offline: boolean): Network_NetworkConditions {
  return {
    urlPattern,
    offline,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
    // The rule for all addresses also applies to WebRTC calls, which have no address.
    ...(urlPattern === "" ? { packetLoss: 100 } : {}),
  };
}

/** The rule as `URLPattern` texts. */
function urlPatterns({ host, self, below, schemes, port }: HostRule): string[] {
  const escaped = host.startsWith("[") ? `[${host.slice(1, -1).replaceAll(":", "\\:")}]` : host;
  const isName = host !== "" && !/^[[\d]/.test(host);
  const selves = self && host !== "" ? [escaped, ...(isName ? [`${escaped}.`] : [])] : [];
  const hosts = [...selves, ...(host === "" ? ["*"] : below ? [`*.${escaped}`, `*.${escaped}.`] : [])];
  const each = schemes.flatMap((scheme) => (scheme === "http" ? ["http", "ws"] : ["https", "wss"]));
  const protocols = port === undefined && schemes.length === 2 ? ["*"] : each;
  return protocols.flatMap((protocol) =>
    // A pattern leaves out the default port of its scheme.
    hosts.map((one) => `${protocol}://${one}:${isDefault(protocol, port) ? "" : (port ?? "*")}/*`),
  );
}

function isDefault(protocol: string, port: string | undefined): boolean {
  return (/^(http|ws)$/.test(protocol) && port === "80") || (/^(https|wss)$/.test(protocol) && port === "443");
}
