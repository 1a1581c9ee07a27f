/** Sessions and their workspaces: files that an agent reads, writes and downloads, and their removal. */

import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Data } from "../../fixture.ts";
import { until } from "../../support/until.ts";
import { serverHome } from "../process.ts";
import { served, type TestPlatform } from "../served.ts";
import { type Acting, type Script, scripted } from "./agents.ts";

const TERMINAL = ["idle", "stopped", "timed_out", "error"];

async function session(p: TestPlatform, body: object): Promise<Data> {
  const reply = await p.call("POST", "/v3/sessions", { proxyCountryCode: null, ...body });
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 200 });
  return reply.body;
}

async function ended(p: TestPlatform, id: string): Promise<Data> {
  let found: Data;
  await until(async () => {
    found = (await p.call("GET", `/v3/sessions/${id}`)).body;
    return TERMINAL.includes(found.status);
  });
  return found;
}

async function files(p: TestPlatform, id: string, of = "workspaces"): Promise<string[]> {
  const { status, body } = await p.call("GET", `/v3/${of}/${id}/files`);
  expect(status).toBe(200);
  return body.files.map(({ path }: Data) => path);
}

async function upload(p: TestPlatform, path: string, name: string, text: string): Promise<void> {
  const { body } = await p.call("POST", `/v3/${path}/files/upload`, { files: [{ name }] });
  expect((await fetch(body.files[0].uploadUrl, { method: "PUT", body: text })).status).toBe(200);
}

/** Takes steps until the condition holds; each lets the server do other work, like a model. */
async function stepped({ step }: Acting, isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await step();
    await Bun.sleep(20);
  }
}

async function awaited(acting: Acting, name: string): Promise<string> {
  const path = join(acting.assignment.workspace, name);
  await stepped(acting, () => existsSync(path));
  return await Bun.file(path).text();
}

const write = async ({ assignment }: Acting, name: string, text: string) => {
  mkdirSync(join(assignment.workspace, name, ".."), { recursive: true });
  await Bun.write(join(assignment.workspace, name), text);
};

test("two sessions of a workspace and their callers see each other's files after each step", async () => {
  const ping: Script = async (acting) => {
    await write(acting, "out/ping.txt", "ping");
    const pong = await awaited(acting, "out/pong.txt");
    const given = await awaited(acting, "given.txt");
    rmSync(join(acting.assignment.workspace, "old.txt"));
    return { output: `${pong} ${given}`, files: ["out/ping.txt"] };
  };
  const pong: Script = async (acting) => {
    const old = await Bun.file(join(acting.assignment.workspace, "old.txt")).text();
    const text = await awaited(acting, "out/ping.txt");
    await write(acting, "out/pong.txt", `${text} pong`);
    await stepped(acting, () => !existsSync(join(acting.assignment.workspace, "old.txt")));
    return { output: old };
  };
  await using p = await served({}, scripted({ ping, pong }));
  const workspaceId = (await p.call("POST", "/v3/workspaces", { name: "shared" })).body.id;
  await upload(p, `workspaces/${workspaceId}`, "old.txt", "old");
  const [first, second] = [
    await session(p, { task: "ping", workspaceId }),
    await session(p, { task: "pong", workspaceId }),
  ];
  expect(first.workspaceId).toBe(workspaceId);
  await until(async () => (await files(p, workspaceId)).includes("out/pong.txt"));
  await upload(p, `workspaces/${workspaceId}`, "given.txt", "given");
  expect(await ended(p, first.id)).toMatchObject({ status: "stopped", output: "ping pong given" });
  expect(await ended(p, second.id)).toMatchObject({ status: "stopped", output: "old" });
  expect(await files(p, workspaceId)).toEqual(["given.txt", "out/ping.txt", "out/pong.txt"]);
  expect(readdirSync(join(p.home, "server", "workspaces"))).toEqual([]);
  // It belongs to the caller, and stays when sessions are deleted.
  expect((await p.call("DELETE", `/v3/sessions/${first.id}`)).status).toBe(204);
  expect(await files(p, workspaceId)).toHaveLength(3);
});

test("a session without a workspace gets its own, which exists before its task and is deleted with it", async () => {
  const read: Script = async (acting) => {
    const text = await awaited(acting, "in.txt");
    await write(acting, "out.txt", text.toUpperCase());
    return { output: text };
  };
  await using p = await served({}, scripted({ read }));
  const { id, workspaceId, status } = await session(p, { keepAlive: true });
  expect(status).toBe("idle");
  expect((await p.call("GET", "/v3/workspaces")).body.totalItems).toBe(0);
  expect((await p.call("GET", `/v3/workspaces/${workspaceId}`)).body).toMatchObject({ id: workspaceId, name: null });
  // Uses the paths that v3 had before workspaces.
  await upload(p, `sessions/${id}`, "in.txt", "first");
  await session(p, { sessionId: id, task: "read" });
  expect(await ended(p, id)).toMatchObject({ status: "idle", output: "first" });
  await upload(p, `sessions/${id}`, "in.txt", "second");
  await session(p, { sessionId: id, task: "read", workspaceId });
  expect(await ended(p, id)).toMatchObject({ output: "second" });
  expect((await p.call("POST", `/v3/sessions/${id}/stop`)).body.status).toBe("stopped");
  expect(await files(p, id, "sessions")).toEqual(["in.txt", "out.txt"]);
  const other = (await p.call("POST", "/v3/workspaces")).body.id;
  const refused = await p.call("POST", "/v3/sessions", { sessionId: id, task: "read", workspaceId: other });
  expect(refused.body.detail[0]).toMatchObject({ loc: ["body", "workspaceId"] });
  expect((await p.call("DELETE", `/v3/sessions/${id}`)).status).toBe(204);
  expect((await p.call("GET", `/v3/workspaces/${workspaceId}`)).status).toBe(404);
  expect((await p.call("GET", `/v3/sessions/${id}/files`)).status).toBe(404);
  expect(await p.server.platform.objects.list("workspaces/")).toEqual([]);
});

test("reports files that exceed the quota; deleting a workspace ends no task", async () => {
  const fill: Script = async (acting) => {
    await write(acting, "a.bin", "x".repeat(60));
    await acting.step();
    await write(acting, "b.bin", "x".repeat(60));
    await write(acting, "bad\nname", "x");
    await acting.step();
    await acting.ask("Go on?");
    await write(acting, "late.txt", "late");
    await acting.step();
    return { output: "done" };
  };
  await using p = await served({ workspaceQuotaBytes: 100 }, scripted({ fill }));
  const { id, workspaceId } = await session(p, { task: "fill" });
  await until(async () => (await p.call("GET", `/v3/sessions/${id}`)).body.question !== null);
  expect(await files(p, workspaceId)).toEqual(["a.bin"]);
  expect((await p.call("DELETE", `/v3/workspaces/${workspaceId}`)).status).toBe(204);
  await session(p, { sessionId: id, task: "yes" });
  expect(await ended(p, id)).toMatchObject({ status: "stopped", output: "done", isTaskSuccessful: true });
  const { messages } = (await p.call("GET", `/v3/sessions/${id}/messages?limit=100`)).body;
  const told = messages.filter(({ type }: Data) => type === "file_operation_error").map(({ data }: Data) => data);
  expect(told).toHaveLength(3);
  expect(told.sort()).toEqual([
    "b.bin was not saved to the workspace: The workspace is full: the limit is 10000 files and 100 bytes",
    "bad\nname was not saved to the workspace: A path should not contain control characters or bidirectional marks",
    "late.txt was not saved to the workspace: Workspace not found",
  ]);
  expect(await p.server.platform.objects.list("workspaces/")).toEqual([]);
});

test("a workspace that cannot be written to disk ends the task before it starts, with a reason", async () => {
  await using p = await served({}, scripted({ any: async () => ({ output: "begun" }) }));
  const { id, workspaceId } = await session(p, { keepAlive: true });
  await upload(p, `workspaces/${workspaceId}`, "in.txt", "text");
  const { workspaces } = p.server.platform;
  workspaces.content = () => Promise.reject(Object.assign(new Error("ENOSPC"), { code: "ENOSPC" }));
  await session(p, { sessionId: id, task: "any" });
  expect(await ended(p, id)).toMatchObject({
    ...{ status: "idle", isTaskSuccessful: false, output: null },
    endReason: "cannot copy the files of the workspace: the disk is full",
  });
});

test("a workspace works through one server while its session runs on another", async () => {
  const read: Script = async (acting) => {
    const text = await awaited(acting, "in.txt");
    await write(acting, "out.txt", text.toUpperCase());
    return { output: text };
  };
  using homes = serverHome();
  const shared = {
    databaseUrl: `sqlite://${join(homes.path, "svc.db")}`,
    objects: join(homes.path, "objects"),
    secret: "a secret that both of these servers have",
  };
  mkdirSync(shared.objects);
  const agent = scripted({ read });
  await using one = await served({ ...shared, home: join(homes.path, "one") }, agent);
  await using other = await served({ ...shared, home: join(homes.path, "other") }, agent);
  const { id, workspaceId } = await session(one, { task: "read", keepAlive: true });
  await upload(other, `workspaces/${workspaceId}`, "in.txt", "text");
  expect(await ended(one, id)).toMatchObject({ status: "idle", output: "text" });
  expect(await files(other, id, "sessions")).toEqual(["in.txt", "out.txt"]);
  const folders = () => readdirSync(join(homes.path, "one", "server", "workspaces"));
  expect(folders()).toEqual([id]);
  expect((await other.call("POST", `/v2/sessions/${id}/purge`)).status).toBe(204);
  expect(folders()).toEqual([]);
  expect(readdirSync(shared.objects)).toEqual([".incoming"]);
});
