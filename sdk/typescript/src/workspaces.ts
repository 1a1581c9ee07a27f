/** Workspaces with what takes more than one call: files and folders to and fro, without holding them in memory. */

import type { FolderOptions, TransferOptions, UploadOptions } from "./files.ts";
import * as v3 from "./generated/v3.ts";
import type { FileInfo } from "./generated/v3-types.ts";

export class Workspaces extends v3.Workspaces {
  /**
   * Uploads a file. `source` is a path of this machine, or the content. Returns the path in the workspace.
   *
   * @throws {ApiError} 404, 413
   */
  async upload(workspaceId: string, source: string | Blob, options: UploadOptions = {}): Promise<string> {
    const files = await import("./files.ts");
    return await files.upload(this.http, source, options, (wanted, prefix, calling) =>
      this.files.upload(workspaceId, { files: [wanted], prefix }, calling),
    );
  }

  /** Uploads all files of a folder, with those below it, to `prefix`. Returns their paths in the workspace. */
  async uploadFolder(workspaceId: string, folder: string, options: FolderOptions = {}): Promise<string[]> {
    const { filesBelow, inParallel } = await import("./files.ts");
    const { prefix = "", ...transfer } = options;
    return await inParallel(filesBelow(folder), ({ file, name }) =>
      this.upload(workspaceId, file, { ...transfer, path: prefix + name }),
    );
  }

  /** Downloads a file to `target`, a path of this machine. A lost connection is taken up where it broke. */
  async download(workspaceId: string, path: string, target: string, options?: TransferOptions): Promise<void> {
    const files = await import("./files.ts");
    await files.download(this.http, target, options, () => this.#find(workspaceId, path));
  }

  /** Downloads all files whose paths begin with `prefix` into a folder. Returns the files written. */
  async downloadFolder(workspaceId: string, folder: string, options: FolderOptions = {}): Promise<string[]> {
    const { inParallel, within } = await import("./files.ts");
    const { prefix = "", ...transfer } = options;
    return await inParallel(this.files.list(workspaceId, { prefix, limit: 100 }), async ({ path }) => {
      const target = within(folder, path.slice(prefix.length));
      await this.download(workspaceId, path, target, transfer);
      return target;
    });
  }

  /** A fresh address of a file, which opens it for a minute without a key; undefined where there is no such file. */
  async fileUrl(workspaceId: string, path: string): Promise<string | undefined> {
    return (await this.#find(workspaceId, path))?.url ?? undefined;
  }

  /** A path comes before all that it begins. */
  async #find(workspaceId: string, path: string): Promise<FileInfo | undefined> {
    const { files } = await this.files.list(workspaceId, { prefix: path, includeUrls: true, limit: 1 });
    return files.find((file) => file.path === path);
  }
}
