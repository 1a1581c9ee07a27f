/** A storage that speaks the S3 API over real HTTP and keeps its objects in memory. It checks every signature. */

import { createHash, createHmac } from "node:crypto";
import type { S3Setup } from "../../../src/platform/store/objects/s3.ts";
import { localServer } from "../../support/server.ts";

export interface S3Peer extends Disposable {
  /** For `s3Objects`. */
  readonly setup: S3Setup;
  /** By key, with the prefix of the setup. */
  readonly objects: Map<string, Uint8Array>;
  /** Methods and paths, as they came. */
  readonly requests: string[];
  /** The next requests are answered so; the last one stays in force until it is replaced by none. */
  answer(...faults: Fault[]): void;
}

/** A status with its S3 code, silence, or an answer that stops in its middle. */
export type Fault = { status: number; code: string } | "silent" | "stalls" | undefined;

const ACCESS_KEY = "the-access-key";
const SECRET_KEY = "the-secret-key";
const REGION = "eu-test-1";
const BUCKET = "bucket";
/** As many keys as it lists at once. */
const PAGE = 3;

export function s3Peer({ prefix = "" } = {}): S3Peer {
  const objects = new Map<string, Uint8Array>();
  const uploads = new Map<string, Map<number, Uint8Array>>();
  const requests: string[] = [];
  let faults: Fault[] = [];
  const server = localServer(async (request) => {
    const url = new URL(request.url);
    requests.push(`${request.method} ${url.pathname}`);
    const fault = faults.length > 1 ? faults.shift() : faults[0];
    if (fault === "silent") return await new Promise<Response>(() => {});
    if (typeof fault === "object") return refusal(fault.status, fault.code);
    const why = unsigned(request, url);
    if (why !== undefined) return refusal(403, why);
    const [, bucket, key = ""] = /^\/([^/]*)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
    if (bucket !== BUCKET) return refusal(404, "NoSuchBucket");
    if (url.searchParams.has("uploads") || url.searchParams.has("uploadId"))
      return await multipart(request, url, key, { objects, uploads });
    return await object(request, url, key, objects, fault === "stalls");
  });
  const { origin } = server.url;
  return {
    setup: { bucket: BUCKET, prefix, endpoint: origin, region: REGION, accessKey: ACCESS_KEY, secretKey: SECRET_KEY },
    objects,
    requests,
    answer: (...next) => {
      faults = next;
    },
    [Symbol.dispose]: () => void server.stop(true),
  };
}

/** Answers a request for one object, or for the list of all. */
async function object(
  request: Request,
  url: URL,
  key: string,
  objects: Map<string, Uint8Array>,
  stalls: boolean,
): Promise<Response> {
  if (request.method === "PUT") {
    objects.set(key, await request.bytes());
    return new Response(null, { headers: { etag: '"e"' } });
  }
  if (url.searchParams.get("list-type") === "2") return list(objects, url);
  const held = objects.get(key);
  if (!held) return refusal(404, "NoSuchKey");
  if (request.method === "DELETE") {
    objects.delete(key);
    return new Response(null, { status: 204 });
  }
  return content(request, url, held, stalls);
}

function refusal(status: number, code: string): Response {
  return new Response(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>refused</Message></Error>`, { status });
}

function content(request: Request, url: URL, held: Uint8Array, stalls: boolean): Response {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.get("range") ?? "") ?? [];
  const part = from === undefined ? held : held.subarray(Number(from), Number(to) + 1);
  const headers = {
    etag: '"e"',
    "last-modified": new Date(0).toUTCString(),
    "content-length": String(part.length),
    "content-disposition": url.searchParams.get("response-content-disposition") ?? "inline",
  };
  if (request.method === "HEAD") return new Response(null, { headers });
  const half = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(part.slice(0, part.length / 2)),
  });
  return new Response(stalls ? half : Buffer.from(part), { status: from === undefined ? 200 : 206, headers });
}

interface Store {
  objects: Map<string, Uint8Array>;
  uploads: Map<string, Map<number, Uint8Array>>;
}

async function multipart(request: Request, url: URL, key: string, { objects, uploads }: Store): Promise<Response> {
  if (url.searchParams.has("uploads")) {
    const id = crypto.randomUUID();
    uploads.set(id, new Map());
    return new Response(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
  }
  const id = url.searchParams.get("uploadId") ?? "";
  const parts = uploads.get(id);
  if (!parts) return refusal(404, "NoSuchUpload");
  if (request.method === "PUT") {
    const number = Number(url.searchParams.get("partNumber"));
    parts.set(number, await request.bytes());
    return new Response(null, { headers: { etag: `"${number}"` } });
  }
  uploads.delete(id);
  if (request.method === "DELETE") return new Response(null, { status: 204 });
  const whole = [...parts].sort(([a], [b]) => a - b).map(([, part]) => part);
  objects.set(key, new Uint8Array(Buffer.concat(whole)));
  return new Response(`<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>`);
}

function list(objects: Map<string, Uint8Array>, url: URL): Response {
  const from = Number(url.searchParams.get("continuation-token") ?? 0);
  const keys = [...objects.keys()].filter((key) => key.startsWith(url.searchParams.get("prefix") ?? "")).sort();
  const page = keys.slice(from, from + PAGE);
  const more = from + PAGE < keys.length;
  const entries = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`,
  );
  return new Response(
    `<?xml version="1.0"?><ListBucketResult><Name>${BUCKET}</Name><IsTruncated>${more}</IsTruncated>${
      more ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : ""
    }${entries.join("")}</ListBucketResult>`,
  );
}

/** The code of what is wrong with its signature (version 4, in a header or in the query); undefined when it is right. */
function unsigned(request: Request, url: URL): string | undefined {
  const header = request.headers.get("authorization");
  const inQuery = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? undefined;
  const [, credential, names, given] = header
    ? (/^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(header) ?? [])
    : [undefined, inQuery("Credential"), inQuery("SignedHeaders"), inQuery("Signature")];
  if (!credential || !names || !given) return "AccessDenied";
  const [accessKey, day = "", region = "", service = "", last = ""] = credential.split("/");
  if (accessKey !== ACCESS_KEY) return "InvalidAccessKeyId";
  const at = request.headers.get("x-amz-date") ?? url.searchParams.get("X-Amz-Date") ?? "";
  if (!header && expired(at, url)) return "AccessDenied";
  const query = [...url.search.slice(1).split("&")].filter((one) => one && !one.startsWith("X-Amz-Signature=")).sort();
  const canonical = [
    request.method,
    url.pathname,
    query.map((one) => (one.includes("=") ? one : `${one}=`)).join("&"),
    ...names.split(";").map((name) => `${name}:${request.headers.get(name)}`),
    "",
    names,
    request.headers.get("x-amz-content-sha256") ?? "UNSIGNED-PAYLOAD",
  ].join("\n");
  const digest = createHash("sha256").update(canonical).digest("hex");
  const text = ["AWS4-HMAC-SHA256", at, [day, region, service, last].join("/"), digest].join("\n");
  const sign = (key: string | Buffer, part: string) => createHmac("sha256", key).update(part).digest();
  const key = [day, region, service, last].reduce<string | Buffer>(sign, `AWS4${SECRET_KEY}`);
  return sign(key, text).toString("hex") === given && region === REGION ? undefined : "SignatureDoesNotMatch";
}

function expired(at: string, url: URL): boolean {
  const made = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, "$1-$2-$3:$4:$5"));
  return Date.now() >= made + Number(url.searchParams.get("X-Amz-Expires")) * 1000;
}
