/** Runs one task through the built executable, in a browser of its own, and judges what became of the site. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { killLeftovers } from "../tool.ts";
import { type Player, playOracle } from "./player.ts";
import type { Prompt } from "./prompts.ts";
import { serve } from "./site.ts";
import type { Outcome, Task } from "./task.ts";

/** The model whose answers are the oracles of the tasks, and those that leave out the last action. */
export const ORACLE = "oracle";
export const SLY_LIAR = "sly-liar";
export const LIARS: readonly string[] = ["liar", SLY_LIAR];

/** Runs of this process: each has a session of its own. */
let started = 0;

/** Turns of a model, where a task says nothing else. */
const STEPS = 60;

/** A run that has not ended by then is ended, and counts as one without an answer. */
const SECONDS = 600;
const GRACE_MS = 60_000;

export interface PlayOptions {
  readonly svc: string;
  readonly model: string;
  /** Home of the executable: that of the caller, where the models are configured; undefined for a new one. */
  readonly home: string | undefined;
  count(text: string): number;
  readonly signal: AbortSignal;
}

interface Timing {
  readonly step: number;
  readonly modelMs: number;
  readonly toolMs: number;
  readonly ownMs: number;
}

/** What `svc run --json` tells of a run. */
interface Told {
  readonly success: boolean;
  readonly reason: string;
  readonly explanation: string;
  readonly output: unknown;
  readonly steps: number;
  readonly usage: { input: number; cachedInput: number; output: number; costUsd: number };
  readonly timings?: readonly Timing[];
}

export interface Played {
  readonly task: Task;
  /** Why the end is not the one that was wanted; undefined where it is verified. */
  readonly why: string | undefined;
  /** The agent said that it succeeded. */
  readonly isClaimed: boolean;
  readonly told: Told;
  readonly seconds: number;
  /** Those that the scripted server of an oracle was sent; empty with any other model. */
  readonly prompts: readonly Prompt[];
  /** From each answer of the oracle to the next question, as its server saw it, less what tools and page took. */
  readonly pauses: readonly number[];
  /** Turns that the loop asked for beyond those of the oracle. */
  readonly extraTurns: number;
  /** What the executable wrote while it worked, and what the model was told last. */
  readonly transcript: string;
}

export async function playTask(task: Task, asked: PlayOptions): Promise<Played> {
  const attempt = task.attempt();
  const site = serve(attempt.site);
  const folder = mkdtempSync(join(tmpdir(), "svc-agent-"));
  const isScripted = asked.model === ORACLE || LIARS.includes(asked.model);
  const player = isScripted ? playOracle(task, site.url, asked.count) : undefined;
  const startedMs = performance.now();
  try {
    const { told, stderr } = await runSvc(task, site.url, folder, player, asked);
    const outcome: Outcome = { success: told.success, reason: told.reason, output: told.output };
    const prompts = player?.prompts ?? [];
    const problems = [leak(task, told, player), attempt.verdict(outcome), player?.problem()].filter(Boolean);
    return {
      task,
      why: problems.length > 0 ? problems.join("; ") : undefined,
      isClaimed: told.success,
      told,
      seconds: (performance.now() - startedMs) / 1_000,
      prompts,
      pauses: (player?.pauses ?? []).map((ms, n) => ms - (told.timings?.[n]?.toolMs ?? 0)),
      extraTurns: Math.max(0, prompts.length - task.oracle.length),
      transcript: transcriptOf(player, stderr, told),
    };
  } finally {
    player?.[Symbol.dispose]();
    site.stop();
    await killLeftovers(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

/** A problem where the value of a secret is in what came out, or in what the model was sent. */
function leak({ secrets = {} }: Task, told: Told, player: Player | undefined): string | undefined {
  const sent = JSON.stringify([told, player?.server.requests.map(({ body }) => body)]);
  const leaked = Object.keys(secrets).filter((name) => sent.includes(JSON.stringify(secrets[name]).slice(1, -1)));
  return leaked.length === 0 ? undefined : `shown to the model: the secret ${leaked.join(", ")}`;
}

async function runSvc(task: Task, url: string, folder: string, player: Player | undefined, asked: PlayOptions) {
  mkdirSync(join(folder, "workspace"));
  const files = Object.entries(task.files ?? {}).map(([name, content]) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  });
  const secrets = Object.entries(task.secrets ?? {}).map(([name, value]) => ({
    name,
    variable: variable(name),
    value,
  }));
  if (task.schema) writeFileSync(join(folder, "schema.json"), JSON.stringify(task.schema));
  const session = ["--session", `bench-${process.pid}-${++started}`];
  const env = {
    ...process.env,
    SVC_SESSION: undefined,
    SVC_HOME: asked.home ?? join(folder, "home"),
    ...(player ? oracleEnvironment(player) : {}),
    ...Object.fromEntries(secrets.map((one) => [one.variable, one.value])),
    // Marks the processes of this run, so that none is left.
    SVC_BENCH_FOLDER: `${folder}/`,
  };
  const words = [
    ...wordsOf(task, url, folder, secrets, player ? undefined : asked.model),
    ...files.flatMap((file) => ["--file", file]),
    ...session,
  ];
  const signal = AbortSignal.any([asked.signal, AbortSignal.timeout(SECONDS * 1_000 + GRACE_MS)]);
  const child = Bun.spawn([asked.svc, ...words], {
    env,
    cwd: folder,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    signal,
  });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  await Bun.spawn([asked.svc, "close", ...session], { env, cwd: folder, stdout: "ignore", stderr: "ignore" }).exited;
  asked.signal.throwIfAborted();
  return { told: toldOf(stdout, stderr), stderr };
}

/** The command line of a task, without its files and its session. Without a model the settings of the home hold. */
function wordsOf(
  task: Task,
  url: string,
  folder: string,
  secrets: readonly { name: string; variable: string }[],
  model: string | undefined,
): string[] {
  return [
    ...["run", task.words, "--url", `${url}${task.start ?? "/"}`, "--json", "--workspace", join(folder, "workspace")],
    ...["--max-steps", `${task.steps ?? STEPS}`, "--max-time", `${SECONDS}`, "--ask", "0"],
    ...(model === undefined ? [] : ["--model", model]),
    ...(task.schema ? ["--schema", join(folder, "schema.json")] : []),
    ...(task.hosts ?? []).flatMap((host) => ["--allowed-domain", host]),
    ...secrets.flatMap(({ name, variable: held }) => [
      "--secret",
      `${name}=${held}`,
      "--secret-domain",
      `${name}=127.0.0.1`,
    ]),
  ];
}

function variable(name: string): string {
  return `BENCH_SECRET_${name.toUpperCase()}`;
}

function oracleEnvironment({ server }: Player): Record<string, string | undefined> {
  const { baseUrl, model, key } = server.config;
  return { SVC_LLM_BASE_URL: baseUrl, SVC_LLM_MODEL: model, SVC_LLM_API_KEY: key, SVC_MODELS_FILE: undefined };
}

/** The model is not configured as it was named: no task would be tried. */
export class Unusable extends Error {}

const UNUSABLE: ReadonlySet<string> = new Set(["bad_file", "no_model", "not_found", "usage"]);

/** A failure carries the same data as a success. One without data ended before the model was asked. Throws `Unusable`. */
function toldOf(stdout: string, stderr: string): Told {
  const nothing = {
    success: false,
    output: null,
    steps: 0,
    usage: { input: 0, cachedInput: 0, output: 0, costUsd: 0 },
  };
  try {
    const line = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as { data?: Told; error?: string; code?: string };
    if (line.data) return line.data;
    if (UNUSABLE.has(line.code ?? "")) throw new Unusable(line.error);
    return { ...nothing, reason: line.code ?? "none", explanation: line.error ?? "" };
  } catch (error) {
    if (error instanceof Unusable) throw error;
    return { ...nothing, reason: "none", explanation: (stderr || stdout || "it printed nothing").slice(-500) };
  }
}

function transcriptOf(player: Player | undefined, stderr: string, told: Told): string {
  const messages = player?.server.requests
    .at(-1)
    ?.messages.map(({ role, text, calls }) =>
      [`--- ${role}`, text, ...calls.map(({ name, args }) => `> ${name} ${JSON.stringify(args)}`)]
        .filter(Boolean)
        .join("\n"),
    );
  return [...(messages ?? [stderr]), `--- end: ${told.reason}: ${told.explanation}`].join("\n");
}
