/**
 * The only file that reads argv and exits. Picks the mode and wires the edges together; every mode but the short way of
 * a line is loaded only when it is asked for.
 */
import { runQuick } from "./cli/quick.ts";

async function main(argv: string[]): Promise<void> {
  if (argv[0] === "__daemon") return await daemon(argv[1] ?? "{}");
  const code = await runQuick(argv);
  if (code !== undefined) process.exit(code);
  const { runLine } = await import("./cli/cli.ts");
  process.exit(await runLine(argv));
}

async function daemon(request: string): Promise<void> {
  const [{ serve }, { parseLine }, { render }, { commands }] = await Promise.all([
    import("./daemon/server.ts"),
    import("./cli/parse.ts"),
    import("./cli/print.ts"),
    import("./commands/index.ts"),
  ]);
  await serve(JSON.parse(request), { parse: (argv) => parseLine(argv, commands), render });
}

void main(process.argv.slice(2));
