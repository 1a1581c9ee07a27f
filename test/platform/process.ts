/** `svc serve` as a separate process from its sources, which can be killed and restarted. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerOptions } from "../../src/platform/serve-options.ts";
import type { Data } from "../fixture.ts";
import { temporaryFolder } from "../support/folder.ts";
import { Program } from "../support/program.ts";
import type { Reply } from "./served.ts";

const MAIN = join(import.meta.dir, "..", "..", "src", "main.ts");

export interface ServerProcess {
  url: string;
  /** The first key, if this start created it. */
  key: string;
  /** Calls the API; `path` begins with the version. */
  call(method: string, path: string, body?: object, key?: string): Promise<Omit<Reply, "headers">>;
  /** Its output on stderr. */
  said(): string;
  /** Ends it with that signal. Resolves with the exit code when all output was read. */
  end(signal: NodeJS.Signals): Promise<number>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Resolves when it listens. `env` holds its settings, `program` what to start. */
export async function serverProcess(
  home: string,
  env: Record<string, string> = {},
  program: readonly string[] = [process.execPath, MAIN],
): Promise<ServerProcess> {
  const server = new Program([...program, "serve", "--port", "0"], { env: { HOME: home, SVC_HOME: home, ...env } });
  const url = await server.word("stderr", /"message":"Listening on ([^"]+)"/);
  const key = firstKey(home);
  return { url, key, said: () => server.stderr, call: callTo(url, key), ...endOf(server) };
}

/** A server with a scripted agent (`agent-server.ts`): its tasks are `forever`, `wait` and `look`. */
export async function agentProcess(
  home: string,
  options: Partial<ServerOptions> = {},
): Promise<Pick<ServerProcess, "url" | "key" | "call" | "end"> & AsyncDisposable> {
  const program = join(import.meta.dir, "agents", "agent-server.ts");
  const command = [process.execPath, program, home, JSON.stringify(options)];
  const server = new Program(command, { env: { HOME: home, SVC_HOME: home } });
  const url = await server.word("stdout", /"url":"([^"]+)"/);
  const key = await server.word("stdout", /"key":"([^"]+)"/);
  return { url, key, call: callTo(url, key), ...endOf(server) };
}

function endOf(server: Program): Pick<ServerProcess, "end" | typeof Symbol.asyncDispose> {
  return {
    end: async (signal) => (await server.kill(signal)).code,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function callTo(url: string, key: string): ServerProcess["call"] {
  return async (method, path, body, given = key) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { "X-Svc-API-Key": given, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Data };
  };
}

/** The first key of the server of a home. */
export function firstKey(home: string): string {
  const file = join(home, "server", "first-key");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : "";
}

/** A temporary home for servers. */
export function serverHome(): Disposable & { path: string } {
  const { path, [Symbol.dispose]: remove } = temporaryFolder();
  // The browsers of a killed server write for another moment, and create their folders again.
  const removeAll = () => {
    for (let n = 0; n < 20 && existsSync(path); n++) {
      remove();
      Bun.sleepSync(100);
    }
  };
  return { path, [Symbol.dispose]: removeAll };
}
