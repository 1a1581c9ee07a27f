/** Programs that a test starts. */
import { until } from "./until.ts";

export interface Exit {
  code: number;
  stdout: string;
  stderr: string;
}

export interface ProgramOptions {
  /** What differs from this process: `undefined` removes a variable. SVC_SESSION is removed unless it is given. */
  env?: Record<string, string | undefined>;
  cwd?: string;
  /** Text, then the end; "pipe" leaves it open for the test. Default: closed. */
  stdin?: string | "pipe";
}

/** A program under way, with what it has written so far. `await using` kills it. */
export class Program implements AsyncDisposable {
  stdout = "";
  stderr = "";
  readonly process: Bun.Subprocess<"ignore" | "pipe" | Blob, "pipe", "pipe">;
  /** Its exit code and all of its output. */
  readonly ended: Promise<Exit>;

  constructor(command: readonly string[], { env, cwd, stdin }: ProgramOptions = {}) {
    this.process = Bun.spawn([...command], {
      env: { ...process.env, SVC_SESSION: undefined, ...env },
      stdin: stdin === undefined ? "ignore" : stdin === "pipe" ? "pipe" : new Blob([stdin]),
      stdout: "pipe",
      stderr: "pipe",
      ...(cwd === undefined ? {} : { cwd }),
    });
    this.ended = this.#end();
  }

  /** Writes to its input, which must be a pipe. */
  write(text: string): void {
    this.#input().write(text);
    this.#input().flush();
  }

  async closeInput(): Promise<void> {
    await this.#input().end();
  }

  /** Sends a signal. Returns the exit code and all of the output. */
  async kill(signal: NodeJS.Signals): Promise<Exit> {
    this.process.kill(signal);
    return await this.ended;
  }

  /** Waits until its output contains the pattern, and returns the first group. Throws if it ends without. */
  async word(stream: "stdout" | "stderr", pattern: RegExp): Promise<string> {
    let isOver = false;
    void this.ended.then(() => {
      isOver = true;
    });
    await until(() => pattern.test(this[stream]) || isOver, `${pattern} is in the output`);
    const [, found] = pattern.exec(this[stream]) ?? [];
    if (found === undefined) throw new Error(`no ${pattern} in the output: ${this.stdout}${this.stderr}`);
    return found;
  }

  #input(): Bun.FileSink {
    const { stdin } = this.process;
    if (stdin === undefined || typeof stdin === "number") throw new Error("the input of the program is no pipe");
    return stdin;
  }

  async #end(): Promise<Exit> {
    const [code] = await Promise.all([this.process.exited, this.#read("stdout"), this.#read("stderr")]);
    return { code, stdout: this.stdout, stderr: this.stderr };
  }

  async #read(name: "stdout" | "stderr"): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of this.process[name]) this[name] += decoder.decode(chunk, { stream: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.process.kill("SIGKILL");
    await this.process.exited;
  }
}

/** Runs a program to its end. */
export function runProgram(command: readonly string[], options?: ProgramOptions): Promise<Exit> {
  return new Program(command, options).ended;
}
