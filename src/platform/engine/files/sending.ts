/** Sends an object as a download, with support for ranges. */
import type { Objects } from "../../store/objects/objects.ts";

/** Undefined if the object does not exist. */
export async function sendObject(
  objects: Objects,
  { object, name }: { object: string; name: string },
  request: Request,
): Promise<Response | undefined> {
  const size = await objects.size(object);
  if (size === undefined) return undefined;
  const range = rangeOf(request.headers.get("range"), size);
  const headers = headersOf(name);
  if (range === "outside")
    return new Response(null, { status: 416, headers: { ...headers, "content-range": `bytes */${size}` } });
  const { from, to } = range ?? { from: 0, to: size };
  headers["content-length"] = String(to - from);
  if (range) headers["content-range"] = `bytes ${from}-${to - 1}/${size}`;
  const status = range ? 206 : 200;
  if (request.method === "HEAD" || from === to) return new Response(null, { status, headers });
  const stream = await objects.stream(object, range && { start: from, end: to });
  return stream && new Response(stream, { status, headers });
}

/** Headers that prevent the file from running as a page of this server: safe type, sandbox, no scripts. */
function headersOf(name: string): Record<string, string> {
  const type = Bun.file(name).type.replace(/;.*$/, "");
  const isPlain = /^(video|audio|image)\//.test(type) && type !== "image/svg+xml";
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, "_");
  return {
    "content-type": isPlain ? type : "application/octet-stream",
    "content-disposition": `attachment; filename="${ascii}"; filename*=UTF-8''${encoded(name)}`,
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "private, no-store",
    "accept-ranges": "bytes",
  };
}

/** Encodes as RFC 5987 requires, which is stricter than URLs. */
function encoded(name: string): string {
  return encodeURIComponent(name).replace(/['()*!]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The requested range of bytes; undefined for the whole file, also for several or invalid ranges. */
function rangeOf(header: string | null, size: number): { from: number; to: number } | "outside" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const from = Math.max(0, size - Number(last));
    return from < size ? { from, to: size } : "outside";
  }
  const from = Number(first);
  const to = last === "" ? size : Math.min(size, Number(last) + 1);
  if (last !== "" && Number(last) < from) return undefined;
  return from < size ? { from, to } : "outside";
}
