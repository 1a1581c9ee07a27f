/**
 * The rules of where browsers may connect to. A name is resolved here and nowhere else, every address of it is checked, and
 * the caller connects to what was checked: a second look-up could give another answer. Opens no connection.
 */

import { lookup as systemLookup } from "node:dns/promises";
import { networkInterfaces } from "node:os";
import { withTimeout } from "../../lib/deadline.ts";
import { addressKind, plainAddress } from "./addresses.ts";

/** Addresses of a name. Rejects when there are none. */
export type Lookup = (name: string) => Promise<string[]>;

/** Why a connection is refused. Names in metrics. */
export type Rule = "metadata" | "link-local" | "unusable" | "own" | "private";

export interface GuardSetup {
  /** Loopback and private ranges may be reached. */
  isPrivateOpen: boolean;
  /** Ports that this server itself listens on. */
  ownPorts(): Iterable<number>;
  lookup?: Lookup | undefined;
}

export interface Place {
  /** As `hostOf` gives it. */
  host: string;
  port: number;
}

/** A connection that is refused by a rule. */
export class Denied extends Error {
  readonly rule: Rule;

  constructor(rule: Rule, { host, port }: Place) {
    super(`${host}:${port} is not to be reached from here: ${MEANING[rule]}`);
    this.name = "Denied";
    this.rule = rule;
  }
}

/** A name without an address. */
export class Unknown extends Error {}

const MEANING: Record<Rule, string> = {
  metadata: "it is where a cloud tells a machine about itself",
  "link-local": "its address is a link-local one",
  unusable: "its address is not that of a single host",
  own: "it is a port of this server",
  private: "its address is of this machine or a private network, and allow_private_network is off",
};

/** Names of metadata services, whatever they resolve to: what resolves them there need not be what resolves them here. */
const METADATA_NAMES =
  /^(metadata|instance-data)$|(^|\.)(metadata\.google\.internal|metadata\.goog|metadata\.azure\.com|metadata\.azure\.internal|instance-data\.ec2\.internal|metadata\.tencentyun\.com|metadata\.platformequinix\.com|metadata\.packet\.net)$/;

/** How long an answer of the name server is waited for. */
const LOOKUP_MS = 10_000;

/** Where it may also be left to the proxy: a name server that is cut off must not hold up every page. */
const OPTIONAL_LOOKUP_MS = 3_000;

/**
 * A host as browsers read it, without brackets and dots at the end: `0x7f.1`, `2130706433` and `127.1` are `127.0.0.1`, names
 * are in lower case and ASCII. Undefined for what is no host, or hides a user or a path in it.
 */
export function hostOf(text: string): string | undefined {
  if (text === "" || /[\s/?#@\\]/.test(text)) return undefined;
  // With a port of ours, so that the text can have none.
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

  /** The addresses to connect to, in the order to try. Errors: `Denied`; `Unknown` for a name without address. */
  async addresses(place: Place): Promise<string[]> {
    this.#checkName(place);
    const addresses = await this.#resolve(place.host, LOOKUP_MS);
    for (const address of addresses) this.#checkAddress(address, place);
    return addresses;
  }

  /**
   * What may be asked of a proxy that resolves names itself. Where private ranges are closed a name that leads to one from
   * here is refused too; a name unknown here is the proxy's business. Errors: `Denied`.
   */
  async allow(place: Place): Promise<void> {
    this.#checkName(place);
    if (plainAddress(place.host) === undefined && !isLocalhost(place.host) && this.#setup.isPrivateOpen) return;
    const addresses = await this.#resolve(place.host, OPTIONAL_LOOKUP_MS).catch(() => []);
    for (const address of addresses) this.#checkAddress(address, place);
  }

  /** Addresses of a host of the operator's own, unchecked. Errors: `Unknown`. */
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
    // By definition (RFC 6761), whatever a name server says.
    if (isLocalhost(host)) return ["127.0.0.1", "::1"];
    const found = await within(ms, host, this.#lookup(host));
    // What is no address cannot be checked.
    const addresses = found.flatMap((text) => plainAddress(text) ?? []);
    if (addresses.length === 0) throw new Unknown(`there is no host ${host}`);
    return addresses;
  }
}

/** A name without an answer is one without addresses; a name server without an answer is told as that. */
async function within(ms: number, host: string, looked: Promise<string[]>): Promise<string[]> {
  const answer = looked.catch(() => []);
  return await withTimeout(answer, ms, () => new Unknown(`the name server does not answer for ${host}`));
}

/** In the system's order of preference. */
async function systemAddresses(name: string): Promise<string[]> {
  return (await systemLookup(name, { all: true })).map(({ address }) => address);
}

function isOwn(address: string): boolean {
  return Object.values(networkInterfaces()).some((each) =>
    each?.some((own) => plainAddress(own.address.replace(/%.*$/, "")) === address),
  );
}
