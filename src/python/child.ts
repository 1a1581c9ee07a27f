/**
 * One Python process, and what is said to it over pipes of its own: code to run, and the calls that code makes. Knows
 * nothing of commands: whoever runs code answers its calls.
 */
import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { Failure } from "../errors.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { identify, killGroup, type ProcessId } from "../lib/process.ts";
import type { Job, Ran, Reply } from "./job.ts";
import { Printed } from "./printed.ts";
import { type PythonSetup, spawnPython, startLines } from "./spawned.ts";

/** How long code that was interrupted may take to end by itself. */
const INTERRUPT_MS = 1_000;

interface Message extends Ran {
  type: "ready" | "done" | "call";
  id: number;
  command: string;
  args: Record<string, unknown>;
  cwd: string;
  timeoutMs: number | null;
}

export class Python {
  readonly #child: ChildProcess;
  readonly #id: ProcessId;
  readonly #inbox: Writable;
  readonly #stdout = new Printed();
  readonly #stderr = new Printed();
  readonly #ready = Promise.withResolvers<void>();
  #answer: ((ran: Ran) => void) | undefined;
  #call: Job["call"] | undefined;
  #lastId = 0;
  /** Ends when the run before is over, also one that nobody waits for any more. */
  #free: Promise<unknown> = Promise.resolve();
  #isInterrupted = false;
  /** How the process ended, in words; undefined while it lives. */
  end: string | undefined;
  /** Resolves with how the process ended, and whether someone who waited for it was told so. */
  readonly ended: Promise<{ how: string; isTold: boolean; isInterrupted: boolean }>;

  private constructor(setup: PythonSetup) {
    this.#child = spawnPython(setup);
    this.#id = identify(this.#child.pid ?? 0);
    const [, stdout, stderr, inbox, outbox] = this.#child.stdio;
    this.#inbox = inbox as Writable;
    (stdout as Readable).on("data", (chunk: Buffer) => this.#stdout.feed(chunk));
    (stderr as Readable).on("data", (chunk: Buffer) => this.#stderr.feed(chunk));
    this.#listen(outbox as Readable);
    for (const stream of this.#child.stdio) stream?.on("error", () => {});
    this.ended = new Promise((resolve) => {
      this.#child.on("exit", (code, signal) => {
        this.end = signal ? `signal ${signal}` : `exit code ${code}`;
        const isInterrupted = this.#isInterrupted;
        resolve({ how: this.end, isTold: this.#answer !== undefined && !isInterrupted, isInterrupted });
      });
    });
    for (const line of startLines(setup)) this.#send(line);
  }

  /** Resolves when it is ready for code. `missing_program` when it does not start. */
  static async start(setup: PythonSetup, signal: AbortSignal): Promise<Python> {
    const python = new Python(setup);
    let said = "";
    void python.#stderr.follow("\0", (text) => {
      said += text;
    });
    try {
      const end = await Promise.race([python.#ready.promise, python.ended, rejectOnAbort(signal)]);
      if (end !== undefined)
        throw new Failure(
          "missing_program",
          `${setup.executable} did not start (${end.how}): ${said.trim().slice(-400)}`,
          "Install Python 3.11 or later, or run `svc config set python <path>`.",
        );
    } catch (error) {
      python.kill();
      throw error;
    } finally {
      python.#stderr.leave();
    }
    return python;
  }

  /**
   * Runs the code to its end. Throws the signal's reason when that is aborted: then the code is interrupted, and the process
   * is killed when that does not help. Throws `script` when the process ends.
   */
  run(job: Job): Promise<Ran> {
    return this.#inTurn(async () => {
      job.signal.throwIfAborted();
      const mark = `\0${crypto.randomUUID()}`;
      const drained = Promise.all([
        this.#stdout.follow(mark, (text) => this.#print(job, text, "stdout")),
        this.#stderr.follow(mark, (text) => this.#print(job, text, "stderr")),
      ]);
      this.#call = job.call;
      const interrupt = () => this.#interrupt();
      job.signal.addEventListener("abort", interrupt, { once: true });
      const { source, name, isFile, cwd } = job;
      try {
        const ran = await this.#ask({ type: "run", source, name, isFile, cwd, mark });
        // The marks were written before the answer: what is missing is still on its way to a slow reader.
        await Promise.race([drained, this.ended, rejectOnAbort(job.signal)]);
        job.signal.throwIfAborted();
        return ran;
      } catch (error) {
        throw job.signal.aborted ? job.signal.reason : error;
      } finally {
        this.#isInterrupted = false;
        job.signal.removeEventListener("abort", interrupt);
        this.#call = undefined;
        this.#stdout.leave();
        this.#stderr.leave();
      }
    }, job.signal);
  }

  /** Names of the variables, each with the name of its type. */
  async variables(signal: AbortSignal): Promise<Record<string, string>> {
    const { variables } = await this.#inTurn(() => this.#ask({ type: "variables" }), signal);
    return variables ?? {};
  }

  /** Resolves when nothing runs in it any more. */
  async settled(signal: AbortSignal): Promise<void> {
    await Promise.race([this.#free, rejectOnAbort(signal)]);
  }

  /** Ends it with all that it started. */
  kill(): void {
    killGroup(this.#id);
  }

  /** One after the other: code that nobody waits for any more still has to end. */
  async #inTurn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const before = this.#free;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#free = Promise.all([before, promise]);
    try {
      await Promise.race([before, rejectOnAbort(signal)]);
      return await work();
    } finally {
      resolve();
    }
  }

  /** Code that prints faster than its reader reads has to wait, as it would at any pipe. */
  #print(job: Job, text: string, stream: "stdout" | "stderr"): void {
    const eased = job.printed(text, stream);
    if (!(eased instanceof Promise)) return;
    const source = this.#child[stream];
    source?.pause();
    const read = () => void source?.resume();
    void Promise.race([eased, rejectOnAbort(job.signal)]).then(read, read);
  }

  async #ask(message: object): Promise<Ran> {
    const { promise, resolve } = Promise.withResolvers<Ran>();
    this.#answer = resolve;
    this.#send({ ...message, id: ++this.#lastId });
    const gone = this.ended.then(async ({ how }) => {
      // What it printed last is still on its way.
      await Bun.sleep(20);
      throw new Failure(
        "script",
        `Python ended (${how}) while the code ran; its variables are lost`,
        "Run `svc python` again; it starts without variables.",
      );
    });
    gone.catch(() => {});
    return await Promise.race([promise, gone]);
  }

  #interrupt(): void {
    this.#isInterrupted = true;
    try {
      if (process.platform === "win32") this.kill();
      else process.kill(-this.#id.pid, "SIGINT");
    } catch {
      // It has ended.
    }
    const asked = this.#lastId;
    setTimeout(() => {
      if (this.#answer && this.#lastId === asked) this.kill();
    }, INTERRUPT_MS).unref();
  }

  #send(message: object | string): void {
    this.#inbox.write(`${JSON.stringify(message)}\n`);
  }

  #listen(outbox: Readable): void {
    let pieces: Buffer[] = [];
    outbox.on("data", (chunk: Buffer) => {
      let start = 0;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, start)) {
        this.#receive(JSON.parse(Buffer.concat([...pieces, chunk.subarray(start, at)]).toString()) as Message);
        pieces = [];
        start = at + 1;
      }
      if (start < chunk.length) pieces.push(chunk.subarray(start));
    });
    // Code may close all descriptors that it did not open: nothing can be heard of it any more.
    outbox.on("end", () => this.kill());
  }

  #receive(message: Message): void {
    if (message.type === "ready") this.#ready.resolve();
    else if (message.type === "call") void this.#reply(message);
    else if (message.id === this.#lastId) {
      this.#answer?.(message);
      this.#answer = undefined;
    }
  }

  async #reply({ id, command, args, cwd, timeoutMs }: Message): Promise<void> {
    const idle: Reply = {
      ok: false,
      code: "usage",
      message: "the svc python command has ended; a background thread can no longer use the browser",
    };
    const reply = (await this.#call?.({ command, args, cwd, timeoutMs })) ?? idle;
    if (this.end === undefined) this.#send({ type: "reply", id, ...reply });
  }
}
