/** Workspaces, their files and what is garbage, on SQLite and on PostgreSQL alike. */

import { expect, test } from "bun:test";
import { join } from "node:path";
import { Garbage } from "../../../src/platform/store/objects/garbage.ts";
import { diskObjects } from "../../../src/platform/store/objects/objects.ts";
import { Keys } from "../../../src/platform/store/records/keys.ts";
import { type WorkspaceFile, WorkspaceRecords } from "../../../src/platform/store/records/workspaces.ts";
import { Workspaces } from "../../../src/platform/workspaces/workspaces.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { eachDatabase, type TestDatabase } from "../databases.ts";

const NO_LIMITS = { bytes: Number.POSITIVE_INFINITY, files: Number.POSITIVE_INFINITY };

async function ground({ database }: TestDatabase, quotaBytes: number | null = null) {
  const { path: home, [Symbol.dispose]: remove } = temporaryFolder();
  const objects = diskObjects(join(home, "objects"));
  const garbage = new Garbage({ database, objects, node: "n" });
  const records = new WorkspaceRecords(database, garbage);
  const workspaces = new Workspaces({ home, records, objects, garbage, quotaBytes });
  await workspaces.start();
  const projectId = await new Keys(database).project();
  const { id } = await records.create({ projectId, name: "one" });
  const put = async (path: string, text: string) => {
    const file = join(home, "file");
    await Bun.write(file, text);
    return await workspaces.put(id, path, { file, bytes: Buffer.byteLength(text), type: "text/plain" });
  };
  return {
    ...{ home, objects, garbage, records, workspaces, projectId, id, put },
    counted: async () => {
      const { bytes, files, revision } = (await records.find(id)) ?? {};
      return [bytes, files, revision];
    },
    [Symbol.dispose]: () => {
      workspaces.close();
      remove();
    },
  };
}

eachDatabase((name, open) => {
  test(`${name}: a file is written whole, counted, and replaced with its object`, async () => {
    await using at = await open();
    using g = await ground(at);
    const { objects, workspaces, id, put, counted } = g;
    const first = await put("a/b.txt", "12345");
    expect(await counted()).toEqual([5, 1, 1]);
    const second = await put("a/b.txt", "123");
    expect(await counted()).toEqual([3, 1, 2]);
    expect(await objects.size(first.object)).toBeUndefined();
    expect(await objects.size(second.object)).toBe(3);
    expect(await workspaces.all(id)).toEqual([second]);
    await expect(put("a", "x")).rejects.toThrow("The path conflicts with an existing file or folder");
    await expect(put("a/b.txt/c", "x")).rejects.toThrow("The path conflicts with an existing file or folder");
    await put("a/b", "xx");
    expect(await workspaces.records.removeFile(id, "a/b.txt", first.id)).toBe(false);
    await workspaces.removeFile(id, "a/b.txt");
    expect(await counted()).toEqual([2, 1, 4]);
    await workspaces.remove(id);
    await expect(put("late", "x")).rejects.toThrow("Workspace not found");
    await workspaces.remove(id);
    expect(await objects.list("")).toEqual([]);
    for (const table of ["workspaces", "workspace_files", "garbage"]) {
      expect(await at.database.sql.unsafe(`select * from ${table}`)).toHaveLength(0);
    }
  });

  test(`${name}: lists go by the bytes of the paths, page by page, with folders told once`, async () => {
    await using at = await open();
    using g = await ground(at);
    const { workspaces, records, id, garbage } = g;
    const paths = ["B", "a", "a b", "ab", "b/1", "b/2", "b/c/3", "b-1", "b0", "ä/1", "ä/2", "日本/語", "😀"];
    for (const path of paths) {
      const file = { id: crypto.randomUUID(), workspaceId: id, path, bytes: 1, type: "text/plain", modifiedAt: 1 };
      const object = `workspaces/${id}/${file.id}`;
      await garbage.announce(object);
      expect(await records.put({ ...file, object }, NO_LIMITS)).toBeUndefined();
    }
    const sorted = [...paths].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const told = (one: { files: WorkspaceFile[]; folders: string[] }) => [
      ...one.files.map(({ path }) => path),
      ...one.folders,
    ];
    const pages = async (prefix: string, isShallow: boolean, limit: number) => {
      const all: string[] = [];
      for (let after: string | undefined = ""; after !== undefined; ) {
        const page = await workspaces.list(id, { prefix, after, limit, isShallow });
        const entries = told(page);
        expect(entries.length).toBe(page.next === undefined ? entries.length : limit);
        all.push(...entries);
        after = page.next;
      }
      return all;
    };
    for (const limit of [1, 2, 3, 100]) {
      expect(await pages("", false, limit)).toEqual(sorted);
      expect((await pages("", true, limit)).sort()).toEqual(
        ["B", "a", "a b", "ab", "b/", "b-1", "b0", "ä/", "日本/", "😀"].sort(),
      );
      expect(await pages("b", false, limit)).toEqual(["b-1", "b/1", "b/2", "b/c/3", "b0"]);
      expect(await pages("b/", true, limit)).toEqual(["b/1", "b/2", "b/c/"]);
      expect(await pages("ä/", true, limit)).toEqual(["ä/1", "ä/2"]);
      expect(await pages("none", true, limit)).toEqual([]);
    }
  });

  test(`${name}: a workspace holds no more than its quota, whoever is first`, async () => {
    await using at = await open();
    using g = await ground(at, 10);
    const { put, counted, objects, workspaces, id } = g;
    await put("a", "1234567");
    await expect(put("b", "1234")).rejects.toThrow("The workspace is full: the limit is 10000 files and 10 bytes");
    await put("a", "1234567890");
    await expect(workspaces.checkCapacity(id, "b", 1)).rejects.toThrow("full");
    await workspaces.checkCapacity(id, "a", 10);
    await put("a", "1");
    const outcomes = await Promise.allSettled(["b", "c", "d"].map((path) => put(path, "1234")));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect((await counted()).slice(0, 2)).toEqual([9, 3]);
    expect(await objects.list("")).toHaveLength(3);
  });

  test(`${name}: what a server that was killed had begun to write is removed at its next start`, async () => {
    await using at = await open();
    using g = await ground(at);
    const { garbage, objects, home, records, put } = g;
    const { object } = await put("kept", "x");
    for (const key of ["workspaces/w/begun", "workspaces/w/unbegun"]) await garbage.announce(key);
    await objects.put("workspaces/w/begun", new Uint8Array(5));
    const again = (node: string) => {
      const own = new Garbage({ database: at.database, objects, node });
      return new Workspaces({ home, records, objects, garbage: own, quotaBytes: null });
    };
    const other = again("another");
    await other.start();
    other.close();
    expect(await objects.size("workspaces/w/begun")).toBe(5);
    const same = again("n");
    await same.start();
    same.close();
    expect((await objects.list("")).map(({ key }) => key)).toEqual([object]);
    expect(await at.database.sql`select * from garbage`).toHaveLength(0);
  });
});
