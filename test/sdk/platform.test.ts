/** Both SDKs on a running server, with a scripted agent in real browsers: what takes more than one call. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { Data } from "../fixture.ts";
import { type Script, scripted } from "../platform/agents/agents.ts";
import { served, type TestPlatform } from "../platform/served.ts";
import { temporaryFolder } from "../support/folder.ts";
import { type Call, sdks, Thrown } from "./sdks.ts";

const price: Script = async ({ act, step }) => {
  await act(["get", "url"]);
  await step();
  return { output: { price: 12.5 } };
};
const words: Script = async () => ({ output: "all done" });
const fails: Script = async () => ({ success: false, explanation: "There is no such shop." });
const asks: Script = async ({ ask }) => ({ output: `It is ${await ask("Which colour?")}.` });
const forever: Script = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

const SCHEMA = { type: "object", properties: { price: { type: "number" } }, required: ["price"] };

let p: TestPlatform;
const { path: folder, [Symbol.dispose]: removeFolder } = temporaryFolder();

beforeAll(async () => {
  p = await served({}, scripted({ price, words, fails, asks, forever }));
});

afterAll(async () => {
  await p[Symbol.asyncDispose]();
  removeFolder();
});

for (const sdk of sdks())
  describe(sdk.name, () => {
    const call = (method: string, ...rest: [...unknown[], Partial<Call>] | []): Promise<Data> => {
      const more = (rest.at(-1) ?? {}) as Partial<Call>;
      return sdk.call({
        client: { apiKey: p.key, baseUrl: p.url },
        method: method.split("."),
        args: rest.slice(0, -1),
        ...more,
      });
    };
    const thrown = async (made: Promise<unknown>): Promise<Data> => {
      const error = await made.catch((problem) => problem);
      if (error instanceof Thrown) return error.told;
      throw new Error(`it did not fail as it should: ${error}`);
    };
    const here = (name: string) => join(folder, `${sdk.name} ${name}`);

    afterAll(() => sdk[Symbol.asyncDispose]());

    test("run gives the output of a task", async () => {
      const { output, session } = await call("run", "words", {});
      expect(output).toBe("all done");
      expect(session).toMatchObject({ status: "stopped", isTaskSuccessful: true });
    });

    test("run asks for an output by schema", async () => {
      const { output, session } = await call("run", "price", { params: { schema: SCHEMA, keepAlive: true } });
      expect(output).toEqual({ price: 12.5 });
      expect(session).toMatchObject({ status: "idle", outputSchema: SCHEMA });
      await call("sessions.stop", session.id, {});
    });

    test("run fails with the reason of the agent", async () => {
      const error = await thrown(call("run", "fails", {}));
      expect(error).toMatchObject({ name: "TaskFailedError", code: "task_failed" });
      expect(error.message).toContain("There is no such shop.");
    });

    test("a question that nobody answers ends run; a new task answers it", async () => {
      const error = await thrown(call("run", "asks", { params: { keepAlive: true } }));
      expect(error.message).toBe("The agent asks: Which colour?");
      expect(error.hint).toMatch(/^Pass on_?[qQ]uestion, or answer with sessions\.create\(/);
      const [id] = /[0-9a-f-]{36}/.exec(error.hint) ?? [];
      await call("sessions.create", { params: { sessionId: id, task: "blue" } });
      const ended = await call("sessions.wait", id, {});
      expect(ended.output).toBe("It is blue.");
      await call("sessions.delete", id, {});
    });

    test("a wait is given up in time, and the session goes on", async () => {
      const { id } = await call("sessions.create", { params: { task: "forever" } });
      expect(await thrown(call("sessions.wait", id, { params: { timeoutMs: 50, intervalMs: 10 } }))).toMatchObject({
        code: "timeout",
      });
      expect(await call("sessions.get", id, {})).toMatchObject({ status: "running" });
      expect(await call("sessions.stop", id, {})).toMatchObject({ status: "stopped" });
    });

    test("a session is followed to its end, and taken up behind a message", async () => {
      const events = await call("stream", "price", {});
      expect(events[0]).toMatchObject({
        type: "session",
        session: { status: expect.stringMatching(/created|running/) },
      });
      const told = events.filter(({ type }: Data) => type === "message").map(({ message }: Data) => message);
      const types = told.map(({ type }: Data) => type);
      expect(types.slice(0, 3)).toEqual(["user_message", "browser_action", "browser_action_result"]);
      expect(events.at(-1)).toMatchObject({ type: "session", session: { status: "stopped", output: { price: 12.5 } } });
      const rest = await call("sessions.stream", told[0].sessionId, { params: { after: told[1].id } });
      expect(rest.flatMap(({ message }: Data) => (message ? [message.id] : []))).toEqual(
        told.slice(2).map(({ id }: Data) => id),
      );
    });

    test("the stream of a task ends with the task, and a second one has only what is new", async () => {
      // A task that is done before the stream connects has its session first, then its messages.
      const lastSession = (events: Data[]) => events.findLast(({ type }) => type === "session").session;
      const { id, ...first } = lastSession(await call("stream", "words", { params: { keepAlive: true } }));
      expect(first).toMatchObject({ status: "idle", output: "all done" });
      const second = await call("stream", "price", { params: { sessionId: id } });
      const told = second.flatMap(({ message }: Data) => (message ? [message] : []));
      expect(told[0]).toMatchObject({ type: "user_message", data: "price" });
      expect(lastSession(second)).toMatchObject({ output: { price: 12.5 } });
      await call("sessions.stop", id, {});
    });

    test("lists are read to their end, by page, by cursor and by message", async () => {
      const made = await Promise.all(
        Array.from({ length: 5 }, (_, at) => call("profiles.create", { params: { name: `${sdk.name} ${at}` } })),
      );
      const rows = await call("profiles.list", { params: { query: sdk.name, pageSize: 2 } });
      expect(rows.map(({ id }: Data) => id).sort()).toEqual(made.map(({ id }) => id).sort());
      const page = await call("profiles.list", { params: { query: sdk.name, pageSize: 2 }, as: "page" });
      expect(page).toMatchObject({ totalItems: 5, items: { length: 2 } });
      const { session } = await call("run", "price", {});
      const newest = await call("sessions.messages.list", session.id, { params: { limit: 2 } });
      const oldest = (await call("sessions.messages.list", session.id, { params: { limit: 100 }, as: "page" }))
        .messages;
      expect(newest.map(({ id }: Data) => id)).toEqual(oldest.map(({ id }: Data) => id).reverse());
      const after = await call("sessions.messages.list", session.id, { params: { limit: 1, after: oldest[0].id } });
      expect(after.map(({ id }: Data) => id)).toEqual(oldest.slice(1).map(({ id }: Data) => id));
    });

    test("a browser of its own is driven over CDP, and stopped", async () => {
      const { id, cdpUrl } = await call("browsers.connect", {});
      const browser = await chromium.connectOverCDP(cdpUrl);
      const page = await browser.newPage();
      await page.setContent("<title>Hello</title>");
      expect(await page.title()).toBe("Hello");
      await browser.close();
      expect(await call("browsers.stop", id, {})).toMatchObject({ status: "stopped" });
    });

    test("folders go up and come down, links left alone", async () => {
      const { id } = await call("workspaces.create", { params: { name: "folders" } });
      const from = here("up");
      mkdirSync(join(from, "deep", "er"), { recursive: true });
      const files = { "a.txt": "a", "deep/b ü.txt": "b", "deep/er/empty": "", "a.txt.more": "more" };
      for (const [name, text] of Object.entries(files)) writeFileSync(join(from, name), text);
      symlinkSync("/etc/hostname", join(from, "link"));
      const paths = await call("workspaces.uploadFolder", id, from, { params: { prefix: "in/" } });
      expect(paths.sort()).toEqual(
        Object.keys(files)
          .map((name) => `in/${name}`)
          .sort(),
      );
      const cursor = await call("workspaces.files.list", id, { params: { limit: 1 } });
      expect(cursor).toHaveLength(4);
      const written = await call("workspaces.downloadFolder", id, here("down"), { params: { prefix: "in/" } });
      expect(written).toHaveLength(4);
      for (const [name, text] of Object.entries(files))
        expect(readFileSync(join(here("down"), name), "utf8")).toBe(text);
      await call("workspaces.download", id, "in/a.txt", here("one"), {});
      expect(readFileSync(here("one"), "utf8")).toBe("a");
      expect(await (await fetch(await call("workspaces.fileUrl", id, "in/a.txt", {}))).text()).toBe("a");
      expect(await call("workspaces.fileUrl", id, "in/a", {})).toBeNull();
      expect(await thrown(call("workspaces.download", id, "in/a", here("none"), {}))).toMatchObject({
        code: "not_found",
      });
    });

    test.skipIf(process.platform !== "linux")("100 MB go up and down with flat memory", async () => {
      const { id } = await call("workspaces.create", {});
      const big = here("big");
      const block = new Uint8Array(1024 * 1024);
      const writer = Bun.file(big).writer();
      for (let at = 0; at < 100; at++) writer.write(block.fill(at));
      await writer.end();
      // What a runtime takes for its first transfers is not of the file.
      await call("workspaces.upload", id, big, { params: { path: "warm" } });
      await call("workspaces.download", id, "warm", here("warm"), {});
      const up = await sdk.growth(() => call("workspaces.upload", id, big, { params: { path: "big.bin" } }));
      const down = await sdk.growth(() => call("workspaces.download", id, "big.bin", here("again"), {}));
      expect(Bun.hash(readFileSync(here("again")))).toBe(Bun.hash(readFileSync(big)));
      expect([up, down].filter((bytes) => bytes > 40 * 1024 * 1024)).toEqual([]);
      await call("workspaces.delete", id, {});
    });

    test("200 calls at the same time", async () => {
      const calls = Array.from({ length: 200 }, () => call("profiles.create", { params: { name: "one of many" } }));
      const ids = (await Promise.all(calls)).map(({ id }) => id);
      expect(new Set(ids).size).toBe(200);
    });

    test("refusals of the server", async () => {
      const nobody = "0b0e7a3c-58d5-4c1f-9a55-1f6b0a6f2d11";
      expect(await thrown(call("sessions.get", nobody, {}))).toMatchObject({
        code: "not_found",
        requestId: expect.any(String),
      });
      expect(await thrown(call("sessions.create", { params: { task: "words", model: "none" } }))).toMatchObject({
        code: "invalid",
      });
      const stranger = { apiKey: "svc_nobody", baseUrl: p.url };
      expect(await thrown(call("sessions.list", { client: stranger, as: "page" }))).toMatchObject({
        code: "unauthorized",
        status: 401,
      });
    });

    test("v2: a task to its end", async () => {
      const { id } = await call("v2.tasks.create", {
        params: { task: "words", sessionSettings: { proxyCountryCode: null } },
      });
      let status: Data = {};
      while (status.status !== "finished") status = await call("v2.tasks.getStatus", id, {});
      expect(status).toMatchObject({ output: "all done", isSuccess: true });
      expect(await call("v2.tasks.get", id, {})).toMatchObject({ task: "words", status: "finished" });
    });

    // A thread cannot be cancelled: the synchronous client of Python has timeouts alone.
    test.skipIf(sdk.name === "Python, sync")("a call that is cancelled is given up", async () => {
      const { id } = await call("sessions.create", { params: { task: "forever" } });
      const leaving = new AbortController();
      const waiting = call("sessions.wait", id, { signal: leaving.signal });
      leaving.abort();
      await expect(waiting).rejects.toMatchObject({ told: { name: "CancelledError" } });
      await call("sessions.stop", id, {});
    });
  });
