/**
 * Files as the API has them: lists of what browsers downloaded, and addresses at which callers fetch files and bring them.
 * Addresses are signed and open one thing for a while; they need no key.
 */
import { randomBytes } from "node:crypto";
import { Refusal } from "../../refusal.ts";
import type { Objects } from "../../store/objects/objects.ts";
import type { FilePosition, FileRecord, FileRecords } from "../../store/records/file-records.ts";
import type { Grants } from "../lifecycle/grants.ts";
import type { Downloads } from "./downloads.ts";

/** How long the address of a download opens it. */
const LINK_MS = 15 * 60_000;

/** How long a form may be sent. */
const FORM_MS = 120_000;

/** How long an address for the files of a workspace may be used: for reading and for writing. */
export const WORKSPACE_LINK_MS = 60_000;
export const WORKSPACE_UPLOAD_MS = 300_000;

/** One upload: what is accepted and where it goes. The signed address carries it, so no table of uploads exists. */
export type UploadPass = {
  /** Media type. */
  type: string;
  /** As many bytes, at most or exactly. */
  bytes: number;
  isExact?: boolean;
  /** The file may also come as a part of a form. */
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

/** With which key somebody asks, and when. */
export interface BrowserRequest {
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

  /** What the pages of a browser downloaded, oldest first. Errors: `Refusal` 400 for a cursor that is none of ours. */
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

  /** An address of an object under that name, for a quarter of an hour: of the storage where it gives any, else ours. */
  link(
    { object, path }: { object: string; path: string },
    base: string,
    asked: BrowserRequest,
    expiresMs = LINK_MS,
  ): string {
    const direct = this.#objects.link(object, { expiresMs, filename: path });
    return direct ?? fileLink({ object, name: path }, base, { ...asked, grants: this.#grants, expiresMs });
  }

  /** The form by which a caller brings one file of that kind and at most that size, under that safe name. */
  uploadForm(fileName: string, pass: UploadPass, base: string, asked: BrowserRequest): UploadForm {
    return {
      url: this.uploadAddress(pass, base, asked, FORM_MS),
      method: "POST",
      fields: { key: fileName, "Content-Type": pass.type },
      fileName,
      expiresIn: FORM_MS / 1000,
    };
  }

  /** Where that one file may be sent for so long. */
  uploadAddress(pass: UploadPass, base: string, { keyId, now }: BrowserRequest, expiresMs: number): string {
    const text = encode({ ...pass, nonce: randomBytes(9).toString("base64url") });
    const token = this.#grants.token({ purpose: "upload", subject: text, expires: now + expiresMs, keyId });
    return `${base}/files/upload/${text}.${token}`;
  }
}

/** The address of an object under that name, for a quarter of an hour or as long as is said. Whoever has it can read it. */
export function fileLink(
  file: { object: string; name: string },
  base: string,
  { grants, keyId, now, expiresMs = LINK_MS }: BrowserRequest & { grants: Grants; expiresMs?: number },
): string {
  const text = encode(file);
  const token = grants.token({ purpose: "file", subject: text, expires: now + expiresMs, keyId });
  return `${base}/files/${text}.${token}/${encodeURIComponent(file.name)}`;
}

/** What the token of such an address opens, and with which key; undefined when it is none or too old. */
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
    throw new Refusal(400, "The cursor is none of this list", {
      hint: "Take it from `nextCursor` of the page before.",
    });
  return { modifiedAt: Number(at), id };
}
