/**
 * The short way of a line to a session that already runs: the words go over as they are, the daemon parses them and
 * answers what to print. It loads neither the list of commands nor a file system, which is most of a start. Whatever is
 * not plainly such a line takes the long way through `cli.ts`; this file may only ever be faster, never different.
 */
import { FAILURES } from "../errors.ts";
import { asksForJson, STDOUT_FACTS, tellsClosed } from "../lib/shell.ts";
import { BUILD } from "../version.ts";

/** Words that need the long way: the client itself has work to do, or reads its standard input or environment. */
const SLOW_PATH = new Set([
  "-",
  "--from-env",
  "--key-env",
  "--api-key-env",
  "--help",
  "-h",
  "--version",
  "-V",
  "--mcp",
  "--tools",
  "--headed",
  "--profile",
  "--connect",
  "--cdp-url",
  "--browser",
  "--accept-cert",
  "--ca-cert",
  "--http-credentials",
  "--permissions",
  "--report-permissions",
  "--geolocation",
  "--viewport-size",
  "--downloads-folder",
  "--template",
  "-t",
]);

/** First words of commands that run in the client: a test holds them against the list. */
export const LOCAL_WORDS: ReadonlySet<string> = new Set([
  "sessions",
  "session",
  "serve",
  "server",
  "close",
  "connect",
  "install",
  "doctor",
  "config",
  "python",
  "batch",
  "run",
  "licenses",
  "upgrade",
  "log",
  "setup",
  "init",
  "help",
  "describe",
  "completion",
  "man",
  "skill",
  "tunnel",
  "profile",
  "cloud",
  "extract",
]);

/** Variables that set rules of safety: a test holds them against the settings. They hold for whoever has them. */
export const RULE_VARIABLES = [
  "SVC_ALLOWED_DOMAINS",
  "SVC_BLOCKED_DOMAINS",
  "SVC_CONFIRM",
  "SVC_CONTENT_BOUNDARIES",
  "SVC_FILE_ROOT",
];

/** Variables of settings that every line carries, whatever its command: a test holds them against the settings. */
export const CARRIED_VARIABLES = ["SVC_CHANGES", "SVC_CHANGES_TOKENS", "SVC_SETTLE"];

/** As in `lib/paths.ts`, which costs more to load than the round trip takes. */
const SESSION_NAME = /^(?!--)[a-zA-Z0-9_-]{1,100}$/;
const MAX_SOCKET_PATH = 103;

const DEFAULT_TIMEOUT_MS = 30_000;

/** What the parser allows; timers hold little more. */
const MAX_MS = 2_000_000_000;

/** The daemon ends a command at its deadline and says so; this much later we stop waiting for that. */
const GRACE_MS = 700;

interface Line {
  session: string;
  timeoutMs: number;
}

/** What the daemon answers to a line, or what it says instead of an answer. */
interface Reply {
  type: "printed" | "deadline" | "progress" | "output" | "long";
  stdout?: string;
  stderr?: string;
  code?: number;
  ms?: number;
  message?: string;
  text?: string;
  stream?: "stdout" | "stderr";
}

/** Runs the line over the socket and returns its exit code, or undefined when it must go the long way. */
export async function runFastPath(argv: readonly string[]): Promise<number | undefined> {
  const line = readLine(argv);
  if (!line || process.platform === "win32" || process.env.SVC_TRACE) return undefined;
  const home = process.env.SVC_HOME || (process.env.HOME ? `${process.env.HOME}/.svc` : "");
  const path = `${home}/${line.session}.sock`;
  if (!home.startsWith("/") || path.length > MAX_SOCKET_PATH || /[^\x20-\x7e]/.test(path)) return undefined;
  return await exchange(path, line, argv);
}

/** The two options that the client itself must know; undefined when the line is not a plain one. */
function readLine(argv: readonly string[]): Line | undefined {
  let session: string | undefined;
  let timeoutMs = DEFAULT_TIMEOUT_MS;
  let command: string | undefined;
  if (argv.length === 0 || argv[0]?.startsWith("__")) return undefined;
  for (let n = 0; n < argv.length; n++) {
    const word = argv[n] ?? "";
    if (word === "--") break;
    const [name = "", value = argv[n + 1] ?? ""] = word.startsWith("--") ? splitOnce(word) : [word];
    if (SLOW_PATH.has(name)) return undefined;
    if (name === "--session" || name === "-s") session = value;
    else if (name === "--timeout") timeoutMs = Number(value);
    else if (!word.startsWith("-")) command ??= word;
    if (word === name && (name === "--session" || name === "-s" || name === "--timeout")) n++;
  }
  if (command === undefined || LOCAL_WORDS.has(command)) return undefined;
  session ??= process.env.SVC_SESSION || "default";
  return SESSION_NAME.test(session) && timeoutMs > 0 && timeoutMs <= MAX_MS ? { session, timeoutMs } : undefined;
}

/** Those of the variables that are set, under a key; nothing where none is. */
function held(key: string, names: readonly string[]): Record<string, Record<string, string>> {
  let values: Record<string, string> | undefined;
  for (const name of names) {
    const value = process.env[name];
    if (value) values = { ...values, [name]: value };
  }
  return values ? { [key]: values } : {};
}

function splitOnce(word: string): [string, string?] {
  const at = word.indexOf("=");
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}

async function exchange(path: string, line: Line, argv: readonly string[]): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  let isOver = false;
  /** Ends the exchange once, with what `end` says: nothing may be printed after the answer. */
  const finish = (end: () => number | undefined | Promise<number>) => {
    if (isOver) return;
    isOver = true;
    resolve(end());
  };
  const request = new TextEncoder().encode(
    `${JSON.stringify({
      svc: 2,
      build: BUILD,
      line: argv,
      cwd: process.cwd(),
      ...held("said", RULE_VARIABLES),
      ...held("environment", CARRIED_VARIABLES),
    })}\n`,
  );
  const decoder = new TextDecoder();
  const started = performance.now();
  let pieces: string[] = [];
  let sent = 0;
  let isWorking = false;
  let timer: Timer | undefined;
  const send = (socket: { write(data: Uint8Array): number }) => {
    sent += Math.max(0, socket.write(request.subarray(sent)));
  };
  const arm = (timeoutMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(
      () =>
        finish(() =>
          fail("timeout", `the command did not end within ${timeoutMs} ms, and its daemon does not answer`, argv),
        ),
      timeoutMs + GRACE_MS,
    );
  };
  const answer = (reply: Reply) => {
    isWorking = true;
    if (reply.type === "deadline") arm(reply.ms ?? line.timeoutMs);
    else if (reply.type === "progress") progress(reply.message ?? "", started);
    else if (reply.type === "output") write(reply);
    else finish(() => (reply.type === "printed" ? print(reply) : undefined));
  };
  const socket = {
    open: send,
    drain: send,
    data(_: unknown, chunk: Uint8Array) {
      // Answers of megabytes come in many pieces: only the last of them is looked at.
      const [first = "", ...rest] = decoder.decode(chunk, { stream: true }).split("\n");
      pieces.push(first);
      for (const next of rest) {
        answer(JSON.parse(pieces.join("")) as Reply);
        pieces = [next];
      }
    },
    // Closed without a word: the daemon was just ending, and did nothing. Closed after one: it died at work.
    close: () => finish(() => (isWorking ? fail("closed", "the daemon ended while the command ran", argv) : undefined)),
    error: () => finish(() => undefined),
  };
  arm(line.timeoutMs);
  try {
    const connected = await Bun.connect({ unix: path, socket });
    closed = isStdoutClosed();
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.once(signal, () => finish(() => fail("interrupted", "interrupted", argv)));
    const code = await promise;
    if (code === undefined) connected.end();
    return code;
  } catch {
    // Nobody listens there: the long way starts a daemon, or says why it cannot.
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

async function print({ stdout = "", stderr = "", code = 0 }: Reply): Promise<number> {
  await written;
  if (stderr !== "") console.error(stderr);
  try {
    if (unwritten) throw unwritten;
    if (stdout === "") return code;
    await Bun.write(Bun.stdout, `${stdout}\n`);
    if (!(await closed)) return code;
    console.error("Error: cannot write to standard output: it is closed");
  } catch (error) {
    // A reader that has seen enough is no failure; a full disk is.
    if ((error as NodeJS.ErrnoException).code === "EPIPE") return code;
    console.error(`Error: cannot write to standard output: ${(error as Error).message}`);
  }
  return FAILURES.io.exit;
}

/** Asked while the daemon works: at the end it would hold up every command by half a millisecond. */
let closed: Promise<boolean> | undefined;

async function isStdoutClosed(): Promise<boolean> {
  if (process.platform !== "linux") return false;
  return tellsClosed(
    await Bun.file(STDOUT_FACTS)
      .text()
      .catch(() => ""),
  );
}

/** What a command prints while it runs. Who reads no more of it is told so by the answer. */
function write({ text = "", stream }: Reply): void {
  const sink = stream === "stderr" ? Bun.stderr : Bun.stdout;
  written = written
    .then(() => Bun.write(sink, text))
    .catch((error) => {
      if (sink === Bun.stdout) unwritten = error;
    });
}

/** Why something that a command printed could not be written. */
let unwritten: Error | undefined;

let written: Promise<unknown> = Promise.resolve();

function progress(message: string, started: number): void {
  if (process.stderr.isTTY && performance.now() - started > 1_000) console.error(message);
}

function fail(code: "timeout" | "closed" | "interrupted", message: string, argv: readonly string[]): number {
  if (asksForJson(argv)) console.log(JSON.stringify({ success: false, error: message, code }));
  else console.error(`Error: ${message}`);
  return FAILURES[code].exit;
}
