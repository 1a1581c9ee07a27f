/** The SDKs behind one face: a call by the names of the API, answered with JSON. */
import { join } from "node:path";
import { type ClientOptions, Svc } from "../../sdk/typescript/src/index.ts";
import type { Data } from "../fixture.ts";

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
  /** Bytes of memory that the process of the SDK has. */
  memory(): Promise<number>;
}

export function sdks(): Sdk[] {
  return [typescript(), python("sync"), python("async")];
}

function typescript(): Sdk {
  const call = async ({ client, method, args = [], params, as, limit = 100_000, signal }: Call) => {
    const [last = "", ...before] = [...method].reverse();
    const { options, ...rest } = (params ?? {}) as Data;
    const calling = options || signal ? [{ ...options, ...(signal ? { signal } : {}) }] : [];
    try {
      const at = before.reduceRight((resource: Data, name) => resource[name], new Svc(client));
      const value = at[last](...args, ...(params || calling.length > 0 ? [rest, ...calling] : []));
      if (as === "page" || typeof value[Symbol.asyncIterator] !== "function") return jsonOf(await value);
      const rows: Data[] = [];
      for await (const one of value) if (rows.push(one) >= limit) break;
      return jsonOf(rows);
    } catch (error) {
      throw new Thrown(thrown(error));
    }
  };
  return { name: "TypeScript", call, memory: async () => process.memoryUsage.rss(), async [Symbol.asyncDispose]() {} };
}

function jsonOf(value: unknown): Data {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

function thrown(error: unknown): Data {
  const { name, message, code, hint, status, requestId, problems, stack, cause } = error as Data;
  const shown = [Bun.inspect(error), stack, Bun.inspect(cause)].join("\n");
  return JSON.parse(JSON.stringify({ name, message, code, hint, status, requestId, problems, shown }));
}

function python(kind: "sync" | "async"): Sdk {
  const child = Bun.spawn(["python3", join(import.meta.dir, "driver.py"), kind], {
    env: { ...process.env, PYTHONPATH: join(ROOT, "sdk/python/src"), PYTHONDONTWRITEBYTECODE: "1" },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const waiting = new Map<number, PromiseWithResolvers<Data>>();
  let number = 0;
  const read = async () => {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of child.stdout) {
      const lines = (text + decoder.decode(chunk, { stream: true })).split("\n");
      text = lines.pop() ?? "";
      for (const { id, value, error } of lines.map((line) => JSON.parse(line))) {
        if (error) waiting.get(id)?.reject(new Thrown(error));
        else waiting.get(id)?.resolve(value);
        waiting.delete(id);
      }
    }
  };
  void read();
  const write = (line: object) => {
    child.stdin.write(`${JSON.stringify(line)}\n`);
    child.stdin.flush();
  };
  return {
    name: `Python, ${kind}`,
    call({ signal, ...call }) {
      const id = number++;
      const held = Promise.withResolvers<Data>();
      waiting.set(id, held);
      write({ id, ...call });
      signal?.addEventListener("abort", () => write({ cancel: id }));
      return held.promise;
    },
    async memory() {
      const status = await Bun.file(`/proc/${child.pid}/status`).text();
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}
