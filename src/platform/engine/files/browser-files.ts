/**
 * Lists of downloads, and signed URLs for reading and uploading files. A signed URL needs no key and works for one file and a
 * limited time.
 */
import { randomBytes } from "node:crypto";
import { Refusal } from "../../refusal.ts";
import type { Objects } from "../../store/objects/objects.ts";
import type { FilePosition, FileRecord, FileRecords } from "../../store/records/file-records.ts";
import type { Grants } from "../lifecycle/grants.ts";
import type { Downloads } from "./downloads.ts";

/** Validity of a download URL. */
const LINK_MS = 15 * 60_000;

/** Validity of an upload form. */
const FORM_MS = 120_000;

/** Validity of URLs for workspace files: reading and writing. */
export const WORKSPACE_LINK_MS = 60_000;
export const WORKSPACE_UPLOAD_MS = 300_000;

/** What one upload accepts and where it goes. The signed URL contains it, so no table of uploads exists. */
export type UploadPass = {
  /** Media type. */
  type: string;
  /** Size in bytes: the maximum, or the exact size if `isExact`. */
  bytes: number;
  isExact?: boolean;
  /** Multipart forms are accepted too. */
  isForm: boolean;
} & ({ browserId: string; name: string } | { workspaceId: string; path: string });

export interface UploadForm {
  url: string;
  method: "POST";
  fields: Record<string, string>;
  fileName: string;
  expiresIn: number;
}

export interface FilesPage {
  files: FileRecord[];
  /** Undefined on the last page. */
  nextCursor: string | undefined;
}

/** The caller's key, and the current time in ms since 1970. */
export interface LinkRequest {
  keyId: string;
  now: number;
}

export interface FilesSetup {
  records: FileRecords;
  objects: Objects;
  downloads: Downloads;
  grants: Grants;
}

export class Files {
  readonly #records: FileRecords;
  readonly #objects: Objects;
  readonly #downloads: Downloads;
  readonly #grants: Grants;

  constructor({ records, objects, downloads, grants }: FilesSetup) {
    this.#records = records;
    this.#objects = objects;
    this.#downloads = downloads;
    this.#grants = grants;
  }

  /** Downloads of a browser, oldest first. Errors: `Refusal` 400 for an invalid cursor. */
  async downloads(
    browserId: string,
    { limit, cursor }: { limit: number; cursor?: string | undefined },
  ): Promise<FilesPage> {
    const after = cursor === undefined ? undefined : positionOf(cursor);
    await this.#downloads.settled(browserId);
    const found = await this.#records.list(browserId, "download", { limit: limit + 1, after });
    const files = found.slice(0, limit);
    const last = files.at(-1);
    return { files, nextCursor: found.length > limit && last ? cursorOf(last) : undefined };
  }

  /** A URL of an object under that file name: of the object storage if it supports links, else of this server. */
  link(
    { object, path }: { object: string; path: string },
    base: string,
    request: LinkRequest,
    expiresMs = LINK_MS,
  ): string {
    const direct = this.#objects.link(object, { expiresMs, filename: path });
    return direct ?? fileLink({ object, name: path }, base, { ...request, grants: this.#grants, expiresMs });
  }

  /** The form for uploading one file of that type and size under that name. */
  uploadForm(fileName: string, pass: UploadPass, base: string, request: LinkRequest): UploadForm {
    return {
      url: this.uploadAddress(pass, base, request, FORM_MS),
      method: "POST",
      fields: { key: fileName, "Content-Type": pass.type },
      fileName,
      expiresIn: FORM_MS / 1000,
    };
  }

  /** A URL that accepts one upload until it expires. */
  uploadAddress(pass: UploadPass, base: string, { keyId, now }: LinkRequest, expiresMs: number): string {
    const text = encode({ ...pass, nonce: randomBytes(9).toString("base64url") });
    const token = this.#grants.token({ purpose: "upload", subject: text, expires: now + expiresMs, keyId });
    return `${base}/files/upload/${text}.${token}`;
  }
}

/** A URL of this server for an object under that file name. Anyone with the URL can read the file. */
export function fileLink(
  file: { object: string; name: string },
  base: string,
  { grants, keyId, now, expiresMs = LINK_MS }: LinkRequest & { grants: Grants; expiresMs?: number },
): string {
  const text = encode(file);
  const token = grants.token({ purpose: "file", subject: text, expires: now + expiresMs, keyId });
  return `${base}/files/${text}.${token}/${encodeURIComponent(file.name)}`;
}

/** The content of a token with the id of its key; undefined if it is invalid or expired. */
export function opened<T extends object>(
  token: string,
  purpose: "file" | "upload",
  grants: Grants,
  now: number,
): (T & { keyId: string }) | undefined {
  const [, text = "", signed = ""] = /^([\w-]{1,4096})\.(.{1,200})$/.exec(token) ?? [];
  const keyId = grants.opened(signed, purpose, text, now);
  return keyId === undefined ? undefined : { ...(JSON.parse(Buffer.from(text, "base64url").toString()) as T), keyId };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function cursorOf({ modifiedAt, id }: FilePosition): string {
  return Buffer.from(`${modifiedAt}.${id}`).toString("base64url");
}

function positionOf(cursor: string): FilePosition {
  const [, at, id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (at === undefined || id === undefined)
    throw new Refusal(400, "Invalid cursor", {
      hint: "Use `nextCursor` of the previous page.",
    });
  return { modifiedAt: Number(at), id };
}
