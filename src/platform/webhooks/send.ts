/** Sends one POST to a URL of a caller: to an IP address that the guard has checked, with limits for time and response size. */
import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { reasonOf } from "../egress/connect.ts";
import { Denied, type Guard, hostOf, type Place, Unknown } from "../egress/guard.ts";

export interface Post {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface Posted {
  status: number;
  /** Requested delay before the next attempt (`Retry-After`). */
  retryAfterMs: number | undefined;
  /** The first bytes of the response body. */
  text: string;
}

/** Most bytes that are read of a response. */
const MAX_RESPONSE = 1_000;

/** An attempt without a response. The message is for the owner of the webhook. */
export class NotSent extends Error {}

/** Host and port of a URL. Undefined for one that is not http or https, or has credentials. */
export function placeOf(url: string): Place | undefined {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== "" || parsed.password !== "")
    return undefined;
  const host = hostOf(parsed.hostname);
  const port = Number(parsed.port) || (parsed.protocol === "https:" ? 443 : 80);
  return host === undefined ? undefined : { host, port };
}

/** Does not follow redirects. Errors: `NotSent`. */
export async function post({ url, headers, body }: Post, guard: Guard, signal: AbortSignal): Promise<Posted> {
  const place = placeOf(url);
  if (!place) throw new NotSent("the URL is not an http or https URL");
  try {
    const addresses = await Promise.race([guard.addresses(place), rejected(signal)]);
    const response = await request(url, body, { method: "POST", headers: { ...headers }, signal }, addresses);
    return {
      status: response.statusCode ?? 0,
      retryAfterMs: retryAfterOf(response.headers["retry-after"]),
      text: await beginningOf(response),
    };
  } catch (error) {
    if (error instanceof Denied || error instanceof Unknown) throw new NotSent(error.message);
    throw new NotSent(
      `${place.host}:${place.port}: ${signal.aborted ? "no response within the timeout" : reasonOf(error)}`,
    );
  }
}

/** Connects only to the checked addresses: a second DNS lookup could return others. */
function request(
  url: string,
  body: string,
  options: RequestOptions,
  addresses: readonly string[],
): Promise<IncomingMessage> {
  const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  const lookup: LookupFunction = (_name, { all }, done) => {
    const [first] = found;
    if (all) done(null, found);
    else done(null, first?.address ?? "", first?.family);
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const send = url.startsWith("https:") ? httpsRequest : httpRequest;
  const sending = send(url, { ...options, lookup, agent: false }, resolve);
  sending.on("error", reject);
  sending.end(body);
  return promise;
}

/** Reads at most `MAX_RESPONSE` bytes. An incomplete body is not an error: the status counts. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= MAX_RESPONSE) break;
    }
  } catch {
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks).toString("utf8", 0, MAX_RESPONSE).replaceAll("\0", "");
}

/** `Retry-After`, seconds or a date, in ms. */
function retryAfterOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

function rejected(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
