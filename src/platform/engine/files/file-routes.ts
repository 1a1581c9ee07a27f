/**
 * Where the signed addresses of files lead: `GET /files/<token>/<name>` sends an object, PUT or POST to `/files/upload/<token>`
 * takes a file for a browser or a workspace. What is sent came from anywhere: it is never shown as a page of this server.
 */
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { log } from "../../../lib/log.ts";
import { notFound, Refusal } from "../../refusal.ts";
import type { RouteHandler } from "../../socket.ts";
import type { Objects } from "../../store/objects/objects.ts";
import type { Workspaces } from "../../workspaces/workspaces.ts";
import { diskFull, hasDiskSpace, isOfFullDisk } from "../lifecycle/disk.ts";
import type { Fleet } from "../lifecycle/fleet.ts";
import type { Grants } from "../lifecycle/grants.ts";
import { opened, type UploadPass } from "./browser-files.ts";
import { hasDiskSpace as hasRoomFor, receiveFile } from "./receiving.ts";
import { sendObject } from "./sending.ts";

export interface FileRoutesSetup {
  fleet: Fleet;
  objects: Objects;
  workspaces: Workspaces;
  grants: Grants;
}

const SENDING = /^\/files\/([^/]+)\/[^/]*$/;
const RECEIVING = /^\/files\/upload\/([^/]+)$/;

export function fileRoutes(setup: FileRoutesSetup): RouteHandler {
  return async ({ request, url }) => {
    const [, upload] = RECEIVING.exec(url.pathname) ?? [];
    if (upload !== undefined)
      return /^(PUT|POST)$/.test(request.method) ? await receive(upload, request, setup) : only("POST, PUT");
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

async function receive(token: string, request: Request, setup: FileRoutesSetup): Promise<Response> {
  const pass = opened<UploadPass>(token, "upload", setup.grants, Date.now());
  if (!pass) return told(403, "The upload address is invalid or has expired");
  try {
    if ("browserId" in pass) await intoBrowser(request, pass, setup.fleet);
    else await intoWorkspace(request, pass, setup.workspaces);
    return new Response(null, { status: request.method === "PUT" ? 200 : 204 });
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    log.error("a file that was sent could not be kept:", error);
    return isOfFullDisk(error) ? refused(diskFull()) : told(500, "The file could not be kept");
  }
}

type Into<K extends string> = Extract<UploadPass, Record<K, unknown>>;

/** Errors: `Refusal`, and what the disk refuses. The same below. */
async function intoBrowser(request: Request, pass: Into<"browserId">, fleet: Fleet): Promise<void> {
  const browser = fleet.get(pass.browserId);
  if (!browser) throw notFound("Session");
  const partial = join(browser.seat.folder, `upload-${crypto.randomUUID()}`);
  try {
    const bytes = await receiveFile(request, pass, partial);
    // It may have ended meanwhile, folder and all.
    if (!fleet.get(pass.browserId)) throw notFound("Session");
    if (!hasRoomFor(browser.uploads, pass.name, bytes))
      throw new Refusal(413, "The browser has no room for more files");
    renameSync(partial, join(browser.uploads, pass.name));
  } finally {
    rmSync(partial, { force: true });
  }
  browser.touch(Date.now());
}

async function intoWorkspace(request: Request, pass: Into<"workspaceId">, workspaces: Workspaces): Promise<void> {
  const { workspaceId, path, type } = pass;
  await workspaces.checkCapacity(workspaceId, path, Number(request.headers.get("content-length") ?? 0));
  if (!hasDiskSpace([workspaces.folder])) throw diskFull();
  const file = join(workspaces.folder, crypto.randomUUID());
  try {
    const bytes = await receiveFile(request, pass, file);
    await workspaces.put(workspaceId, path, { file, bytes, type });
  } finally {
    rmSync(file, { force: true });
  }
}

function refused({ status, message, hint, headers }: Refusal): Response {
  const body = { detail: message, ...(hint === undefined ? {} : { hint }) };
  return Response.json(body, { status, headers: { ...headers, "cache-control": "no-store" } });
}

function told(status: number, detail: string): Response {
  return refused(new Refusal(status, detail));
}

function only(methods: string): Response {
  return Response.json({ detail: "Method Not Allowed" }, { status: 405, headers: { Allow: methods } });
}
