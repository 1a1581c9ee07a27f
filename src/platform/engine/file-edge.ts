/**
 * Where the signed addresses of files lead: `GET /files/<token>/<name>` sends an object, `POST /files/upload/<token>` takes
 * a form with a file for a browser. What is sent came from anywhere: it is never shown as a page of this server.
 */
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { log } from "../../lib/log.ts";
import type { Edge } from "../socket.ts";
import type { Objects } from "../store/objects.ts";
import type { Secret } from "../store/secret.ts";
import { diskFull, isOfFullDisk } from "./disk.ts";
import { opened, type UploadPass } from "./files.ts";
import type { Fleet } from "./fleet.ts";
import { formFile, hasRoom } from "./receiving.ts";
import { sendObject } from "./sending.ts";

export interface FileEdgeSetup {
  fleet: Fleet;
  objects: Objects;
  secret: Secret;
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
    const file = opened<{ object: string; name: string }>(token, "file", setup.secret, Date.now());
    const answer = file && (await sendObject(setup.objects, file, request));
    return answer ?? told(404, "File not found");
  };
}

async function receive(token: string, request: Request, { fleet, secret }: FileEdgeSetup): Promise<Response> {
  const pass = opened<UploadPass>(token, "upload", secret, Date.now());
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
