/** The command line: argv in, text or JSON and an exit code out. */
import { readFileSync } from "node:fs";
import type { Args } from "../args.ts";
import { boundaryFor, confirmationReason } from "../authorization.ts";
import type { AnyCommand, LaunchOptions, Output, RunOptions } from "../command.ts";
import { commands } from "../commands/index.ts";
import { clientRunner, rulesFor } from "../daemon/runner.ts";
import { asFailure, Failure } from "../errors.ts";
import { readText } from "../lib/atomic-file.ts";
import { writeStderr } from "../lib/log.ts";
import { checkSessionName, homeFolder } from "../lib/paths.ts";
import { readCallerRules } from "../lib/rules.ts";
import { asksForJson } from "../lib/shell.ts";
import { canAsk, harmless } from "../lib/terminal.ts";
import { commandHelp, nounHelp, topHelp } from "../manual/help.ts";
import type { Outcome } from "../outcome.ts";
import { describe } from "../run-command.ts";
import { versionLine } from "../version.ts";
import { askPerson, shownLine } from "./confirm.ts";
import { readLine } from "./inner-line.ts";
import { type Parsed, parseLine } from "./parse.ts";
import { fencedAnswer, printOutcome, writeStdout } from "./print.ts";

/** Progress messages are shown only after this time. */
const PROGRESS_AFTER_MS = 1_000;

/** Runs the line and returns the exit code. Never throws. */
export async function runLine(argv: readonly string[]): Promise<number> {
  // Determined before parsing, so that errors of parsing are printed as JSON too.
  const asJson = asksForJson(argv);
  const interrupted = new AbortController();
  process.once("SIGINT", () => interrupted.abort(new Failure("interrupted", "interrupted")));
  process.once("SIGTERM", () => interrupted.abort(new Failure("interrupted", "terminated")));
  try {
    const parsed = parseLine(withInit(argv), commands);
    if (parsed.globals.version) return printText("version", versionLine(), asJson);
    if (parsed.globals.help || !parsed.command) return printText("help", await helpFor(parsed), asJson);
    refuseServerOptions(parsed);
    return await runCommand(parsed.command, parsed, argv, interrupted);
  } catch (error) {
    return printOutcome({ ok: false, error: describe(error, "the command line") }, asJson);
  }
}

/** `svc --template NAME …` is an old form of `svc init --template NAME …`. */
function withInit(argv: readonly string[]): readonly string[] {
  const at = argv.findIndex((word) => /^(-t|--template(=.*)?)$/.test(word));
  const isFirst = at >= 0 && argv.slice(0, at).every((word) => word.startsWith("-") && word !== "--");
  return isFirst ? ["init", ...argv] : argv;
}

/** Throws `usage` for options of the MCP server on a line that runs a command. */
function refuseServerOptions({ globals, command }: Parsed): void {
  if (globals.mcp)
    throw new Failure("usage", `--mcp cannot be used with a command (${command?.name})`, "Run `svc --mcp`.");
  if (globals.tools !== undefined)
    throw new Failure("usage", "--tools works only with --mcp", "Run `svc --mcp --tools all`.");
}

function printText(what: "version" | "help", text: string, asJson: boolean): number {
  return printOutcome({ ok: true, data: { [what]: text }, text }, asJson);
}

async function helpFor({ command, words, rest }: Parsed): Promise<string> {
  const noun = words[0];
  if (command && words.length === command.name.split(" ").length) {
    const verbs = words.length < 3 ? nounHelp(command.name, commands) : undefined;
    const more = await command.more?.({ home: homeFolder(), words: rest });
    return [commandHelp(command), verbs, more && harmless(more)].filter(Boolean).join("\n\n");
  }
  if (noun === undefined) return topHelp(commands);
  const help = nounHelp(noun, commands) ?? (command ? commandHelp(command) : undefined);
  if (help === undefined)
    throw new Failure("usage", `unknown command '${noun}'`, "Run `svc --help` to see the commands.");
  return help;
}

async function runCommand(
  command: AnyCommand,
  parsed: Parsed,
  argv: readonly string[],
  interrupted: AbortController,
): Promise<number> {
  const rules = rulesFor(command, homeFolder(), readCallerRules(process.env));
  const { json, contentBoundaries } = parsed.globals;
  const boundary = boundaryFor(command, contentBoundaries || rules.boundaries);
  const why = confirmationReason({ command, args: parsed.args, home: homeFolder(), rules });
  const { signal } = interrupted;
  // A program that reads JSON cannot answer a question, even on a terminal.
  const canConfirm = why !== undefined && !json && canAsk();
  const confirmed = canConfirm && (await askPerson(command, shownLine(command, parsed.args, argv), why, signal));
  const output = json ? undefined : outputOf(command, boundary !== undefined, writer(interrupted));
  const outcome = await execute(command, parsed, { signal, confirmed, output });
  // The last output could not be written, and no later output noticed it.
  const writeError = asFailure(signal.reason)?.code === "io" ? signal.reason : undefined;
  return printOutcome(
    outcome.ok && writeError ? { ok: false, error: describe(writeError, command.name) } : outcome,
    json,
    boundary,
  );
}

/** With a boundary, text is printed as a whole at the end. A command that prints several answers gets a boundary for each. */
function outputOf({ printsAnswers }: AnyCommand, isFenced: boolean, write: Output): Output | undefined {
  if (!isFenced) return write;
  return printsAnswers && ((text, stream) => write(fencedAnswer(text), stream));
}

/** Output may come from a page, so control characters are escaped on a terminal. A program gets it unchanged. */
function forReader(text: string, stream: "stdout" | "stderr"): string {
  // A single carriage return shows progress, and its line end may come with the next piece.
  return process[stream].isTTY ? text.split("\r").map(harmless).join("\r") : text;
}

/** Writes what a command prints while it runs. */
function writer(interrupted: AbortController): Output {
  const print = (content: string | Uint8Array) => {
    try {
      // As SIGPIPE ends other programs: nobody reads the output any more.
      if (!writeStdout(content)) interrupted.abort(new Failure("interrupted", "nobody reads the output any more"));
    } catch (error) {
      interrupted.abort(error);
    }
  };
  const write: Output = (printed, stream) => {
    const text = forReader(printed, stream);
    if (stream === "stderr") writeStderr(text);
    else print(text);
  };
  // No raw bytes on a terminal: they could contain control characters.
  return process.stdout.isTTY ? write : Object.assign(write, { bytes: print });
}

async function execute(command: AnyCommand, parsed: Parsed, options: RunOptions): Promise<Outcome> {
  const session = checkSessionName(parsed.globals.session ?? (process.env.SVC_SESSION || "default"));
  const launch = launchOptions(parsed.globals);
  const place = { home: homeFolder(), session, launch };
  const runner = clientRunner({ ...place, commands, read: readLine, notify, isOneWork: true });
  const args = await readStdin(command.args, parsed.args);
  try {
    command.beforeStart?.(args, { home: place.home, environment: process.env });
    const report = command.talks ? notify : progress;
    return await runner.run(command, args, { ...options, timeoutMs: parsed.globals.timeout, progress: report });
  } finally {
    runner.end();
  }
}

/** Writes a message for a person to stderr, also with --json: a script must see that its page is a new one. */
function notify(text: string): void {
  writeStderr(`${text}\n`);
}

const started = performance.now();

function progress(message: string): void {
  if (process.stderr.isTTY && performance.now() - started > PROGRESS_AFTER_MS) writeStderr(`${message}\n`);
}

/** The launch options of a line. Throws `usage` for options that cannot be used together. */
export function launchOptions(globals: Parsed["globals"]): LaunchOptions {
  const profile = globals.profile ?? (globals.browser === "real" ? "Default" : undefined);
  const remote = globals.browser === "remote";
  if (remote && (profile !== undefined || globals.cdpUrl !== undefined || globals.connect))
    throw new Failure("usage", "--browser remote cannot be used with --profile, --cdp-url or --connect");
  if (globals.cdpUrl !== undefined && profile !== undefined)
    throw new Failure("usage", "--cdp-url and --profile cannot be used together");
  return {
    ...(globals.headed ? { headed: true } : {}),
    ...(globals.connect ? { connect: true } : {}),
    ...(remote ? { remote } : {}),
    ...(profile === undefined ? {} : { profile }),
    ...(globals.cdpUrl === undefined ? {} : { cdpUrl: globals.cdpUrl }),
    ...conditionsOf(globals),
  };
}

/** The options that apply to any browser. A password comes from a file or standard input, never from the line. */
function conditionsOf(globals: Parsed["globals"]): LaunchOptions {
  const {
    acceptCert,
    caCert,
    httpCredentials: file,
    permissions,
    geolocation,
    viewportSize,
    downloadsFolder,
  } = globals;
  const httpCredentials = file === undefined ? undefined : file === "-" ? readFileSync(0, "utf8") : readText(file);
  const reportPermissions = globals.reportPermissions || undefined;
  const all = {
    acceptCert,
    caCert,
    httpCredentials,
    permissions,
    reportPermissions,
    geolocation,
    viewportSize,
    downloadsFolder,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Replaces `-` by the text from standard input. */
async function readStdin(declared: Args, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const key = Object.keys(declared).find((name) => declared[name]?.type.stdin === true && args[name] === "-");
  if (key === undefined) return args;
  return { ...args, [key]: (await Bun.stdin.text()).replace(/\r?\n$/, "") };
}
