/** Watches folders of the project for changes. */
import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";

/** Editors write a file in several steps, and Git changes many at once: changes this close together are one. */
const QUIET_MS = 150;

/**
 * Calls `changed` once at the start with no path, then with the paths of changed files, relative to the current folder.
 * Calls never overlap: what changes meanwhile is in the next one. Returns a function that ends the watch.
 */
export function watchFolders(folders: readonly string[], changed: (paths: string[]) => Promise<void>): () => void {
  const paths = new Set<string>();
  let timer: Timer | undefined;
  let isRunning = false;
  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    const batch = [...paths].sort();
    paths.clear();
    try {
      await changed(batch);
    } catch (error) {
      console.error(error);
    } finally {
      isRunning = false;
      if (paths.size > 0) void run();
    }
  };
  const watchers: FSWatcher[] = folders.map((folder) =>
    watch(folder, { recursive: true }, (_, name) => {
      if (name === null) return;
      paths.add(join(folder, name));
      clearTimeout(timer);
      timer = setTimeout(() => void run(), QUIET_MS);
    }),
  );
  void run();
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
