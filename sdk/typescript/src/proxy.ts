/** `fetch` for Node through the proxies of `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`. Loaded only when one is set. */
import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { connect as connectTls } from "node:tls";
import { variable } from "./environment.ts";
import { SvcError } from "./errors.ts";

/** The proxy for a URL. Lowercase variables have priority, as in curl. */
export function proxyFor({ protocol, hostname, port }: URL): URL | undefined {
  const scheme = protocol.slice(0, -1);
  const either = (name: string) => variable(name) ?? variable(name.toUpperCase());
  const proxy = either(`${scheme}_proxy`) ?? either("all_proxy");
  if (proxy === undefined) return undefined;
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const own = port || (scheme === "https" ? "443" : "80");
  for (const rule of (either("no_proxy") ?? "").toLowerCase().split(/[\s,]+/)) {
    const [, name = "", ruled = own] = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(rule) ?? [];
    if (rule === "*" || (name !== "" && ruled === own && (host === name || host.endsWith(`.${name}`))))
      return undefined;
  }
  return new URL(proxy.includes("://") ? proxy : `http://${proxy}`);
}

export async function fetchByProxy(url: string, init: RequestInit): Promise<Response> {
  const target = new URL(url);
  const proxy = proxyFor(target);
  if (!proxy) return await fetch(url, init);
  if (proxy.protocol !== "http:")
    throw new SvcError("configuration", `Proxies with ${proxy.protocol} URLs are not supported`, {
      hint: "Set the proxy variable to an http:// address, or add the host to NO_PROXY.",
    });
  const request = new Request(url, { ...init, ...(init.body ? { duplex: "half" } : {}) } as RequestInit);
  const options: RequestOptions = { method: request.method, headers: Object.fromEntries(request.headers) };
  if (init.body instanceof Blob) options.headers = { ...options.headers, "content-length": String(init.body.size) };
  if (typeof init.body === "string")
    options.headers = { ...options.headers, "content-length": String(Buffer.byteLength(init.body)) };
  const signal = init.signal ?? undefined;
  const sent =
    target.protocol === "https:"
      ? await tunnelled(target, proxy, options, signal)
      : forwarded(target, proxy, options, signal);
  const answer = answerOf(sent);
  if (request.body) Readable.fromWeb(request.body as never).pipe(sent);
  else sent.end();
  const message = await answer;
  const headers = new Headers();
  for (let at = 0; at < message.rawHeaders.length; at += 2)
    headers.append(message.rawHeaders[at] ?? "", message.rawHeaders[at + 1] ?? "");
  const status = message.statusCode ?? 502;
  const hasBody = ![204, 304].includes(status);
  if (!hasBody) message.resume();
  return new Response(hasBody ? (Readable.toWeb(message) as ReadableStream) : null, { status, headers });
}

function authorization({ username, password }: URL): Record<string, string> {
  if (username === "") return {};
  const words = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(words).toString("base64")}` };
}

function forwarded(target: URL, proxy: URL, options: RequestOptions, signal: AbortSignal | undefined): ClientRequest {
  const headers = { ...options.headers, host: target.host, ...authorization(proxy) };
  return httpRequest({ ...options, ...address(proxy), headers, path: target.href, ...(signal ? { signal } : {}) });
}

/** The proxy sees only the host name: TLS is established with the server. */
async function tunnelled(
  target: URL,
  proxy: URL,
  options: RequestOptions,
  signal: AbortSignal | undefined,
): Promise<ClientRequest> {
  const authority = `${target.hostname}:${target.port || 443}`;
  const ask = httpRequest({
    ...address(proxy),
    ...{ method: "CONNECT", path: authority, headers: { host: authority, ...authorization(proxy) } },
    ...(signal ? { signal } : {}),
  });
  const socket = await new Promise<Socket>((resolve, reject) => {
    ask.once("error", reject);
    ask.once("connect", ({ statusCode }, connected) => {
      if (statusCode === 200) return resolve(connected);
      connected.destroy();
      reject(new TypeError(`The proxy refused the connection with status ${statusCode}`));
    });
    ask.end();
  });
  const createConnection = () => connectTls({ socket, servername: target.hostname });
  return httpsRequest(target, { ...options, createConnection, ...(signal ? { signal } : {}) });
}

function address({ hostname, port }: URL): { host: string; port: number } {
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 80) };
}

function answerOf(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once("response", resolve);
    sent.once("error", reject);
  });
}
