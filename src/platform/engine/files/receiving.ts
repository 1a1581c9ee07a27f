/** Receives an uploaded file, as a body or in a form: checks size and type, writes it to a path. */
import { readdirSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { boundedBody } from "../../../lib/body.ts";
import { Refusal } from "../../refusal.ts";
import type { UploadPass } from "./browser-files.ts";

/** Size of boundaries, headers and fields of a form. */
const ENVELOPE_BYTES = 64 * 1024;

/** Maximum total size and number of uploaded files per browser. */
const LIMIT_BYTES = 1024 ** 3;
const LIMIT_FILES = 1_000;

/** Writes the file of the request and returns its size in bytes. Errors: `Refusal` 400 and 413, and errors of the file system. */
export async function receiveFile(request: Request, pass: UploadPass, path: string): Promise<number> {
  const type = request.headers.get("content-type") ?? "";
  if (pass.isForm && /^multipart\/form-data\s*;/i.test(type))
    return await Bun.write(path, await formFile(request, pass, type), { mode: 0o600 });
  // A missing type means the announced one.
  if (type !== "" && plain(type) !== plain(pass.type)) throw wrongType(pass);
  const length = request.headers.get("content-length");
  if (length !== null) checkSize(pass, Number(length));
  const file = await open(path, "wx", 0o600);
  try {
    const bytes = await written(request, file, pass);
    if (length !== null && bytes !== Number(length)) throw new Refusal(400, "The body is shorter than announced");
    checkSize(pass, bytes);
    return bytes;
  } finally {
    await file.close();
  }
}

/** True if the folder has space for the file, which replaces one of the same name. */
export function hasDiskSpace(folder: string, name: string, bytes: number): boolean {
  const others = readdirSync(folder).filter((one) => one !== name);
  const usedBytes = others.reduce((sum, one) => sum + statSync(join(folder, one)).size, 0);
  return usedBytes + bytes <= LIMIT_BYTES && others.length < LIMIT_FILES;
}

/** Streams the body to the file. */
async function written({ body }: Request, file: FileHandle, pass: UploadPass): Promise<number> {
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.byteLength;
    if (bytes > pass.bytes) throw tooLarge(pass);
    await file.writeFile(piece);
  }
  return bytes;
}

/** The file of a form, which is small enough for memory. */
async function formFile(request: Request, pass: UploadPass, contentType: string): Promise<File> {
  const body = await boundedBody(request, pass.bytes + ENVELOPE_BYTES);
  if (!body) throw tooLarge(pass);
  const form = await new Response(body, { headers: { "content-type": contentType } }).formData().catch(() => undefined);
  if (!form) throw new Refusal(400, "The form is not valid");
  const file = form.get("file");
  if (!(file instanceof File)) throw new Refusal(400, "The form has no file named `file`");
  if (file.size > pass.bytes) throw tooLarge(pass);
  const type = form.get("Content-Type") ?? file.type;
  if (typeof type !== "string" || plain(type) !== plain(pass.type)) throw wrongType(pass);
  return file;
}

function checkSize(pass: UploadPass, bytes: number): void {
  if (bytes > pass.bytes) throw tooLarge(pass);
  if (pass.isExact && bytes < pass.bytes)
    throw new Refusal(400, `The file has ${bytes} bytes, but ${pass.bytes} were announced`);
}

function plain(type: string): string {
  return type.replace(/;.*$/, "").trim().toLowerCase();
}

function wrongType({ type }: UploadPass): Refusal {
  return new Refusal(400, `Content-Type must be ${type}, as announced for this file`);
}

function tooLarge({ bytes, isExact }: UploadPass): Refusal {
  const limit = isExact ? "that were announced" : "that this URL accepts";
  return new Refusal(413, `The file is larger than the ${bytes} bytes ${limit}`);
}
