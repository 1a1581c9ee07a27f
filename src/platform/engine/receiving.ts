/** A form with one file, read with a bound and held against what was allowed. Writes nothing. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { UploadPass } from "./files.ts";

/** What a form has besides its file: boundaries, headers, fields. */
const ENVELOPE_BYTES = 64 * 1024;

/** What all files of one browser may have, and how many they may be. */
const LIMIT_BYTES = 1024 ** 3;
const LIMIT_FILES = 1_000;

/** The file of the form, or the answer that refuses it. */
export async function formFile(request: Request, { bytes, type }: UploadPass): Promise<File | Response> {
  const contentType = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return refused(415, "A form (multipart/form-data) is expected");
  const most = bytes + ENVELOPE_BYTES;
  const body = await bounded(request, most);
  if (body === undefined) return refused(413, `The file is larger than the ${bytes} bytes that were announced`);
  const form = await new Response(body, { headers: { "content-type": contentType } }).formData().catch(() => undefined);
  if (!form) return refused(400, "The form cannot be read");
  const file = form.get("file");
  if (!(file instanceof File)) return refused(400, "The form has no file of the name `file`");
  if (file.size > bytes) return refused(413, `The file is larger than the ${bytes} bytes that were announced`);
  const said = form.get("Content-Type") ?? file.type;
  if (typeof said !== "string" || plain(said) !== plain(type))
    return refused(400, `The form is for a file of the type ${type}`);
  return file;
}

/** True when a file of that name and size may come into that folder; one of the same name it replaces. */
export function hasRoom(folder: string, name: string, bytes: number): boolean {
  const others = readdirSync(folder).filter((one) => one !== name);
  const taken = others.reduce((sum, one) => sum + statSync(join(folder, one)).size, 0);
  return taken + bytes <= LIMIT_BYTES && others.length < LIMIT_FILES;
}

/** The body, or undefined when it is larger, whatever its headers say of it. */
async function bounded(request: Request, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > most) return undefined;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of request.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > most) return undefined;
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}

function plain(type: string): string {
  return type.replace(/;.*$/, "").trim().toLowerCase();
}

function refused(status: number, detail: string): Response {
  return Response.json({ detail }, { status });
}
