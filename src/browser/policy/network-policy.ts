/**
 * Enforces the rules of a browser and the bounds of a run. Requests are refused through the protocol, and sockets are
 * taken offline. (In a browser that svc starts, blocked names do not resolve either: `resolver.ts`.) The rules
 * themselves are in `policy.ts` and `confine.ts`.
 */
import type { Session } from "../../cdp/connection.ts";
import { isProtocolError } from "../../cdp/errors.ts";
import type { Events, Network_NetworkConditions } from "../../cdp/protocol.gen.ts";
import { Failure } from "../../errors.ts";
import type { CommandEvent } from "../../outcome.ts";
import { type Confined, type Confinement, confinedTo } from "./confine.ts";
import { conditionsOf } from "./network-rules.ts";
import type { Policy, Refusal } from "./policy.ts";

/** Hosts of refused requests that one event names. The rest is counted. */
const MAX_NAMED = 3;

/** Number of refused pages to remember, for commands that wait for them. */
const MAX_REMEMBERED = 100;

/** Number of hosts that are reported in total: a page that invents names must not fill the memory or every answer. */
const MAX_HOSTS = 1_000;

/** Hosts in the data of one event. */
const MAX_LISTED = 20;

/** Targets that reply before they run. A worker does not, so waiting for it would never end. */
const REPLIES_FIRST = /^(page|iframe)$/;

/** Targets with network access. Others need no setup. */
const NETWORKED = /^(page|iframe|worker|shared_worker|service_worker)$/;

/** What the policy needs from its browser. */
export interface NetworkPolicyHost {
  addEvent(event: CommandEvent): void;
  isTab(frameId: string): boolean;
}

/** Requests that are intercepted: none, those for files, or all. */
type Watched = "none" | "files" | "all";

export class NetworkPolicy {
  /** The rules of the browser. Undefined without rules. */
  readonly #policy: Policy | undefined;
  readonly #host: NetworkPolicyHost;
  /** The bounds of the current run. */
  #run: Confined | undefined;
  #root: Session | undefined;
  /** All targets with their types. */
  readonly #targets = new Map<Session, string>();
  /** Sessions whose requests are intercepted, and which requests. */
  readonly #watched = new Map<Session, Watched>();
  /** The last page that was refused, by frame. */
  readonly #refusedPages = new Map<string, Refusal>();
  /** Hosts of refused requests with the reason: those already reported, and new ones. */
  readonly #reportedHosts = new Set<string>();
  #newHosts = new Map<string, Set<string>>();

  constructor(policy: Policy | undefined, host: NetworkPolicyHost) {
    this.#policy = policy;
    this.#host = host;
  }

  /** The failure of opening the address. Undefined when it is allowed. */
  refusal(address: string): Failure | undefined {
    const request = { url: address, method: "GET", from: undefined, body: undefined, isPage: true, isTab: false };
    const refused = this.#policy?.refuses(address, true) ?? this.#run?.refuses(request);
    return refused && failureOf(refused);
  }

  /** Returns why the last page of the frame was refused, once: the caller reports it. */
  refused(frameId: string): Failure | undefined {
    const refused = this.#refusedPages.get(frameId);
    this.#refusedPages.delete(frameId);
    return refused && failureOf(refused);
  }

  /** Intercepts requests of the whole browser before the first one, also those of later targets. Throws when the browser does not support it. */
  async start(root: Session, signal: AbortSignal): Promise<void> {
    this.#root = root;
    await this.#watch(root, this.#scope, signal);
  }

  /** Applies the bounds of a run until `release`. Throws when the browser does not support it. */
  async confine(bounds: Confinement, signal?: AbortSignal): Promise<void> {
    this.#run = confinedTo(bounds);
    await this.#apply(signal);
  }

  /** Ends the run and restores the rules of the browser. */
  async release(): Promise<void> {
    this.#run = undefined;
    this.#reportedHosts.clear();
    await this.#apply().catch(ignoreFailures);
  }

  /** Sets up a new target. It may run when the promise has resolved. `isExisting`: it started before the policy was in force. */
  async follow(session: Session, type: string, isExisting: boolean): Promise<void> {
    if (!NETWORKED.test(type)) return;
    this.#targets.set(session, type);
    if (isExisting) void this.#watch(session, this.#scope).catch(ignoreFailures);
    await this.#condition(session, type, conditionsOf(this.#policy, this.#run));
  }

  get #scope(): Watched {
    return this.#run ? "all" : this.#scopeWithoutRun;
  }

  /** The requests to intercept without a run. */
  get #scopeWithoutRun(): Watched {
    if (this.#policy?.allowed || this.#policy?.blocked.length) return "all";
    return this.#policy ? "files" : "none";
  }

  /** Applies the current rules to all targets. */
  async #apply(signal?: AbortSignal): Promise<void> {
    for (const session of [...this.#targets.keys()]) if (session.gone) this.#targets.delete(session);
    const targets = [...this.#targets];
    // Interception of the whole browser does not cover targets that started before it.
    const before = this.#scopeWithoutRun === "all" ? [] : targets;
    const conditions = conditionsOf(this.#policy, this.#run);
    await Promise.all([
      this.#root && this.#watch(this.#root, this.#scope, signal),
      ...before.map(([session]) => this.#watch(session, this.#scope).catch(ignoreFailures)),
      ...targets.map(([session, type]) => this.#condition(session, type, conditions, true)),
    ]);
  }

  /** WebSockets and WebRTC are not requests of the protocol, so they are taken offline instead. */
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
    if (REPLIES_FIRST.test(type)) await set;
  }

  async #watch(session: Session, scope: Watched, signal?: AbortSignal): Promise<void> {
    const known = this.#watched.get(session);
    if ((known ?? "none") === scope) return;
    if (known === undefined) session.on("Fetch.requestPaused", (paused) => this.#paused(session, paused));
    this.#watched.set(session, scope);
    if (scope === "none") return void (await session.sendMayFail("Fetch.disable"));
    const patterns = [{ urlPattern: scope === "files" ? "file:*" : "*" }];
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
    const isKnown = this.#reportedHosts.has(`${refused.host} ${why}`);
    const hosts = this.#newHosts.get(why) ?? new Set();
    if (!isKnown && this.#reportedHosts.size + hosts.size < MAX_HOSTS) this.#newHosts.set(why, hosts.add(refused.host));
  }

  #remember(frameId: string, refused: Refusal): void {
    this.#refusedPages.delete(frameId);
    this.#refusedPages.set(frameId, refused);
    const [oldest] = this.#refusedPages.keys();
    if (this.#refusedPages.size > MAX_REMEMBERED && oldest !== undefined) this.#refusedPages.delete(oldest);
  }

  /**
   * Reports what was refused since the last call: each page of a tab, and each host of other requests once. Returns
   * true when there was something.
   */
  settle(): boolean {
    const pages = [...this.#refusedPages].filter(([frameId]) => this.#host.isTab(frameId));
    for (const [, { message, host }] of pages) this.#host.addEvent({ kind: "denied", text: message, hosts: [host] });
    this.#refusedPages.clear();
    const news = [...this.#newHosts];
    this.#newHosts = new Map();
    for (const [why, hosts] of news) {
      for (const host of hosts) this.#reportedHosts.add(`${host} ${why}`);
      this.#host.addEvent(refusedEvent([...hosts], why));
    }
    return pages.length + news.length > 0;
  }
}

/** The body of a request, as far as it is known and text. */
function bodyOf({ postData, postDataEntries }: Events["Fetch.requestPaused"]["request"]): string | undefined {
  if (postData !== undefined) return postData;
  const parts = postDataEntries?.flatMap(({ bytes }) => (bytes === undefined ? [] : [Buffer.from(bytes, "base64")]));
  return parts && Buffer.concat(parts).toString();
}

function refusedEvent(hosts: string[], why: string): CommandEvent {
  const named = hosts.slice(0, MAX_NAMED).join(", ");
  const more = hosts.length > MAX_NAMED ? ` and ${hosts.length - MAX_NAMED} more` : "";
  const text = `requests to ${named}${more} were refused (${why})`;
  return { kind: "denied", text, hosts: hosts.slice(0, MAX_LISTED) };
}

function failureOf({ message, setting, hint }: Refusal): Failure {
  const rule = `Run \`svc config get ${setting}\` to see the rule. Only its owner should change it.`;
  return new Failure("denied", message, hint ?? rule);
}

function ignoreFailures(error: unknown): void {
  if (!(error instanceof Failure)) throw error;
}
