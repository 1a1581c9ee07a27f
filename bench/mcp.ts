/** Ours as an MCP server beside the peers' servers: from the start to the first answer, and one look at a small page. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Bench, reason } from "./bench.ts";
import { fetchPackage } from "./fetch.ts";
import { type Env, inTurn } from "./measure.ts";
import { ms, note, reportFigure, reportRatio } from "./report.ts";
import { killLeftovers } from "./tool.ts";

type Call = readonly [tool: string, args: object];

interface Recipe {
  name: string;
  package: string;
  version: string;
  command(installed: string, browser: string): { program: string[]; env: Env };
  navigate(url: string): Call;
  look: Call;
  /** What a look at the form page must show. */
  sees: RegExp;
}

const SWITCHES = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];
const CHROME_SWITCHES = process.getuid?.() === 0 ? ["--no-sandbox", ...SWITCHES] : SWITCHES;

const PEERS: readonly Recipe[] = [
  {
    name: "agent-browser mcp",
    package: "agent-browser",
    version: "0.41.2",
    command: (installed, browser) => ({
      program: [join(installed, "agent-browser/bin", `agent-browser-${process.platform}-${process.arch}`), "mcp"],
      env: {
        AGENT_BROWSER_EXECUTABLE_PATH: browser,
        AGENT_BROWSER_NO_VERSION_CHECK: "1",
        AGENT_BROWSER_ARGS: CHROME_SWITCHES.join(","),
      },
    }),
    navigate: (url) => ["agent_browser_open", { url }],
    look: ["agent_browser_snapshot", { interactive: true }],
    sees: /Send message/,
  },
  {
    name: "playwright-mcp",
    package: "@playwright/mcp",
    version: "0.0.83",
    command: (installed, browser) => ({
      program: [
        "node",
        join(installed, "@playwright/mcp/cli.js"),
        "--headless",
        "--isolated",
        "--no-sandbox",
        "--browser=chromium",
        `--executable-path=${browser}`,
      ],
      env: { NO_UPDATE_NOTIFIER: "1", CI: "1" },
    }),
    navigate: (url) => ["browser_navigate", { url }],
    look: ["browser_snapshot", {}],
    sees: /Send message/,
  },
  {
    name: "chrome-devtools-mcp",
    package: "chrome-devtools-mcp",
    version: "1.11.0",
    command: (installed, browser) => ({
      program: [
        "node",
        join(installed, "chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js"),
        "--headless",
        "--isolated",
        "--no-usage-statistics",
        "--no-performance-crux",
        `--executablePath=${browser}`,
        ...CHROME_SWITCHES.map((word) => `--chromeArg=${word}`),
      ],
      env: { CHROME_DEVTOOLS_MCP_NO_USAGE_STATISTICS: "1", CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS: "1", CI: "1" },
    }),
    navigate: (url) => ["navigate_page", { pageId: 1, type: "url", url }],
    look: ["take_snapshot", { pageId: 1 }],
    sees: /Send message/,
  },
];

/** How long a server may take to start until its first answer, as promised. */
const INIT_LIMIT_MS = 60;

export async function mcpFigures(bench: Bench): Promise<void> {
  const { svc, runs } = bench;
  const ours = serverIn(svc.folder, [...svc.recipe.program, "--mcp"], svc.recipe.env);
  const alone = await inTurn(
    runs,
    () => initTime(ours),
    () => initTime(ours),
  );
  reportFigure("MCP, start to the answer of `initialize`", alone.a, ms, { limit: INIT_LIMIT_MS });
  const { fullBrowser } = bench;
  if (bench.peers.length === 0 || fullBrowser === undefined) return note("MCP: no peers to measure it beside");
  for (const peer of PEERS) {
    const folder = join(bench.folder, `mcp-${peer.name.replace(/\W/g, "-")}`);
    try {
      const { program, env } = peer.command(await fetchPackage(peer.package, peer.version), fullBrowser);
      await beside(bench, ours, peer, serverIn(folder, program, env));
    } catch (error) {
      note(`MCP beside ${peer.name} ${peer.version} is left out: ${reason(error)}`);
    } finally {
      await killLeftovers(folder);
    }
  }
  await svc.close();
}

async function beside(bench: Bench, ours: Place, peer: Recipe, theirs: Place): Promise<void> {
  const { slowRuns, runs, site } = bench;
  const init = await inTurn(
    slowRuns,
    () => initTime(ours),
    () => initTime(theirs),
    1,
  );
  reportRatio("MCP, start to the answer of `initialize`", ms(init.a), `${peer.name} ${ms(init.b)}`, init.ratio);
  const [a, b] = [await start(ours), await start(theirs)];
  try {
    await call(a, ["browser_navigate", { url: site.url("form") }], /Bench|form/i);
    await call(b, peer.navigate(site.url("form")), /./);
    const looks = await inTurn(
      runs,
      () => timed(() => call(a, ["browser_get_state", {}], /Send message/)),
      () => timed(() => call(b, peer.look, peer.sees)),
    );
    const shown = `${peer.name} \`${peer.look[0]}\` ${ms(looks.b)}`;
    reportRatio("MCP, `browser_get_state` of the small page", ms(looks.a), shown, looks.ratio, 1);
  } finally {
    await Promise.all([a.end(), b.end()]);
  }
}

/** Where a server runs, and how it is started. */
interface Place {
  program: string[];
  env: Env;
  folder: string;
}

function serverIn(folder: string, program: string[], own: Env): Place {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const env: Env = { ...process.env, SVC_SESSION: undefined, ...own };
  for (const name of ["HOME", "TMPDIR", "XDG_RUNTIME_DIR", "SVC_HOME"]) env[name] = folder;
  return { program, env, folder };
}

interface Running {
  request(method: string, params: object): Promise<Record<string, unknown>>;
  end(): Promise<void>;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function initTime(place: Place): Promise<number> {
  const started = performance.now();
  const running = await start(place);
  const elapsed = performance.now() - started;
  await running.end();
  return elapsed;
}

/** Starts the server and shakes hands with it. */
async function start({ program, env, folder }: Place): Promise<Running> {
  const child = Bun.spawn(program, { env, cwd: folder, stdin: "pipe", stdout: "pipe", stderr: "ignore" });
  const reader = child.stdout.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  let lastId = 0;
  const send = (message: object) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    child.stdin.flush();
  };
  const nextMessage = async () => {
    let end = rest.indexOf("\n");
    while (end < 0) {
      const { value, done } = await reader.read();
      if (done) throw new Error("the server ended");
      rest += decoder.decode(value, { stream: true });
      end = rest.indexOf("\n");
    }
    const message = JSON.parse(rest.slice(0, end));
    rest = rest.slice(end + 1);
    return message;
  };
  /** Sends one request at a time: the next message with its number is its answer. */
  const request = async (method: string, params: object) => {
    const id = ++lastId;
    send({ id, method, params });
    let message = await nextMessage();
    while (message.id !== id || message.method !== undefined) message = await nextMessage();
    if (message.error) throw new Error(`${method}: ${message.error.message}`);
    return message.result;
  };
  const clientInfo = { name: "bench", version: "1" };
  await request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  send({ method: "notifications/initialized" });
  return {
    request,
    async end() {
      await child.stdin.end();
      const inTime = await Promise.race([child.exited, Bun.sleep(5_000)]);
      if (inTime === undefined) child.kill("SIGKILL");
      await child.exited;
    },
  };
}

async function call({ request }: Running, [name, args]: Call, sees: RegExp): Promise<void> {
  const text = JSON.stringify(await request("tools/call", { name, arguments: args }));
  if (!sees.test(text)) throw new Error(`${name} answered ${text.slice(0, 200)}`);
}
