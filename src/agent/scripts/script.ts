/**
 * JavaScript over the agent's own tools, in QuickJS compiled to WebAssembly: no file, no network, no clock but its own, and bounds
 * on time, memory and calls. The one door of QuickJS. Each tool is an async function; calls run one after the other, as they were made.
 *
 * QuickJS's plain build with promises, not its asyncify build: a job that suspends inside another one corrupts the latter's memory
 * (0.32.0), and models write `await` anyway.
 */

import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSWASMModule } from "quickjs-emscripten-core";
import { rejectOnAbort, withTimeout } from "../../lib/deadline.ts";
import { shorten } from "../../lib/shorten.ts";
import { COMPUTE_MS, compiledBy, FREEZE, thrownBy } from "./script-code.ts";

export interface ScriptLimits {
  readonly ms: number;
  readonly bytes: number;
  readonly calls: number;
}

export const SCRIPT_LIMITS: ScriptLimits = { ms: 120_000, bytes: 64 << 20, calls: 200 };

const STACK_BYTES = 512 << 10;

/** Characters of printed lines and of the value that go back. */
const MAX_OUTPUT = 12_000;

/** What a tool gave: its data, or why it failed. */
export type ScriptCall = (tool: string, args: Record<string, unknown>) => Promise<{ value?: unknown; error?: string }>;

export interface Scripted {
  readonly ok: boolean;
  /** What it printed, and its value or what it threw. */
  readonly text: string;
  readonly calls: number;
  /** Lines that it printed. */
  readonly printed: readonly string[];
  /** What it returned. */
  readonly value?: unknown;
  /** What it threw, or why it was ended. */
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

/** Runs the code to its end. Throws the signal's reason when it is aborted; whatever the code does wrong is in the result. */
export async function runScript(
  code: string,
  asked: Omit<ScriptOptions, "limits"> & { limits?: ScriptLimits | undefined },
): Promise<Scripted> {
  const { limits = SCRIPT_LIMITS } = asked;
  const module = await quickJs();
  const runtime = module.newRuntime();
  try {
    return await new Script(runtime, { ...asked, limits }).run(code);
  } finally {
    dispose(runtime);
  }
}

/** A runtime with values that nobody let go of aborts the whole module: it is given up, and the next script gets a new one. */
function dispose(runtime: QuickJSRuntime): void {
  try {
    runtime.dispose();
  } catch {
    loading = undefined;
  }
}

interface ScriptOptions {
  tools: readonly string[];
  call: ScriptCall;
  signal: AbortSignal;
  limits: ScriptLimits;
  /** What the code finds as `params`: JSON, and it cannot change it. */
  params?: Readonly<Record<string, unknown>> | undefined;
}

/** What is wrong with the code as such; undefined where it could run. */
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
  readonly #asked: ScriptOptions;
  readonly #printed: string[] = [];
  readonly #failed: string[] = [];
  readonly #deadlineMs: number;
  #busySinceMs = performance.now();
  #calls = 0;
  #queue: Promise<unknown> = Promise.resolve();
  #isOver = false;
  /** Settles when the code has gone on after a call. */
  #progress = Promise.withResolvers<void>();

  constructor(runtime: QuickJSRuntime, asked: ScriptOptions) {
    this.#runtime = runtime;
    this.#asked = asked;
    this.#deadlineMs = performance.now() + asked.limits.ms;
    runtime.setMemoryLimit(asked.limits.bytes);
    runtime.setMaxStackSize(STACK_BYTES);
    runtime.setInterruptHandler(
      () => performance.now() - this.#busySinceMs > COMPUTE_MS || performance.now() > this.#deadlineMs,
    );
    this.#context = runtime.newContext();
  }

  async run(code: string): Promise<Scripted> {
    const context = this.#context;
    try {
      for (const tool of this.#asked.tools) this.#define(tool, (args) => this.#callTool(tool, args));
      this.#define("print", (...values) => {
        this.#printed.push(values.map(shown).join(" "));
        return undefined;
      });
      context
        .unwrapResult(context.evalCode("globalThis.console = { log: print, error: print, warn: print };"))
        .dispose();
      if (this.#asked.params) this.#give(this.#asked.params);
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

  async #settled(promise: QuickJSHandle): Promise<Scripted> {
    const context = this.#context;
    try {
      for (;;) {
        this.#work();
        const state = context.getPromiseState(promise);
        if (state.type === "rejected") return this.#failure(this.#thrown(state.error));
        if (state.type === "fulfilled") {
          // Calls that nobody waited for are part of what the code does.
          await this.#untilDone(this.#queue);
          const value = context.dump(state.value);
          if (state.value !== promise) state.value.dispose();
          return { ...this.#result(true, value === undefined ? undefined : shown(value)), value };
        }
        if (!(await this.#untilDone(this.#progress.promise))) return this.#failure(this.#late());
      }
    } finally {
      promise.dispose();
    }
  }

  /** False when the time is over. Throws when the run is stopped. */
  async #untilDone(work: Promise<unknown>): Promise<boolean> {
    const { signal } = this.#asked;
    const done = Promise.race([work.then(() => true), rejectOnAbort(signal)]);
    const isDone = await withTimeout(done, Math.max(0, this.#deadlineMs - performance.now()));
    signal.throwIfAborted();
    return isDone === true;
  }

  #late(): string {
    return `it took longer than ${this.#asked.limits.ms / 1_000} s`;
  }

  /** Lets the code go on as far as it can. */
  #work(): void {
    this.#busySinceMs = performance.now();
    const done = this.#runtime.executePendingJobs();
    if (done.error) this.#failed.push(this.#thrown(done.error));
    this.#progress = Promise.withResolvers<void>();
  }

  #define(name: string, run: (...args: unknown[]) => QuickJSHandle | undefined): void {
    const context = this.#context;
    const made = context.newFunction(name, (...handles) => run(...handles.map((one) => context.dump(one))));
    context.setProp(context.global, name, made);
    made.dispose();
  }

  #callTool(tool: string, args: unknown): QuickJSHandle {
    const context = this.#context;
    const deferred = context.newPromise();
    this.#calls++;
    const isTooMany = this.#calls > this.#asked.limits.calls;
    const run = async () => {
      if (this.#isOver) return;
      const given = typeof args === "object" && args !== null && !Array.isArray(args) ? args : {};
      const answer = isTooMany
        ? { error: `a script can make at most ${this.#asked.limits.calls} calls` }
        : await this.#asked
            .call(tool, given as Record<string, unknown>)
            .catch((error: Error) => ({ error: error.message }));
      if (this.#isOver) return;
      if ("error" in answer && answer.error !== undefined) this.#reject(deferred, tool, answer.error);
      else this.#resolve(deferred, "value" in answer ? answer.value : undefined);
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

  #failure(error: string): Scripted {
    return { ...this.#result(false, error), error };
  }

  /** `params`, frozen to its depths, under a name that nothing can take. */
  #give(params: Readonly<Record<string, unknown>>): void {
    const context = this.#context;
    const given = `Object.defineProperty(globalThis, "params", { value: ${FREEZE}(JSON.parse(${JSON.stringify(JSON.stringify(params))})) });`;
    context.unwrapResult(context.evalCode(given)).dispose();
  }

  #result(ok: boolean, last: string | undefined): Scripted {
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
