/** A tool that runs in a folder of its own: its commands timed or read, and nothing of it left behind. Knows no figure. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Env, read, time } from "./measure.ts";
import type { Recipe } from "./peers.ts";

export interface Tool {
  name: string;
  recipe: Recipe;
  folder: string;
  time(words: readonly string[]): Promise<number>;
  read(words: readonly string[]): Promise<string>;
  /** From nothing to an open page, in milliseconds. */
  start(url: string): Promise<number>;
  /** Ends it, and waits until none of its processes is left. */
  close(): Promise<number>;
  /** The PID of its daemon, where it tells. */
  pid(): number | undefined;
}

/** Everything the tool writes lands below the folder: home, sockets, profiles, pictures. */
export function toolIn(folder: string, recipe: Recipe): Tool {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(recipe.files ?? {})) writeFileSync(join(folder, name), text);
  const env: Env = { ...process.env, SVC_SESSION: undefined, ...recipe.env };
  for (const name of ["HOME", "TMPDIR", "XDG_RUNTIME_DIR", "SVC_HOME"]) env[name] = folder;
  const around = { env, cwd: folder };
  const run = (words: readonly string[]) => time([...recipe.program, ...words], around);
  return {
    name: recipe.name,
    recipe,
    folder,
    time: run,
    read: (words) => read([...recipe.program, ...words], around),
    async start(url) {
      let elapsed = 0;
      for (const words of recipe.start(url)) elapsed += await run(words);
      return elapsed;
    },
    async close() {
      const elapsed = await run(recipe.close);
      await gone(folder);
      return elapsed;
    },
    pid() {
      if (recipe.pidFile === undefined) return undefined;
      return Number(readFileSync(join(folder, recipe.pidFile), "utf8").trim());
    },
  };
}

/** A tool that has not ended by then leaves something behind, which the end of the run kills. */
const GONE_WITHIN_MS = 10_000;

async function gone(folder: string): Promise<void> {
  const deadline = performance.now() + GONE_WITHIN_MS;
  while (performance.now() < deadline && processesOf(folder).length > 0) await Bun.sleep(20);
}

/**
 * The processes that were started with this folder in their surroundings or on their command line, so ours and no other's.
 * Where there is no /proc the tools' own `close` has to do.
 */
function processesOf(folder: string): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => ["environ", "cmdline"].some((file) => names(contentOf(`/proc/${name}/${file}`), folder)))
    .map(Number);
}

/** The folder itself or something in it, not another whose name begins like its. */
function names(text: string, folder: string): boolean {
  return text.includes(`${folder}/`) || text.includes(`${folder}\0`);
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    // It ended in between, or is another user's.
    return "";
  }
}

/** Kills what is left of all tools below the folder, one by one, and what they started meanwhile. */
export async function killLeftovers(folder: string): Promise<void> {
  const deadline = performance.now() + GONE_WITHIN_MS;
  for (let left = processesOf(folder); left.length > 0; left = processesOf(folder)) {
    for (const pid of left) kill(pid);
    if (performance.now() > deadline) return;
    await Bun.sleep(20);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended in between.
  }
}
