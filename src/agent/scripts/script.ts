/**
 * Runs JavaScript over the tools of the agent in QuickJS, compiled to WebAssembly: without files and network, with limits on time,
 * memory and calls. Each tool is an async function; calls run one after the other, in the order of the code. Only this file imports
 * QuickJS.
 *
 * It uses the plain build with promises, not the asyncify build: there a job that suspends inside another one corrupts its memory
 * (0.32.0), and models write `await` anyway.
 */

import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSWASMModule } from "quickjs-emscripten-core";
import { shorten } from "../../lib/shorten.ts";
import { COMPUTE_MS, compiledBy, FREEZE, thrownBy } from "./script-code.ts";

export interface ScriptLimits {
  readonly ms: number;
  readonly bytes: number;
  readonly calls: number;
}

export const SCRIPT_LIMITS: ScriptLimits = { ms: 120_000, bytes: 64 << 20, calls: 200 };

const STACK_BYTES = 512 << 10;

/** Maximum characters of the output. */
const MAX_OUTPUT = 12_000;

/** Runs a tool. Resolves with its data, or with the reason of its failure. */
export type ScriptCall = (tool: string, args: Record<string, unknown>) => Promise<{ value?: unknown; error?: string }>;

export interface ScriptResult {
  readonly ok: boolean;
  /** The printed lines, then the value or the error. */
  readonly text: string;
  readonly calls: number;
  readonly printed: readonly string[];
  readonly value?: unknown;
  /** The thrown error, or the limit that ended the script. */
  readonly error?: string;
}

let loading: Promise<QuickJSWASMModule> | undefined;

async function quickJs(): Promise<QuickJSWASMModule> {
  loading ??= (async () => {
    const [{ newQuickJSWASMModuleFromVariant }, { default: variant }] = await Promise.all([
      import("quickjs-emscripten-core"),
      import("@jitl/quickjs-singlefile-mjs-release-sync"),
    ]);
    return await newQuickJSWASMModuleFromVariant(variant);
  })();
  return await loading;
}

/** Runs the code. Faults of the code are in the result. Throws the reason of the signal when it is aborted. */
export async function runScript(
  code: string,
  environment: Omit<ScriptEnvironment, "limits"> & { limits?: ScriptLimits | undefined },
): Promise<ScriptResult> {
  const { limits = SCRIPT_LIMITS } = environment;
  const module = await quickJs();
  const runtime = module.newRuntime();
  try {
    return await new Script(runtime, { ...environment, limits }).run(code);
  } finally {
    dispose(runtime);
  }
}

/** Disposing a runtime that still has live values aborts the module: the next script then loads a new one. */
function dispose(runtime: QuickJSRuntime): void {
  try {
    runtime.dispose();
  } catch {
    loading = undefined;
  }
}

interface ScriptEnvironment {
  tools: readonly string[];
  call: ScriptCall;
  signal: AbortSignal;
  limits: ScriptLimits;
  /** The read-only global `params` of the code; JSON. */
  params?: Readonly<Record<string, unknown>> | undefined;
}

/** Why the code does not compile; undefined when it does. */
export async function scriptFault(code: string): Promise<string | undefined> {
  const runtime = (await quickJs()).newRuntime();
  const context = runtime.newContext();
  try {
    const compiled = compiledBy(context, code);
    return "error" in compiled ? compiled.error : undefined;
  } finally {
    context.dispose();
    dispose(runtime);
  }
}

class Script {
  readonly #context: QuickJSContext;
  readonly #runtime: QuickJSRuntime;
  readonly #environment: ScriptEnvironment;
  readonly #printed: string[] = [];
  readonly #failed: string[] = [];
  readonly #deadlineMs: number;
  #busySinceMs = performance.now();
  #calls = 0;
  #queue: Promise<unknown> = Promise.resolve();
  #isOver = false;
  /** Resolves after the next call has settled. */
  #progress = Promise.withResolvers<void>();

  constructor(runtime: QuickJSRuntime, environment: ScriptEnvironment) {
    this.#runtime = runtime;
    this.#environment = environment;
    this.#deadlineMs = performance.now() + environment.limits.ms;
    runtime.setMemoryLimit(environment.limits.bytes);
    runtime.setMaxStackSize(STACK_BYTES);
    runtime.setInterruptHandler(
      () => performance.now() - this.#busySinceMs > COMPUTE_MS || performance.now() > this.#deadlineMs,
    );
    this.#context = runtime.newContext();
  }

  async run(code: string): Promise<ScriptResult> {
    const context = this.#context;
    try {
      for (const tool of this.#environment.tools) this.#define(tool, (args) => this.#callTool(tool, args));
      this.#define("print", (...values) => {
        this.#printed.push(values.map(shown).join(" "));
        return undefined;
      });
      context
        .unwrapResult(context.evalCode("globalThis.console = { log: print, error: print, warn: print };"))
        .dispose();
      if (this.#environment.params) this.#defineParams(this.#environment.params);
      const source = compiledBy(context, code);
      if ("error" in source) return this.#failure(source.error);
      this.#busySinceMs = performance.now();
      const evaluated = context.evalCode(source.code, "script.js");
      if (evaluated.error) return this.#failure(this.#thrown(evaluated.error));
      return await this.#settled(evaluated.value);
    } finally {
      this.#isOver = true;
      await this.#queue;
      context.dispose();
    }
  }

  async #settled(promise: QuickJSHandle): Promise<ScriptResult> {
    const context = this.#context;
    try {
      for (;;) {
        this.#runJobs();
        const state = context.getPromiseState(promise);
        if (state.type === "rejected") return this.#failure(this.#thrown(state.error));
        if (state.type === "fulfilled") {
          // Calls without `await` belong to the script, too.
          await this.#untilDone(this.#queue);
          const value = context.dump(state.value);
          if (state.value !== promise) state.value.dispose();
          return { ...this.#result(true, value === undefined ? undefined : shown(value)), value };
        }
        if (!(await this.#untilDone(this.#progress.promise))) return this.#failure(this.#timeoutMessage());
      }
    } finally {
      promise.dispose();
    }
  }

  /** Returns false when the time limit passes first. Throws when the run is stopped. */
  async #untilDone(work: Promise<unknown>): Promise<boolean> {
    const { signal } = this.#environment;
    let timer: Timer | undefined;
    const over = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), Math.max(0, this.#deadlineMs - performance.now()));
      signal.addEventListener("abort", () => resolve(false), { once: true });
    });
    const isDone = await Promise.race([work.then(() => true), over]);
    clearTimeout(timer);
    signal.throwIfAborted();
    return isDone === true;
  }

  #timeoutMessage(): string {
    return `it took longer than ${this.#environment.limits.ms / 1_000} s`;
  }

  /** Runs all pending jobs of the code. */
  #runJobs(): void {
    this.#busySinceMs = performance.now();
    const done = this.#runtime.executePendingJobs();
    if (done.error) this.#failed.push(this.#thrown(done.error));
    this.#progress = Promise.withResolvers<void>();
  }

  #define(name: string, run: (...args: unknown[]) => QuickJSHandle | undefined): void {
    const context = this.#context;
    const handle = context.newFunction(name, (...handles) => run(...handles.map((one) => context.dump(one))));
    context.setProp(context.global, name, handle);
    handle.dispose();
  }

  #callTool(tool: string, args: unknown): QuickJSHandle {
    const context = this.#context;
    const deferred = context.newPromise();
    this.#calls++;
    const { call, limits } = this.#environment;
    const isTooMany = this.#calls > limits.calls;
    const given = typeof args === "object" && args !== null && !Array.isArray(args) ? args : {};
    const run = async () => {
      if (this.#isOver) return;
      const answer: Awaited<ReturnType<ScriptCall>> = isTooMany
        ? { error: `a script can make at most ${limits.calls} calls` }
        : await call(tool, given as Record<string, unknown>).catch((error: Error) => ({ error: error.message }));
      if (this.#isOver) return;
      if (answer.error === undefined) this.#resolve(deferred, answer.value);
      else this.#reject(deferred, tool, answer.error);
      this.#progress.resolve();
    };
    this.#queue = this.#queue.then(run, run);
    return deferred.handle;
  }

  #resolve(deferred: { resolve(handle: QuickJSHandle): void }, value: unknown): void {
    const context = this.#context;
    const text = context.newString(JSON.stringify(value ?? null));
    const json = context.getProp(context.global, "JSON");
    const parse = context.getProp(json, "parse");
    const parsed = context.unwrapResult(context.callFunction(parse, json, text));
    deferred.resolve(parsed);
    for (const handle of [text, json, parse, parsed]) handle.dispose();
  }

  #reject(deferred: { reject(handle: QuickJSHandle): void }, tool: string, message: string): void {
    this.#failed.push(`${tool}: ${shorten(message, 300)}`);
    const error = this.#context.newError(`${tool}: ${message}`);
    deferred.reject(error);
    error.dispose();
  }

  #thrown(handle: QuickJSHandle): string {
    return thrownBy(this.#context, handle);
  }

  #failure(error: string): ScriptResult {
    return { ...this.#result(false, error), error };
  }

  /** Defines `params`, deeply frozen, as a constant global. */
  #defineParams(params: Readonly<Record<string, unknown>>): void {
    const context = this.#context;
    const given = `Object.defineProperty(globalThis, "params", { value: ${FREEZE}(JSON.parse(${JSON.stringify(JSON.stringify(params))})) });`;
    context.unwrapResult(context.evalCode(given)).dispose();
  }

  #result(ok: boolean, last: string | undefined): ScriptResult {
    const failed = this.#failed.map((one) => `failed call: ${one}`);
    const lines = [...this.#printed, ...failed.slice(0, 10), ...(last === undefined ? [] : [last])];
    const text = lines.join("\n");
    const cut =
      text.length > MAX_OUTPUT ? `${text.slice(0, MAX_OUTPUT)}\n(cut: ${text.length} characters in all)` : text;
    return { ok, text: cut, calls: this.#calls, printed: this.#printed };
  }
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
}
