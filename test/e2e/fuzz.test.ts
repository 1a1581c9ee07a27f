/**
 * Random lines, socket messages and MCP messages: never a bug of ours (exit 70, a stack), never a hang. A seed repeats a run:
 * `SVC_FUZZ_SEED`; `SVC_FUZZ_LINES`, `SVC_FUZZ_SOCKET` and `SVC_FUZZ_MCP` say how many there are.
 */
import { expect, test } from "bun:test";
import { mkdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { stringify } from "devalue";
import { commands } from "../../src/commands/index.ts";
import { PROTOCOL } from "../../src/daemon/wire.ts";
import { chooseTools } from "../../src/mcp/tools.ts";
import { type Data, EXECUTABLE } from "../fixture.ts";
import { startClient } from "../mcp/client.ts";
import { Words } from "./fuzz-words.ts";
import { type House, house } from "./house.ts";

const SEED = Number(process.env.SVC_FUZZ_SEED ?? 1);
const LINES = Number(process.env.SVC_FUZZ_LINES ?? 100);
const MESSAGES = Number(process.env.SVC_FUZZ_SOCKET ?? 300);
const CALLS = Number(process.env.SVC_FUZZ_MCP ?? 100);

/** Whatever takes longer hangs: each line has a deadline of two seconds. */
const HANGS_MS = 90_000;
const WHOLE_MS = 3 * 3_600_000;

/** What only a bug prints: our own files in a stack, or the words of the log. */
const BUG =
  /\/\$bunfs\/root|^error: |"code":"internal"|Read the stack in|Error: unexpected: | (error|warn) (bug in|uncaught|unhandled) /m;

/** Nothing of this leaves the machine, and nothing is written outside the house. */
const SHUT = {
  SVC_ALLOWED_DOMAINS: "127.0.0.1,localhost",
  SVC_BASE_URL: "http://127.0.0.1:1",
  SVC_API_KEY: "svc_0123456789abcdef",
  SVC_LLM_BASE_URL: "http://127.0.0.1:1",
  SVC_LLM_MODEL: "none",
  HTTP_PROXY: "http://127.0.0.1:1",
  HTTPS_PROXY: "http://127.0.0.1:1",
  DISPLAY: undefined,
};

/** A house of the test's own: a line may well change the settings. */
function shut(): House & { cwd: string } {
  const h = house(SHUT);
  const cwd = join(h.home, "..", "cwd");
  mkdirSync(cwd);
  return { ...h, cwd };
}

/** Runs a line and says what is wrong with its end; undefined where nothing is. */
async function wrongWith({ env, cwd }: ReturnType<typeof shut>, line: string[]): Promise<string | undefined> {
  const child = Bun.spawn([EXECUTABLE, ...line, "--timeout", "2000"], {
    env: { ...process.env, SVC_SESSION: "fuzz", ...env },
    cwd,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), HANGS_MS);
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  clearTimeout(timer);
  const isKnown = [0, 1, 2, 3, 4, 5, 6, 130].includes(code);
  const said = `${stdout}${stderr}`;
  if (isKnown && !BUG.test(said)) return undefined;
  return `${JSON.stringify(line)} exits with ${code}: ${said.slice(0, 600)}`;
}

test(
  "no line ends in a bug or not at all",
  async () => {
    await using h = shut();
    await h.run("--session", "fuzz", "open", "data:text/html,<title>t</title><input><button>b</button>");
    const words = new Words(SEED);
    const lines = Array.from({ length: LINES }, () => words.line());
    const wrong: string[] = [];
    const runOn = async () => {
      for (let line = lines.pop(); line; line = lines.pop()) {
        const why = await wrongWith(h, line);
        if (why !== undefined) wrong.push(why);
      }
    };
    await Promise.all([runOn(), runOn(), runOn()]);
    expect(wrong).toEqual([]);
  },
  WHOLE_MS,
);

/** What the daemon has written of bugs since the byte of its log. */
function bugsSince(h: House, start: number): string[] {
  const log = readFileSync(join(h.home, "cli.log"), "utf8").slice(start);
  return log.split("\n").filter((line) => BUG.test(line));
}

test(
  "no message on a session's socket harms it",
  async () => {
    await using h = shut();
    await h.run("--session", "socket", "open", "data:text/html,<title>whole</title>");
    const { pid, build } = h.state("socket");
    const start = readFileSync(join(h.home, "cli.log"), "utf8").length;
    const words = new Words(SEED + 1);
    const greeting = { svc: PROTOCOL, build };
    const request = () => {
      const command = words.command();
      const common = { timeoutMs: 1_000, spentMs: 0, environment: {}, cwd: "/", aside: false, said: {} };
      const switches = { confirmed: false, streams: words.chance(0.5) };
      return { id: words.upTo(5), command: command.name, args: words.args(command), ...common, ...switches };
    };
    const bytesOf = (): (string | Uint8Array)[] => {
      if (words.chance(0.15)) return [words.bytes(), "\n"];
      if (words.chance(0.2)) return [`${words.spoiled({ ...greeting, line: words.line(), cwd: "/" })}\n`];
      const first = words.chance(0.15) ? words.spoiled(greeting) : JSON.stringify(greeting);
      const message = words.chance(0.5) ? stringify(request()) : words.spoiled(request());
      return [`${first}\n`, `${words.chance(0.05) ? stringify({ cancel: words.json() }) : message}\n`];
    };
    const say = (pieces: (string | Uint8Array)[]) =>
      new Promise<void>((resolve) => {
        const socket = connect(join(h.home, "socket.sock"), () => {
          for (const piece of pieces) socket.write(piece);
        });
        // Some messages are right and are answered; some are waited for in vain by both sides.
        const timer = setTimeout(() => socket.destroy(), 1_500);
        socket.on("data", () => words.chance(0.5) && socket.destroy());
        socket.on("error", () => {});
        socket.on("close", () => {
          clearTimeout(timer);
          resolve();
        });
      });
    let left = MESSAGES;
    const talk = async () => {
      while (left-- > 0) await say(bytesOf());
    };
    await Promise.all(Array.from({ length: 8 }, talk));
    expect(bugsSince(h, start)).toEqual([]);
    expect(h.state("socket").pid).toBe(pid);
    expect(await h.json("--session", "socket", "get", "url")).toMatchObject({ success: true });
  },
  WHOLE_MS,
);

test(
  "no message to the MCP server harms it",
  async () => {
    await using h = shut();
    const words = new Words(SEED + 2);
    const { listed } = chooseTools(commands, "all");
    const tools = listed.map(({ name }) => name).filter((name) => !/install|setup|serve|tunnel|doctor|poll/.test(name));
    await using server = startClient(["--tools", "all"], { ...h.env, SVC_SESSION: "mcp" }, { cwd: h.cwd });
    const stderr = new Response(server.process.stderr).text();
    const clientInfo = { name: "fuzz", version: "1" };
    await server.request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    server.notify("notifications/initialized");
    const methods = ["tools/call", "tools/list", "resources/read", "ping", "initialize", "nonsense", "prompts/list"];
    const bugs: string[] = [];
    for (let n = 0; n < CALLS; n++) {
      const params = { name: words.one(tools), arguments: { ...words.args(words.command()), timeout_ms: 1_000 } };
      const method = words.chance(0.7) ? "tools/call" : words.one(methods);
      if (words.chance(0.4)) server.write(words.spoiled({ jsonrpc: "2.0", id: `f${n}`, method, params }));
      else if (words.chance(0.1)) server.write(words.odd().replaceAll("\n", ""));
      else {
        const answer = server.request("tools/call", params).catch((error: Error) => ({ error: error.message }));
        const late = Bun.sleep(HANGS_MS).then(() => ({ hangs: params }));
        const said: Data = await Promise.race([answer, late]);
        if (said.hangs || BUG.test(JSON.stringify(said))) bugs.push(JSON.stringify({ params, said }).slice(0, 600));
      }
    }
    expect(bugs).toEqual([]);
    expect(server.received.filter((message) => BUG.test(JSON.stringify(message)))).toEqual([]);
    expect(await server.request("ping")).toEqual({});
    await server.endInput();
    await server.exited;
    expect(await stderr).not.toMatch(BUG);
  },
  WHOLE_MS,
);
