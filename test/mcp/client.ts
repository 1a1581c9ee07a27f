/**
 * A client of the built server without the SDK: one line of JSON per message. Any other output on stdout fails the
 * test.
 */
import { Validator } from "@cfworker/json-schema";
import { type Data, EXECUTABLE } from "../executable.ts";

export interface Called {
  text: string;
  data: Data;
  isError: boolean;
  content: Data[];
}

export interface Client {
  /** The result of a request. Throws `RpcError` for an error. */
  request(method: string, params?: object): Promise<Data>;
  /** The same with the id of the request. */
  begin(method: string, params?: object): { id: number; answer: Promise<Data> };
  call(tool: string, args?: object, meta?: object): Promise<Called>;
  notify(method: string, params?: object): void;
  /** Writes a line unchanged. */
  write(line: string): void;
  /** All received messages that answer no request. */
  received: Data[];
  /** Closes the server's input. */
  endInput(): Promise<void>;
  exited: Promise<number>;
  process: Bun.Subprocess<"pipe", "pipe", "pipe">;
  [Symbol.asyncDispose](): Promise<void>;
}

class RpcError extends Error {
  readonly code: number;

  constructor({ code, message }: { code: number; message: string }) {
    super(message);
    this.code = code;
  }
}

const INITIALIZE = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };

interface ClientOptions {
  cwd?: string;
  /** Another executable than the built one. */
  executable?: string;
}

/** Starts a server and initializes it. Declare it with `await using`. */
export async function client(
  argv: string[],
  env: Record<string, string | undefined>,
  options: ClientOptions = {},
): Promise<Client> {
  const one = startClient(argv, env, options);
  await one.request("initialize", INITIALIZE);
  one.notify("notifications/initialized");
  return one;
}

/** Starts a server without initializing it. */
export function startClient(
  argv: string[],
  env: Record<string, string | undefined>,
  options: ClientOptions = {},
): Client {
  const child = Bun.spawn([options.executable ?? EXECUTABLE, "--mcp", ...argv], {
    env: { ...process.env, SVC_SESSION: undefined, ...env },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  const waiting = new Map<number, { resolve(result: Data): void; reject(error: Error): void }>();
  const received: Data[] = [];
  let lastId = 0;
  const write = (line: string) => {
    child.stdin.write(`${line}\n`);
    child.stdin.flush();
  };
  const reading = (async () => {
    for await (const line of lines(child.stdout)) {
      const message = JSON.parse(line);
      const asked = message.method === undefined ? waiting.get(message.id) : undefined;
      if (!asked) received.push(message);
      else if (message.error) asked.reject(new RpcError(message.error));
      else asked.resolve(message.result);
    }
    for (const { reject } of waiting.values()) reject(new Error("the server ended without an answer"));
  })();
  const begin = (method: string, params: object = {}) => {
    const id = ++lastId;
    const { promise, resolve, reject } = Promise.withResolvers<Data>();
    waiting.set(id, { resolve, reject });
    // After a cancellation the client waits for no answer.
    promise.catch(() => {});
    write(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return { id, answer: promise };
  };
  const request = (method: string, params?: object) => begin(method, params).answer;
  const validators = new Map<string, Validator>();
  let schemas: Promise<Map<string, object>> | undefined;
  // The server's list of tools, read once. Tools that are not listed may be called, too.
  const outputSchemas = async () => {
    const { tools = [] } = await request("tools/list").catch(() => ({}) as Data);
    return new Map<string, object>(tools.map((tool: Data) => [tool.name, tool.outputSchema]));
  };
  const validator = async (name: string) => {
    schemas ??= outputSchemas();
    const schema = (await schemas).get(name);
    if (schema && !validators.has(name)) validators.set(name, new Validator(schema, "2020-12", false));
    return validators.get(name);
  };
  return {
    begin,
    request,
    received,
    write,
    process: child,
    exited: child.exited,
    async call(name, args = {}, meta) {
      const result = await request("tools/call", { name, arguments: args, ...(meta ? { _meta: meta } : {}) });
      if (!result.isError) checkStructured(await validator(name), name, result);
      const text = result.content.flatMap((block: Data) => (block.type === "text" ? [block.text] : [])).join("\n");
      return { text, data: result.structuredContent, isError: result.isError === true, content: result.content };
    },
    notify: (method, params) => write(JSON.stringify({ jsonrpc: "2.0", method, ...(params ? { params } : {}) })),
    async endInput() {
      await child.stdin.end();
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
      await reading;
    },
  };
}

/** A client rejects structured content that does not match the output schema, or is missing. */
function checkStructured(validator: Validator | undefined, name: string, { structuredContent }: Data): void {
  if (!validator) return;
  const { valid, errors } = structuredContent ? validator.validate(structuredContent) : { valid: false, errors: [] };
  if (!valid) throw new Error(`${name}: ${JSON.stringify({ errors, structuredContent })}`);
}

async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  for await (const chunk of stream) {
    const [first = "", ...rest] = decoder.decode(chunk, { stream: true }).split("\n");
    pieces.push(first);
    for (const next of rest) {
      yield pieces.join("");
      pieces = [next];
    }
  }
  const last = pieces.join("");
  if (last !== "") yield last;
}
