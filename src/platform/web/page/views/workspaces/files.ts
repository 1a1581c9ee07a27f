/** Workspaces and their files in the API. */
import { call } from "../../api/client.ts";
import { byCursor } from "../../api/pages.ts";
import type { FileInfo, WorkspaceView } from "../../api/v3.gen.ts";

export const nameOf = ({ id, name }: WorkspaceView) => name ?? `Workspace ${id.slice(0, 8)}`;

export interface Folder {
  files: FileInfo[];
  /** Paths with a trailing slash. */
  folders: string[];
  hasMore: boolean;
}

/** Reads the first `pages` pages of the files below `prefix`. With `shallow`, subfolders replace their files. */
export async function folder(id: string, prefix: string, pages: number, shallow = true): Promise<Folder> {
  const { answers, hasMore } = await byCursor(pages, (page) =>
    call("GET /v3/workspaces/{workspace_id}/files", { path: [id], query: { ...page, prefix, shallow } }),
  );
  const files = answers.flatMap((one) => one.files);
  return { files, folders: answers.flatMap((one) => one.folders), hasMore };
}

/** All files below `prefix`; with `shallow` only those directly in that folder. */
export const filesBelow = async (id: string, prefix: string, shallow = false) =>
  (await folder(id, prefix, Number.POSITIVE_INFINITY, shallow)).files;

export const removeFile = (id: string, path: string) =>
  call("DELETE /v3/workspaces/{workspace_id}/files", { path: [id], query: { path } });

/** Returns an address that opens the file for one minute. Errors: the file no longer exists. */
export async function addressOfFile(id: string, path: string): Promise<string> {
  const query = { prefix: path, limit: 1, includeUrls: true };
  const { files } = await call("GET /v3/workspaces/{workspace_id}/files", { path: [id], query });
  // The file itself sorts before all other files that have its path as a prefix.
  const [file] = files;
  if (file?.path !== path || file.url === null) throw new Error(`${path} no longer exists.`);
  return file.url;
}

/** Returns an address that accepts the bytes of a file within 5 minutes. */
export async function uploadAddress(id: string, path: string, { size }: File, contentType: string): Promise<string> {
  const at = path.lastIndexOf("/") + 1;
  // The API rejects a size of 0.
  const file = { name: path.slice(at), contentType, ...(size > 0 ? { size } : {}) };
  const { files } = await call("POST /v3/workspaces/{workspace_id}/files/upload", {
    path: [id],
    query: { prefix: path.slice(0, at) },
    body: { files: [file] },
  });
  return files[0]?.uploadUrl ?? "";
}
