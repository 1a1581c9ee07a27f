/** A Python process and its protocol over two pipes: code to run, and the calls that the code makes. The caller answers the calls. */
import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { Failure } from "../errors.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { identify, killGroup, type ProcessId } from "../lib/process.ts";
import type { CodeResult, Job, Reply } from "./job.ts";
import { OutputStream } from "./output-stream.ts";
import { type PythonSetup, spawnPython, startLines } from "./spawn-python.ts";

/** How long interrupted code may take to end before the process is killed. */
const INTERRUPT_MS = 1_000;

interface Message extends CodeResult {
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
  readonly #stdout = new OutputStream();
  readonly #stderr = new OutputStream();
  readonly #ready = Promise.withResolvers<void>();
  #onReply: ((ran: CodeResult) => void) | undefined;
  #call: Job["call"] | undefined;
  #lastId = 0;
  /** Resolves when the previous run has ended, including one that the caller abandoned. */
  #free: Promise<unknown> = Promise.resolve();
  #isInterrupted = false;
  /** How the process ended, as text; undefined while it runs. */
  end: string | undefined;
  /** Resolves when the process ends, with the reason and whether a pending run reported it. */
  readonly ended: Promise<{ how: string; isReported: boolean; isInterrupted: boolean }>;

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
        resolve({ how: this.end, isReported: this.#onReply !== undefined && !isInterrupted, isInterrupted });
      });
    });
    for (const line of startLines(setup)) this.#send(line);
  }

  /** Resolves when it is ready for code. Throws `missing_program` if it does not start. */
  static async start(setup: PythonSetup, signal: AbortSignal): Promise<Python> {
    const python = new Python(setup);
    let output = "";
    void python.#stderr.follow("\0", (text) => {
      output += text;
    });
    try {
      const end = await Promise.race([python.#ready.promise, python.ended, rejectOnAbort(signal)]);
      if (end !== undefined)
        throw new Failure(
          "missing_program",
          `${setup.executable} did not start (${end.how}): ${output.trim().slice(-400)}`,
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
   * Runs the code to its end. If the signal is aborted, interrupts the code, kills the process if that does not help, and
   * throws the signal's reason. Throws `script` if the process ends.
   */
  run(job: Job): Promise<CodeResult> {
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
        const ran = await this.#request({ type: "run", source, name, isFile, cwd, mark });
        // The end marks were written before the reply; wait until they have been read.
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

  /** The variables, each with its type. */
  async variables(signal: AbortSignal): Promise<Record<string, string>> {
    const { variables } = await this.#inTurn(() => this.#request({ type: "variables" }), signal);
    return variables ?? {};
  }

  /** Resolves when no code runs. */
  async settled(signal: AbortSignal): Promise<void> {
    await Promise.race([this.#free, rejectOnAbort(signal)]);
  }

  /** Kills the process and all processes that it started. */
  kill(): void {
    killGroup(this.#id);
  }

  /** Runs are sequential: an abandoned run must end first. */
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

  /** Applies backpressure: code that prints faster than the client reads has to wait. */
  #print(job: Job, text: string, stream: "stdout" | "stderr"): void {
    const eased = job.onOutput(text, stream);
    if (!(eased instanceof Promise)) return;
    const source = this.#child[stream];
    source?.pause();
    const read = () => void source?.resume();
    void Promise.race([eased, rejectOnAbort(job.signal)]).then(read, read);
  }

  async #request(message: object): Promise<CodeResult> {
    const { promise, resolve } = Promise.withResolvers<CodeResult>();
    this.#onReply = resolve;
    this.#send({ ...message, id: ++this.#lastId });
    const gone = this.ended.then(async ({ how }) => {
      // Its last output may not have been read yet.
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
      // The process has ended.
    }
    const requestId = this.#lastId;
    setTimeout(() => {
      if (this.#onReply && this.#lastId === requestId) this.kill();
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
    // The code closed the pipe's descriptor, so the process can no longer be used.
    outbox.on("end", () => this.kill());
  }

  #receive(message: Message): void {
    if (message.type === "ready") this.#ready.resolve();
    else if (message.type === "call") void this.#reply(message);
    else if (message.id === this.#lastId) {
      this.#onReply?.(message);
      this.#onReply = undefined;
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
