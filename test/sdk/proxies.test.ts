/** The proxies of the environment, as Node and Python use them: plain, tunnelled, and left out. */

import { beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { Data } from "../fixture.ts";
import { SELF_SIGNED } from "../platform/egress/self-signed.ts";
import { folderOfFile } from "../support/folder.ts";
import { localServer } from "../support/server.ts";
import { reply, strangeServer } from "./strange-server.ts";

const HERE = join(import.meta.dir, "..", "..");
const ID = "0b0e7a3c-58d5-4c1f-9a55-1f6b0a6f2d11";
const CALL = { id: 1, method: ["sessions", "get"], args: [ID] };

const folder = folderOfFile();
let entry: string;

beforeAll(async () => {
  writeFileSync(join(folder, "authority.pem"), SELF_SIGNED.cert);
  const { outputs } = await Bun.build({
    entrypoints: [join(HERE, "sdk/typescript/src/index.ts")],
    outdir: folder,
    target: "node",
    splitting: true,
  });
  entry = outputs.find(({ kind }) => kind === "entry-point")?.path ?? "";
});

const CLIENTS: Record<string, () => string[]> = {
  Node: () => ["node", join(import.meta.dir, "driver.mjs"), entry],
  "Python, sync": () => ["python3", join(import.meta.dir, "driver.py"), "sync"],
  "Python, async": () => ["python3", join(import.meta.dir, "driver.py"), "async"],
};

/** One call of a process that has that environment. */
async function call(command: string[], baseUrl: string, env: Record<string, string>, what: object = {}): Promise<Data> {
  const child = Bun.spawn(command, {
    env: { PATH: process.env.PATH, PYTHONPATH: join(HERE, "sdk/python/src"), PYTHONDONTWRITEBYTECODE: "1", ...env },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  child.stdin.write(
    `${JSON.stringify({ ...CALL, ...what, client: { apiKey: "svc_test", baseUrl, maxRetries: 0 } })}\n`,
  );
  child.stdin.flush();
  let text = "";
  for await (const chunk of child.stdout) {
    text += new TextDecoder().decode(chunk);
    if (text.includes("\n")) break;
  }
  child.kill();
  await child.exited;
  return JSON.parse(text);
}

const done = reply(200, { id: ID });

/** Leads every CONNECT to one port, and keeps what it was asked for. */
async function tunnel(port: number): Promise<{ url: string; asked: string[]; server: Server; sockets: Set<Socket> }> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", (head) => {
      asked.push(head.toString());
      const there = connect(port, "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connected\r\n\r\n");
        socket.pipe(there).pipe(socket);
      });
      there.on("error", () => socket.destroy());
      sockets.add(there);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `127.0.0.1:${(server.address() as { port: number }).port}`, asked, server, sockets };
}

for (const [name, command] of Object.entries(CLIENTS))
  describe(name, () => {
    test("a proxy is asked for the whole address, by its user", async () => {
      await using proxy = await strangeServer(done);
      const env = { HTTP_PROXY: proxy.url.replace("//", "//me:a%20word@") };
      expect(await call(command(), "http://svc.invalid:8080", env)).toMatchObject({ value: { id: ID } });
      const [received] = proxy.received;
      expect(received).toMatchObject({
        path: `http://svc.invalid:8080/api/v3/sessions/${ID}`,
        headers: { host: "svc.invalid:8080" },
      });
      expect(received?.headers["proxy-authorization"]).toBe(`Basic ${btoa("me:a word")}`);
    });

    test("a body goes through as well", async () => {
      await using proxy = await strangeServer(done);
      const what = { method: ["sessions", "create"], args: [], params: { task: "ü" } };
      expect(await call(command(), "http://svc.invalid", { all_proxy: proxy.url }, what)).toMatchObject({
        value: { id: ID },
      });
      const body = Buffer.from(proxy.received[0]?.body ?? "", "latin1").toString();
      expect(JSON.parse(body)).toEqual({ task: "ü" });
    });

    for (const no of ["127.0.0.1", "*", "example.com, 127.0.0.1"])
      test(`NO_PROXY=${no} leaves it out`, async () => {
        await using proxy = await strangeServer(reply(502));
        await using server = await strangeServer(done);
        expect(await call(command(), server.url, { http_proxy: proxy.url, no_proxy: no })).toMatchObject({
          value: { id: ID },
        });
        expect(proxy.received).toEqual([]);
      });

    test("https goes through a tunnel, with the server's certificate checked", async () => {
      using server = localServer({ tls: SELF_SIGNED, fetch: () => Response.json({ id: ID }) });
      const through = await tunnel(server.port ?? 0);
      const env = { https_proxy: `http://me:word@${through.url}` };
      const authority = join(folder, "authority.pem");
      const trusting = { ...env, SSL_CERT_FILE: authority, NODE_EXTRA_CA_CERTS: authority };
      expect(await call(command(), "https://self-signed.test:8443", trusting)).toMatchObject({ value: { id: ID } });
      expect(through.asked[0]).toMatch(/^CONNECT self-signed\.test:8443 HTTP\/1\.[01]\r\n/);
      expect(through.asked[0]?.toLowerCase()).toContain(`proxy-authorization: basic ${btoa("me:word").toLowerCase()}`);
      expect(await call(command(), "https://self-signed.test:8443", env)).toMatchObject({
        error: { name: "ApiConnectionError", code: "connection" },
      });
      expect(await call(command(), "https://other.test:8443", trusting)).toMatchObject({
        error: { name: "ApiConnectionError", code: "connection" },
      });
      for (const socket of through.sockets) socket.destroy();
      through.server.close();
    });
  });
