/** A file that a caller sends, as a body or in a form: read with a bound, held against what was allowed, written to a path. */
import { readdirSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { boundedBody } from "../../../lib/body.ts";
import { Refusal } from "../../refusal.ts";
import type { UploadPass } from "./browser-files.ts";

/** What a form has besides its file: boundaries, headers, fields. */
const ENVELOPE_BYTES = 64 * 1024;

/** What all files of one browser may have, and how many they may be. */
const LIMIT_BYTES = 1024 ** 3;
const LIMIT_FILES = 1_000;

/** Writes the file of the request there and gives its size. Errors: `Refusal` 400 and 413, and what the disk refuses. */
export async function receiveFile(request: Request, pass: UploadPass, path: string): Promise<number> {
  const type = request.headers.get("content-type") ?? "";
  if (pass.isForm && /^multipart\/form-data\s*;/i.test(type))
    return await Bun.write(path, await formFile(request, pass, type), { mode: 0o600 });
  // Who says nothing of the type keeps to what was announced.
  if (type !== "" && plain(type) !== plain(pass.type)) throw wrongType(pass);
  const length = request.headers.get("content-length");
  if (length !== null) checkSize(pass, Number(length));
  const file = await open(path, "wx", 0o600);
  try {
    const bytes = await written(request, file, pass);
    if (length !== null && bytes !== Number(length))
      throw new Refusal(400, "The body ended before its announced length");
    checkSize(pass, bytes);
    return bytes;
  } finally {
    await file.close();
  }
}

/** True when a file of that name and size may come into that folder; one of the same name it replaces. */
export function hasDiskSpace(folder: string, name: string, bytes: number): boolean {
  const others = readdirSync(folder).filter((one) => one !== name);
  const taken = others.reduce((sum, one) => sum + statSync(join(folder, one)).size, 0);
  return taken + bytes <= LIMIT_BYTES && others.length < LIMIT_FILES;
}

/** Piece by piece, as fast as the disk takes it. */
async function written({ body }: Request, file: FileHandle, pass: UploadPass): Promise<number> {
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.byteLength;
    if (bytes > pass.bytes) throw tooLarge(pass);
    await file.writeFile(piece);
  }
  return bytes;
}

/** The file of the form. It is small enough to be held. */
async function formFile(request: Request, pass: UploadPass, contentType: string): Promise<File> {
  const body = await boundedBody(request, pass.bytes + ENVELOPE_BYTES);
  if (!body) throw tooLarge(pass);
  const form = await new Response(body, { headers: { "content-type": contentType } }).formData().catch(() => undefined);
  if (!form) throw new Refusal(400, "The form cannot be read");
  const file = form.get("file");
  if (!(file instanceof File)) throw new Refusal(400, "The form has no file of the name `file`");
  if (file.size > pass.bytes) throw tooLarge(pass);
  const said = form.get("Content-Type") ?? file.type;
  if (typeof said !== "string" || plain(said) !== plain(pass.type)) throw wrongType(pass);
  return file;
}

function checkSize(pass: UploadPass, bytes: number): void {
  if (bytes > pass.bytes) throw tooLarge(pass);
  if (pass.isExact && bytes < pass.bytes)
    throw new Refusal(400, `The file has ${bytes} bytes, and ${pass.bytes} were announced`);
}

function plain(type: string): string {
  return type.replace(/;.*$/, "").trim().toLowerCase();
}

function wrongType({ type }: UploadPass): Refusal {
  return new Refusal(400, `Content-Type must be ${type}: it was announced for this file`);
}

function tooLarge({ bytes, isExact }: UploadPass): Refusal {
  const most = isExact ? "that were announced" : "that this address accepts";
  return new Refusal(413, `The file is larger than the ${bytes} bytes ${most}`);
}
