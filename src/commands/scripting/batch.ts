import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { type Args, flag, optionName, positionalOr } from "../../args.ts";
import { type AnyCommand, type CommandRunner, command, type ParsedCommand, type RunOptions } from "../../command.ts";
import { asFailure, Failure, type FailureCode, fileFailure } from "../../errors.ts";
import { linesOf } from "../../lib/lines.ts";
import { DOTS } from "../../lib/mask.ts";
import { harmless } from "../../lib/terminal.ts";
import { splitWords } from "../../lib/words.ts";
import { lineOf, wordsOf } from "../../manual/line.ts";
import { storedArgs, wasHidden } from "../../manual/stored-args.ts";
import { type CommandEvent, type Outcome, outcomeText } from "../../outcome.ts";
import type { ValueType } from "../../value-type.ts";
import { bool, path } from "../../values.ts";

/** A pipe may stay open for days; every line has a deadline of its own. */
const ENDLESS_MS = 2_000_000_000;

const filePath = path("file");

/** A path, or `-` for standard input. */
const source: ValueType<string> = {
  ...filePath,
  stdin: "stream",
  fromText: (word) => (word === "-" ? word : filePath.fromText(word)),
  fromJson: (value) => (value === "-" ? "-" : filePath.fromJson(value)),
};

/** What one line led to. */
type LineOutcome = { command: string; events?: CommandEvent[] } & (
  | { success: true; data: object }
  | { success: false; error: string; code: FailureCode; hint?: string; data?: object }
);

type Result = { line: number } & LineOutcome;

interface BatchReply {
  ran: number;
  failed: number;
  /** Only where they are not printed as they come. */
  results?: Result[];
}

export const batch = command({
  name: "batch",
  group: "scripting",
  summary: "Run commands from a file or standard input, one per line, and print their results",
  effect: "write",
  needs: "nothing",
  printsAnswers: true,
  timeoutMs: ENDLESS_MS,
  args: {
    file: positionalOr(
      source,
      "-",
      "File of commands, as shell words or JSON arrays; # begins a comment; - reads standard input",
    ),
    bail: flag(bool(), "Stop at the first failed line"),
    jsonl: flag(
      bool(),
      "Print each result as one line of JSON as soon as it is ready; --json prints one line at the end",
    ),
  },
  examples: ["batch steps.txt", "batch steps.txt --bail", "batch -", "batch --jsonl -"],
  async run({ args, runner, signal, output, progress }): Promise<BatchReply> {
    const results: Result[] = [];
    let firstFailed: Result | undefined;
    let ran = 0;
    let failed = 0;
    if (args.file === "-") progress("reading commands from standard input; end with Ctrl-D");
    for await (const { line, text } of commandLines(await opened(args.file), signal)) {
      const { told, outcome } = await runText(text, runner, { signal, progress });
      const result: Result = { line, ...told };
      // An interrupt ends the whole batch, not only the current line.
      signal.throwIfAborted();
      ran++;
      if (output) await output(`${args.jsonl ? jsonLine(result) : answerText(result, outcome)}\n`, "stdout");
      else results.push(result);
      if (result.success) continue;
      failed++;
      firstFailed ??= result;
      if (args.bail) break;
    }
    const data = { ran, failed, ...(output ? {} : { results }) };
    if (firstFailed) throw failureOf(firstFailed, data, output !== undefined);
    return data;
  },
  text: ({ results }) => results?.map(jsonLine).join("\n") ?? "",
});

/** The numbered lines of the input without blank lines and comments. */
async function* commandLines(...input: Parameters<typeof linesOf>): AsyncGenerator<{ line: number; text: string }> {
  let line = 0;
  for await (const raw of linesOf(...input)) {
    line++;
    // Some editors begin a file with a byte order mark.
    const text = (line === 1 ? raw.replace(/^\uFEFF/, "") : raw).trim();
    if (text !== "" && !text.startsWith("#")) yield { line, text };
  }
}

async function runText(
  text: string,
  runner: CommandRunner,
  options: RunOptions,
): Promise<{ told: LineOutcome; outcome: Outcome }> {
  let one: ParsedCommand;
  try {
    one = readLine(text, runner.read);
  } catch (error) {
    const failure = asFailure(error);
    if (!failure) throw error;
    const { code, message, hint } = failure;
    const outcome: Outcome = { ok: false, error: { code, message, ...(hint === undefined ? {} : { hint }) } };
    return { told: { command: unread(text, runner), ...told(failure) }, outcome };
  }
  const { command, args, timeoutMs } = one;
  const outcome = await runner.run(command, args, { ...options, timeoutMs });
  const events = outcome.events ? { events: outcome.events } : {};
  const head = { command: repeated(text, one, outcome) };
  if (outcome.ok) return { told: { ...head, success: true, data: outcome.data, ...events }, outcome };
  const data = outcome.data ? { data: outcome.data } : {};
  return { told: { ...head, ...told(outcome.error), ...data, ...events }, outcome };
}

/** The line, and below it what it would have printed alone. */
function answerText({ line, command }: Result, outcome: Outcome): string {
  return harmless([`line ${line}: ${command}`, outcomeText(outcome)].filter(Boolean).join("\n"));
}

/** A line that could not be read: where a secret stands on it, nobody knows. */
function unread(text: string, { commands }: CommandRunner): string {
  const words = ` ${text.replace(/[\s"',[\]]+/g, " ")} `;
  const keeping = commands.filter(({ args }) => Object.values(args as Args).some(({ type }) => type.secret));
  const named = keeping.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  const found = named.find((name) => words.includes(` ${name} `));
  return found === undefined ? text : `${found} …`;
}

function told({ code, message, hint }: { code: FailureCode; message: string; hint?: string | undefined }) {
  return { success: false as const, error: message, code, ...(hint === undefined ? {} : { hint }) };
}

/** The line as it was given, unless a secret stands on it. */
function repeated(text: string, { command, args, timeoutMs }: ParsedCommand, outcome: Outcome): string {
  const { args: kept, masked } = storedArgs(command, args, wasHidden(command, args, outcome), outcome);
  const isNamed = Object.keys(kept).some((key) => masked.includes((command.args as Args)[key]?.type.fills ?? ""));
  if (masked.length === 0 || isNamed) return text;
  const words = wordsOf(command, { ...Object.fromEntries(masked.map((key) => [key, DOTS])), ...kept }, timeoutMs);
  return words ? lineOf(words) : command.name;
}

/** What commands a terminal and JSON leaves as it is: a page may have written it. */
function jsonLine(result: Result): string {
  const escaped = (control: string) => `\\u00${control.charCodeAt(0).toString(16)}`;
  return JSON.stringify(result).replace(/[\x7f-\x9f]/g, escaped);
}

/** In a daemon and in an MCP server it is not that of whoever asks. */
function standardInput(): ReadableStream<Uint8Array> {
  const stream = Bun.stdin.stream();
  if (!stream.locked) return stream;
  throw new Failure(
    "usage",
    "there is no standard input to read commands from",
    "Write the commands to a file and run `svc batch <file>`.",
  );
}

/** Read as any program reads it: a named pipe is opened once, and `/dev/null` is empty. */
async function opened(file: string): Promise<ReadableStream<Uint8Array>> {
  if (file === "-") return standardInput();
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, "r");
    if ((await handle.stat()).isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
    return Readable.toWeb(handle.createReadStream()) as unknown as ReadableStream<Uint8Array>;
  } catch (error) {
    await handle?.close();
    throw fileFailure(error, `cannot read ${file}`);
  }
}

/** The command of a line. `usage` for what is no line, and for what belongs on the line of batch itself. */
function readLine(line: string, read: (words: readonly string[]) => ParsedCommand): ParsedCommand {
  const words = line.startsWith("[") ? jsonWords(line) : splitWords(line);
  if (words[0] === "svc") words.shift();
  const one = read(words);
  const foreign = one.common.filter((key) => key !== "json");
  if (foreign.length > 0)
    throw new Failure(
      "usage",
      `${foreign.map((key) => `--${optionName(key)}`).join(" and ")} cannot be used on a line of a batch`,
      `Write it once: \`svc ${foreign.map((key) => `--${optionName(key)}`).join(" ")} … batch\`.`,
    );
  if (one.command.name === "batch")
    throw new Failure("usage", "a batch cannot run another batch", "Write the commands of both into one file.");
  refuseStdin(one.command, one.args);
  return one;
}

function refuseStdin(command: AnyCommand, args: Record<string, unknown>): void {
  const asking = Object.entries(command.args as Args).find(([key, { type }]) => type.stdin && args[key] === "-");
  if (asking)
    throw new Failure(
      "usage",
      `${asking[0]}: - cannot be used in a batch, which uses standard input itself`,
      "Write the text on the line, in quotes or as a JSON array.",
    );
}

function jsonWords(line: string): string[] {
  const bad = new Failure("usage", 'expected a JSON array of strings, such as ["click", "3"]');
  let words: unknown;
  try {
    words = JSON.parse(line);
  } catch {
    throw bad;
  }
  if (!Array.isArray(words)) throw bad;
  return words.map((word) => {
    if (typeof word !== "string" && typeof word !== "number") throw bad;
    return String(word);
  });
}

/** The failure of the whole: that of the first line that failed. Its hint was printed with its answer, if that was. */
function failureOf(first: Result, data: BatchReply, isPrinted: boolean): Failure {
  if (first.success) throw new TypeError("not a failure");
  const others = data.failed > 1 ? ` (and ${data.failed - 1} more of ${data.ran} lines failed)` : "";
  const failure = new Failure(
    first.code,
    `line ${first.line}: ${first.error}${others}`,
    isPrinted ? undefined : first.hint,
  );
  failure.data = data;
  return failure;
}
