/** Files that a person chose or dropped, including the contents of folders, with their relative paths. */

export interface Picked {
  /** Folders and name, separated by slashes. */
  path: string;
  file: File;
}

/** The files of a file input, which may have chosen a folder. */
export function chosen(files: FileList | null): Picked[] {
  return [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** Reads dropped files. Call it during the drop event, because the browser clears the data afterwards. */
export async function dropped({ items }: DataTransfer): Promise<Picked[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return (await Promise.all(entries.map((entry) => below(entry, "")))).flat();
}

async function below(entry: FileSystemEntry, folder: string): Promise<Picked[]> {
  const path = `${folder}${entry.name}`;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ path, file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: Picked[] = [];
  for (;;) {
    // A call returns some entries; an empty list marks the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    for (const one of some) found.push(...(await below(one, `${path}/`)));
  }
}
