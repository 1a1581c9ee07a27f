/** The policy as conditions of a network: sockets and calls, which are no requests of the protocol, find none. Pure. */
import type { Network_NetworkConditions } from "../../cdp/protocol.gen.ts";
import { type Confined, ownerOf } from "./confine.ts";
import { type HostRule, intersection, isAddress, type Policy } from "./policy.ts";

/** What each address finds of a network, the first that fits counts: blocked ones none, allowed ones all, others none. */
export function conditionsOf(policy: Policy | undefined, run: Confined | undefined): Network_NetworkConditions[] {
  const { blocked = [] } = policy ?? {};
  const allowed = run?.isClosed ? both(policy?.allowed, run.policy.allowed) : policy?.allowed;
  return [
    ...blocked.flatMap(urlPatterns).map((pattern) => rule(pattern, true)),
    ...(run && !run.isClosed ? socketsWithin(policy, run) : []),
    ...(allowed ? [...allowed.flatMap(urlPatterns).map((pattern) => rule(pattern, false)), rule("", true)] : []),
  ];
}

/** A socket writes as much as it reads: where a run only reads, there is none. */
function socketsWithin(policy: Policy | undefined, run: Confined): Network_NetworkConditions[] {
  const own = (run.policy.allowed ?? []).flatMap((one) => [one, ownServersOf(one)]);
  const open = both(policy?.allowed, own) ?? [];
  return [
    ...open.flatMap(urlPatterns).map((pattern) => rule(pattern, false)),
    ...["ws", "wss"].map((protocol) => rule(`${protocol}://*:*/*`, true)),
  ];
}

/** Which page opens a socket is not known: those of the owner of a host are all open. */
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
    // The rule for all addresses is that of calls too, which have none.
    ...(urlPattern === "" ? { packetLoss: 100 } : {}),
  };
}

/** As `URLPattern` writes them. */
function urlPatterns({ host, self, below, schemes, port }: HostRule): string[] {
  const escaped = host.startsWith("[") ? `[${host.slice(1, -1).replaceAll(":", "\\:")}]` : host;
  const isName = host !== "" && !/^[[\d]/.test(host);
  const selves = self && host !== "" ? [escaped, ...(isName ? [`${escaped}.`] : [])] : [];
  const hosts = [...selves, ...(host === "" ? ["*"] : below ? [`*.${escaped}`, `*.${escaped}.`] : [])];
  const each = schemes.flatMap((scheme) => (scheme === "http" ? ["http", "ws"] : ["https", "wss"]));
  const protocols = port === undefined && schemes.length === 2 ? ["*"] : each;
  return protocols.flatMap((protocol) =>
    // The usual port of a scheme is written by leaving it out.
    hosts.map((one) => `${protocol}://${one}:${isDefault(protocol, port) ? "" : (port ?? "*")}/*`),
  );
}

function isDefault(protocol: string, port: string | undefined): boolean {
  return (/^(http|ws)$/.test(protocol) && port === "80") || (/^(https|wss)$/.test(protocol) && port === "443");
}
