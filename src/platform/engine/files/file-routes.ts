/**
 * Routes of signed file URLs: `GET /files/<token>/<name>` sends an object, PUT or POST to `/files/upload/<token>` stores a file
 * for a browser or a workspace. Files may come from any site: they are never shown as pages of this server.
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
    return answer ? untilRevoked(answer, file.keyId, setup.grants) : plain(404, "File not found");
  };
}

/**
 * Responses above this size are cut off when the key of their URL is revoked. For smaller ones Bun keeps Content-Length, which it
 * drops from streams of scripts.
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
        // Bun prints any other value.
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
  if (!pass) return plain(403, "The upload URL is invalid or has expired");
  try {
    if ("browserId" in pass) await intoBrowser(request, pass, setup.fleet);
    else await intoWorkspace(request, pass, setup.workspaces);
    return new Response(null, { status: request.method === "PUT" ? 200 : 204 });
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    log.error("storing an uploaded file failed:", error);
    return isOfFullDisk(error) ? refused(diskFull()) : plain(500, "The file could not be stored");
  }
}

type Into<K extends string> = Extract<UploadPass, Record<K, unknown>>;

/** Errors: `Refusal` and errors of the file system, as below. */
async function intoBrowser(request: Request, pass: Into<"browserId">, fleet: Fleet): Promise<void> {
  const browser = fleet.get(pass.browserId);
  if (!browser) throw notFound("Session");
  const partial = join(browser.workspace.folder, `upload-${crypto.randomUUID()}`);
  try {
    const bytes = await receiveFile(request, pass, partial);
    // The browser may have ended and its folder may be removed.
    if (!fleet.get(pass.browserId)) throw notFound("Session");
    if (!hasRoomFor(browser.uploads, pass.name, bytes))
      throw new Refusal(413, "The browser has reached its limit of uploaded files");
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

function plain(status: number, detail: string): Response {
  return refused(new Refusal(status, detail));
}

function only(methods: string): Response {
  return Response.json({ detail: "Method Not Allowed" }, { status: 405, headers: { Allow: methods } });
}
