/** `svc serve` as a separate process from its sources, which can be killed and restarted. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerOptions } from "../../src/platform/serve-options.ts";
import type { Data } from "../fixture.ts";
import { temporaryFolder } from "../support/folder.ts";
import { until } from "../support/until.ts";
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
  const child = Bun.spawn([...program, "serve", "--port", "0"], {
    env: { ...process.env, HOME: home, SVC_HOME: home, ...env },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const heard = new Output(child.stderr);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await heard.end;
    return await child.exited;
  };
  try {
    const url = await heard.word(/"message":"Listening on ([^"]+)"/);
    const key = firstKey(home);
    return {
      url,
      key,
      said: () => heard.text,
      end,
      call: callTo(url, key),
      [Symbol.asyncDispose]: async () => void (await end("SIGKILL")),
    };
  } catch (error) {
    await end("SIGKILL");
    throw error;
  }
}

/** A server with a scripted agent (`agent-server.ts`): its tasks are `forever`, `wait` and `look`. */
export async function agentProcess(
  home: string,
  options: Partial<ServerOptions> = {},
): Promise<Pick<ServerProcess, "url" | "key" | "call" | "end"> & AsyncDisposable> {
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, "agents", "agent-server.ts"), home, JSON.stringify(options)],
    {
      env: { ...process.env, HOME: home, SVC_HOME: home },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "ignore",
    },
  );
  const heard = new Output(child.stdout);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await heard.end;
    return await child.exited;
  };
  const url = await heard.word(/"url":"([^"]+)"/);
  const key = await heard.word(/"key":"([^"]+)"/);
  return { url, key, call: callTo(url, key), end, [Symbol.asyncDispose]: async () => void (await end("SIGKILL")) };
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

/** Collects the output of a process, so that a full pipe does not block it. */
class Output {
  text = "";
  readonly end: Promise<void>;
  #isOver = false;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.end = this.#read(stream);
  }

  /** Resolves with the first group of the pattern when the output contains it. */
  async word(pattern: RegExp): Promise<string> {
    await until(() => pattern.test(this.text) || this.#isOver, `${pattern} is in the output`);
    const [, found] = pattern.exec(this.text) ?? [];
    if (found === undefined) throw new Error(`the server did not start: ${this.text}`);
    return found;
  }

  async #read(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of stream) this.text += decoder.decode(chunk, { stream: true });
    this.#isOver = true;
  }
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
