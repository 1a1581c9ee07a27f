/**
 * Holds a browser to its rules, and meanwhile to the bounds of a run: requests are refused by the protocol, and sockets find
 * no network. (In a browser that we start, names do not resolve besides: `resolver.ts`.) Decides nothing: it asks.
 */
import type { Session } from "../../cdp/connection.ts";
import { isProtocolError } from "../../cdp/errors.ts";
import type { Events, Network_NetworkConditions } from "../../cdp/protocol.gen.ts";
import { Failure } from "../../errors.ts";
import type { CommandEvent } from "../../outcome.ts";
import { type Confined, type Confinement, confinedTo } from "./confine.ts";
import { conditionsOf } from "./network-rules.ts";
import type { Policy, Refusal } from "./policy.ts";

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

/** What the policy needs from its browser. */
export interface NetworkPolicyHost {
  tell(happening: CommandEvent): void;
  isTab(frameId: string): boolean;
}

/** Requests that are looked at: none, those for files, or all. */
type Watched = "none" | "files" | "all";

export class NetworkPolicy {
  /** The rules of the browser; undefined where there are none. */
  readonly #policy: Policy | undefined;
  readonly #host: NetworkPolicyHost;
  /** The bounds of the run that goes on. */
  #run: Confined | undefined;
  #root: Session | undefined;
  /** The targets that there are, with their type. */
  readonly #targets = new Map<Session, string>();
  /** Sessions whose requests come to us, and which. */
  readonly #watched = new Map<Session, Watched>();
  /** The last page that each frame was refused. */
  readonly #refusedPages = new Map<string, Refusal>();
  /** Hosts of requests that pages made in vain, told and not yet told, each with why. */
  readonly #toldHosts = new Set<string>();
  #newHosts = new Map<string, Set<string>>();

  constructor(policy: Policy | undefined, host: NetworkPolicyHost) {
    this.#policy = policy;
    this.#host = host;
  }

  /** The failure of opening the address, or undefined when it may be opened. */
  refusal(address: string): Failure | undefined {
    const asked = { url: address, method: "GET", from: undefined, body: undefined, isPage: true, isTab: false };
    const refused = this.#policy?.refuses(address, true) ?? this.#run?.refuses(asked);
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
    this.#root = root;
    await this.#watch(root, this.#wanted, signal);
  }

  /** Holds the browser to the bounds of a run until `release`. Fails closed. */
  async confine(bounds: Confinement, signal?: AbortSignal): Promise<void> {
    this.#run = confinedTo(bounds);
    await this.#hold(signal);
  }

  /** The run is over: what held before it holds again. */
  async release(): Promise<void> {
    this.#run = undefined;
    this.#toldHosts.clear();
    await this.#hold().catch(ignoreFailures);
  }

  /** Sets a new target up; it is to run when that has resolved. `wasThere`: it began before the policy was in force. */
  async follow(session: Session, type: string, wasThere: boolean): Promise<void> {
    if (!NETWORKED.test(type)) return;
    this.#targets.set(session, type);
    if (wasThere) void this.#watch(session, this.#wanted).catch(ignoreFailures);
    await this.#condition(session, type, conditionsOf(this.#policy, this.#run));
  }

  get #wanted(): Watched {
    return this.#run ? "all" : this.#wantedAlways;
  }

  /** What the rules of the browser want, run or no run. */
  get #wantedAlways(): Watched {
    if (this.#policy?.allowed || this.#policy?.blocked.length) return "all";
    return this.#policy ? "files" : "none";
  }

  /** Brings everything that there is under the rules of now. */
  async #hold(signal?: AbortSignal): Promise<void> {
    for (const session of [...this.#targets.keys()]) if (session.gone) this.#targets.delete(session);
    const targets = [...this.#targets];
    // A target that began before the policy was in force is not reached through the browser as a whole.
    const before = this.#wantedAlways === "all" ? [] : targets;
    const conditions = conditionsOf(this.#policy, this.#run);
    await Promise.all([
      this.#root && this.#watch(this.#root, this.#wanted, signal),
      ...before.map(([session]) => this.#watch(session, this.#wanted).catch(ignoreFailures)),
      ...targets.map(([session, type]) => this.#condition(session, type, conditions, true)),
    ]);
  }

  /** WebSockets and calls are no requests of the protocol: they find no network instead. */
  async #condition(
    session: Session,
    type: string,
    matchedNetworkConditions: Network_NetworkConditions[],
    isChange = false,
  ): Promise<void> {
    if (matchedNetworkConditions.length === 0 && !isChange) return;
    const small = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 };
    void session.sendMayFail("Network.enable", small);
    const set = session.sendMayFail("Network.emulateNetworkConditionsByRule", { matchedNetworkConditions });
    if (ANSWERS_FIRST.test(type)) await set;
  }

  async #watch(session: Session, wanted: Watched, signal?: AbortSignal): Promise<void> {
    const known = this.#watched.get(session);
    if ((known ?? "none") === wanted) return;
    if (known === undefined) session.on("Fetch.requestPaused", (paused) => this.#paused(session, paused));
    this.#watched.set(session, wanted);
    if (wanted === "none") return void (await session.sendMayFail("Fetch.disable"));
    const patterns = [{ urlPattern: wanted === "files" ? "file:*" : "*" }];
    try {
      await session.send("Fetch.enable", { patterns }, signal);
    } catch (error) {
      if (!isProtocolError(error, "other")) throw error;
      throw new Failure(
        "denied",
        `the rules for addresses cannot be enforced in this browser: ${(error as Error).message}`,
        "Run the command without --cdp-url and `connect`, in a browser that svc starts.",
      );
    }
  }

  #paused(session: Session, paused: Events["Fetch.requestPaused"]): void {
    const { requestId, request, resourceType, frameId } = paused;
    const isPage = resourceType === "Document";
    const isTab = isPage && this.#host.isTab(frameId);
    const { url, method, headers } = request;
    const from = typeof headers.Origin === "string" ? headers.Origin : undefined;
    const sent = { url, method, from, body: bodyOf(request), isPage, isTab };
    const refused = this.#policy?.refuses(url, isPage) ?? this.#run?.refuses(sent);
    if (!refused) {
      if (isPage) this.#refusedPages.delete(frameId);
      void session.sendMayFail("Fetch.continueRequest", { requestId });
      return;
    }
    void session.sendMayFail("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
    if (isPage) this.#remember(frameId, refused);
    if (isTab) return;
    const why = refused.why ?? refused.setting;
    const isKnown = this.#toldHosts.has(`${refused.host} ${why}`);
    const hosts = this.#newHosts.get(why) ?? new Set();
    if (!isKnown && this.#toldHosts.size + hosts.size < MAX_HOSTS) this.#newHosts.set(why, hosts.add(refused.host));
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
    const news = [...this.#newHosts];
    this.#newHosts = new Map();
    for (const [why, hosts] of news) {
      for (const host of hosts) this.#toldHosts.add(`${host} ${why}`);
      this.#host.tell(requestsTo([...hosts], why));
    }
    return pages.length + news.length > 0;
  }
}

/** What a request carries, as far as it is text that we were given. */
function bodyOf({ postData, postDataEntries }: Events["Fetch.requestPaused"]["request"]): string | undefined {
  if (postData !== undefined) return postData;
  const parts = postDataEntries?.flatMap(({ bytes }) => (bytes === undefined ? [] : [Buffer.from(bytes, "base64")]));
  return parts && Buffer.concat(parts).toString();
}

function requestsTo(hosts: string[], why: string): CommandEvent {
  const named = hosts.slice(0, MAX_TOLD).join(", ");
  const more = hosts.length > MAX_TOLD ? ` and ${hosts.length - MAX_TOLD} more` : "";
  const text = `requests to ${named}${more} were refused (${why})`;
  return { kind: "denied", text, hosts: hosts.slice(0, MAX_LISTED) };
}

function failureOf({ message, setting, hint }: Refusal): Failure {
  const rule = `Run \`svc config get ${setting}\` to see the rule; leave changing it to its owner.`;
  return new Failure("denied", message, hint ?? rule);
}

function ignoreFailures(error: unknown): void {
  if (!(error instanceof Failure)) throw error;
}
