/** A home folder of its own for a test of the built executable; everything started in it ends with the fixture. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseLine } from "../../src/cli/parse.ts";
import { commands } from "../../src/commands/index.ts";
import { type Data, execute, noteCovered } from "../fixture.ts";
import { temporaryFolder } from "../support/folder.ts";
import type { Exit } from "../support/program.ts";

export interface HomeFixture {
  home: string;
  env: Record<string, string | undefined>;
  /** Runs a command line: exit code, stdout, stderr. */
  run(...argv: string[]): Promise<Exit>;
  /** Runs a command line with `--json` and parses the one line it prints; `code` is the code of a failure. */
  json(...argv: string[]): Promise<Data>;
  /** State file of a session. */
  state(name?: string): Data;
  [Symbol.asyncDispose](): Promise<void>;
}

export function homeFixture(env: Record<string, string | undefined> = {}, below = ""): HomeFixture {
  const temporary = temporaryFolder();
  const top = temporary.path;
  const home = join(top, below, "home");
  const all = { SVC_HOME: home, HOME: top, XDG_CONFIG_HOME: undefined, ...env };
  const run = (...argv: string[]) => execute(argv, all);
  return {
    home,
    env: all,
    run,
    async json(...argv) {
      const { code, stdout, stderr } = await execute(["--json", ...argv], all);
      if (stdout.trimEnd().includes("\n") || stdout === "") throw new Error(`not one line: ${stdout}${stderr}`);
      const answer = JSON.parse(stdout) as Data;
      noteCovered({ command: commandOf(argv), code: answer.code ?? "" });
      return { ...answer, exit: code };
    },
    state: (name = "default") => JSON.parse(readFileSync(join(home, `${name}.state.json`), "utf8")),
    async [Symbol.asyncDispose]() {
      await run("close", "--all");
      temporary[Symbol.dispose]();
    },
  };
}

function commandOf(argv: string[]): string {
  try {
    return parseLine(argv, commands).command?.name ?? "";
  } catch {
    return "";
  }
}

/** True while the process runs. Zombies do not count. */
export function lives(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}

/** Command lines of live processes that mention the text. */
export function processesWith(text: string): string[] {
  const { stdout } = Bun.spawnSync(["ps", "-eo", "stat=,pid=,args="]);
  return stdout
    .toString()
    .split("\n")
    .filter((line) => line.includes(text) && !/^\s*Z/.test(line) && !line.includes("ps -eo"));
}
