/** Helpers for workspaces, in addition to the endpoints: uploads and downloads of files and folders, as streams. */

import type { FolderOptions, TransferOptions, UploadOptions } from "./files.ts";
import * as v3 from "./generated/v3.ts";
import type { FileInfo } from "./generated/v3-types.ts";

export class Workspaces extends v3.Workspaces {
  /**
   * Uploads a file. `source` is a local path, or the content as a `Blob`. Returns the path in the workspace.
   *
   * @throws {ApiError} with status 404 or 413
   */
  async upload(workspaceId: string, source: string | Blob, options: UploadOptions = {}): Promise<string> {
    const files = await import("./files.ts");
    return await files.upload(this.http, source, options, (wanted, prefix, calling) =>
      this.files.upload(workspaceId, { files: [wanted], prefix }, calling),
    );
  }

  /** Uploads all files of a folder and its subfolders to `prefix`. Returns their paths in the workspace. */
  async uploadFolder(workspaceId: string, folder: string, options: FolderOptions = {}): Promise<string[]> {
    const { filesBelow, inParallel } = await import("./files.ts");
    const { prefix = "", ...transfer } = options;
    return await inParallel(filesBelow(folder), ({ file, name }) =>
      this.upload(workspaceId, file, { ...transfer, path: prefix + name }),
    );
  }

  /** Downloads a file to the local path `target`. After a lost connection the download continues where it stopped. */
  async download(workspaceId: string, path: string, target: string, options?: TransferOptions): Promise<void> {
    const files = await import("./files.ts");
    await files.download(this.http, path, target, options, () => this.#find(workspaceId, path));
  }

  /** Downloads all files whose paths start with `prefix` into a local folder. Returns the local paths. */
  async downloadFolder(workspaceId: string, folder: string, options: FolderOptions = {}): Promise<string[]> {
    const { inParallel, within } = await import("./files.ts");
    const { prefix = "", ...transfer } = options;
    return await inParallel(this.files.list(workspaceId, { prefix, limit: 100 }), async ({ path }) => {
      const target = within(folder, path.slice(prefix.length));
      await this.download(workspaceId, path, target, transfer);
      return target;
    });
  }

  /** A new signed URL of a file, valid for one minute and without a key; undefined when the file does not exist. */
  async fileUrl(workspaceId: string, path: string): Promise<string | undefined> {
    return (await this.#find(workspaceId, path))?.url ?? undefined;
  }

  /** In the order of the list, a path comes before all paths that it is a prefix of. */
  async #find(workspaceId: string, path: string): Promise<FileInfo | undefined> {
    const { files } = await this.files.list(workspaceId, { prefix: path, includeUrls: true, limit: 1 });
    return files.find((file) => file.path === path);
  }
}
