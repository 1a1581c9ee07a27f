import { flag, option, positionalOr } from "../../args.ts";
import type { Browser } from "../../browser/browser.ts";
import { type Contexts, command, type Output } from "../../command.ts";
import { asFailure, Failure } from "../../errors.ts";
import { readBytes } from "../../lib/atomic-file.ts";
import { readSettings } from "../../lib/settings.ts";
import { keyVariables, MODEL_ENVIRONMENT } from "../../models/registry.ts";
import type { CommandEvent } from "../../outcome.ts";
import { runCall } from "../../python/calls.ts";
import type { Python } from "../../python/child.ts";
import { findPython } from "../../python/find-python.ts";
import { methodsOf } from "../../python/methods.ts";
import { pythonOf } from "../../python/session.ts";
import { bool, path, text } from "../../values.ts";

/** Scripts go through many pages. */
const TIMEOUT_MS = 300_000;

/** Of what is printed where nobody sees it come, the first so many characters are told. */
const MAX_PRINTED = 4_000_000;

interface PythonReply {
  /** What was printed to stdout, and to stderr; absent where it was shown as it came. */
  output?: string;
  errors?: string;
  /** The value of the last line: as JSON, or where JSON cannot say it as Python writes it. */
  result?: unknown;
  type?: string;
  /** The value as Python writes it, where that differs, for text. */
  repr?: string;
  /** The type declarations of `browser`. */
  types?: string;
  /** There was more. */
  truncated?: true;
  variables?: Record<string, string>;
  count?: number;
  reset?: true;
}

export const python = command({
  name: "python",
  group: "scripting",
  summary: "Run Python that can use the session's browser; variables are kept for the next call",
  effect: "write",
  needs: "session",
  // For itself, and for `browser.extract`.
  environment: ["SVC_PYTHON", "PATH", "SVC_SETTLE", "SVC_CHANGES", "SVC_CHANGES_TOKENS", ...MODEL_ENVIRONMENT],
  environmentNames: keyVariables,
  timeoutMs: TIMEOUT_MS,
  args: {
    code: positionalOr(
      text("code", { stdin: true }),
      undefined,
      "Python code; the value of the last line is printed; - reads standard input",
    ),
    file: option(path("file"), "Run a Python file; the value of the last line is printed", { short: "f" }),
    vars: flag(bool(), "List the variables and their types"),
    types: flag(bool(), "Print type declarations of `browser`, for editors and type checkers"),
    reset: flag(bool(), "Delete the variables: the next call starts a new Python process"),
  },
  examples: [
    "python 'browser.title'",
    "python 'for row in browser.state().elements: print(row.name)'",
    "python --file scrape.py",
    "python --vars",
  ],
  async run(context): Promise<PythonReply> {
    const { browser, args, signal } = context;
    checkOneAsked(args);
    const session = pythonOf(browser);
    if (args.types) return { types: (await import("../../python/stub.ts")).pythonStub(context.runner.commands) };
    if (args.reset) {
      session.reset();
      return { reset: true };
    }
    if (args.vars) {
      const variables = (await session.running?.variables(signal)) ?? {};
      return { variables, count: Object.keys(variables).length };
    }
    const source = args.code ?? readBytes(args.file ?? "").toBase64();
    return await runCode(context, await started(context), { source, name: args.file });
  },
  text: (told) => {
    if (told.reset) return "Python namespace cleared";
    if (told.types) return told.types.trimEnd();
    if (told.variables) return variableLines(told.variables);
    const printed = [told.output, told.errors].filter(Boolean).map((one) => one?.replace(/\n$/, ""));
    return [...printed, valueText(told)].filter((one) => one !== undefined).join("\n");
  },
});

type Context = Contexts["session"] & {
  signal: AbortSignal;
  progress(message: string): void;
  output?: Output | undefined;
};

function checkOneAsked(args: { code: unknown; file: unknown; vars: boolean; types: boolean; reset: boolean }): void {
  const { code, file, vars, types, reset } = args;
  const count = [code !== undefined, file !== undefined, vars, types, reset].filter(Boolean).length;
  if (count === 1) return;
  throw new Failure(
    "usage",
    count === 0 ? "no Python code given" : "code, --file, --vars, --types and --reset cannot be used together",
    "Write `svc python <code>`, `svc python --file <path>`, or `svc python -` to read standard input.",
  );
}

async function started({ browser, home, session, environment, runner, signal }: Context): Promise<Python> {
  const path = environment.PATH ?? process.env.PATH ?? "";
  return await pythonOf(browser).started(
    {
      find: (until) => {
        // Not from the environment of whoever started the daemon.
        const named = environment.SVC_PYTHON ?? readSettings(home).python;
        return findPython(named === undefined ? undefined : String(named), path, until);
      },
      methods: methodsOf(runner.commands),
      home,
      session,
      path,
    },
    signal,
  );
}

let runs = 0;

async function runCode(context: Context, child: Python, what: { source: string; name: string | undefined }) {
  const { browser, cwd, signal, runner, progress, output } = context;
  const events: CommandEvent[] = [];
  const printed = new Collected(output);
  const calling = { runner, signal, progress, onEvent: (event: CommandEvent) => events.push(event) };
  try {
    const ran = await child.run({
      source: what.source,
      name: what.name ?? `<python ${++runs}>`,
      isFile: what.name !== undefined,
      cwd,
      signal,
      onOutput: (text, stream) => printed.add(text, stream),
      call: (call) => runCall(call, calling),
    });
    if (ran.error !== undefined) throw new Failure("script", ran.error, ran.hint);
    const { result, valueType, repr } = ran;
    printed.endLine(repr !== undefined || (result !== null && result !== undefined));
    const told = { ...printed.told, result, ...(valueType ? { type: valueType } : {}) };
    // For the eye alone: whoever reads the data has the value in it already.
    return output && repr !== undefined ? { ...told, repr } : told;
  } catch (error) {
    throw withData(error, printed.told);
  } finally {
    tellAgain(browser, events);
  }
}

/** What happened beside the commands of the code is told with its answer; not a dialog that the code has answered. */
function tellAgain(browser: Browser, events: readonly CommandEvent[]): void {
  const isOpen = browser.tabs.some(({ dialog }) => dialog !== undefined);
  for (const event of events) if (isOpen || !event.open) browser.addEvent(event);
}

/** The failure with what was printed before. A copy: the reason of a signal is shared by all who wait. */
function withData(error: unknown, data: object): unknown {
  const failure = asFailure(error);
  if (!failure || Object.keys(data).length === 0) return error;
  const { code, message, hint } = failure;
  return Object.assign(new Failure(code, message, hint, { cause: failure }), { data });
}

/** What the code prints: shown as it comes, or kept for the answer. */
class Collected {
  readonly #output: Output | undefined;
  readonly #kept = { stdout: "", stderr: "" };
  #isTruncated = false;
  #isInLine = false;

  constructor(output: Output | undefined) {
    this.#output = output;
  }

  add(text: string, stream: "stdout" | "stderr"): unknown {
    if (stream === "stdout") this.#isInLine = !text.endsWith("\n");
    const room = MAX_PRINTED - this.#kept[stream].length;
    if (this.#output) return this.#output(text, stream);
    this.#kept[stream] += text.slice(0, room);
    this.#isTruncated ||= text.length > room;
    return undefined;
  }

  /** A value is shown on a line of its own. */
  endLine(isNeeded: boolean): void {
    if (isNeeded && this.#isInLine) this.#output?.("\n", "stdout");
  }

  get told(): { output?: string; errors?: string; truncated?: true } {
    const { stdout, stderr } = this.#kept;
    return {
      ...(stdout === "" ? {} : { output: stdout }),
      ...(stderr === "" ? {} : { errors: stderr }),
      ...(this.#isTruncated ? { truncated: true } : {}),
    };
  }
}

function valueText({ result, repr }: PythonReply): string | undefined {
  if (repr !== undefined) return repr;
  if (result === null || result === undefined) return undefined;
  return typeof result === "string" ? result : JSON.stringify(result);
}

function variableLines(variables: Record<string, string>): string {
  const lines = Object.entries(variables).map(([name, type]) => `${name}: ${type}`);
  return lines.length === 0 ? "no variables" : lines.join("\n");
}
