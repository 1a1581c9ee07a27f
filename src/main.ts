/** The entry point: the only file that reads argv and exits. It chooses the mode and loads the files of every mode except the fast path on demand. */
import { runFastPath } from "./cli/fast-path.ts";
import { FAILURES } from "./errors.ts";

/** From then on, functions are compiled as often as usual. The build delays that for the start: it rarely pays there. */
const START_MS = 1_000;

async function main(words: string[]): Promise<void> {
  setTimeout(() => Bun.unsafe.setJITPolicy(1), START_MS).unref();
  if (process.env.SVC_TRACE) await startTrace(words[0] === "__daemon");
  if (words[0] === "__daemon") return await daemon();
  if (words[0] === "__tunnel") return await tunnel();
  if (words[0] === "__complete") return await completion(words.slice(1));
  const argv = isProfileSync() ? profileSync(words) : words;
  if (asksForMcp(argv)) return await mcp(argv);
  const code = await runFastPath(argv);
  if (code !== undefined) process.exit(code);
  const { runLine } = await import("./cli/cli.ts");
  process.exit(await runLine(argv));
}

/** A daemon sends its traces to the client of each command. Its own life is traced only to a file. */
async function startTrace(isDaemon: boolean): Promise<void> {
  const { kindsFromEnvironment, listen, writeTrace } = await import("./lib/trace.ts");
  try {
    const kinds = kindsFromEnvironment();
    if (!isDaemon || process.env.SVC_TRACE_FILE) listen(kinds, writeTrace);
  } catch (error) {
    const { message, hint } = error as { message: string; hint?: string };
    console.error(`Error: SVC_TRACE: ${message}\nHint: ${hint}`);
    process.exit(FAILURES.usage.exit);
  }
}

/** `bin/profile-sync` in the home folder is a second name of the executable, for scripts of the sync tool. */
function isProfileSync(): boolean {
  // No regular expression: the first one of this kind costs 2.5 % of a warm command.
  return [process.argv0, process.execPath].some((name) => {
    const lower = name.toLowerCase();
    return lower.endsWith("profile-sync") || lower.endsWith("profile-sync.exe");
  });
}

/** Under that name the line is one of `profile`, and SVC_CONFIG_DIR may set the home folder. */
function profileSync(words: string[]): string[] {
  if (!process.env.SVC_HOME && process.env.SVC_CONFIG_DIR) process.env.SVC_HOME = process.env.SVC_CONFIG_DIR;
  return ["profile", ...words];
}

async function completion(words: string[]): Promise<void> {
  const { runComplete } = await import("./cli/complete.ts");
  process.exit(await runComplete(words));
}

function asksForMcp(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end < 0 ? argv : argv.slice(0, end)).includes("--mcp");
}

async function mcp(argv: string[]): Promise<void> {
  const { runServer } = await import("./cli/mcp-line.ts");
  process.exit(await runServer(argv, async (line) => (await import("./mcp/server.ts")).serveMcp(line)));
}

async function tunnel(): Promise<void> {
  const [{ keep }, request] = await Promise.all([import("./tunnel/keep.ts"), Bun.stdin.json()]);
  process.exit(await keep(request));
}

async function daemon(): Promise<void> {
  const [{ serve }, { readDaemonRequest }, text] = await Promise.all([
    import("./daemon/server.ts"),
    import("./daemon/request.ts"),
    Bun.stdin.text(),
  ]);
  const request = readDaemonRequest(text);
  if (request) return await serve(request, lineReader);
  console.error("Error: `svc __daemon` is how svc starts its own daemon\nHint: Run `svc --help` to see the commands.");
  process.exit(FAILURES.usage.exit);
}

/** The parser and printer for the daemon. Loaded while the browser starts, which takes longer. */
async function lineReader() {
  const [{ parseLine }, { readLine }, { render }, { commands }] = await Promise.all([
    import("./cli/parse.ts"),
    import("./cli/inner-line.ts"),
    import("./cli/print.ts"),
    import("./commands/index.ts"),
  ]);
  return { parse: (argv: readonly string[]) => parseLine(argv, commands), read: readLine, render };
}

void main(process.argv.slice(2));
