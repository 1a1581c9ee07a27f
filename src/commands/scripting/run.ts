import { copyFileSync, mkdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Assignment, Run, RunResult, Secret } from "../../agent/loop/assignment.ts";
import { filledList, option, optionList, optionOr, positionalOr } from "../../args.ts";
import type { Browser } from "../../browser/browser.ts";
import { command } from "../../command.ts";
import { Failure, fileFailure } from "../../errors.ts";
import { jsonSchemaOf } from "../../extract/schema.ts";
import { workspaceFolder } from "../../lib/paths.ts";
import { chooseModel, keyVariables, MODEL_ENVIRONMENT } from "../../models/registry.ts";
import {
  decimal,
  environmentPair,
  fieldPair,
  integer,
  jsonOrFile,
  oneOf,
  path,
  splitPair,
  text,
} from "../../values.ts";
import { queryPair, url } from "../../web-values.ts";
import { SETTLE_VARIABLE } from "../shared/settling.ts";
import { progressListener } from "./run-progress.ts";

/** The longest run, and a little for its end. */
const MAX_SECONDS = 21_600;
const TIMEOUT_MS = (MAX_SECONDS + 300) * 1_000;

/** A run that is interrupted still tells what it did. */
const GRACE_MS = 5_000;

/** The run of each browser. */
const RUNS = new WeakMap<Browser, Run>();

export const run = command({
  name: "run",
  group: "scripting",
  summary: "Let a language model do a task in the browser, and print its answer",
  effect: "write",
  needs: "session",
  beside: true,
  talks: true,
  environment: [...MODEL_ENVIRONMENT, SETTLE_VARIABLE],
  environmentNames: keyVariables,
  timeoutMs: TIMEOUT_MS,
  graceMs: GRACE_MS,
  args: {
    task: positionalOr(
      text("task", { nonEmpty: true, stdin: true }),
      undefined,
      "Task in plain language; - reads standard input",
    ),
    url: option(url(), "Page to start on; default the current page"),
    model: option(text("name", { nonEmpty: true }), "Language model, by its name in the settings"),
    schema: option(jsonOrFile(), "JSON Schema for the answer, or a file with it"),
    file: optionList(path("file"), "File that the model may read and upload; repeat it for several"),
    secret: optionList(
      environmentPair("secrets"),
      "Secret for the model to use by name only; its value comes from an environment variable: password=SHOP_PASSWORD",
    ),
    secrets: filledList(fieldPair(true), "Secrets by name, as with --secret"),
    secretDomain: optionList(
      queryPair(),
      "Host where a secret may be typed: password=shop.example.com; default the hosts of the run",
    ),
    allowedDomain: optionList(
      text("domain", { nonEmpty: true }),
      "Host that the browser may reach, such as example.com or *.example.com; repeat it for several",
    ),
    maxSteps: optionOr(integer("n", { min: 1, max: 10_000 }), 100, "Maximum number of turns of the model"),
    maxCost: option(
      decimal("usd", { min: 0 }),
      "Maximum cost in US dollars, calculated with the prices in the settings",
    ),
    maxTime: optionOr(integer("s", { min: 1, max: MAX_SECONDS }), 1_800, "Seconds"),
    vision: optionOr(
      oneOf("auto", "on", "off"),
      "auto",
      "Send screenshots when the model asks, on every turn, or never",
    ),
    thinking: option(oneOf("disabled", "low", "medium", "high"), "Reasoning effort, for models that support it"),
    ask: optionOr(
      integer("s", { min: 0, max: MAX_SECONDS }),
      600,
      "How long to wait for a person's answer; 0 means never ask",
    ),
    workspace: option(path("folder"), "Folder for the files that the run writes; default a folder of the session"),
    answer: option(text("text", { nonEmpty: true }), "Answer the question of the current run, and let it continue"),
  },
  examples: [
    "run 'Find the cheapest blue kettle' --url https://shop.example.com",
    "run 'List all open invoices' --schema invoices.json --max-cost 0.50",
    "run 'Sign in and download the last bill' --url https://shop.example.com --secret password=PASSWORD --allowed-domain shop.example.com",
    "run --answer 'The code is 123456'",
  ],
  beforeStart({ model, answer }, { home, environment }) {
    if (answer === undefined) chooseModel(home, environment, model);
  },
  async run(context): Promise<TaskReply | { answered: true }> {
    const { browser, args, home, session, environment, runner, signal, progress } = context;
    const current = RUNS.get(browser);
    if (args.answer !== undefined) return answered(current, args.answer, args.task);
    if (args.task === undefined)
      throw new Failure("usage", "no task given: svc run <task>", "Write `svc run 'Find …'`.");
    if (current)
      throw new Failure(
        "conflict",
        "another run is active in this session",
        "Wait until it ends, stop it with Ctrl-C, or use another --session.",
      );
    // Asked before anything else: who has no model is told at once.
    const { config, fallback } = chooseModel(home, environment, args.model);
    const [{ startRun }, { openModel }] = await Promise.all([
      import("../../agent/loop/run.ts"),
      import("../../models/client.ts"),
    ]);
    const model = openModel(config, { home, environment, fallback });
    const workspace = args.workspace ?? workspaceFolder(home, session);
    fillWorkspace(workspace, args.file);
    const onEvent = progressListener({
      progress,
      answerAfterMs: args.ask * 1_000,
      run: () => RUNS.get(browser),
      session,
    });
    const started = startRun({
      assignment: assignmentOf(args, args.task, workspace),
      model,
      runner,
      onEvent,
      signal,
    });
    RUNS.set(browser, started);
    try {
      return outcome(await started.result, args, workspace);
    } finally {
      RUNS.delete(browser);
    }
  },
  text: (done) => ("answered" in done ? "answered" : answerText(done)),
});

/** What a run gave. */
interface TaskReply extends Omit<RunResult, "memory"> {
  workspace: string;
}

function answered(current: Run | undefined, text: string, task: string | undefined): { answered: true } {
  if (task !== undefined) throw new Failure("usage", "--answer cannot be used with a task");
  if (!current)
    throw new Failure(
      "not_found",
      "no run is active in this session",
      "Run `svc sessions` to find the session of the run.",
    );
  if (!current.answer(text))
    throw new Failure("not_found", "the current run has no open question", "Run `svc state` to look at its page.");
  return { answered: true };
}

interface Args {
  url: string | undefined;
  schema: string | undefined;
  secrets: string[];
  secretDomain: string[];
  allowedDomain: string[];
  maxSteps: number;
  maxCost: number | undefined;
  maxTime: number;
  vision: "auto" | "on" | "off";
  thinking: Assignment["thinking"];
}

function assignmentOf(args: Args, task: string, workspace: string): Assignment {
  const { url, maxSteps, maxTime, maxCost, allowedDomain, vision, thinking } = args;
  return {
    task,
    startUrl: url,
    schema: args.schema === undefined ? undefined : jsonSchemaOf(args.schema),
    thinking,
    vision: vision === "auto" ? "auto" : vision === "on",
    limits: { steps: maxSteps, seconds: maxTime, costUsd: maxCost },
    secrets: secretsOf(args.secrets, args.secretDomain),
    allowedDomains: allowedDomain.length === 0 ? undefined : allowedDomain,
    workspace,
  };
}

function secretsOf(pairs: readonly string[], domains: readonly string[]): Secret[] {
  const bound = domains.map((pair) => splitPair(pair));
  const secrets = pairs.flatMap((pair) => {
    const read = splitPair(pair);
    if (!read) return [];
    const { field: name, value } = read;
    return [{ name, value, domains: bound.flatMap((one) => (one?.field === name ? [one.value] : [])) }];
  });
  const unknown = bound.find((one) => one && !secrets.some(({ name }) => name === one.field));
  if (unknown)
    throw new Failure(
      "usage",
      `--secret-domain: there is no secret '${unknown.field}'`,
      `Add --secret ${unknown.field}=<variable>.`,
    );
  return secrets;
}

/** The folder, with copies of the files that were given. */
function fillWorkspace(workspace: string, files: readonly string[]): void {
  try {
    mkdirSync(workspace, { recursive: true, mode: 0o700 });
    for (const file of files) {
      if (!statSync(file).isFile()) throw new Failure("bad_file", `${file} is not a file`, "Add --file for each file.");
      copyFileSync(file, join(workspace, basename(file)));
    }
  } catch (error) {
    throw fileFailure(error, "cannot copy files to the workspace");
  }
}

/** The result; thrown where the task was not done, with all of it as data. */
function outcome({ memory: _, ...result }: RunResult, args: Args, workspace: string): TaskReply {
  const ran = { ...result, workspace };
  if (result.success) return ran;
  const { reason, explanation, output } = result;
  const said =
    output === null || output === ""
      ? explanation
      : `${typeof output === "string" ? output : JSON.stringify(output)} (${explanation})`;
  const code =
    reason === "stopped" ? "interrupted" : reason === "browser" ? "closed" : reason === "model" ? "model" : "task";
  throw Object.assign(new Failure(code, `${REASONS[reason]}: ${said}`, wayOut(result, args)), { data: ran });
}

/** Hosts named in a hint: pages ask many for what no task needs. */
const MAX_NAMED = 5;

/** How the run gets to the hosts that it was refused. */
function wayOut(
  { refusedHosts = [] }: Pick<RunResult, "refusedHosts">,
  { allowedDomain, url }: Args,
): string | undefined {
  if (refusedHosts.length === 0) return undefined;
  const named = refusedHosts.slice(0, MAX_NAMED);
  const own = allowedDomain.length > 0 ? allowedDomain : [URL.parse(url ?? "")?.hostname ?? ""].filter(Boolean);
  const options = [...new Set([...own, ...named])].map((host) => `--allowed-domain ${host}`);
  return `Requests to ${named.join(", ")} were blocked. If the task needs them, start it again with ${options.join(" ")}.`;
}

const REASONS: Record<RunResult["reason"], string> = {
  done: "done",
  failed: "the task was not completed",
  refused: "the answer was not accepted",
  stopped: "the run was stopped",
  steps: "the run ended early",
  seconds: "the run ended early",
  cost: "the run ended early",
  tokens: "the run ended early",
  loop: "the run ended early",
  stalled: "the run ended early",
  model: "the model failed",
  browser: "the browser ended",
};

function answerText({ output, files, workspace }: TaskReply): string {
  const answer = typeof output === "string" ? output : JSON.stringify(output, null, 2);
  return [answer, ...files.map((name) => `file: ${join(workspace, name)}`)].join("\n");
}
