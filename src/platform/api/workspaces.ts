/** Endpoints of workspaces, v3 alone: folders of files that outlive sessions. Described and checked; not in this version. */
import { planned } from "./endpoint.ts";
import { cursorQuery, dateTime, integer, pageOf, pageQuery, queryFlag, text, uuid } from "./fields.ts";
import { z } from "./hono.ts";

const COMMON = { versions: ["v3"], tag: "Workspaces" } as const;
const WHAT = "workspaces";

const naming = { name: text(0, 100).nullish() };
const WorkspaceCreateRequest = z.object(naming).openapi("WorkspaceCreateRequest");
const WorkspaceUpdateRequest = z.object(naming).openapi("WorkspaceUpdateRequest");

const WorkspaceView = z
  .object({ id: uuid(), name: z.string().nullish(), createdAt: dateTime(), updatedAt: dateTime() })
  .openapi("WorkspaceView");

const FileInfo = z
  .object({ path: z.string(), size: integer(), lastModified: dateTime(), url: z.string().nullish() })
  .openapi("FileInfo");

const FileListResponse = z
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
    contentType: text(0, 255).default("application/octet-stream"),
    size: integer(1).nullish().openapi({ description: "Bytes" }),
  })
  .openapi("FileUploadItem");

const FileUploadRequest = z.object({ files: z.array(FileUploadItem).min(1).max(10) }).openapi("FileUploadRequest");

const FileUploadResponseItem = z
  .object({
    name: z.string(),
    uploadUrl: z.string().openapi({ description: "PUT the bytes here, with the content type that was said" }),
    path: z.string(),
  })
  .openapi("FileUploadResponseItem");

const FileUploadResponse = z.object({ files: z.array(FileUploadResponseItem) }).openapi("FileUploadResponse");

const WorkspaceSize = z
  .object({
    sizeBytes: integer(),
    quotaBytes: integer().nullable(),
    size_bytes: integer(),
    quota_bytes: integer().nullable(),
  })
  .openapi("WorkspaceSize", { description: "Each number by both of the names that clients know" });

const ByWorkspace = z.object({ workspace_id: uuid() });
const prefix = z.string().default("").openapi({ description: "Folder within the workspace" });

export const workspaces = [
  planned(WHAT, {
    ...COMMON,
    method: "get",
    path: "/workspaces",
    id: "listWorkspaces",
    summary: "List workspaces, newest first",
    query: z.object(pageQuery),
    status: 200,
    answer: pageOf(WorkspaceView, "WorkspaceListResponse"),
  }),
  planned(WHAT, {
    ...COMMON,
    method: "post",
    path: "/workspaces",
    id: "createWorkspace",
    summary: "Make a workspace",
    body: WorkspaceCreateRequest,
    bodyOptional: true,
    example: { name: "invoices" },
    status: 201,
    answer: WorkspaceView,
  }),
  planned(WHAT, {
    ...COMMON,
    method: "get",
    path: "/workspaces/{workspace_id}",
    id: "getWorkspace",
    summary: "Read a workspace",
    params: ByWorkspace,
    status: 200,
    answer: WorkspaceView,
    errors: [404],
  }),
  planned(WHAT, {
    ...COMMON,
    method: "patch",
    path: "/workspaces/{workspace_id}",
    id: "updateWorkspace",
    summary: "Rename a workspace",
    params: ByWorkspace,
    body: WorkspaceUpdateRequest,
    example: { name: "invoices of this year" },
    status: 200,
    answer: WorkspaceView,
    errors: [404],
  }),
  planned(WHAT, {
    ...COMMON,
    method: "delete",
    path: "/workspaces/{workspace_id}",
    id: "deleteWorkspace",
    summary: "Delete a workspace with its files",
    params: ByWorkspace,
    status: 204,
  }),
  planned(WHAT, {
    ...COMMON,
    method: "get",
    path: "/workspaces/{workspace_id}/files",
    id: "listWorkspaceFiles",
    summary: "List files of a workspace",
    params: ByWorkspace,
    query: z.object({
      prefix,
      ...cursorQuery,
      shallow: queryFlag().default(false).openapi({ description: "Folders are told instead of what lies in them" }),
    }),
    status: 200,
    answer: FileListResponse,
    errors: [404],
  }),
  planned(WHAT, {
    ...COMMON,
    method: "delete",
    path: "/workspaces/{workspace_id}/files",
    id: "deleteWorkspaceFile",
    summary: "Delete a file of a workspace",
    params: ByWorkspace,
    query: z.object({ path: z.string().openapi({ description: "The file, as the list tells it" }) }),
    status: 204,
    errors: [404],
  }),
  planned(WHAT, {
    ...COMMON,
    method: "get",
    path: "/workspaces/{workspace_id}/size",
    id: "getWorkspaceSize",
    summary: "Read how much a workspace holds",
    params: ByWorkspace,
    status: 200,
    answer: WorkspaceSize,
    errors: [404],
  }),
  planned(WHAT, {
    ...COMMON,
    method: "post",
    path: "/workspaces/{workspace_id}/files/upload",
    id: "uploadWorkspaceFiles",
    summary: "Get addresses to upload files to",
    params: ByWorkspace,
    query: z.object({ prefix }),
    body: FileUploadRequest,
    example: { files: [{ name: "invoice.pdf", contentType: "application/pdf", size: 48_213 }] },
    status: 200,
    answer: FileUploadResponse,
    errors: [404],
  }),
];
