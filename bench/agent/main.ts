/**
 * `npm run bench agent -- --model NAME`: how a configured model does the tasks, or how the oracles do (`--model oracle`), or how
 * many false claims are accepted of oracles that leave out their last action (`--model liar`, or `sly-liar`, which quotes better).
 * `--only=<name or kind>,…` some tasks, `--runs=N` each so often, `--jobs=N` so many at a time (times are worth less then),
 * `--show` what failed runs read and did.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { counter } from "../tokens.ts";
import { lying } from "./liar.ts";
import { lineOf, summary } from "./report.ts";
import { LIARS, ORACLE, type Played, type PlayOptions, playTask, SLY_LIAR, Unusable } from "./run.ts";
import type { Task } from "./task.ts";
import { TASKS } from "./tasks.ts";

const SVC = join(import.meta.dir, "..", "..", "dist", "svc");

/** Returns the exit code: 0 where every run is verified and claims what is so; with the liar, where no false claim is accepted. */
export async function agentBench(words: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      model: { type: "string" },
      only: { type: "string" },
      runs: { type: "string", default: "1" },
      jobs: { type: "string", default: "1" },
      show: { type: "boolean" },
    },
  });
  if (values.model === undefined) return told("which model: --model NAME as it is configured, or --model oracle");
  const isLiar = LIARS.includes(values.model);
  const chosen = chosenTasks(values.only, values.model);
  if (chosen.length === 0)
    return told(`no task '${values.only}'; there are ${TASKS.map(({ name }) => name).join(", ")}`);
  if (!Bun.spawnSync([process.execPath, "build.ts"], { stderr: "inherit" }).success) return 1;
  const ended = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => ended.abort(INTERRUPTED));
  const asked = await optionsFor(values.model, ended.signal);
  const played: Played[] = [];
  const left = Array.from({ length: Number(values.runs) }, () => chosen).flat();
  try {
    const work = () => playAll(left, asked, played, values.show === true);
    await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  } catch (error) {
    ended.abort();
    if (error instanceof Unusable) return told(error.message);
    if (ended.signal.reason !== INTERRUPTED) throw error;
  }
  console.log(`\n${summary(values.model, played)}`);
  if (ended.signal.reason === INTERRUPTED) return 130;
  return played.every(isLiar ? isHonest : isRight) ? 0 : 1;
}

async function optionsFor(model: string, signal: AbortSignal): Promise<PlayOptions> {
  const isScripted = model === ORACLE || LIARS.includes(model);
  return {
    svc: SVC,
    model,
    // Where the models are configured. The oracles get a new one.
    home: isScripted ? undefined : (process.env.SVC_HOME ?? join(process.env.HOME ?? "", ".svc")),
    count: isScripted ? await counter() : () => 0,
    signal,
  };
}

/** The tasks that are asked for; with a liar as the model, those in which it can lie. */
function chosenTasks(only: string | undefined, model: string): readonly Task[] {
  const tasks = choose(only);
  return LIARS.includes(model) ? tasks.flatMap((task) => lying(task, model === SLY_LIAR) ?? []) : tasks;
}

/** Why the runs were aborted, where a person did it. */
const INTERRUPTED = new Error("interrupted");

/** Plays tasks from the list until it is empty; several calls share one list. */
async function playAll(left: Task[], asked: PlayOptions, played: Played[], shows: boolean): Promise<void> {
  for (let task = left.shift(); task; task = left.shift()) {
    const one = await playTask(task, asked);
    played.push(one);
    console.log(lineOf(one));
    if (shows && one.why !== undefined) console.log(one.transcript.replace(/^/gm, "       "));
  }
}

function isHonest({ why, isClaimed }: Played): boolean {
  return why === undefined || !isClaimed;
}

function isRight({ why, isClaimed, task }: Played): boolean {
  return why === undefined && isClaimed === !task.isImpossible;
}

/** By name, by how a name begins, or by kind. */
function choose(only: string | undefined): readonly Task[] {
  const wanted = only?.split(",");
  return TASKS.filter(({ name, kind }) => wanted?.some((word) => name.startsWith(word) || kind === word) ?? true);
}

function told(problem: string): number {
  console.error(problem);
  return 2;
}
