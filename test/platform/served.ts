/** A platform as `svc serve` runs it, in this process, with its own home, over real HTTP. */

import type { AgentParts } from "../../src/platform/agents/runs/parts.ts";
import { type Served, serve } from "../../src/platform/serve.ts";
import type { ServerOptions } from "../../src/platform/serve-options.ts";
import type { Data } from "../fixture.ts";
import { folderOf } from "../support/folder.ts";
import { scripted } from "./agents/agents.ts";
import "./quiet.ts";

export interface Reply {
  status: number;
  headers: Headers;
  body: Data;
}

export interface TestPlatform {
  /** Scheme, host and port. */
  url: string;
  key: string;
  home: string;
  server: Served;
  /** Calls the API with the key; `path` begins with the version: `/v2/browsers`. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** Creates a browser and returns its record. */
  browser(body?: object): Promise<Data>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** `parts` is the agent; without it the server has no model. */
export async function served(
  options: Partial<ServerOptions> = {},
  parts: AgentParts = scripted({}, []),
): Promise<TestPlatform> {
  const folder = folderOf(options.home);
  const home = folder.path;
  const server = await serve(
    {
      home,
      host: "127.0.0.1",
      port: 0,
      concurrency: 10,
      queue: 10,
      queueTimeoutMs: 30_000,
      idleTimeoutMs: 0,
      warm: 0,
      rateLimit: 0,
      allowPrivateNetwork: false,
      ...options,
    },
    parts,
  ).catch((error) => {
    folder[Symbol.dispose]();
    throw error;
  });
  const key = server.firstKey ?? (await server.keys.create(await server.keys.project(), "test")).key;
  const call: TestPlatform["call"] = async (method, path, body, headers = {}) => {
    const response = await fetch(`${server.url}/api${path}`, {
      method,
      headers: { "X-Svc-API-Key": key, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
  };
  return {
    url: server.url,
    key,
    home,
    server,
    call,
    async browser(body = {}) {
      const reply = await call("POST", "/v3/browsers", body);
      if (reply.status !== 201) throw new Error(`no browser: ${reply.status} ${JSON.stringify(reply.body)}`);
      return reply.body;
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      folder[Symbol.dispose]();
    },
  };
}
