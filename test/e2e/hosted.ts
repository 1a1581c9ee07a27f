/** `svc serve` by the built executable. */

import { type Data, EXECUTABLE, noteCovered } from "../fixture.ts";
import { firstKey } from "../platform/process.ts";
import { Program } from "../support/program.ts";
import type { HomeFixture } from "./home-fixture.ts";

export interface Hosted {
  url: string;
  key: string;
  pid: number;
  /** Everything written to stderr so far. */
  logged(): string;
  call(method: string, path: string, body?: object): Promise<{ status: number; body: Data }>;
  /** Ends the server; returns its exit code and stdout. */
  end(signal: NodeJS.Signals): Promise<{ code: number; stdout: string }>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** On a terminal the address ends its line; elsewhere it is part of a line of JSON. */
const LISTENING = /Listening on ([^\s"]+)["\n]/;

/** Starts `svc serve` on a free port in that home. `key` is the API key of an earlier start. */
export async function host({ env, home }: HomeFixture, key = "", words: string[] = []): Promise<Hosted> {
  const server = new Program([EXECUTABLE, "serve", "--port", "0", ...words], { env });
  const url = await server.word("stderr", LISTENING);
  const own = key || firstKey(home);
  noteCovered({ command: "serve", code: "" });
  return {
    url,
    key: own,
    pid: server.process.pid,
    logged: () => server.stderr,
    async call(method, path, body) {
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: { "X-Svc-API-Key": own, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
    },
    end: (signal) => server.kill(signal),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
