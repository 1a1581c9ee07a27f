/**
 * The fast path to a running session: sends argv unparsed and prints the reply. It loads neither the commands nor the file
 * system, which take most of the start time. Every other line takes the slow path through `cli.ts`, with the same result.
 */
import type { LineReply } from "../daemon/wire.ts";
import { FAILURES } from "../errors.ts";
import { DEFAULT_TIMEOUT_MS, MAX_SOCKET_PATH, MAX_TIMEOUT_MS, REPLY_GRACE_MS, SESSION_NAME } from "../lib/limits.ts";
import { asksForJson, isClosedDescriptor, STDOUT_DESCRIPTOR } from "../lib/shell.ts";
import { BUILD } from "../version.ts";
import { CARRIED_VARIABLES, CLIENT_COMMANDS, CLIENT_OPTIONS, RULE_VARIABLES } from "./fast-path.gen.ts";

/** Progress messages are shown only after this time. */
const PROGRESS_AFTER_MS = 1_000;

interface Line {
  argv: readonly string[];
  session: string;
  timeoutMs: number;
}

/** Runs the line over the session's socket. Returns its exit code, or undefined when the line must take the slow path. */
export async function runFastPath(argv: readonly string[]): Promise<number | undefined> {
  const line = readLine(argv);
  if (!line || process.platform === "win32" || process.env.SVC_TRACE) return undefined;
  const home = process.env.SVC_HOME || (process.env.HOME ? `${process.env.HOME}/.svc` : "");
  const path = `${home}/${line.session}.sock`;
  // For a path that is relative, too long or not ASCII, `lib/paths.ts` chooses another socket.
  if (!home.startsWith("/") || path.length > MAX_SOCKET_PATH || /[^\x20-\x7e]/.test(path)) return undefined;
  return await new Exchange(line).run(path);
}

/** Reads the options `--session` and `--timeout`; undefined when the line needs the slow path. */
function readLine(argv: readonly string[]): Line | undefined {
  if (argv.length === 0 || argv[0]?.startsWith("__")) return undefined;
  const line = { argv, session: process.env.SVC_SESSION || "default", timeoutMs: DEFAULT_TIMEOUT_MS };
  let command: string | undefined;
  for (let n = 0; n < argv.length && argv[n] !== "--"; n++) {
    const word = argv[n] ?? "";
    const [name, value] = splitOption(word);
    if (CLIENT_OPTIONS.has(name)) return undefined;
    if (VALUE_OPTIONS.has(name)) setOption(line, name, value ?? argv[++n] ?? "");
    else if (!word.startsWith("-")) command ??= word;
  }
  return command !== undefined && !CLIENT_COMMANDS.has(command) && isValid(line) ? line : undefined;
}

function isValid({ session, timeoutMs }: Line): boolean {
  return SESSION_NAME.test(session) && timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS;
}

/** Options that the client itself must read. */
const VALUE_OPTIONS: ReadonlySet<string> = new Set(["--session", "-s", "--timeout"]);

function setOption(line: Line, name: string, value: string): void {
  if (name === "--timeout") line.timeoutMs = Number(value);
  else line.session = value;
}

/** `--name=value` as name and value. */
function splitOption(word: string): [name: string, value?: string] {
  const at = word.startsWith("--") ? word.indexOf("=") : -1;
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}

/** Sends one line over one connection and prints the replies. */
class Exchange {
  readonly #line: Line;
  readonly #request: Uint8Array;
  readonly #result = Promise.withResolvers<number | undefined>();
  readonly #decoder = new TextDecoder();
  readonly #startedMs = performance.now();
  #sentBytes = 0;
  #pieces: string[] = [];
  /** The daemon has replied: the slow path must not run the command again. */
  #isAccepted = false;
  #isOver = false;
  #timer: Timer | undefined;
  #closedOutput: Promise<boolean> | undefined;
  #written: Promise<unknown> = Promise.resolve();
  /** Why earlier output of the command could not be written. */
  #writeError: Error | undefined;

  constructor(line: Line) {
    this.#line = line;
    const request = {
      svc: 2,
      build: BUILD,
      line: line.argv,
      cwd: process.cwd(),
      callerRules: variables(RULE_VARIABLES),
      environment: variables(CARRIED_VARIABLES),
    };
    this.#request = new TextEncoder().encode(`${JSON.stringify(request)}\n`);
  }

  async run(path: string): Promise<number | undefined> {
    this.#arm(this.#line.timeoutMs);
    const send = (socket: { write(data: Uint8Array): number }) => {
      this.#sentBytes += Math.max(0, socket.write(this.#request.subarray(this.#sentBytes)));
    };
    const socket = {
      open: (connection: { write(data: Uint8Array): number }) => {
        // Before the request is sent: a signal from then on interrupts the command, and is reported.
        this.#listenToSignals();
        send(connection);
      },
      drain: send,
      data: (_: unknown, chunk: Uint8Array) => this.#receive(chunk),
      close: () => this.#closed(),
      error: () => this.#finish(() => undefined),
    };
    try {
      const connected = await Bun.connect({ unix: path, socket });
      // Checked while the daemon works. At the end it would delay every command by half a millisecond.
      this.#closedOutput = isStdoutClosed();
      const code = await this.#result.promise;
      if (code === undefined) connected.end();
      return code;
    } catch {
      // No daemon listens at the path. The slow path starts one, or reports why it cannot.
      return undefined;
    } finally {
      clearTimeout(this.#timer);
    }
  }

  #listenToSignals(): void {
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.once(signal, () => this.#finish(() => this.#fail("interrupted", "interrupted")));
  }

  #arm(timeoutMs: number): void {
    clearTimeout(this.#timer);
    const message = `the command did not end within ${timeoutMs} ms, and its daemon does not respond`;
    this.#timer = setTimeout(() => this.#finish(() => this.#fail("timeout", message)), timeoutMs + REPLY_GRACE_MS);
  }

  /** Ends the exchange once, with the exit code that `end` returns. Later calls do nothing. */
  #finish(end: () => number | undefined | Promise<number>): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#result.resolve(end());
  }

  #receive(chunk: Uint8Array): void {
    // A reply of megabytes arrives in many pieces, which are joined once at its end.
    const [first = "", ...rest] = this.#decoder.decode(chunk, { stream: true }).split("\n");
    this.#pieces.push(first);
    for (const next of rest) {
      this.#answer(JSON.parse(this.#pieces.join("")) as LineReply);
      this.#pieces = [next];
    }
  }

  #answer(reply: LineReply): void {
    this.#isAccepted = true;
    if (reply.type === "deadline") this.#arm(reply.ms);
    else if (reply.type === "progress") this.#progress(reply.message);
    else if (reply.type === "output") this.#write(reply);
    else this.#finish(() => (reply.type === "printed" ? this.#print(reply) : undefined));
  }

  /** A daemon that closes before its first reply was ending and ran nothing. One that closes later died during the command. */
  #closed(): void {
    this.#finish(() => (this.#isAccepted ? this.#fail("closed", "the daemon ended while the command ran") : undefined));
  }

  #progress(message: string): void {
    if (process.stderr.isTTY && performance.now() - this.#startedMs > PROGRESS_AFTER_MS) console.error(message);
  }

  /** Writes output of the running command, in order. */
  #write({ text, stream }: { text: string; stream: "stdout" | "stderr" }): void {
    const sink = stream === "stderr" ? Bun.stderr : Bun.stdout;
    this.#written = this.#written
      .then(() => Bun.write(sink, text))
      .catch((error) => {
        if (sink === Bun.stdout) this.#writeError = error;
      });
  }

  async #print({ stdout, stderr, code }: { stdout: string; stderr: string; code: number }): Promise<number> {
    await this.#written;
    if (stderr !== "") console.error(stderr);
    try {
      if (this.#writeError) throw this.#writeError;
      if (stdout === "") return code;
      await Bun.write(Bun.stdout, `${stdout}\n`);
      if (!(await this.#closedOutput)) return code;
      console.error("Error: cannot write to standard output: it is closed");
    } catch (error) {
      // A closed pipe is not a failure: the reader needs no more. A full disk is one.
      if ((error as NodeJS.ErrnoException).code === "EPIPE") return code;
      console.error(`Error: cannot write to standard output: ${(error as Error).message}`);
    }
    return FAILURES.io.exit;
  }

  #fail(code: "timeout" | "closed" | "interrupted", message: string): number {
    if (asksForJson(this.#line.argv)) console.log(JSON.stringify({ success: false, error: message, code }));
    else console.error(`Error: ${message}`);
    return FAILURES[code].exit;
  }
}

/** The values of those variables that are set, by name. Undefined when none is set. */
function variables(names: readonly string[]): Record<string, string> | undefined {
  let values: Record<string, string> | undefined;
  for (const name of names) {
    const value = process.env[name];
    if (value) values = { ...values, [name]: value };
  }
  return values;
}

async function isStdoutClosed(): Promise<boolean> {
  if (process.platform !== "linux") return false;
  const info = await Bun.file(STDOUT_DESCRIPTOR)
    .text()
    .catch(() => "");
  return isClosedDescriptor(info);
}
