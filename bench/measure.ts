/** Times of whole processes, and two things measured in turn. Knows neither tools nor pages. */
import { closeSync, openSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

export type Env = Record<string, string | undefined>;

/** Nothing that is measured takes this long; what does hangs. */
const HANGS_AFTER_MS = 120_000;

export interface Surroundings {
  env: Env;
  cwd: string;
}

let ending = false;

/** From here on nothing is started: an interrupted run must not go on while it is cleared away. */
export function startNothingMore(): void {
  ending = true;
}

/** Wall time of a whole process in milliseconds; it must end well. */
export async function time(command: readonly string[], { env, cwd }: Surroundings): Promise<number> {
  if (ending) throw new Error("the run is ending");
  // A file, since a daemon may inherit it: a pipe would stay open.
  const path = join(cwd, "stderr.txt");
  const stderr = openSync(path, "w");
  try {
    const started = performance.now();
    const child = Bun.spawn([...command], { stdin: "ignore", stdout: "ignore", stderr, env, cwd, ...LIMIT });
    const code = await child.exited;
    const elapsed = performance.now() - started;
    if (code !== 0) throw ended(command, code, readFileSync(path, "utf8"));
    return elapsed;
  } finally {
    closeSync(stderr);
  }
}

/** What a process prints; it must end well. */
export async function read(command: readonly string[], { env, cwd }: Surroundings): Promise<string> {
  if (ending) throw new Error("the run is ending");
  const child = Bun.spawn([...command], { stdin: "ignore", stdout: "pipe", stderr: "pipe", env, cwd, ...LIMIT });
  const [output, errors, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw ended(command, code, errors || output);
  return output;
}

function ended(command: readonly string[], code: number, errors: string): Error {
  const [why = ""] = errors.trim().split("\n");
  return new Error(`\`${shown(command)}\` exited with ${code}: ${why.slice(0, 200)}`);
}

const LIMIT = { timeout: HANGS_AFTER_MS, killSignal: "SIGKILL" } as const;

function shown(command: readonly string[]): string {
  return command.map((word) => (word.startsWith("/") ? basename(word) : word)).join(" ");
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export interface Pairs {
  a: number;
  b: number;
  /** The median of the ratios pair by pair: a slow moment of the machine slows both halves of a pair. */
  ratio: number;
  /** The median of the differences pair by pair, `a` less `b`. */
  added: number;
}

/**
 * Both in turn, A B B A A B …, after `warmUp` turns that are not counted: what one of them leaves to do slows itself as often
 * as the other.
 */
export async function inTurn(
  runs: number,
  a: () => Promise<number>,
  b: () => Promise<number>,
  warmUp = 2,
): Promise<Pairs> {
  const [as, bs]: [number[], number[]] = [[], []];
  for (let n = -warmUp; n < runs; n++) {
    const isTurned = n % 2 !== 0;
    const first = await (isTurned ? b : a)();
    const second = await (isTurned ? a : b)();
    if (n < 0) continue;
    as.push(isTurned ? second : first);
    bs.push(isTurned ? first : second);
  }
  const pairs = as.map((value, n) => [value, bs[n] ?? value] as const);
  const ratio = median(pairs.map(([one, other]) => one / other));
  return { a: median(as), b: median(bs), ratio, added: median(pairs.map(([one, other]) => one - other)) };
}
