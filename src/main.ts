/** The only file that reads argv and exits. Picks the mode; the other modes are loaded only when they are asked for. */
import { runLine } from "./cli/cli.ts";

async function main(argv: string[]): Promise<void> {
  if (argv[0] === "__daemon") {
    const { serve } = await import("./daemon/server.ts");
    return await serve(JSON.parse(argv[1] ?? "{}"));
  }
  process.exit(await runLine(argv));
}

void main(process.argv.slice(2));
