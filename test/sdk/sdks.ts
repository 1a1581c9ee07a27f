/** The SDKs behind one interface, each in a process of its own: a call by the names of the API, answered with JSON. */

import { join } from "node:path";
import type { ClientOptions } from "../../sdk/typescript/src/index.ts";
import type { Data } from "../fixture.ts";
import { type Folder, temporaryFolder } from "../support/folder.ts";

const ROOT = join(import.meta.dir, "..", "..");

export interface Call {
  client: ClientOptions;
  /** `["v2", "tasks", "getStatus"]`. */
  method: string[];
  args?: unknown[];
  /** The last argument; in Python those with names. */
  params?: object;
  /** One page of a list in place of its rows. */
  as?: "page";
  /** Rows or events until the call is left. */
  limit?: number;
  signal?: AbortSignal;
}

/** What a call threw, as far as both languages have it. `shown` is all that could get into a log. */
export class Thrown extends Error {
  readonly told: Data;

  constructor(told: Data) {
    super(told.message);
    this.told = told;
  }
}

export interface Sdk extends AsyncDisposable {
  name: string;
  call(call: Call): Promise<Data>;
  /** Bytes by which the memory of the SDK's process grew at its peak while the work was done. Linux alone. */
  growth(work: () => Promise<unknown>): Promise<number>;
}

/** The real program: a shim in its place would be the process that is measured. */
const [DENO] = [...new Bun.Glob("tools/node_modules/@deno/*/deno").scanSync({ cwd: import.meta.dir, absolute: true })];

const JAVASCRIPT: Record<string, string[] | undefined> = {
  Node: ["node"],
  Bun: [process.execPath],
  Deno: DENO === undefined ? undefined : [DENO, "run", "--quiet", "--no-lock", "--allow-all"],
};

/** TypeScript on every runtime that is installed, and both clients of Python. */
export function sdks(): Sdk[] {
  const javascript = Object.entries(JAVASCRIPT).flatMap(([name, command]) =>
    command ? [typescript(name, command)] : [],
  );
  return [...javascript, python("sync"), python("async")];
}

/** The bundled package, from its start until it is disposed in a folder of its own. */
function typescript(runtime: string, command: string[]): Sdk {
  let folder: Folder | undefined;
  const start = async () => {
    folder = temporaryFolder();
    const { outputs } = await Bun.build({
      entrypoints: [join(ROOT, "sdk/typescript/src/index.ts")],
      outdir: folder.path,
      target: "node",
      splitting: true,
    });
    const entry = outputs.find(({ kind }) => kind === "entry-point")?.path ?? "";
    return await started([...command, join(import.meta.dir, "driver.mjs"), entry]);
  };
  return driven(`TypeScript, ${runtime}`, start, () => folder?.[Symbol.dispose]());
}

function python(kind: "sync" | "async"): Sdk {
  return driven(`Python, ${kind}`, () => started(["python3", join(import.meta.dir, "driver.py"), kind]));
}

interface Driver {
  pid: number;
  write(line: object): void;
  waiting: Map<number, PromiseWithResolvers<Data>>;
  end(): Promise<void>;
}

async function started(command: string[]): Promise<Driver> {
  const child = Bun.spawn(command, {
    env: { ...process.env, PYTHONPATH: join(ROOT, "sdk/python/src"), PYTHONDONTWRITEBYTECODE: "1" },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const waiting: Driver["waiting"] = new Map();
  const read = async () => {
    for await (const line of linesOf(child.stdout)) {
      const { id, value, error } = JSON.parse(line);
      if (error) waiting.get(id)?.reject(new Thrown(error));
      else waiting.get(id)?.resolve(value);
      waiting.delete(id);
    }
    for (const { reject } of waiting.values()) reject(new Error(`${command.join(" ")} has ended`));
  };
  void read();
  const write = (line: object) => {
    child.stdin.write(`${JSON.stringify(line)}\n`);
    child.stdin.flush();
  };
  const end = async () => {
    child.kill();
    await child.exited;
  };
  return { pid: child.pid, write, waiting, end };
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    const lines = (text + decoder.decode(chunk, { stream: true })).split("\n");
    text = lines.pop() ?? "";
    yield* lines;
  }
}

/** An SDK whose process starts with the first call. */
function driven(name: string, start: () => Promise<Driver>, clean = () => {}): Sdk {
  let driver: Promise<Driver> | undefined;
  const running = () => {
    driver ??= start();
    return driver;
  };
  let number = 0;
  return {
    name,
    async call({ signal, ...call }) {
      const { write, waiting } = await running();
      const id = number++;
      const held = Promise.withResolvers<Data>();
      waiting.set(id, held);
      write({ id, ...call, ...(signal ? { isCancellable: true } : {}) });
      const cancel = () => write({ cancel: id });
      if (signal?.aborted) cancel();
      else signal?.addEventListener("abort", cancel);
      return await held.promise;
    },
    async growth(work) {
      const { pid } = await running();
      const bytes = async (field: string) => {
        const status = await Bun.file(`/proc/${pid}/status`).text();
        return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
      };
      // 5 resets the peak (proc(5)).
      await Bun.write(`/proc/${pid}/clear_refs`, "5");
      const before = await bytes("VmRSS");
      await work();
      return (await bytes("VmHWM")) - before;
    },
    async [Symbol.asyncDispose]() {
      await (await driver)?.end();
      clean();
    },
  };
}
