/** What `bun run dev` and `bun run test:watch` take for a change. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashOf } from "../../scripts/watch.ts";
import { watchFolders } from "../../scripts/watching.ts";

test("the hash of a folder follows names and contents, and not times", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-dev-"));
  try {
    const file = join(folder, "a.ts");
    writeFileSync(file, "one");
    const first = hashOf(folder);
    utimesSync(file, 0, 0);
    expect(hashOf(folder)).toBe(first);
    writeFileSync(file, "two");
    expect(hashOf(folder)).not.toBe(first);
    writeFileSync(file, "one");
    writeFileSync(join(folder, "b.ts"), "");
    expect(hashOf(folder)).not.toBe(first);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("changes are handed over in batches that do not overlap", async () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-dev-"));
  const batches: string[][] = [];
  let running = 0;
  let mostAtOnce = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = watchFolders([folder], async (paths) => {
    mostAtOnce = Math.max(mostAtOnce, ++running);
    batches.push(paths);
    // The second file is written while the batch of the first is handled.
    if (paths.includes(join(folder, "a.ts"))) writeFileSync(join(folder, "b.ts"), "b");
    await Bun.sleep(400);
    running--;
    if (paths.includes(join(folder, "b.ts"))) resolve();
  });
  try {
    writeFileSync(join(folder, "a.ts"), "a");
    await promise;
    expect(mostAtOnce).toBe(1);
    expect(batches[0]).toEqual([]);
    expect(batches.flat()).toContain(join(folder, "a.ts"));
  } finally {
    stop();
    rmSync(folder, { recursive: true });
  }
});
