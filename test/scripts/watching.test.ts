/** What `bun run dev` and `bun run test:watch` take for a change. */

import { expect, test } from "bun:test";
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashOf } from "../../scripts/watch.ts";
import { watchFolders } from "../../scripts/watching.ts";
import { temporaryFolder } from "../support/folder.ts";

test("the hash of a folder follows names and contents, and not times", () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "a.ts");
  writeFileSync(file, "one");
  const first = hashOf(folder.path);
  utimesSync(file, 0, 0);
  expect(hashOf(folder.path)).toBe(first);
  writeFileSync(file, "two");
  expect(hashOf(folder.path)).not.toBe(first);
  writeFileSync(file, "one");
  writeFileSync(join(folder.path, "b.ts"), "");
  expect(hashOf(folder.path)).not.toBe(first);
});

test("changes are handed over in batches that do not overlap", async () => {
  using folder = temporaryFolder();
  const batches: string[][] = [];
  let running = 0;
  let mostAtOnce = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = watchFolders([folder.path], async (paths) => {
    mostAtOnce = Math.max(mostAtOnce, ++running);
    batches.push(paths);
    // The second file is written while the batch of the first is handled.
    if (paths.includes(join(folder.path, "a.ts"))) writeFileSync(join(folder.path, "b.ts"), "b");
    await Bun.sleep(400);
    running--;
    if (paths.includes(join(folder.path, "b.ts"))) resolve();
  });
  try {
    writeFileSync(join(folder.path, "a.ts"), "a");
    await promise;
    expect(mostAtOnce).toBe(1);
    expect(batches[0]).toEqual([]);
    expect(batches.flat()).toContain(join(folder.path, "a.ts"));
  } finally {
    stop();
  }
});
