/** Endpoints for the files of workspaces, v3 only. */
import { WORKSPACE_LINK_MS, WORKSPACE_UPLOAD_MS } from "../../engine/files/browser-files.ts";
import { Refusal } from "../../refusal.ts";
import type { WorkspaceFile } from "../../store/records/workspaces.ts";
import { faultOfPath, nameOf, pathIn } from "../../workspaces/paths.ts";
import { MAX_FILE_BYTES } from "../../workspaces/workspaces.ts";
import { dateOf } from "../http/agents.ts";
import { type Call, endpoint } from "../http/endpoint.ts";
import { cursorQuery, dateTime, integer, queryFlag, text } from "../http/fields.ts";
import { z } from "../http/hono.ts";
import { Invalid, type Problem } from "../http/problems.ts";
import { ByWorkspace, workspaceOf } from "./workspaces.ts";

const COMMON = { versions: ["v3"], tag: "Workspaces" } as const;

const FileInfo = z
  .object({ path: z.string(), size: integer(), lastModified: dateTime(), url: z.string().nullish() })
  .openapi("FileInfo");

export const FileListResponse = z
  .object({
    files: z.array(FileInfo),
    folders: z.array(z.string()).optional(),
    nextCursor: z.string().nullish(),
    hasMore: z.boolean().default(false),
  })
  .openapi("FileListResponse");

const FileUploadItem = z
  .object({
    name: text(1, 255),
    contentType: text(0, 255)
      .default("application/octet-stream")
      .openapi({ description: "Media type, such as text/csv; the upload must send the same" }),
    size: integer(1).nullish().openapi({ description: "Size in bytes" }),
  })
  .openapi("FileUploadItem");

export const FileUploadRequest = z
  .object({ files: z.array(FileUploadItem).min(1).max(10) })
  .openapi("FileUploadRequest");

const FileUploadResponseItem = z
  .object({
    name: z.string(),
    uploadUrl: z.string().openapi({ description: "PUT the bytes to this URL with the declared content type" }),
    path: z.string(),
  })
  .openapi("FileUploadResponseItem");

export const FileUploadResponse = z.object({ files: z.array(FileUploadResponseItem) }).openapi("FileUploadResponse");

/** A media type in header syntax. */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;[\x20-\x7e]*)?$/;

export const listQuery = z.object({
  prefix: z.string().max(1_024).default("").openapi({ description: "Prefix of the paths, such as `reports/`" }),
  ...cursorQuery,
  shallow: queryFlag().default(false).openapi({
    description: "Return each folder below `prefix` as one entry of `folders`",
  }),
});

export const uploadQuery = z.object({
  prefix: z.string().max(1_024).default("").openapi({ description: "Target folder, such as `reports/`" }),
});

type ListCall = Call<unknown, z.output<typeof listQuery>, unknown>;
type UploadCall = Call<unknown, z.output<typeof uploadQuery>, z.output<typeof FileUploadRequest>>;

/** A page of the files of a workspace. Errors: 400 for an invalid cursor. */
export async function fileList({ platform, keyId, base, query }: ListCall, workspaceId: string) {
  const { prefix, limit, cursor, shallow, includeUrls } = query;
  const after = cursor === undefined ? "" : pathOf(cursor);
  const page = await platform.workspaces.list(workspaceId, { prefix, after, limit, isShallow: shallow });
  const signing = { keyId, now: platform.now() };
  const url = ({ object, path }: WorkspaceFile) =>
    platform.files.link({ object, path: nameOf(path) }, base, signing, WORKSPACE_LINK_MS);
  return {
    files: page.files.map((file) => ({
      path: file.path,
      size: file.bytes,
      lastModified: dateOf(file.modifiedAt),
      url: includeUrls ? url(file) : null,
    })),
    folders: page.folders,
    nextCursor: page.next === undefined ? null : Buffer.from(page.next).toString("base64url"),
    hasMore: page.next !== undefined,
  };
}

/** Presigned upload URLs for the requested files. Errors: 413 over the quota, 422 for invalid paths and media types. */
export async function uploadUrls({ platform, keyId, base, query, body }: UploadCall, workspaceId: string) {
  const wanted = body.files.map((one) => ({ ...one, path: pathIn(query.prefix, one.name) }));
  const problems = wanted.flatMap(({ path, contentType }, n): Problem[] => {
    const fault = (field: string, msg: string) => ({ loc: ["body", "files", n, field], msg, type: "value_error" });
    const wrong = faultOfPath(path);
    if (wrong !== undefined) return [fault("name", wrong)];
    return MEDIA_TYPE.test(contentType) ? [] : [fault("contentType", "Input should be a media type, such as text/csv")];
  });
  if (problems.length > 0) throw new Invalid(problems);
  for (const { path, size } of wanted) await platform.workspaces.checkCapacity(workspaceId, path, size ?? 0);
  const signing = { keyId, now: platform.now() };
  const files = wanted.map(({ name, path, contentType: type, size }) => {
    const bytes = size ?? Math.min(platform.workspaces.quotaBytes ?? MAX_FILE_BYTES, MAX_FILE_BYTES);
    const pass = { workspaceId, path, type, bytes, isExact: typeof size === "number", isForm: false };
    return { name, path, uploadUrl: platform.files.uploadAddress(pass, base, signing, WORKSPACE_UPLOAD_MS) };
  });
  return { files };
}

function pathOf(cursor: string): string {
  const path = Buffer.from(cursor, "base64url").toString();
  if (path !== "" && faultOfPath(path.replace(/\/$/, "")) === undefined) return path;
  throw new Refusal(400, "Invalid cursor", { hint: "Pass `nextCursor` of the previous page." });
}

const listWorkspaceFiles = endpoint({
  ...COMMON,
  method: "get",
  path: "/workspaces/{workspace_id}/files",
  id: "listWorkspaceFiles",
  summary: "List files of a workspace",
  description: "Sorted by path. With `includeUrls` each file has a `url` that is valid for 60 seconds.",
  params: ByWorkspace,
  query: listQuery,
  status: 200,
  answer: FileListResponse,
  errors: [400, 404],
  async handle(call) {
    const { id } = await workspaceOf(call, call.params.workspace_id);
    return { status: 200, body: await fileList(call, id) };
  },
});

const uploadWorkspaceFiles = endpoint({
  ...COMMON,
  method: "post",
  path: "/workspaces/{workspace_id}/files/upload",
  id: "uploadWorkspaceFiles",
  summary: "Get presigned URLs to upload files",
  description:
    "PUT the bytes of each file to its `uploadUrl` within 5 minutes, with the declared `contentType` and exactly `size` bytes if a size was declared. An existing file is replaced.",
  params: ByWorkspace,
  query: uploadQuery,
  body: FileUploadRequest,
  example: { files: [{ name: "invoice.pdf", contentType: "application/pdf", size: 48_213 }] },
  status: 200,
  answer: FileUploadResponse,
  errors: [404, 413],
  async handle(call) {
    const { id } = await workspaceOf(call, call.params.workspace_id);
    return { status: 200, body: await uploadUrls(call, id) };
  },
});

const deleteWorkspaceFile = endpoint({
  ...COMMON,
  method: "delete",
  path: "/workspaces/{workspace_id}/files",
  id: "deleteWorkspaceFile",
  summary: "Delete a file of a workspace",
  params: ByWorkspace,
  query: z.object({ path: z.string().openapi({ description: "Path of the file, as in the list" }) }),
  status: 204,
  errors: [404],
  async handle(call) {
    const { id } = await workspaceOf(call, call.params.workspace_id);
    await call.platform.workspaces.removeFile(id, call.query.path);
    return { status: 204 };
  },
});

export const workspaceFiles = [listWorkspaceFiles, uploadWorkspaceFiles, deleteWorkspaceFile];
