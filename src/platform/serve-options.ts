/** Options of a server from the command line of `svc serve` and the settings; the command line has precedence. */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { join } from "node:path";
import { Failure } from "../errors.ts";
import { privateFolder, readText } from "../lib/atomic-file.ts";
import { isLoopback } from "../lib/loopback.ts";
import { durationMs, listOf, parseSetting, type SettingKey, setting } from "../lib/settings.ts";
import { readRegistry } from "../models/registry.ts";
import { type Prices, priceOf } from "./billing/prices.ts";
import { readCountries } from "./egress/countries.ts";
import type { Lookup } from "./egress/guard.ts";
import type { Offer } from "./egress/upstream.ts";
import { offerOf } from "./egress/upstream.ts";
import { keyHeadersOf } from "./key-headers.ts";
import type { S3Access } from "./store/objects/s3.ts";

/** Validated options of a server. */
export interface ServerOptions {
  home: string;
  host: string;
  /** 0 means any free port. */
  port: number;
  /** Certificate and key in PEM format. */
  tls?: { cert: string; key: string } | undefined;
  /** Scheme and host of all links, without a trailing slash; if absent, those of each request. */
  publicUrl?: string | undefined;
  /** Further host names that requests may use. */
  hosts?: readonly string[];
  /** Further headers that carry the API key, in lower case. */
  keyHeaders?: readonly string[] | undefined;
  /** URL by which the other servers of the same database reach this one. */
  nodeUrl?: string | undefined;
  databaseUrl?: string | undefined;
  secret?: string | undefined;
  /** Folder of the objects, or `s3://bucket/prefix`. */
  objects?: string | undefined;
  s3?: S3Access | undefined;
  /** Maximum number of browsers. */
  concurrency: number;
  /** Maximum number of waiting callers. */
  queue: number;
  /** Longest wait that a caller may ask for. */
  queueTimeoutMs: number;
  /** A browser without a client is stopped after this time; 0 means never. */
  idleTimeoutMs: number;
  /** Browsers started in advance. */
  warm: number;
  /** Requests per minute and key; 0 means unlimited. */
  rateLimit: number;
  /** Prices of browser time and traffic; absent means free. */
  prices?: Prices | undefined;
  /** Browsers may reach loopback and private addresses, even if the server is reachable from other machines. */
  allowPrivateNetwork: boolean;
  /** Proxies of the operator by country. */
  proxies?: Offer | undefined;
  /** Maximum bytes per workspace; absent means unlimited. */
  workspaceQuotaBytes?: number | undefined;
  /** Free bytes that a new browser requires; absent means the default. */
  minFreeBytes?: number | undefined;
  /** Lease of a task in ms: after this time another server takes over or ends it. Absent means 20 s. */
  taskLeaseMs?: number | undefined;
  /** Timeout of creating a skill. */
  skillMs?: number | undefined;
  /** Delays before the second, third, … delivery attempt; absent means delays over one day. */
  webhookPausesMs?: readonly number[] | undefined;
  /** DNS lookup of browsers; absent means that of the system. */
  lookup?: Lookup | undefined;
}

/** Below the idle timeout of connections. */
const MAX_QUEUE_MS = 240_000;

/** True if only this machine reaches the server. A loopback address behind a public URL does not count. */
export function isOnlyHere({ host, publicUrl }: ServerOptions): boolean {
  const isHere = (name: string) => isLoopback(name.includes(":") && !name.startsWith("[") ? `[${name}]` : name);
  return isHere(host) && (publicUrl === undefined || isHere(new URL(publicUrl).hostname));
}

/** URL of the database; by default a file in the server's folder. */
export function databaseAddress({ home, databaseUrl }: ServerOptions): string {
  privateFolder(home);
  return databaseUrl ?? `sqlite://${join(privateFolder(join(home, "server")), "svc.db")}`;
}

export interface CommandLine {
  host?: string | undefined;
  port?: number | undefined;
  publicUrl?: string | undefined;
  databaseUrl?: string | undefined;
  tlsCert?: string | undefined;
  tlsKey?: string | undefined;
}

/** Errors: `usage` for an invalid value. */
export function serverOptions(home: string, commandLine: CommandLine): ServerOptions {
  const textOf = (key: SettingKey) => {
    const value = setting(home, key);
    return value === undefined ? undefined : String(value);
  };
  // The settings file may have been edited by hand.
  const number = (key: SettingKey) => Number(parseSetting(key, String(setting(home, key))));
  // Report an invalid file of models at the start, not to callers.
  readRegistry(home, process.env);
  return {
    home,
    host: commandLine.host ?? textOf("serve_host") ?? "127.0.0.1",
    port: commandLine.port ?? number("serve_port"),
    publicUrl: publicUrlOf("public", commandLine.publicUrl ?? textOf("serve_public_url")),
    nodeUrl: publicUrlOf("node's", textOf("serve_node_url")),
    databaseUrl: commandLine.databaseUrl ?? textOf("serve_database_url"),
    tls: tlsOf(commandLine.tlsCert ?? textOf("serve_tls_cert"), commandLine.tlsKey ?? textOf("serve_tls_key")),
    hosts: listOf(setting(home, "serve_hosts")),
    keyHeaders: keyHeadersOf(listOf(setting(home, "serve_key_headers"))),
    secret: textOf("serve_secret"),
    objects: textOf("serve_objects"),
    s3: {
      endpoint: textOf("serve_s3_endpoint"),
      region: textOf("serve_s3_region"),
      accessKey: textOf("serve_s3_access_key"),
      secretKey: textOf("serve_s3_secret_key"),
    },
    concurrency: number("serve_concurrency"),
    queue: number("serve_queue"),
    queueTimeoutMs: Math.min(durationMs(textOf("serve_queue_timeout") ?? "") ?? 0, MAX_QUEUE_MS),
    idleTimeoutMs: durationMs(textOf("serve_idle_timeout") ?? "") ?? 0,
    warm: number("serve_warm"),
    rateLimit: number("serve_rate_limit"),
    prices: {
      browserHour: priceOf("serve_price_browser_hour", textOf("serve_price_browser_hour")),
      proxyGigabyte: priceOf("serve_price_proxy_gb", textOf("serve_price_proxy_gb")),
    },
    allowPrivateNetwork: setting(home, "allow_private_network") === true,
    workspaceQuotaBytes: number("serve_workspace_quota") * 1_000_000 || undefined,
    proxies: offerOf(textOf("serve_proxy"), readCountries(textOf("serve_countries"))),
  };
}

export function publicUrlOf(whose: "public" | "node's", text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  const isPlain = url && !url.username && !url.search && !url.hash && url.pathname === "/";
  if (!isPlain || !/^https?:$/.test(url.protocol))
    throw new Failure("usage", `the ${whose} address must be http:// or https:// with a host and no path: ${text}`);
  return url.origin;
}

/** Checked at the start, so that a mismatch or an expired certificate is not reported to callers. */
function tlsOf(certFile: string | undefined, keyFile: string | undefined): { cert: string; key: string } | undefined {
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined || keyFile === undefined)
    throw new Failure("usage", "https needs a certificate and its key", "Pass both --tls-cert and --tls-key.");
  const { text: cert, certificate } = readCertificate(certFile);
  const { text: key, privateKey } = readKey(keyFile);
  if (!certificate.checkPrivateKey(privateKey))
    throw new Failure("usage", `the key ${keyFile} does not match the certificate ${certFile}`);
  return { cert, key };
}

export function readCertificate(file: string): { text: string; certificate: X509Certificate } {
  const text = readText(file);
  const certificate = readAs(`the certificate ${file}`, () => new X509Certificate(text));
  if (new Date(certificate.validTo).getTime() < Date.now())
    throw new Failure("usage", `the certificate ${file} expired on ${certificate.validTo}`);
  return { text, certificate };
}

export function readKey(file: string): { text: string; privateKey: KeyObject } {
  const text = readText(file);
  return { text, privateKey: readAs(`the key ${file}`, () => createPrivateKey(text)) };
}

/** The library's message is added to our own because it can be searched for. */
function readAs<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Failure("usage", `${what} is not valid PEM: ${why}`, undefined, { cause: error });
  }
}
