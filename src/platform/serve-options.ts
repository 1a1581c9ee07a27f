/** What a server is to be, from the line of `svc serve` and the settings; the line goes first. Starts nothing. */
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

/** How a server is to be. What stands in the settings and on the line of `svc serve`, read and checked. */
export interface ServerOptions {
  home: string;
  host: string;
  /** 0: any that is free. */
  port: number;
  /** Texts of PEM files. */
  tls?: { cert: string; key: string } | undefined;
  /** Scheme and host by which callers reach it, where that is not what they say; without a slash at the end. */
  publicUrl?: string | undefined;
  /** More names by which it may be called. */
  hosts?: readonly string[];
  /** More headers that carry the key, in lower case. */
  keyHeaders?: readonly string[] | undefined;
  /** As `publicUrl`, by which the other servers of the same database reach this one. */
  nodeUrl?: string | undefined;
  databaseUrl?: string | undefined;
  secret?: string | undefined;
  /** Folder of the objects, or `s3://bucket/prefix`. */
  objects?: string | undefined;
  s3?: S3Access | undefined;
  /** Browsers at the same time. */
  concurrency: number;
  /** Callers that may wait for one. */
  queue: number;
  /** How long they wait at most, where they ask for it. */
  queueTimeoutMs: number;
  /** Without a client for this long a browser is stopped; 0 is never. */
  idleTimeoutMs: number;
  /** Browsers started in advance. */
  warm: number;
  /** Requests a minute and key; 0 is any number. */
  rateLimit: number;
  /** What browsers and their traffic cost; absent is nothing. */
  prices?: Prices | undefined;
  /** Loopback and private ranges are open to browsers, also where the server listens for others. */
  allowPrivateNetwork: boolean;
  /** Proxies that browsers go out through; absent is none. */
  proxies?: Offer | undefined;
  /** Bytes that one workspace may hold; absent is any number. */
  workspaceQuotaBytes?: number | undefined;
  /** Bytes that are to be free on its disks for a new browser; absent is enough for one. */
  minFreeBytes?: number | undefined;
  /** A task whose server is silent for so long is done or ended by another; absent is 20 s. */
  taskLeaseMs?: number | undefined;
  /** The longest time that the making of a skill may take. */
  skillMs?: number | undefined;
  /** Pauses before the second, third… attempt to reach a webhook; absent is those of a day. */
  webhookPausesMs?: readonly number[] | undefined;
  /** How names of sites are resolved; absent is by the system. */
  lookup?: Lookup | undefined;
}

/** A connection on which nothing comes for longer is cut off. */
const MAX_QUEUE_MS = 240_000;

/** Nobody reaches it but from this machine: a loopback address with another server before it is no such thing. */
export function isOnlyHere({ host, publicUrl }: ServerOptions): boolean {
  const isHere = (name: string) => isLoopback(name.includes(":") && !name.startsWith("[") ? `[${name}]` : name);
  return isHere(host) && (publicUrl === undefined || isHere(new URL(publicUrl).hostname));
}

/** The database of these options: by default a file in the server's folder. */
export function databaseAddress({ home, databaseUrl }: ServerOptions): string {
  privateFolder(home);
  return databaseUrl ?? `sqlite://${join(privateFolder(join(home, "server")), "svc.db")}`;
}

export interface Line {
  host?: string | undefined;
  port?: number | undefined;
  publicUrl?: string | undefined;
  databaseUrl?: string | undefined;
  tlsCert?: string | undefined;
  tlsKey?: string | undefined;
}

/** Errors: `usage` for what cannot be. */
export function serverOptions(home: string, line: Line): ServerOptions {
  const said = (key: SettingKey) => {
    const value = setting(home, key);
    return value === undefined ? undefined : String(value);
  };
  // A file may have been written by hand.
  const number = (key: SettingKey) => Number(parseSetting(key, String(setting(home, key))));
  // A file of models that is wrong is told now, and not to callers.
  readRegistry(home, process.env);
  return {
    home,
    host: line.host ?? said("serve_host") ?? "127.0.0.1",
    port: line.port ?? number("serve_port"),
    publicUrl: publicUrlOf("public", line.publicUrl ?? said("serve_public_url")),
    nodeUrl: publicUrlOf("node's", said("serve_node_url")),
    databaseUrl: line.databaseUrl ?? said("serve_database_url"),
    tls: tlsOf(line.tlsCert ?? said("serve_tls_cert"), line.tlsKey ?? said("serve_tls_key")),
    hosts: listOf(setting(home, "serve_hosts")),
    keyHeaders: keyHeadersOf(listOf(setting(home, "serve_key_headers"))),
    secret: said("serve_secret"),
    objects: said("serve_objects"),
    s3: {
      endpoint: said("serve_s3_endpoint"),
      region: said("serve_s3_region"),
      accessKey: said("serve_s3_access_key"),
      secretKey: said("serve_s3_secret_key"),
    },
    concurrency: number("serve_concurrency"),
    queue: number("serve_queue"),
    queueTimeoutMs: Math.min(durationMs(said("serve_queue_timeout") ?? "") ?? 0, MAX_QUEUE_MS),
    idleTimeoutMs: durationMs(said("serve_idle_timeout") ?? "") ?? 0,
    warm: number("serve_warm"),
    rateLimit: number("serve_rate_limit"),
    prices: {
      browserHour: priceOf("serve_price_browser_hour", said("serve_price_browser_hour")),
      proxyGigabyte: priceOf("serve_price_proxy_gb", said("serve_price_proxy_gb")),
    },
    allowPrivateNetwork: setting(home, "allow_private_network") === true,
    workspaceQuotaBytes: number("serve_workspace_quota") * 1_000_000 || undefined,
    proxies: offerOf(said("serve_proxy"), readCountries(said("serve_countries"))),
  };
}

export function publicUrlOf(whose: "public" | "node's", text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  const isPlain = url && !url.username && !url.search && !url.hash && url.pathname === "/";
  if (!isPlain || !/^https?:$/.test(url.protocol))
    throw new Failure("usage", `the ${whose} address is no http or https address of a host alone: ${text}`);
  return url.origin;
}

/** Read at the start: a certificate that does not fit its key, or is of yesterday, is told now and not to callers. */
function tlsOf(certFile: string | undefined, keyFile: string | undefined): { cert: string; key: string } | undefined {
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined || keyFile === undefined)
    throw new Failure("usage", "https needs a certificate and its key", "Give both --tls-cert and --tls-key.");
  const { text: cert, held } = readCertificate(certFile);
  const { text: key, own } = readKey(keyFile);
  if (!held.checkPrivateKey(own))
    throw new Failure("usage", `the key ${keyFile} is that of another certificate than ${certFile}`);
  return { cert, key };
}

export function readCertificate(file: string): { text: string; held: X509Certificate } {
  const text = readText(file);
  const held = readAs(`the certificate ${file}`, () => new X509Certificate(text));
  if (new Date(held.validTo).getTime() < Date.now())
    throw new Failure("usage", `the certificate ${file} ended on ${held.validTo}`);
  return { text, held };
}

export function readKey(file: string): { text: string; own: KeyObject } {
  const text = readText(file);
  return { text, own: readAs(`the key ${file}`, () => createPrivateKey(text)) };
}

/** The words of the library are no sentence for an operator, but tell those who search for them. */
function readAs<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Failure("usage", `${what} cannot be read as PEM: ${why}`, undefined, { cause: error });
  }
}
