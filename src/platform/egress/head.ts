/**
 * The head of an HTTP/1 request as a proxy gets it: where it is to go, how it reads for who gets it next, and where its body
 * ends. Bytes of bodies and of answers pass unread. Opens no connection.
 */
import { hostOf } from "./guard.ts";

/** A head longer than this is refused; browsers stop at the same size. */
export const MAX_HEAD_BYTES = 256 * 1024;

export interface RequestHead {
  readonly method: string;
  readonly host: string;
  readonly port: number;
  /** CONNECT: what follows is not ours to read. */
  readonly isTunnel: boolean;
  /** From the first slash on. */
  readonly path: string;
  /** Host and port as the client wrote them. */
  readonly authority: string;
  readonly version: "1.0" | "1.1";
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** What no proxy can do anything with. */
export class Malformed extends Error {}

/** Length of the head at the start of `bytes`, with its empty line; undefined while that has not come. */
export function headLength(bytes: Buffer): number | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  return end < 0 ? undefined : end + 4;
}

/** Errors: `Malformed`. */
export function parseHead(bytes: Buffer): RequestHead {
  const [first = "", ...lines] = bytes.toString("latin1", 0, bytes.length - 4).split("\r\n");
  const [, method = "", target = "", version] = /^([!#$%&'*+.^_`|~\w-]+) (\S+) HTTP\/(1\.[01])$/.exec(first) ?? [];
  if (method === "") throw new Malformed("this is no HTTP request");
  const headers = lines.map((line): [string, string] => {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name === undefined || value === undefined || /[\r\n\0]/.test(value)) throw new Malformed("a header is broken");
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
        ? "CONNECT takes a host and a port, like example.com:443"
        : "this port is a proxy: it takes whole http addresses, and CONNECT",
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

/** Headers between a client and its proxy. */
const OURS = /^(proxy-connection|proxy-authorization|proxy-authenticate|host)$/i;

/** The head for the site itself, or in full (`absolute`) for another proxy, with the `authorization` that one wants. */
export function writeHead(head: RequestHead, next: { absolute: boolean; authorization?: string | undefined }): Buffer {
  const { method, authority, path, version } = head;
  const lines = [
    `${method} ${next.absolute ? `http://${authority}` : ""}${path} HTTP/${version}`,
    `Host: ${authority}`,
  ];
  for (const [name, value] of head.headers) if (!OURS.test(name)) lines.push(`${name}: ${value}`);
  if (next.authorization !== undefined) lines.push(`Proxy-Authorization: ${next.authorization}`);
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

/** Tells how much of what follows a head belongs to it. */
export interface Framing {
  /** How many bytes from `offset` on are of this body. Errors: `Malformed`. */
  take(bytes: Buffer, offset: number): number;
  readonly isDone: boolean;
}

/** Errors: `Malformed` for lengths that two readers could read differently. */
export function framingOf({ headers }: RequestHead): Framing {
  const values = (wanted: string) =>
    headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
  const codings = values("transfer-encoding");
  const lengths = values("content-length");
  if (values("upgrade").length > 0) return endless();
  if (codings.length > 0) {
    if (lengths.length > 0 || codings.length > 1 || codings[0]?.toLowerCase() !== "chunked")
      throw new Malformed("the length of the body is said in two ways");
    return chunked();
  }
  if (new Set(lengths).size > 1 || !/^\d{0,15}$/.test(lengths[0] ?? "")) throw new Malformed("the length is broken");
  return counted(Number(lengths[0] ?? 0));
}

/** After an upgrade another protocol is spoken. */
function endless(): Framing {
  return { take: (bytes, offset) => bytes.length - offset, isDone: false };
}

function counted(length: number): Framing {
  let left = length;
  return {
    take(bytes, offset) {
      const taken = Math.min(left, bytes.length - offset);
      left -= taken;
      return taken;
    },
    get isDone() {
      return left === 0;
    },
  };
}

/** A line of a chunked body longer than this is an attack. */
const MAX_LINE_BYTES = 16_384;

function chunked(): Framing {
  let state: "size" | "data" | "trailer" | "done" = "size";
  let left = 0;
  let line = "";
  const lineEnds = () => {
    const text = line.replace(/\r?\n$/, "");
    line = "";
    if (state === "trailer") {
      if (text === "") state = "done";
      return;
    }
    const [, size] = /^([0-9a-f]{1,8})[ \t]*(;.*)?$/i.exec(text) ?? [];
    if (size === undefined) throw new Malformed("a chunk is broken");
    // The line end after the data belongs to the chunk.
    left = Number.parseInt(size, 16) + 2;
    state = left === 2 ? "trailer" : "data";
  };
  const takeData = (bytes: Buffer, at: number): number => {
    const taken = Math.min(left, bytes.length - at);
    left -= taken;
    if (left === 0) state = "size";
    return at + taken;
  };
  const takeLine = (bytes: Buffer, at: number): number => {
    const end = bytes.indexOf(10, at);
    const until = end < 0 ? bytes.length : end + 1;
    line += bytes.toString("latin1", at, until);
    if (line.length > MAX_LINE_BYTES) throw new Malformed("a chunk is broken");
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
