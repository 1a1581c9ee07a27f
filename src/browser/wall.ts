/**
 * Holds a browser to a policy, in three layers: names that do not resolve (only in a browser that we start), requests that
 * are refused by the protocol, and sockets that find no network. Decides nothing: it asks the policy.
 */
import type { Session } from "../cdp/connection.ts";
import { isProtocolError } from "../cdp/errors.ts";
import type { Events, Network_NetworkConditions } from "../cdp/protocol.gen.ts";
import { Failure } from "../errors.ts";
import type { Happening } from "../outcome.ts";
import type { HostRule, Policy, Refusal } from "./policy.ts";

/** Hosts of refused requests that one line names; the rest is counted. */
const MAX_TOLD = 3;

/** Refused pages that are remembered, for the command that is waiting for one of them. */
const MAX_REMEMBERED = 100;

/** Hosts that are told in all: a page that makes names up must not fill the memory, or every answer. */
const MAX_HOSTS = 1_000;

/** Hosts in the data of one line. */
const MAX_LISTED = 20;

/** Targets that answer before they run. A worker does not: to wait for it would be to wait for ever. */
const ANSWERS_FIRST = /^(page|iframe)$/;

/** Targets that have a network of their own. Others are asked for nothing. */
const NETWORKED = /^(page|iframe|worker|shared_worker|service_worker)$/;

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

/** What the wall asks of the browser behind it. */
export interface WallHost {
  tell(happening: Happening): void;
  isTab(frameId: string): boolean;
}

export class Wall {
  readonly #policy: Policy;
  readonly #host: WallHost;
  readonly #conditions: Network_NetworkConditions[];
  /** The last page that each frame was refused. */
  readonly #refusedPages = new Map<string, Refusal>();
  /** Hosts of requests that pages made in vain, told and not yet told. */
  readonly #toldHosts = new Set<string>();
  #newHosts = new Set<string>();
  #setting: Refusal["setting"] = "allowed_domains";

  constructor(policy: Policy, host: WallHost) {
    this.#policy = policy;
    this.#host = host;
    this.#conditions = conditionsOf(policy);
  }

  /** The failure of opening the address, or undefined when it may be opened. */
  refusal(address: string): Failure | undefined {
    const refused = this.#policy.refuses(address, true);
    return refused && failureOf(refused);
  }

  /** Why the last page of that frame was refused; then it is told by whoever asked. */
  refused(frameId: string): Failure | undefined {
    const refused = this.#refusedPages.get(frameId);
    this.#refusedPages.delete(frameId);
    return refused && failureOf(refused);
  }

  /** Stands before the first request: asked of the browser as a whole, it holds for all that starts later. Fails closed. */
  async raise(root: Session, signal: AbortSignal): Promise<void> {
    try {
      await this.#intercept(root, signal);
    } catch (error) {
      if (!isProtocolError(error, "other")) throw error;
      throw new Failure(
        "denied",
        `the rules for addresses cannot be enforced in this browser: ${(error as Error).message}`,
        "Run the command without --cdp-url and `connect`, in a browser that svc starts.",
      );
    }
  }

  /** Sets a new target up; it is to run when that has resolved. `wasThere`: it began before the wall stood. */
  async follow(session: Session, type: string, wasThere: boolean): Promise<void> {
    if (!NETWORKED.test(type)) return;
    if (wasThere) void this.#intercept(session).catch(ignoreFailures);
    const matchedNetworkConditions = this.#conditions;
    const small = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 };
    // WebSockets and calls are no requests of the protocol: they find no network instead.
    if (matchedNetworkConditions.length === 0) return;
    void session.sendMayFail("Network.enable", small);
    const set = session.sendMayFail("Network.emulateNetworkConditionsByRule", { matchedNetworkConditions });
    if (ANSWERS_FIRST.test(type)) await set;
  }

  #intercept(session: Session, signal?: AbortSignal): Promise<unknown> {
    const { allowed, blocked } = this.#policy;
    const isForFilesAlone = !allowed && blocked.length === 0;
    session.on("Fetch.requestPaused", (paused) => this.#paused(session, paused));
    return session.send("Fetch.enable", { patterns: [{ urlPattern: isForFilesAlone ? "file:*" : "*" }] }, signal);
  }

  #paused(session: Session, { requestId, request, resourceType, frameId }: Events["Fetch.requestPaused"]): void {
    const isPage = resourceType === "Document";
    const refused = this.#policy.refuses(request.url, isPage);
    if (!refused) {
      if (isPage) this.#refusedPages.delete(frameId);
      void session.sendMayFail("Fetch.continueRequest", { requestId });
      return;
    }
    void session.sendMayFail("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
    if (isPage) this.#remember(frameId, refused);
    if (isPage && this.#host.isTab(frameId)) return;
    this.#setting = refused.setting;
    const isKnown = this.#toldHosts.has(refused.host);
    if (!isKnown && this.#toldHosts.size + this.#newHosts.size < MAX_HOSTS) this.#newHosts.add(refused.host);
  }

  #remember(frameId: string, refused: Refusal): void {
    this.#refusedPages.delete(frameId);
    this.#refusedPages.set(frameId, refused);
    const [oldest] = this.#refusedPages.keys();
    if (this.#refusedPages.size > MAX_REMEMBERED && oldest !== undefined) this.#refusedPages.delete(oldest);
  }

  /** Tells what was refused since it last did: each tab that went there, and each host that pages asked, once. True if any. */
  settle(): boolean {
    const pages = [...this.#refusedPages].filter(([frameId]) => this.#host.isTab(frameId));
    for (const [, { message, host }] of pages) this.#host.tell({ kind: "denied", text: message, hosts: [host] });
    this.#refusedPages.clear();
    const hosts = [...this.#newHosts];
    this.#newHosts = new Set();
    for (const host of hosts) this.#toldHosts.add(host);
    if (hosts.length > 0) this.#host.tell(requestsTo(hosts, this.#setting));
    return pages.length + hosts.length > 0;
  }
}

function requestsTo(hosts: string[], setting: Refusal["setting"]): Happening {
  const named = hosts.slice(0, MAX_TOLD).join(", ");
  const more = hosts.length > MAX_TOLD ? ` and ${hosts.length - MAX_TOLD} more` : "";
  const text = `requests to ${named}${more} were refused (${setting})`;
  return { kind: "denied", text, hosts: hosts.slice(0, MAX_LISTED) };
}

function failureOf({ message, setting }: Refusal): Failure {
  return new Failure(
    "denied",
    message,
    `Run \`svc config get ${setting}\` to see the rule; leave changing it to its owner.`,
  );
}

function ignoreFailures(error: unknown): void {
  if (!(error instanceof Failure)) throw error;
}

/** What each address finds of a network, the first that fits counts: blocked ones none, allowed ones all, others none. */
function conditionsOf({ allowed, blocked }: Policy): Network_NetworkConditions[] {
  const rule = (urlPattern: string, offline: boolean): Network_NetworkConditions => ({
    urlPattern,
    offline,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
    // The rule for all addresses is that of calls too, which have none.
    ...(urlPattern === "" ? { packetLoss: 100 } : {}),
  });
  return [
    ...blocked.flatMap(urlPatterns).map((pattern) => rule(pattern, true)),
    ...(allowed ? [...allowed.flatMap(urlPatterns).map((pattern) => rule(pattern, false)), rule("", true)] : []),
  ];
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
