/** Files that a person chose or dropped, folders with all that they hold, under the paths that they have there. */

export interface Picked {
  /** Folders and name, separated by slashes. */
  path: string;
  file: File;
}

/** Of a file field, which may have chosen a folder. */
export function chosen(files: FileList | null): Picked[] {
  return [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** What was dropped can be read only during its event: this is called within it. */
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
    // Some at a time, until there are none.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    for (const one of some) found.push(...(await below(one, `${path}/`)));
  }
}
