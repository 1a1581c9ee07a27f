/**
 * Parses and writes the head of HTTP/1 requests for a proxy, and finds the end of their bodies. Bodies and responses are not
 * parsed.
 */
import { hostOf } from "./guard.ts";

/** Maximum size of a head, as in browsers. */
export const MAX_HEAD_BYTES = 256 * 1024;

export interface RequestHead {
  readonly method: string;
  readonly host: string;
  readonly port: number;
  /** CONNECT: the following bytes are opaque. */
  readonly isTunnel: boolean;
  /** Path and query, from the first slash. */
  readonly path: string;
  /** Host and port as in the request. */
  readonly authority: string;
  readonly version: "1.0" | "1.1";
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** An invalid request. */
export class Malformed extends Error {}

/** Length of the head with its empty line; undefined while it is incomplete. */
export function headLength(bytes: Buffer): number | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  return end < 0 ? undefined : end + 4;
}

/** Errors: `Malformed`. */
export function parseHead(bytes: Buffer): RequestHead {
  const [first = "", ...lines] = bytes.toString("latin1", 0, bytes.length - 4).split("\r\n");
  const [, method = "", target = "", version] = /^([!#$%&'*+.^_`|~\w-]+) (\S+) HTTP\/(1\.[01])$/.exec(first) ?? [];
  if (method === "") throw new Malformed("this is not an HTTP request");
  const headers = lines.map((line): [string, string] => {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name === undefined || value === undefined || /[\r\n\0]/.test(value)) throw new Malformed("a header is invalid");
    return [name, value];
  });
  const isTunnel = method === "CONNECT";
  const [, authority = "", path = ""] =
    (isTunnel ? /^([^/?#@\\]+)$/ : /^http:\/\/([^/?#@\\]+)(.*)$/i).exec(target) ?? [];
  const [, name = "", digits] = /^(.+?)(?::(\d{1,5}))?$/.exec(authority) ?? [];
  const host = hostOf(name);
  const port = digits === undefined && !isTunnel ? 80 : Number(digits);
  if (host === undefined || !(port >= 1 && port <= 65_535))
    throw new Malformed(
      isTunnel
        ? "CONNECT requires a host and a port, like example.com:443"
        : "this port is a proxy: it accepts absolute http URLs and CONNECT",
    );
  return {
    method,
    host,
    port,
    isTunnel,
    path: path.startsWith("/") ? path : `/${path}`,
    authority,
    version: version as RequestHead["version"],
    headers,
  };
}

/** Headers between client and proxy. */
const HOP_HEADERS = /^(proxy-connection|proxy-authorization|proxy-authenticate|host)$/i;

/** The head for the site, or with an absolute URL (`absolute`) and `authorization` for another proxy. */
export function writeHead(head: RequestHead, next: { absolute: boolean; authorization?: string | undefined }): Buffer {
  const { method, authority, path, version } = head;
  const lines = [
    `${method} ${next.absolute ? `http://${authority}` : ""}${path} HTTP/${version}`,
    `Host: ${authority}`,
  ];
  for (const [name, value] of head.headers) if (!HOP_HEADERS.test(name)) lines.push(`${name}: ${value}`);
  if (next.authorization !== undefined) lines.push(`Proxy-Authorization: ${next.authorization}`);
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

/** Finds the end of a body. */
export interface Framing {
  /** Number of bytes from `offset` that belong to the body. Errors: `Malformed`. */
  take(bytes: Buffer, offset: number): number;
  readonly isDone: boolean;
}

/** Errors: `Malformed` for ambiguous lengths. */
export function framingOf({ headers }: RequestHead): Framing {
  const values = (wanted: string) =>
    headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
  const codings = values("transfer-encoding");
  const lengths = values("content-length");
  if (values("upgrade").length > 0) return endless();
  if (codings.length > 0) {
    if (lengths.length > 0 || codings.length > 1 || codings[0]?.toLowerCase() !== "chunked")
      throw new Malformed("the length of the body is ambiguous");
    return chunked();
  }
  if (new Set(lengths).size > 1 || !/^\d{0,15}$/.test(lengths[0] ?? ""))
    throw new Malformed("the length of the body is invalid");
  return fixedLength(Number(lengths[0] ?? 0));
}

/** After an upgrade another protocol follows. */
function endless(): Framing {
  return { take: (bytes, offset) => bytes.length - offset, isDone: false };
}

function fixedLength(length: number): Framing {
  let remaining = length;
  return {
    take(bytes, offset) {
      const taken = Math.min(remaining, bytes.length - offset);
      remaining -= taken;
      return taken;
    },
    get isDone() {
      return remaining === 0;
    },
  };
}

/** Maximum line in a chunked body; longer ones are attacks. */
const MAX_LINE_BYTES = 16_384;

function chunked(): Framing {
  let state: "size" | "data" | "trailer" | "done" = "size";
  let remaining = 0;
  let line = "";
  const lineEnds = () => {
    const text = line.replace(/\r?\n$/, "");
    line = "";
    if (state === "trailer") {
      if (text === "") state = "done";
      return;
    }
    const [, size] = /^([0-9a-f]{1,8})[ \t]*(;.*)?$/i.exec(text) ?? [];
    if (size === undefined) throw new Malformed("a chunk is invalid");
    // Includes the line end after the data.
    remaining = Number.parseInt(size, 16) + 2;
    state = remaining === 2 ? "trailer" : "data";
  };
  const takeData = (bytes: Buffer, at: number): number => {
    const taken = Math.min(remaining, bytes.length - at);
    remaining -= taken;
    if (remaining === 0) state = "size";
    return at + taken;
  };
  const takeLine = (bytes: Buffer, at: number): number => {
    const end = bytes.indexOf(10, at);
    const until = end < 0 ? bytes.length : end + 1;
    line += bytes.toString("latin1", at, until);
    if (line.length > MAX_LINE_BYTES) throw new Malformed("a chunk is invalid");
    if (end >= 0) lineEnds();
    return until;
  };
  return {
    take(bytes, offset) {
      let at = offset;
      while (at < bytes.length && state !== "done") at = state === "data" ? takeData(bytes, at) : takeLine(bytes, at);
      return at - offset;
    },
    get isDone() {
      return state === "done";
    },
  };
}
