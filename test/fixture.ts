/**
 * What a test stands on: a site, a session of its own, and `svc` as a function. By `SVC_TEST_MODE` the same tests run
 * in-process (the command list on a browser of their own) or through the built executable, daemon and all: by its command
 * line, or as tools of its MCP server.
 */

import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Browser } from "../src/browser/browser.ts";
import { type Execution, type ExecutionContext, executeCommand } from "../src/browser/execute.ts";
import { type Launched, launch } from "../src/browser/launch/launch.ts";
import { parseLine } from "../src/cli/parse.ts";
import { jsonLine } from "../src/cli/print.ts";
import { type AnyCommand, type CommandRunner, keyValueLines } from "../src/command.ts";
import { commands } from "../src/commands/index.ts";
import { setupOf } from "../src/daemon/acquire.ts";
import { Recorder } from "../src/daemon/recorder.ts";
import { environmentOf } from "../src/daemon/runner.ts";
import { localSessions } from "../src/daemon/sessions.ts";
import { asFailure, FAILURES, Failure, type FailureCode } from "../src/errors.ts";
import type { CommandEvent, Outcome } from "../src/outcome.ts";
import { describe, run } from "../src/run-command.ts";
import { ruleName } from "../src/tools/tool.ts";
import { chooseTools } from "../src/tools/tools.ts";
import { nameOfTool } from "../src/tools/words.ts";
import { type Data, EXECUTABLE } from "./executable.ts";
import type { Called, Client } from "./mcp/client.ts";
import { temporaryFolder } from "./support/folder.ts";

import { type Exit, runProgram } from "./support/program.ts";
import { checkReply } from "./support/replies.ts";

import { localServer } from "./support/server.ts";

const MODES = ["in-process", "executable", "mcp"] as const;
export const MODE = MODES.find((mode) => mode === process.env.SVC_TEST_MODE) ?? "in-process";

export { type Data, EXECUTABLE };

/** What a failed command says. Thrown by `svc`, returned by `fails`. */
export class CommandError extends Error {
  readonly code: FailureCode;
  readonly hint: string | undefined;

  constructor({ code, message, hint }: { code: FailureCode; message: string; hint?: string }) {
    super(message);
    this.name = "CommandError";
    this.code = code;
    this.hint = hint;
  }
}

export interface Fixture {
  /** Runs a line and returns its data. Throws `CommandError` when it fails. */
  svc(...argv: string[]): Promise<Data>;
  /** Runs a line that must fail, and returns how. */
  fails(...argv: string[]): Promise<CommandError>;
  /** Runs a line and returns the text it prints. */
  text(...argv: string[]): Promise<string>;
  /** Runs a line and returns what happened beside it. */
  events(...argv: string[]): Promise<CommandEvent[]>;
  /** Serves the body as a page, and more pages by path; returns its address. */
  site(body: string, routes?: Record<string, string | ((request: Request) => Response | Promise<Response>)>): string;
  /** Opens the page and reads its state: indices are given out after it. */
  open(
    body: string,
    routes?: Record<string, string | ((request: Request) => Response | Promise<Response>)>,
  ): Promise<Data>;
  /** A folder of the test's own, removed afterwards. */
  folder: string;
  home: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A fixture of the test's own. Declare it with `await using`, so that nothing is left. */
export async function fixture(): Promise<Fixture> {
  const temporary = temporaryFolder();
  const home = temporary.path;
  const folder = join(home, "files");
  mkdirSync(folder);
  const engine = ENGINES[MODE](home);
  const servers: { stop(closeActive?: boolean): unknown }[] = [];
  const outcome = async (argv: string[]) => {
    const result = await engine.run(argv);
    note(argv, result);
    if (result.ok && MODE === "in-process") checkReply(argv, result.data);
    return result;
  };
  const svc = async (...argv: string[]) => {
    const result = await outcome(argv);
    if (!result.ok) throw new CommandError(result.error);
    return result.data as Data;
  };
  const site: Fixture["site"] = (body, routes = {}) => {
    const server = localServer((request) => {
      const { pathname } = new URL(request.url);
      const route = pathname === "/" ? body : routes[pathname];
      if (route === undefined)
        return new Response("<title>Not found</title>nothing here", { status: 404, headers: HTML });
      return typeof route === "string" ? new Response(pageOf(route), { headers: HTML }) : route(request);
    });
    servers.push(server);
    return `http://127.0.0.1:${server.port}/`;
  };
  return {
    svc,
    site,
    home,
    folder,
    async fails(...argv) {
      const result = await outcome(argv);
      if (result.ok) throw new Error(`svc ${argv.join(" ")} was to fail, but: ${result.text}`);
      return new CommandError(result.error);
    },
    async text(...argv) {
      const result = await outcome(argv);
      if (!result.ok) throw new CommandError(result.error);
      return result.text;
    },
    async events(...argv) {
      return (await outcome(argv)).events ?? [];
    },
    async open(body, routes) {
      await svc("open", site(body, routes));
      return await svc("state");
    },
    async [Symbol.asyncDispose]() {
      await engine.end();
      for (const server of servers) server.stop(true);
      temporary[Symbol.dispose]();
    },
  };
}

const HTML = { "content-type": "text/html; charset=utf-8" };

function pageOf(body: string): string {
  return /^\s*<!doctype/i.test(body) ? body : `<!doctype html><meta charset=utf-8>${body}`;
}

interface Engine {
  run(argv: string[]): Promise<Outcome>;
  end(): Promise<void>;
}

/** The list itself: parsed by the same parser, run by the same `run`. */
function inProcessEngine(home: string): Engine {
  let started: Promise<{ browser: Browser; launched: Launched }> | undefined;
  const start = async () => {
    const launched = await launch({ home, runFolder: join(home, "run"), headed: false });
    const browser = new Browser(launched.transport, true, setupOf({ home, name: "default" }, launched));
    await browser.start(AbortSignal.timeout(20_000));
    return { browser, launched };
  };
  const browser = () => {
    started ??= start();
    return started;
  };
  // What a daemon keeps of its commands.
  const recorder = new Recorder(home, "default");
  const recorded = async (ground: ExecutionContext, wanted: Execution): Promise<Outcome> => {
    const startedAt = performance.now();
    const outcome = await executeCommand((await browser()).browser, ground, wanted);
    recorder.note(wanted, outcome, startedAt);
    return outcome;
  };
  const read = (words: readonly string[]) => {
    const { command, args, globals } = parseLine(words, commands);
    if (!command) throw new Failure("usage", "no command on the line");
    const { timeout: timeoutMs, ...common } = globals;
    return { command, args, timeoutMs, common: Object.keys(common) };
  };
  return {
    async run(argv) {
      try {
        const { command, args, globals } = parseLine(argv, commands);
        if (!command) throw new Error("no command on the line");
        const ground: ExecutionContext = {
          home,
          session: "default",
          commands,
          read,
          sessions: localSessions(home, "default"),
        };
        const signal = new AbortController().signal;
        const timeoutMs = globals.timeout ?? command.timeoutMs ?? 30_000;
        if (command.needs === "nothing") {
          const runner: CommandRunner = {
            commands,
            read,
            run: async (one, given, { timeoutMs: ms = one.timeoutMs ?? 30_000, ...rest } = {}) =>
              recorded(ground, { command: one, args: given, signal, timeoutMs: ms, ...rest }),
          };
          const launch = { headed: globals.headed };
          const place = {
            home,
            session: "default",
            cwd: process.cwd(),
            runner,
            environment: environmentOf(command, home),
          };
          const context = { ...place, sessions: localSessions(home, "default"), launch };
          return throughSocket(await run({ command, args, context, signal, timeoutMs }));
        }
        const wanted = { command, args, signal, timeoutMs, environment: environmentOf(command, home) };
        return throughSocket(await recorded(ground, wanted));
      } catch (error) {
        if (!asFailure(error)) throw error;
        return { ok: false, error: describe(error, argv.join(" ")) };
      }
    },
    async end() {
      await (await started?.catch(() => undefined))?.launched.kill();
      recorder.close();
    },
  };
}

/** Data must survive being sent: what is no JSON shows in both modes. */
function throughSocket(outcome: Outcome): Outcome {
  if (!outcome.ok) return outcome;
  const { data, events } = JSON.parse(jsonLine(outcome)) as { data: object; events?: CommandEvent[] };
  return { ok: true, data, text: outcome.text, ...(events ? { events } : {}) };
}

/** Runs the built executable. `stdin` is closed unless given. */
export async function execute(
  argv: string[],
  env: Record<string, string | undefined>,
  options: { cwd?: string; stdin?: string } = {},
): Promise<Exit> {
  const exit = await runProgram([EXECUTABLE, ...argv], { env, ...options });
  noteFailure(exit.stdout);
  const [first = ""] = exit.stdout.split("\n");
  if (first.startsWith('{"success":true')) checkReply(argv, (JSON.parse(first) as Data).data);
  return exit;
}

/** The code of a failure that was printed as JSON, for the report of the run. */
function noteFailure(stdout: string): void {
  const code = /^\{"success":false.*"code":"(\w+)"/.exec(stdout)?.[1];
  if (code) noteCovered({ command: "", code });
}

/** The executable in both forms: JSON for the data, text once more is not run: commands act only once. */
function executableEngine(home: string): Engine {
  const env = { SVC_HOME: home };
  let used = false;
  return {
    async run(argv) {
      used = true;
      const { code, stdout, stderr } = await execute(["--json", ...argv], env);
      const lines = stdout.split("\n").filter(Boolean);
      if (lines.length !== 1) throw new Error(`not one line of JSON from svc ${argv.join(" ")}: ${stdout} ${stderr}`);
      const answer = JSON.parse(lines[0] ?? "") as Data;
      const events = answer.events ? { events: answer.events as CommandEvent[] } : {};
      const wanted = answer.success ? 0 : FAILURES[answer.code as FailureCode].exit;
      if (code !== wanted) throw new Error(`svc ${argv.join(" ")} exited with ${code}, not ${wanted}: ${stdout}`);
      if (!answer.success)
        return {
          ok: false,
          error: { code: answer.code, message: answer.error, ...(answer.hint ? { hint: answer.hint } : {}) },
          ...events,
        };
      const command = parseLine(argv, commands).command;
      const text = (command?.text ?? keyValueLines)(answer.data);
      return { ok: true, data: answer.data, text, ...events };
    },
    async end() {
      if (used) await execute(["close", "--all"], env);
    },
  };
}

/** One server per test; every line is a call of the tool that its command has by the rule. */
function mcpEngine(home: string): Engine {
  // As the command line answers: tests that want changes ask for them.
  const env = { SVC_HOME: home, SVC_CHANGES: "false" };
  let started: Promise<Client> | undefined;
  return {
    async run(argv) {
      try {
        const { client } = await import("./mcp/client.ts");
        const { command, args, globals } = parseLine(argv, commands);
        if (!command) throw new Error("no command on the line");
        started ??= client(["--tools", "all"], env);
        // A tool takes no names of variables: what they hold is in the arguments already.
        const { fromEnv, ...given } = args;
        const secret = fromEnv === undefined ? {} : { secret: true };
        const common = { session: globals.session, timeout_ms: globals.timeout };
        const called = await (await started).call(ruleName(command.name), { ...given, ...secret, ...common });
        return outcomeOf(called, command);
      } catch (error) {
        if (!asFailure(error)) throw error;
        return { ok: false, error: describe(error, argv.join(" ")) };
      }
    },
    async end() {
      if (!started) return;
      await execute(["close", "--all"], env);
      await (await started)[Symbol.asyncDispose]();
    },
  };
}

/** What a tool answered, as the command had it. */
function outcomeOf({ isError, data, content, text }: Called, command: AnyCommand): Outcome {
  const { events, ...rest } = data ?? pictureData(content, text);
  const beside = events ? { events: events as CommandEvent[] } : {};
  if (isError) return { ok: false, error: { ...rest, ...commandHint(rest.hint) }, ...beside };
  return { ok: true, data: rest, text: (command.text ?? keyValueLines)(rest), ...beside };
}

/** Hints name tools; the tests name the commands that those stand for. */
function commandHint(hint: string | undefined): { hint?: string } {
  if (hint === undefined) return {};
  const names = chooseTools(commands, "all").listed.flatMap((tool) =>
    tool.commands.map((command) => [`\`${nameOfTool(tool, command)}`, `\`svc ${command}`] as const),
  );
  // The longer first: one may begin like another.
  names.sort(([a], [b]) => b.length - a.length);
  const told = hint.replace("timeout_ms", "--timeout <ms>");
  return { hint: names.reduce((text, [tool, command]) => text.replaceAll(tool, command), told) };
}

function pictureData(content: Data[], text: string): Data {
  const { size_bytes: size, viewport, format } = JSON.parse(text);
  return { screenshot: content.find(({ type }) => type === "image").data, size, ...viewport, format };
}

const ENGINES = { "in-process": inProcessEngine, executable: executableEngine, mcp: mcpEngine };

/** What the run covered, for the report at its end: command names, and codes of failures. */
function note(argv: string[], outcome: Outcome): void {
  let command = "";
  try {
    command = parseLine(argv, commands).command?.name ?? "";
  } catch {
    // The line was not meant to be parsed.
  }
  noteCovered({ command, code: outcome.ok ? "" : outcome.error.code });
}

export function noteCovered(covered: { command: string; code: string }): void {
  const file = process.env.SVC_TEST_COVERED;
  if (file) appendFileSync(file, `${JSON.stringify(covered)}\n`);
}

/** Writes a file into a folder and returns its path. */
export function write(folder: string, name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** The index of the only element that matches, from a state's data. */
export function indexOf(state: Data, wanted: Partial<Record<string, unknown>>): string {
  const found = (state.elements as Data[]).filter((one) =>
    Object.entries(wanted).every(([key, value]) =>
      value instanceof RegExp ? value.test(String(one[key])) : one[key] === value,
    ),
  );
  if (found.length !== 1) throw new Error(`${found.length} elements match ${JSON.stringify(wanted)} in\n${state.tree}`);
  return String(found[0].index);
}
