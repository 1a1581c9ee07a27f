/** Streams and files over connections that break: each SDK takes them up where they broke. */

import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Data } from "../fixture.ts";
import { folderOfFile } from "../support/folder.ts";
import { type Call, sdks, Thrown } from "./sdks.ts";
import { type Answering, reply, type StrangeServer, strangeServer } from "./strange-server.ts";

const ID = "0b0e7a3c-58d5-4c1f-9a55-1f6b0a6f2d11";
const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";

/** Events that are cut into pieces of a few bytes, which split characters and line ends. */
function pieces(text: string): Answering {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / 3) }, (_, at) => bytes.subarray(at * 3, at * 3 + 3));
  const sent = chunks.flatMap((chunk) => [Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n")]);
  const head = Buffer.from(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
  return { text: Buffer.concat([head, ...sent, Buffer.from("0\r\n\r\n")]), cut: true };
}

const broken = (text: string): Answering => ({ text: `${HEAD}\r\n${text}`, cut: true });
const message = (id: string) => `id: ${id}\nevent: message\ndata: {"id": "${id}"}\n\n`;
const END = 'event: end\ndata: {"id": "x"}\n\n';

const folder = folderOfFile();

for (const sdk of sdks())
  describe(sdk.name, () => {
    afterAll(() => sdk[Symbol.asyncDispose]());
    const call = (server: StrangeServer, method: string, more: Partial<Call>): Promise<Data> =>
      sdk.call({
        client: { apiKey: "svc_test", baseUrl: server.url, maxRetries: 2 },
        method: method.split("."),
        args: [ID],
        ...more,
      });
    const failed = async (...args: Parameters<typeof call>): Promise<Data> => {
      const error = await call(...args).catch((thrown) => thrown);
      if (error instanceof Thrown) return error.told;
      throw new Error(`it did not fail as it should: ${JSON.stringify(error)}`);
    };
    const here = (name: string) => join(folder, `${sdk.name} ${name}`);

    test("a stream that breaks is taken up behind its last message", async () => {
      const first = broken(`retry: 10\n\nevent: session\ndata: {"id": "s"}\n\n${message("m1")}`);
      await using server = await strangeServer(
        first,
        { text: "", cut: true },
        broken(`retry: 10\n\n${message("m2")}${END}`),
      );
      const events = await call(server, "sessions.stream", { params: { after: "m0" } });
      expect(events.map(({ type, session, message: one }: Data) => [type, (session ?? one).id])).toEqual([
        ["session", "s"],
        ["message", "m1"],
        ["message", "m2"],
      ]);
      expect(server.received.map(({ headers }) => headers["last-event-id"])).toEqual(["m0", "m1", "m1"]);
    });

    test("events are read however they are cut and written", async () => {
      const text = `: hello\n\nid: 1\r\nevent: message\r\ndata: {"id":\r\ndata: "ü€😀"}\r\n\r\n${END}`;
      await using server = await strangeServer(pieces(text));
      expect(await call(server, "sessions.streamEvents", {})).toMatchObject([
        { id: "1", event: "message", data: { id: "ü€😀" } },
        { event: "end", data: { id: "x" } },
      ]);
    });

    test("a stream that brings nothing again and again is given up", async () => {
      await using server = await strangeServer(broken("retry: 1\n\n"));
      expect(await failed(server, "sessions.streamEvents", {})).toMatchObject({ code: "connection" });
      expect(server.received).toHaveLength(6);
    });

    test("a stream that is refused is not asked for again", async () => {
      await using server = await strangeServer(reply(404, { detail: "Session not found" }));
      expect(await failed(server, "sessions.stream", {})).toMatchObject({ code: "not_found" });
      expect(server.received).toHaveLength(1);
    });

    test("a download goes on where it broke, with a fresh address", async () => {
      await using server = await strangeServer({ text: "" });
      const list = reply(200, {
        files: [{ path: "a.txt", size: 10, lastModified: "2026-01-02T03:04:05Z", url: `${server.url}/files/a` }],
      });
      const part = { text: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello", cut: true } as const;
      const rest = { text: "HTTP/1.1 206 Partial\r\nContent-Length: 5\r\n\r\nworld" };
      server.answers = [list, part, list, rest];
      await call(server, "workspaces.download", { args: [ID, "a.txt", here("resumed")], params: {} });
      expect(readFileSync(here("resumed"), "utf8")).toBe("helloworld");
      expect(server.received.map(({ headers }) => headers.range)).toEqual([
        undefined,
        undefined,
        undefined,
        "bytes=5-",
      ]);
      expect(server.received[1]?.headers["x-svc-api-key"]).toBeUndefined();
    });

    test("a download of a file that has changed meanwhile begins anew", async () => {
      await using server = await strangeServer({ text: "" });
      const list = (lastModified: string, size: number) =>
        reply(200, { files: [{ path: "a.txt", size, lastModified, url: `${server.url}/files/a` }] });
      const part = { text: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello", cut: true } as const;
      const other = { text: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nother" };
      server.answers = [list("2026-01-02T03:04:05Z", 10), part, list("2026-01-02T03:04:06Z", 5), other];
      await call(server, "workspaces.download", { args: [ID, "a.txt", here("changed")], params: {} });
      expect(readFileSync(here("changed"), "utf8")).toBe("other");
      expect(server.received.at(-1)?.headers.range).toBeUndefined();
    });

    test("what cannot be written here is no fault of the connection", async () => {
      await using server = await strangeServer({ text: "" });
      const name = "x".repeat(250);
      const list = reply(200, {
        files: [{ path: "a.txt", size: 5, lastModified: "2026-01-02T03:04:05Z", url: `${server.url}/files/a` }],
      });
      server.answers = [list, { text: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello" }];
      expect(
        await failed(server, "workspaces.download", { args: [ID, "a.txt", join(folder, name)], params: {} }),
      ).toMatchObject({ code: "file" });
      expect(server.received).toHaveLength(2);
    });

    test("local files that cannot be read or written are told as such, and nothing is sent", async () => {
      await using server = await strangeServer({ text: "" });
      writeFileSync(here("file"), "");
      for (const [method, ...args] of [
        ["workspaces.upload", here("missing")],
        ["workspaces.upload", folder],
        ["workspaces.uploadFolder", here("missing")],
        ["workspaces.download", "a.txt", join(here("file"), "below")],
      ] as const) {
        const error = await failed(server, method, { args: [ID, ...args], params: {} });
        expect(error).toMatchObject({ code: "file", message: expect.stringMatching(/^Cannot (read|write) \//) });
      }
      expect(server.received).toEqual([]);
    });

    test("a path that leads out of the folder is refused", async () => {
      await using server = await strangeServer(
        reply(200, {
          files: [{ path: "../evil", size: 1, lastModified: "2026-01-02T03:04:05Z", url: null }],
          hasMore: false,
        }),
      );
      expect(
        await failed(server, "workspaces.downloadFolder", { args: [ID, here("folder")], params: {} }),
      ).toMatchObject({ code: "configuration" });
    });

    test("an upload that fails is sent again to another address", async () => {
      await using server = await strangeServer({ text: "" });
      const address = (at: number) =>
        reply(200, { files: [{ name: "a", path: "in/a", uploadUrl: `${server.url}/up/${at}` }] });
      server.answers = [address(1), reply(503, undefined, { "Retry-After": "0" }), address(2), reply(200)];
      writeFileSync(here("content"), "content");
      expect(
        await call(server, "workspaces.upload", {
          args: [ID, here("content")],
          params: { path: "in/a", contentType: "text/plain" },
        }),
      ).toBe("in/a");
      expect(server.received.map(({ method, path }) => `${method} ${path.replace(ID, "id")}`)).toEqual([
        "POST /api/v3/workspaces/id/files/upload?prefix=in%2F",
        "PUT /up/1",
        "POST /api/v3/workspaces/id/files/upload?prefix=in%2F",
        "PUT /up/2",
      ]);
      const sent = server.received[3];
      expect(sent).toMatchObject({ body: "content", headers: { "content-type": "text/plain", "content-length": "7" } });
      expect(sent?.headers["x-svc-api-key"]).toBeUndefined();
    });

    test("an upload whose answer breaks off is not taken for done", async () => {
      await using server = await strangeServer({ text: "" });
      const address = reply(200, { files: [{ name: "a", path: "a", uploadUrl: `${server.url}/up` }] });
      const half = { text: "HTTP/1.1 200 OK\r\nContent-", cut: true } as const;
      server.answers = [address, half];
      writeFileSync(here("half"), "half");
      const error = await failed(server, "workspaces.upload", { args: [ID, here("half")], params: {} });
      expect(error).toMatchObject({ code: "connection" });
    });

    test("an upload that is refused is not sent again", async () => {
      await using server = await strangeServer({ text: "" });
      server.answers = [
        reply(200, { files: [{ name: "a", path: "a", uploadUrl: `${server.url}/up` }] }),
        reply(413, { detail: "No room" }),
      ];
      writeFileSync(here("large"), "large");
      expect(await failed(server, "workspaces.upload", { args: [ID, here("large")], params: {} })).toMatchObject({
        code: "too_large",
      });
      expect(server.received).toHaveLength(2);
    });
  });
