/**
 * Which addresses a browser may reach. Rules are patterns of hosts. Hosts are compared in the canonical form of the URL
 * parser, so that other spellings do not bypass a rule.
 */
import { Failure } from "../../errors.ts";
import { isWithin } from "../../lib/contain.ts";
import { bindingPart, type CallerRules, type Rules, readCallerRules, rulesOf } from "../../lib/rules.ts";
import { shorten } from "../../lib/shorten.ts";

/** One rule: a host, with `below` also every host under it. */
export interface HostRule {
  /** Canonical, without a dot at its end. Empty means any host. */
  readonly host: string;
  /** The rule applies to the host itself. */
  readonly self: boolean;
  readonly below: boolean;
  readonly schemes: readonly Scheme[];
  /** As URLs write it. Undefined means any port. */
  readonly port: string | undefined;
}

export type Scheme = "http" | "https";

/** A refused address, and the setting that refuses it. */
export interface Refusal {
  readonly setting: "allowed_domains" | "blocked_domains" | "file_root" | "run";
  /** The host. Without a host, the scheme. */
  readonly host: string;
  readonly message: string;
  /** For a run: the reason without the host, and a hint. */
  readonly why?: string;
  readonly hint?: string;
}

export interface Policy {
  /** Undefined: every host that is not blocked. */
  readonly allowed: readonly HostRule[] | undefined;
  readonly blocked: readonly HostRule[];
  readonly fileRoots: readonly string[];
  /** Undefined when the address is allowed. `isPage`: a tab or a frame would show it. */
  refuses(address: string, isPage: boolean): Refusal | undefined;
}

/** The rules of a browser for its whole life. */
export interface BrowserRules {
  readonly rules: Rules;
  /** The rules in the environment that started it. */
  readonly callerRules: CallerRules;
  readonly policy: Policy | undefined;
}

export function browserRulesFor(home: string, environment: NodeJS.ProcessEnv): BrowserRules {
  const callerRules = bindingPart(readCallerRules(environment));
  const rules = rulesOf(home, callerRules);
  return { rules, callerRules, policy: policyOf(rules) };
}

const BOTH: readonly Scheme[] = ["http", "https"];
const SCHEMES: Record<string, readonly Scheme[]> = {
  "": BOTH,
  "*": BOTH,
  "http*": BOTH,
  http: ["http"],
  ws: ["http"],
  https: ["https"],
  wss: ["https"],
};

function schemesOf(written: string): readonly Scheme[] | undefined {
  return Object.hasOwn(SCHEMES, written) ? SCHEMES[written] : undefined;
}

/** Addresses that cause no request. */
const INERT = /^(about|data|blob|javascript):/i;

/** The policy of the rules. Undefined when no rule is about addresses. Throws `usage`. */
export function policyOf({ allowed, blocked, fileRoots }: Rules): Policy | undefined {
  if (allowed.length === 0 && blocked.length === 0 && fileRoots.length === 0) return undefined;
  const lists = allowed.map((list) => list.flatMap((pattern) => parsePattern(pattern, "allowed_domains")));
  const allow = lists.length === 0 ? undefined : lists.reduce(intersection);
  const block = blocked.flatMap((pattern) => parsePattern(pattern, "blocked_domains"));
  const [allowIndex, blockIndex] = [allow && indexByHost(allow), indexByHost(block)];
  const refuses = (address: string, isPage: boolean) => verdict(address, isPage, allowIndex, blockIndex, fileRoots);
  return { allowed: allow, blocked: block, fileRoots, refuses };
}

/**
 * Parses a pattern: `example.com`, `*.example.com`, `https://example.com`, `localhost:3000`, `[::1]`, `*`. An allowed
 * name includes its `www.`, a blocked one every host below it: both are read in the stricter way.
 */
export function parsePattern(pattern: string, setting: string): HostRule[] {
  const wrong = (why: string) =>
    new Failure(
      "usage",
      `${setting}: '${shorten(pattern)}' ${why}`,
      "Write hosts like example.com, *.example.com, https://example.com or localhost:3000.",
    );
  const [, scheme = "", rest = ""] = /^(?:([a-z*]+):\/\/)?(.*?)(?:\/\*?)?$/i.exec(pattern) ?? [];
  const schemes = schemesOf(scheme.toLowerCase());
  if (!schemes) throw wrong(`has the scheme ${scheme}: only http, https and http* reach hosts`);
  const isBelow = rest.startsWith("*.");
  const name = isBelow ? rest.slice(2) : rest;
  const anyPort = /^\*(?::(\d+))?$/.exec(name);
  if (anyPort && !isBelow) return [{ host: "", self: true, below: true, schemes, port: anyPort[1] }];
  const { host, port } = hostAndPort(name) ?? {};
  if (host === undefined) throw wrong(name.includes("*") ? "has a * after its first label" : "contains no host");
  if (isBelow && isAddress(host)) throw wrong("has a * before an IP address");
  const rule = { schemes, port, self: true };
  if (isBelow || (setting === "blocked_domains" && !isAddress(host))) return [{ ...rule, host, below: true }];
  return [host, ...wwwOf(host)].map((one) => ({ ...rule, host: one, below: false }));
}

function wwwOf(host: string): string[] {
  return !isAddress(host) && host.includes(".") && !host.startsWith("www.") ? [`www.${host}`] : [];
}

/** Host and port of a pattern without scheme and `*.`. Undefined when it names no host. */
function hostAndPort(name: string): { host: string; port: string | undefined } | undefined {
  const bare = /^[\da-f:.]*:[\da-f:.]*:[\da-f:.]*$/i.test(name) ? `[${name}]` : name;
  const url = /[*/?#@\\\s]/.test(bare) ? null : URL.parse(`http://${bare}/`);
  if (!url || url.hostname === "") return undefined;
  const port = /:(\d+)$/.exec(bare.replace(/^\[.*\]/, ""))?.[1];
  return { host: bareHost(url.hostname), port: port === undefined ? undefined : String(Number(port)) };
}

/** The canonical host: no dot at its end, and an IPv4 address that is mapped to IPv6 as IPv4. */
function bareHost(hostname: string): string {
  const host = hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
  const [, high, low] = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(host) ?? [];
  if (high === undefined || low === undefined) return host;
  const bytes = [high, low].map((part) => Number.parseInt(part, 16)).flatMap((part) => [part >> 8, part & 255]);
  return bytes.join(".");
}

export function isAddress(host: string): boolean {
  return host.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(host);
}

/** The hosts that both lists allow. */
export function intersection(one: HostRule[], other: HostRule[]): HostRule[] {
  return one.flatMap((a) => other.flatMap((b) => both(a, b) ?? []));
}

function both(a: HostRule, b: HostRule): HostRule | undefined {
  const schemes = a.schemes.filter((scheme) => b.schemes.includes(scheme));
  const port = a.port ?? b.port;
  if (schemes.length === 0 || (a.port !== undefined && b.port !== undefined && a.port !== b.port)) return undefined;
  const narrow = covers(b, a.host) ? a : covers(a, b.host) ? b : undefined;
  if (!narrow) return undefined;
  return { ...narrow, below: narrow.below && (narrow === a ? b.below : a.below), schemes, port };
}

/** True when the rule applies to the host. */
function covers(rule: HostRule, host: string): boolean {
  if (rule.host === host) return rule.self;
  return rule.below && (rule.host === "" || (host.endsWith(`.${rule.host}`) && !isAddress(host)));
}

/** Rules by host, so that a list of a thousand is searched as fast as one of three. */
type Index = ReadonlyMap<string, readonly HostRule[]>;

function indexByHost(rules: readonly HostRule[]): Index {
  return Map.groupBy(rules, ({ host }) => host);
}

function matches(index: Index, host: string, scheme: Scheme, port: string): boolean {
  const fits = (rule: HostRule) =>
    covers(rule, host) && rule.schemes.includes(scheme) && (rule.port === undefined || rule.port === port);
  for (let at = 0; at >= 0; at = nextLabel(host, at)) if (index.get(host.slice(at))?.some(fits)) return true;
  return index.get("")?.some(fits) ?? false;
}

function nextLabel(host: string, at: number): number {
  const dot = host.indexOf(".", at);
  return dot < 0 ? -1 : dot + 1;
}

const PORTS: Record<Scheme, string> = { http: "80", https: "443" };

function verdict(
  address: string,
  isPage: boolean,
  allowed: Index | undefined,
  blocked: Index,
  fileRoots: readonly string[],
): Refusal | undefined {
  const shown = address.replace(/^\s*(view-source:\s*)+/i, "").trim();
  if (INERT.test(shown)) return undefined;
  const url = URL.parse(shown);
  const protocol = url?.protocol.slice(0, -1) ?? "";
  const scheme = schemesOf(protocol)?.[0];
  if (url && scheme && protocol !== "") {
    const host = bareHost(url.hostname);
    const port = url.port || PORTS[scheme];
    const shownHost = `${host}${url.port ? `:${url.port}` : ""}`;
    if (matches(blocked, host, scheme, port))
      return { setting: "blocked_domains", host, message: `${shownHost} is in blocked_domains` };
    if (allowed && !matches(allowed, host, scheme, port))
      return { setting: "allowed_domains", host, message: `${scheme}://${shownHost} is not in allowed_domains` };
    return undefined;
  }
  return verdictOnScheme(shown, url, isPage, allowed !== undefined, fileRoots);
}

/** The verdict on other schemes, which reach hosts or files in another way, and on pages of the browser itself. */
function verdictOnScheme(
  address: string,
  url: URL | null,
  isPage: boolean,
  isListed: boolean,
  fileRoots: readonly string[],
): Refusal | undefined {
  const scheme = url?.protocol ?? "unreadable";
  if (isListed && (isPage || /^(file|ftp|filesystem|unreadable)/.test(scheme))) {
    const message = `${scheme} addresses are refused while allowed_domains is set`;
    return { setting: "allowed_domains", host: scheme, message };
  }
  if (scheme !== "file:" && scheme !== "filesystem:") return undefined;
  const root = fileRoots.find((one) => !isWithin(address, one));
  if (root === undefined) return undefined;
  return {
    setting: "file_root",
    host: scheme,
    message: `${shorten(address)} is not in the folder of the setting file_root (${root})`,
  };
}
