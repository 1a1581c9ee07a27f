/**
 * Where the signed addresses of files lead: `GET /files/<token>/<name>` sends an object, `POST /files/upload/<token>` takes
 * a form with a file for a browser. What is sent came from anywhere: it is never shown as a page of this server.
 */
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { log } from "../../lib/log.ts";
import type { Edge } from "../socket.ts";
import type { Objects } from "../store/objects.ts";
import { diskFull, isOfFullDisk } from "./disk.ts";
import { opened, type UploadPass } from "./files.ts";
import type { Fleet } from "./fleet.ts";
import type { Grants } from "./grants.ts";
import { formFile, hasRoom } from "./receiving.ts";
import { sendObject } from "./sending.ts";

export interface FileEdgeSetup {
  fleet: Fleet;
  objects: Objects;
  grants: Grants;
}

const SENDING = /^\/files\/([^/]+)\/[^/]*$/;
const RECEIVING = /^\/files\/upload\/([^/]+)$/;

export function fileEdge(setup: FileEdgeSetup): Edge {
  return async ({ request, url }) => {
    const [, upload] = RECEIVING.exec(url.pathname) ?? [];
    if (upload !== undefined) return request.method === "POST" ? await receive(upload, request, setup) : only("POST");
    const [, token] = SENDING.exec(url.pathname) ?? [];
    if (token === undefined) return undefined;
    if (request.method !== "GET" && request.method !== "HEAD") return only("GET, HEAD");
    const file = opened<{ object: string; name: string }>(token, "file", setup.grants, Date.now());
    const answer = file && (await sendObject(setup.objects, file, request));
    return answer ? untilRevoked(answer, file.keyId, setup.grants) : told(404, "File not found");
  };
}

/**
 * Larger files are on their way for so long that they are cut off when the key of their address is revoked. Bun tells the
 * length of a body only where no script has a hand in it.
 */
const LONG_BYTES = 16 * 1024 * 1024;

function untilRevoked(answer: Response, keyId: string, grants: Grants): Response {
  if (!answer.body || Number(answer.headers.get("content-length")) <= LONG_BYTES) return answer;
  const reader = answer.body.getReader();
  let isRevoked = false;
  let forget = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      forget = grants.watch(keyId, () => {
        isRevoked = true;
        // Whatever else is given here Bun prints.
        controller.error(undefined);
        void reader.cancel();
      });
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (isRevoked) return;
      if (!done) return controller.enqueue(value);
      forget();
      controller.close();
    },
    async cancel() {
      forget();
      await reader.cancel();
    },
  });
  return new Response(body, answer);
}

async function receive(token: string, request: Request, { fleet, grants }: FileEdgeSetup): Promise<Response> {
  const pass = opened<UploadPass>(token, "upload", grants, Date.now());
  if (!pass) return told(403, "This form is no longer open");
  const browser = fleet.get(pass.browserId);
  if (!browser) return told(404, "Session not found");
  const read = await formFile(request, pass);
  if (read instanceof Response) return read;
  if (!hasRoom(browser.uploads, pass.name, read.size)) return told(413, "The browser has no room for more files");
  const partial = join(browser.seat.folder, `upload-${crypto.randomUUID()}`);
  try {
    await Bun.write(partial, read, { mode: 0o600 });
    // It may have ended meanwhile, folder and all.
    if (!fleet.get(pass.browserId)) return told(404, "Session not found");
    renameSync(partial, join(browser.uploads, pass.name));
  } catch (error) {
    log.error(`browser ${browser.id}: an upload could not be written:`, error);
    return isOfFullDisk(error) ? told(503, diskFull().message) : told(500, "The file could not be kept");
  } finally {
    rmSync(partial, { force: true });
  }
  browser.touch(Date.now());
  return new Response(null, { status: 204 });
}

function told(status: number, detail: string): Response {
  return Response.json({ detail }, { status, headers: { "cache-control": "no-store" } });
}

function only(methods: string): Response {
  return Response.json({ detail: "Method Not Allowed" }, { status: 405, headers: { Allow: methods } });
}
