/** Deprecated endpoints for the files of a session: they operate on the workspace of the session. */
import { notFound } from "../../refusal.ts";
import { type AnyCall, sessionOf } from "../http/agents.ts";
import { endpoint } from "../http/endpoint.ts";
import { BySession } from "../http/schemas.ts";
import {
  FileListResponse,
  FileUploadRequest,
  FileUploadResponse,
  fileList,
  listQuery,
  uploadQuery,
  uploadUrls,
} from "../workspaces/files.ts";
import { workspaceOf } from "../workspaces/workspaces.ts";

const COMMON = { versions: ["v3"], tag: "Sessions", params: BySession, isDeprecated: true } as const;

/** Id of the session's workspace. Errors: 404 for an unknown session or a deleted workspace. */
async function workspaceIn(call: AnyCall, id: string): Promise<string> {
  const { workspaceId } = await sessionOf(call, id);
  if (workspaceId === null) throw notFound("Workspace");
  return (await workspaceOf(call, workspaceId)).id;
}

const listSessionFiles = endpoint({
  ...COMMON,
  method: "get",
  path: "/sessions/{session_id}/files",
  id: "listSessionFiles",
  summary: "List files of the workspace of a session",
  query: listQuery,
  status: 200,
  answer: FileListResponse,
  errors: [400, 404],
  async handle(call) {
    return { status: 200, body: await fileList(call, await workspaceIn(call, call.params.session_id)) };
  },
});

const uploadSessionFiles = endpoint({
  ...COMMON,
  method: "post",
  path: "/sessions/{session_id}/files/upload",
  id: "uploadSessionFiles",
  summary: "Get presigned URLs to upload files to the workspace of a session",
  query: uploadQuery,
  body: FileUploadRequest,
  example: { files: [{ name: "invoice.pdf", contentType: "application/pdf", size: 48_213 }] },
  status: 200,
  answer: FileUploadResponse,
  errors: [404, 413],
  async handle(call) {
    return { status: 200, body: await uploadUrls(call, await workspaceIn(call, call.params.session_id)) };
  },
});

export const sessionFiles = [listSessionFiles, uploadSessionFiles];
