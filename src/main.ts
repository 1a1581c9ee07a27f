/**
 * The only file that reads argv and exits. Picks the mode and wires the edges together; every mode but the short way of
 * a line is loaded only when it is asked for.
 */
import { runQuick } from "./cli/quick.ts";

async function main(argv: string[]): Promise<void> {
  if (argv[0] === "__daemon") return await daemon(argv[1] ?? "{}");
  if (asksToServe(argv)) return await mcp(argv);
  const code = await runQuick(argv);
  if (code !== undefined) process.exit(code);
  const { runLine } = await import("./cli/cli.ts");
  process.exit(await runLine(argv));
}

function asksToServe(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end < 0 ? argv : argv.slice(0, end)).includes("--mcp");
}

async function mcp(argv: string[]): Promise<void> {
  const { runServer } = await import("./cli/mcp-line.ts");
  process.exit(await runServer(argv, async (line) => (await import("./mcp/server.ts")).serveMcp(line)));
}

async function daemon(request: string): Promise<void> {
  const { serve } = await import("./daemon/server.ts");
  await serve(JSON.parse(request), lineReader);
}

/** What the daemon needs of the command line. Loaded while the browser starts, which takes longer. */
async function lineReader() {
  const [{ parseLine }, { render }, { commands }] = await Promise.all([
    import("./cli/parse.ts"),
    import("./cli/print.ts"),
    import("./commands/index.ts"),
  ]);
  return { parse: (argv: readonly string[]) => parseLine(argv, commands), render };
}

void main(process.argv.slice(2));
