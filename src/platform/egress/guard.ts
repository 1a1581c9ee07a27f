/**
 * Decides where browsers may connect. Names are resolved only here, all addresses are checked, and the caller connects to the
 * checked ones, because a second lookup could return others. Opens no connection.
 */

import { lookup as systemLookup } from "node:dns/promises";
import { networkInterfaces } from "node:os";
import { withTimeout } from "../../lib/deadline.ts";
import { addressKind, plainAddress } from "./addresses.ts";

/** Resolves a name to its addresses. Rejects if it has none. */
export type Lookup = (name: string) => Promise<string[]>;

/** Reason of a refusal; a label in metrics. */
export type Rule = "metadata" | "link-local" | "unusable" | "own" | "private";

export interface GuardSetup {
  /** Loopback and private addresses are allowed. */
  isPrivateOpen: boolean;
  /** Ports of this server. */
  ownPorts(): Iterable<number>;
  lookup?: Lookup | undefined;
}

export interface Place {
  /** As returned by `hostOf`. */
  host: string;
  port: number;
}

/** A rule refused the connection. */
export class Denied extends Error {
  readonly rule: Rule;

  constructor(rule: Rule, { host, port }: Place) {
    super(`${host}:${port} is not allowed: ${REASON[rule]}`);
    this.name = "Denied";
    this.rule = rule;
  }
}

/** The name has no address. */
export class Unknown extends Error {}

const REASON: Record<Rule, string> = {
  metadata: "it is a metadata service of a cloud",
  "link-local": "its address is link-local",
  unusable: "its address is not the address of a host",
  own: "it is a port of this server",
  private: "its address belongs to this machine or a private network, and allow_private_network is off",
};

/** Names of metadata services, refused whatever they resolve to: a proxy may resolve them differently. */
const METADATA_NAMES =
  /^(metadata|instance-data)$|(^|\.)(metadata\.google\.internal|metadata\.goog|metadata\.azure\.com|metadata\.azure\.internal|instance-data\.ec2\.internal|metadata\.tencentyun\.com|metadata\.platformequinix\.com|metadata\.packet\.net)$/;

/** Timeout of DNS lookups. */
const LOOKUP_MS = 10_000;

/** Timeout if the proxy can resolve the name too: an unreachable name server must not delay every page. */
const OPTIONAL_LOOKUP_MS = 3_000;

/**
 * Normalizes a host as browsers do, without brackets and trailing dots: `0x7f.1`, `2130706433` and `127.1` become `127.0.0.1`,
 * names become lower-case ASCII. Undefined for an invalid host, or one with a user or path.
 */
export function hostOf(text: string): string | undefined {
  if (text === "" || /[\s/?#@\\]/.test(text)) return undefined;
  // With a port, so that the text cannot contain one.
  const url = URL.parse(`http://${text}:9/`);
  if (url?.port !== "9") return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");
  return plainAddress(host) ?? (host === "" ? undefined : host);
}

export function isLocalhost(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}

export class Guard {
  readonly #setup: GuardSetup;
  readonly #lookup: Lookup;

  constructor(setup: GuardSetup) {
    this.#setup = setup;
    this.#lookup = setup.lookup ?? systemAddresses;
  }

  /** The allowed addresses in order of preference. Errors: `Denied`; `Unknown` for a name without an address. */
  async addresses(place: Place): Promise<string[]> {
    this.#checkName(place);
    const addresses = await this.#resolve(place.host, LOOKUP_MS);
    for (const address of addresses) this.#checkAddress(address, place);
    return addresses;
  }

  /**
   * Checks a destination that a proxy resolves. If private addresses are closed, a name that resolves to one here is refused too;
   * an unknown name is allowed. Errors: `Denied`.
   */
  async allow(place: Place): Promise<void> {
    this.#checkName(place);
    if (plainAddress(place.host) === undefined && !isLocalhost(place.host) && this.#setup.isPrivateOpen) return;
    const addresses = await this.#resolve(place.host, OPTIONAL_LOOKUP_MS).catch(() => []);
    for (const address of addresses) this.#checkAddress(address, place);
  }

  /** Addresses of a host of the operator, without checks. Errors: `Unknown`. */
  unchecked(host: string): Promise<string[]> {
    return this.#resolve(host, LOOKUP_MS);
  }

  #checkName(place: Place): void {
    if (METADATA_NAMES.test(place.host)) throw new Denied("metadata", place);
  }

  #checkAddress(address: string, place: Place): void {
    const kind = addressKind(address);
    if (kind === "metadata" || kind === "link-local" || kind === "unusable") throw new Denied(kind, place);
    const { isPrivateOpen, ownPorts } = this.#setup;
    if (new Set(ownPorts()).has(place.port) && (kind === "loopback" || isOwn(address))) throw new Denied("own", place);
    if (kind !== "public" && !isPrivateOpen) throw new Denied("private", place);
  }

  async #resolve(host: string, ms: number): Promise<string[]> {
    const literal = plainAddress(host);
    if (literal !== undefined) return [literal];
    // Fixed by RFC 6761, whatever a name server answers.
    if (isLocalhost(host)) return ["127.0.0.1", "::1"];
    const found = await within(ms, host, this.#lookup(host));
    // Results that are not IP addresses are skipped.
    const addresses = found.flatMap((text) => plainAddress(text) ?? []);
    if (addresses.length === 0) throw new Unknown(`the host ${host} does not exist`);
    return addresses;
  }
}

/** A failed lookup means no addresses; a timeout is an error. */
async function within(ms: number, host: string, lookup: Promise<string[]>): Promise<string[]> {
  const answer = lookup.catch(() => []);
  return await withTimeout(answer, ms, () => new Unknown(`the name server does not answer for ${host}`));
}

/** In the order of the system. */
async function systemAddresses(name: string): Promise<string[]> {
  return (await systemLookup(name, { all: true })).map(({ address }) => address);
}

function isOwn(address: string): boolean {
  return Object.values(networkInterfaces()).some((each) =>
    each?.some((own) => plainAddress(own.address.replace(/%.*$/, "")) === address),
  );
}
