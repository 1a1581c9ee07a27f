/** Workspaces and their files: what the API tells of them, and what is asked of it. */
import { call, paged } from "./api.ts";

export interface Workspace {
  id: string;
  name: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface WorkspaceFile {
  path: string;
  size: number;
  lastModified: string;
  url: string | null;
}

export interface Folder {
  files: WorkspaceFile[];
  /** With a slash at their end. */
  folders: string[];
  hasMore: boolean;
}

const ROOT = "/api/v3/workspaces";
const pathOf = (id: string) => `${ROOT}/${encodeURIComponent(id)}`;

export const workspaces = (pages: number) => paged<Workspace>(ROOT, pages);
export const workspace = (id: string) => call<Workspace>("GET", pathOf(id));
export const create = (name: string) => call<Workspace>("POST", ROOT, name ? { name } : {});
export const rename = (id: string, name: string) => call<Workspace>("PATCH", pathOf(id), { name });
export const remove = (id: string) => call<void>("DELETE", pathOf(id));
export const usedBy = (id: string) =>
  call<{ sizeBytes: number; quotaBytes: number | null }>("GET", `${pathOf(id)}/size`);

export const named = ({ id, name }: Workspace) => name ?? `Workspace ${id.slice(0, 8)}`;

/** The API gives so many at once. */
const LIMIT = "100";

interface Listing {
  files: WorkspaceFile[];
  folders: string[];
  nextCursor: string | null;
}

/** What lies below a prefix, that many pages of it. `isShallow` tells folders in place of what they hold. */
async function list(id: string, prefix: string, isShallow: boolean, pages: number): Promise<Folder> {
  const found: Folder = { files: [], folders: [], hasMore: false };
  let cursor: string | null = null;
  for (let page = 0; page < pages && (page === 0 || cursor !== null); page++) {
    const query = new URLSearchParams({ prefix, limit: LIMIT, shallow: String(isShallow) });
    if (cursor !== null) query.set("cursor", cursor);
    const { files, folders, nextCursor }: Listing = await call("GET", `${pathOf(id)}/files?${query}`);
    found.files.push(...files);
    found.folders.push(...folders);
    cursor = nextCursor;
  }
  return { ...found, hasMore: cursor !== null };
}

export const folder = (id: string, prefix: string, pages: number) => list(id, prefix, true, pages);

/** All files whose path begins so. */
export const filesBelow = async (id: string, prefix: string, isShallow = false) =>
  (await list(id, prefix, isShallow, Number.POSITIVE_INFINITY)).files;

export const removeFile = (id: string, path: string) =>
  call<void>("DELETE", `${pathOf(id)}/files?${new URLSearchParams({ path })}`);

/** An address that opens the file for a minute. */
export async function addressOf(id: string, path: string): Promise<string> {
  const query = new URLSearchParams({ prefix: path, limit: "1", includeUrls: "true" });
  const { files } = await call<Listing>("GET", `${pathOf(id)}/files?${query}`);
  // In the order of paths the file itself comes before all others that begin like it.
  const [file] = files;
  if (file?.path !== path || file.url === null) throw new Error(`${path} is not there any more.`);
  return file.url;
}

/** An address that takes the bytes of a file within 5 minutes. */
export async function uploadAddress(id: string, path: string, { size }: File, contentType: string): Promise<string> {
  const at = path.lastIndexOf("/") + 1;
  const query = new URLSearchParams({ prefix: path.slice(0, at) });
  // The size of an empty file is told by nothing.
  const file = { name: path.slice(at), contentType, ...(size > 0 ? { size } : {}) };
  const { files } = await call<{ files: { uploadUrl: string }[] }>("POST", `${pathOf(id)}/files/upload?${query}`, {
    files: [file],
  });
  return files[0]?.uploadUrl ?? "";
}
