/** Rows of workspaces: their files by signed addresses, and the helpers that carry whole files and folders. */
import { expect } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Data } from "../fixture.ts";
import { type Ground, taskOf } from "./fixture.ts";
import { PLAIN, refusal, rowsOf } from "./row.ts";

const made = (g: Ground) => g.call("v3", "workspaces.create", { name: "Bills" });

/** A workspace with files of these paths, each of which holds its own path. */
async function filled(g: Ground, ...paths: string[]): Promise<string> {
  const { id } = await made(g);
  for (const path of paths) {
    const [, prefix = "", name = ""] = /^(.*\/)?([^/]+)$/.exec(path) ?? [];
    const file = { name, contentType: "text/plain", size: path.length };
    const { files } = await g.call("v3", "workspaces.uploadFiles", id, { files: [file] }, { prefix });
    const put = { method: "PUT", body: path, headers: { "Content-Type": "text/plain" } };
    expect((await fetch(files[0].uploadUrl, put)).status).toBeLessThan(300);
  }
  return id;
}

const pathsOf = (list: Data): string[] => list.files.map(({ path }: Data) => path);

export const workspaceRows = rowsOf("v3", {
  "workspaces.list": async (g) => {
    const { id } = await made(g);
    const { items } = await g.call("v3", "workspaces.list", { pageSize: 100, pageNumber: 1 });
    expect(items.map((one: Data) => one.id)).toContain(id);
  },
  "workspaces.create": async (g) => {
    expect(await made(g)).toMatchObject({ name: "Bills", id: expect.any(String), createdAt: expect.any(String) });
    expect(await g.call("v3", "workspaces.create")).toMatchObject({ id: expect.any(String) });
  },
  "workspaces.get": async (g) => {
    const { id } = await made(g);
    expect(await g.call("v3", "workspaces.get", id)).toMatchObject({ id, name: "Bills" });
    expect((await refusal(g.call("v3", "workspaces.get", crypto.randomUUID()))).status).toBe(404);
  },
  "workspaces.update": async (g) => {
    const { id } = await made(g);
    expect(await g.call("v3", "workspaces.update", id, { name: "Paid" })).toMatchObject({ id, name: "Paid" });
  },
  "workspaces.delete": async (g) => {
    const id = await filled(g, "a.txt");
    expect(await g.call("v3", "workspaces.delete", id)).toBeUndefined();
    expect((await refusal(g.call("v3", "workspaces.get", id))).status).toBe(404);
  },
  "workspaces.files": async (g) => {
    const id = await filled(g, "a.txt", "in/b.txt", "in/c.txt");
    expect(pathsOf(await g.call("v3", "workspaces.files", id)).sort()).toEqual(["a.txt", "in/b.txt", "in/c.txt"]);
    const first = await g.call("v3", "workspaces.files", id, { prefix: "in/", limit: 1, includeUrls: true });
    expect(first).toMatchObject({ hasMore: true, files: [{ size: 8 }] });
    const rest = { prefix: "in/", limit: 1, cursor: first.nextCursor };
    const second = await g.call("v3", "workspaces.files", id, rest);
    expect(second.hasMore).toBe(false);
    expect([...pathsOf(first), ...pathsOf(second)].sort()).toEqual(["in/b.txt", "in/c.txt"]);
    expect(await (await fetch(first.files[0].url)).text()).toBe(first.files[0].path);
    const shallow = await g.call("v3", "workspaces.files", id, { shallow: true });
    expect(pathsOf(shallow)).toEqual(["a.txt"]);
    expect(shallow.folders.map((one: string) => one.replace(/\/$/, ""))).toEqual(["in"]);
  },
  "workspaces.uploadFiles": async (g) => {
    const { id } = await made(g);
    const asked = { files: [{ name: "a.csv", contentType: "text/csv", size: 3 }, { name: "b.bin" }] };
    const { files } = await g.call("v3", "workspaces.uploadFiles", id, asked, { prefix: "in/" });
    expect(files).toMatchObject([
      { name: "a.csv", path: "in/a.csv" },
      { name: "b.bin", path: "in/b.bin" },
    ]);
    const type = { headers: { "Content-Type": "text/csv" } };
    expect((await fetch(files[0].uploadUrl, { method: "PUT", body: "1,2", ...type })).status).toBeLessThan(300);
    expect(pathsOf(await g.call("v3", "workspaces.files", id))).toEqual(["in/a.csv"]);
  },
  "workspaces.deleteFile": async (g) => {
    const id = await filled(g, "a.txt", "b.txt");
    expect(await g.call("v3", "workspaces.deleteFile", id, "a.txt")).toBeUndefined();
    expect(pathsOf(await g.call("v3", "workspaces.files", id))).toEqual(["b.txt"]);
  },
  "workspaces.size": async (g) => {
    const id = await filled(g, "a.txt", "in/b.txt");
    expect(await g.call("v3", "workspaces.size", id)).toMatchObject({ size_bytes: 13, sizeBytes: 13 });
  },
  "workspaces.upload": async (g) => {
    const { id } = await made(g);
    const path = join(g.folder(), "in.csv");
    writeFileSync(path, g.bill);
    expect(await g.call("v3", "workspaces.upload", id, path)).toEqual(["in.csv"]);
    expect(await g.call("v3", "workspaces.upload", id, path, { prefix: "old/" })).toEqual(["old/in.csv"]);
    // It is there for the agent.
    const asked = { ...PLAIN, workspaceId: id };
    const session = await g.run("v3", { task: taskOf("read"), options: asked });
    expect(session).toMatchObject({ output: "Kettles", workspaceId: id });
  },
  "workspaces.download": async (g) => {
    const { id } = await made(g);
    const to = join(g.folder(), "deep", "price.txt");
    await g.run("v3", { task: taskOf("file"), options: { ...PLAIN, workspaceId: id } });
    expect(await g.call("v3", "workspaces.download", id, "price.txt", { to })).toBe(to);
    expect(readFileSync(to, "utf8")).toBe("12.50 EUR");
    expect((await refusal(g.call("v3", "workspaces.download", id, "price"))).message).toContain("not found");
  },
  "workspaces.downloadAll": async (g) => {
    const names = Array.from({ length: 55 }, (_, n) => `in/${n}.txt`);
    const id = await filled(g, "a.txt", ...names);
    const to = join(g.folder(), "all");
    mkdirSync(to);
    const paths = await g.call("v3", "workspaces.downloadAll", id, { to, prefix: "in/" });
    expect(paths.sort()).toEqual(names.map((name) => join(to, name)).sort());
    expect(readFileSync(join(to, "in/54.txt"), "utf8")).toBe("in/54.txt");
  },
});
