/** A real browser with the list of commands on it, as the runner of an agent, and servers that note what they are sent. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createGuard, type GuardRules } from "../../src/agent/guard/guard.ts";
import { Browser } from "../../src/browser/browser.ts";
import { type ExecutionContext, executeCommand } from "../../src/browser/execute.ts";
import { launch } from "../../src/browser/launch/launch.ts";
import { parseLine } from "../../src/cli/parse.ts";
import type { CommandRunner } from "../../src/command.ts";
import { commands } from "../../src/commands/index.ts";
import { setupOf } from "../../src/daemon/acquire.ts";
import { localSessions } from "../../src/daemon/sessions.ts";
import { Failure } from "../../src/errors.ts";
import type { Outcome } from "../../src/outcome.ts";
import { temporaryFolder } from "../support/folder.ts";
import { htmlResponse, localServer } from "../support/server.ts";

/** The commands that the runner was asked to run, as a history stores them. */
export type RequestedCommands = { command: string; args: Record<string, unknown> }[];

export interface AgentFixture extends AsyncDisposable {
  browser: Browser;
  runner: CommandRunner;
  asked: RequestedCommands;
  /** A folder of the run's own. */
  workspace: string;
  home: string;
}

export async function agentFixture(): Promise<AgentFixture> {
  const temporary = temporaryFolder();
  const home = temporary.path;
  const workspace = join(home, "workspace");
  mkdirSync(workspace);
  const launched = await launch({ home, runFolder: join(home, "run"), headed: false });
  const browser = new Browser(launched.transport, true, setupOf({ home, name: "default" }, launched));
  await browser.start(AbortSignal.timeout(20_000));
  const asked: RequestedCommands = [];
  const read: CommandRunner["read"] = (words) => {
    const { command, args } = parseLine(words, commands);
    if (!command) throw new Failure("usage", "no command on the line");
    return { command, args, timeoutMs: undefined, common: [] };
  };
  const fixture: ExecutionContext = {
    home,
    session: "default",
    commands,
    read,
    sessions: localSessions(home, "default"),
  };
  return {
    browser,
    asked,
    workspace,
    home,
    runner: {
      commands,
      read,
      run(command, args, { signal = AbortSignal.timeout(30_000), timeoutMs = 10_000 } = {}) {
        asked.push({ command: command.name, args });
        return executeCommand(browser, fixture, { command, args, signal, timeoutMs });
      },
    },
    async [Symbol.asyncDispose]() {
      await launched.kill();
      temporary[Symbol.dispose]();
    },
  };
}

/** The runner behind a guard, called as the command line is, on a blank page. Its end is that of the run. */
export async function guardedCommands(fixture: AgentFixture, rules: Partial<GuardRules> = {}) {
  const { command, args } = fixture.runner.read(["open", "about:blank"]);
  await fixture.runner.run(command, args);
  const guard = createGuard(fixture.runner, { task: "", secrets: [], workspace: fixture.workspace, ...rules });
  const run = (...words: string[]): Promise<Outcome> => {
    const { command, args } = guard.read(words);
    return guard.run(command, args);
  };
  return {
    guard,
    run,
    /** What must go well. */
    async does(...words: string[]) {
      const outcome = await run(...words);
      if (!outcome.ok) throw new Error(`${words.join(" ")}: ${outcome.error.message}`);
      return outcome;
    },
    /** What must be refused. */
    async fails(...words: string[]) {
      const outcome = await run(...words);
      if (outcome.ok) throw new Error(`${words.join(" ")} was to fail, but: ${outcome.text}`);
      return outcome.error;
    },
    [Symbol.asyncDispose]: () => guard.end(),
  };
}

export interface NotingServer extends Disposable {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** Request lines, bodies and messages of sockets, as they came. */
  received: string[];
}

export type Route = string | ((request: Request) => Response | Promise<Response>);

/** A server that keeps whatever it is sent. `hostname` is the name that pages know it by. */
export function notingServer(routes: (path: string) => Route | undefined, hostname = "127.0.0.1"): NotingServer {
  const received: string[] = [];
  const server = localServer({
    async fetch(request, self) {
      const { pathname, search } = new URL(request.url);
      received.push(`${request.method} ${pathname}${search}`, ...[...request.headers].map(([k, v]) => `${k}: ${v}`));
      if (request.headers.get("upgrade") === "websocket" && self.upgrade(request)) return undefined;
      const route = routes(pathname);
      received.push(await request.clone().text());
      if (route === undefined) return new Response("nothing here", { status: 404 });
      if (typeof route !== "string") return await route(request);
      return htmlResponse(`<!doctype html><meta charset=utf-8>${route}`);
    },
    websocket: {
      message(_, message) {
        received.push(String(message));
      },
    },
  });
  return {
    origin: `http://${hostname}:${server.port}`,
    received,
    [Symbol.dispose]() {
      server.stop(true);
    },
  };
}
