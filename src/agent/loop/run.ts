/**
 * One run of an agent: asks the model turn by turn, makes its calls, and checks its claim of completion. Reports progress as events.
 */
import { Failure } from "../../errors.ts";
import type { Picture, Reply } from "../../models/model.ts";
import { describe } from "../../run-command.ts";
import { type Claim, CompletionCheck } from "../evidence/completion-check.ts";
import { EvidenceLog } from "../evidence/evidence-log.ts";
import { ReadValues } from "../evidence/read-values.ts";
import { createGuard, type Guard } from "../guard/guard.ts";
import { CallRecorder } from "../scripts/call-recorder.ts";
import type { EndReason, Recording, RunEvent, RunResult, StartRun, StepTiming } from "./assignment.ts";
import { CallExecutor, withPicture } from "./call-executor.ts";
import { Conversation, tokensIn } from "./conversation.ts";
import { type End, errorEnd, limitEnd, modelEnd, stuckEnd } from "./ends.ts";
import { judge } from "./judge.ts";
import { Budget, Progress } from "./limits.ts";
import { PageWatch } from "./page-watch.ts";
import { fencedPage, systemPrompt, taskMessage } from "./prompt.ts";
import { Questions } from "./questions.ts";
import { Toolbox } from "./toolbox.ts";
import { filesIn } from "./workspace.ts";

type RunRequest = Parameters<StartRun>[0];

/** Consecutive turns without a call before the run ends. */
const MAX_SILENT_TURNS = 3;

/** How much the first message shows of the page, in tokens. */
const FIRST_TOKENS = 4_000;

/** Tokens for the conversation, even when tools and rules nearly fill the context of the model. */
const MIN_CONVERSATION_TOKENS = 2_000;

/** Time for the last answer of the model after the time limit of the run. */
const LAST_CALL_MS = 60_000;

export const startRun: StartRun = (request) => {
  const stopped = new AbortController();
  const questions = new Questions();
  const signal = AbortSignal.any([request.signal, stopped.signal]);
  return {
    result: new AgentRun({ ...request, signal }, questions).result(),
    stop: (why) => stopped.abort(new Failure("interrupted", why)),
    answer: (text) => questions.answer(text),
  };
};

interface TurnParts {
  toolbox: Toolbox;
  page: PageWatch;
  calls: CallExecutor;
  system: string;
}

class AgentRun {
  readonly #request: RunRequest;
  readonly #questions: Questions;
  readonly #budget: Budget;
  readonly #progress = new Progress();
  readonly #evidence = { readValues: new ReadValues(), evidenceLog: new EvidenceLog() };
  readonly #mark = Buffer.from(crypto.getRandomValues(new Uint8Array(6))).toString("hex");
  readonly #timings: StepTiming[] = [];
  readonly #filesBefore: Map<string, number>;
  readonly #guard: Guard;
  readonly #recorder: CallRecorder | undefined;
  #conversation: Conversation;
  #modelName: string;
  #silentTurns = 0;
  /** Each turn that acts sends a picture to the model. */
  #seesAll = false;
  #lastPicture: Picture | undefined;
  /** The calls of the run with the beginnings of their answers. */
  #history: readonly string[] = [];

  constructor(request: RunRequest, questions: Questions) {
    const { assignment, model, runner } = request;
    this.#request = request;
    this.#recorder = assignment.record ? new CallRecorder() : undefined;
    this.#guard = createGuard(this.#recorder?.wrap(runner) ?? runner, assignment);
    this.#questions = questions;
    this.#budget = new Budget(assignment.limits);
    this.#modelName = model.config.name;
    this.#conversation = new Conversation(assignment.memory ?? [], assignment.task, model.config.contextTokens);
    this.#filesBefore = fileVersions(assignment.workspace);
  }

  async result(): Promise<RunResult> {
    const end = await this.#run().catch((error) => this.#endOf(error));
    await this.#guard.end();
    const result = await this.#resultOf(end);
    await this.#emit({ kind: "end", result });
    return result;
  }

  async #run(): Promise<End> {
    const { assignment, model, signal } = this.#request;
    model.onNote((text) => void this.#emit({ kind: "note", text }));
    const { vision } = await model.capabilities(signal);
    const { workspace, schema, skills } = assignment;
    const sees = assignment.vision !== false && vision;
    this.#seesAll = assignment.vision === true && vision;
    const recorder = this.#recorder;
    const ask = (question: string) => this.#ask(question);
    const toolbox = new Toolbox({ guard: this.#guard, workspace, sees, schema, signal, skills, recorder, ask });
    const page = new PageWatch(toolbox, (text) => fencedPage(text, this.#mark));
    const check = new CompletionCheck(schema, { ...this.#evidence, page });
    const emit = (event: RunEvent) => this.#emit(event);
    const parts = { ...this.#evidence, progress: this.#progress, mark: this.#mark, emit };
    const calls = new CallExecutor({ toolbox, check, ...parts });
    this.#history = calls.history;
    this.#evidence.readValues.addText(assignment.task);
    const system = systemPrompt(assignment, this.#mark);
    await this.#begin(toolbox, system);
    await page.refresh();
    this.#progress.turn(page.fingerprint, false);
    for (;;) {
      const end = await this.#turn({ toolbox, page, calls, system });
      if (end) return end;
    }
  }

  /** Puts the task and the state of the page into the first message, which saves a turn. */
  async #begin(toolbox: Toolbox, system: string): Promise<void> {
    const { assignment, model } = this.#request;
    const { startUrl, memory = [] } = assignment;
    const first =
      startUrl === undefined
        ? await toolbox.run({ id: "", name: "state", args: {} })
        : await toolbox.run({ id: "", name: "open", args: { url: startUrl } }, FIRST_TOKENS);
    this.#evidence.readValues.addText(first.read);
    for (const shown of first.observations) this.#evidence.evidenceLog.add({ ...shown, isOpened: false });
    const today = new Date().toISOString().slice(0, 10);
    this.#evidence.readValues.addValue(today);
    const task = taskMessage(assignment, { files: filesIn(assignment.workspace).map(({ name }) => name), today });
    const shown = `${task}\n\nThe page now:\n${fencedPage(first.text, this.#mark)}`;
    // System prompt and tools are sent with each turn.
    const rest = model.config.contextTokens - tokensIn(system + JSON.stringify(toolbox.specs));
    this.#conversation = new Conversation(memory, shown, Math.max(MIN_CONVERSATION_TOKENS, rest));
  }

  async #turn({ toolbox, page, calls, system }: TurnParts): Promise<End | undefined> {
    const beganMs = performance.now();
    if (this.#budget.isOver) return limitEnd("cost");
    const last = this.#budget.exhausted;
    this.#warn(last);
    await this.#shorten(toolbox);
    this.#budget.steps++;
    const step = this.#budget.steps;
    const askedMs = performance.now();
    const reply = await this.#askModel(toolbox, system, last !== undefined);
    const modelMs = performance.now() - askedMs;
    if (reply.text) await this.#emit({ kind: "thought", step, text: reply.text });
    if (reply.calls.length === 0) return last ? limitEnd(last, reply.text) : this.#handleSilence(reply);
    this.#silentTurns = 0;
    this.#conversation.reply(reply);
    const calledMs = performance.now();
    const { end, acted, results } = await calls.run(reply.calls, { step, isFinal: last !== undefined });
    await page.refresh();
    const shot = acted && this.#seesAll ? await page.picture() : undefined;
    this.#conversation.answer(withPicture(results, shot));
    const toolMs = performance.now() - calledMs;
    this.#progress.turn(page.fingerprint, acted);
    const durationMs = performance.now() - beganMs;
    this.#timings.push({ step, modelMs, toolMs, ownMs: Math.max(0, durationMs - modelMs - toolMs) });
    const picture = shot ?? (this.#request.assignment.pictures ? await page.picture() : undefined);
    this.#lastPicture = picture ?? this.#lastPicture;
    const { url, title } = page;
    await this.#emit({ kind: "step", step, url, title, durationMs, usage: { ...this.#budget.usage }, picture });
    if (end) return end;
    if (last) return limitEnd(last);
    const stuck = this.#progress.end;
    return stuck && stuckEnd(stuck);
  }

  #warn(last: EndReason | undefined): void {
    const warning = last
      ? "This is the last turn: call done now with what you have. success is true only when the whole task is done."
      : [this.#budget.warning(), this.#progress.warning()].filter(Boolean).join("\n");
    if (warning) this.#conversation.say(warning);
  }

  async #shorten(toolbox: Toolbox): Promise<void> {
    const { model, signal } = this.#request;
    this.#conversation.elide();
    const reply = await this.#conversation.compact(model, toolbox.notes, signal);
    if (!reply) return;
    this.#budget.add(reply.usage);
    await this.#emit({ kind: "note", text: "the conversation was long: its older turns were summarized" });
  }

  async #askModel(toolbox: Toolbox, system: string, isFinal: boolean): Promise<Reply> {
    const { model, assignment, signal } = this.#request;
    const deadline = AbortSignal.timeout(Math.max(0, this.#budget.leftMs) + LAST_CALL_MS);
    const reply = await model.ask(
      {
        system,
        tools: toolbox.specs,
        messages: this.#conversation.messages,
        require: isFinal ? "done" : true,
        thinking: assignment.thinking,
      },
      AbortSignal.any([signal, deadline]),
    );
    this.#budget.add(reply.usage);
    this.#modelName = reply.model;
    return reply;
  }

  #handleSilence({ text, finish }: Reply): End | undefined {
    this.#silentTurns++;
    if (finish === "refused") return modelEnd(`The model refused: ${text || "it gave no reason"}`);
    if (this.#silentTurns > MAX_SILENT_TURNS)
      return modelEnd(
        "The model answered several times in a row without calling a tool. Use a model that can call tools.",
      );
    this.#conversation.reply({ text: text || "(nothing)", calls: [] });
    this.#conversation.say(
      finish === "length"
        ? "Your answer was cut off. Be brief, and call one tool."
        : "You called no tool. Call one; when the task is done or cannot be done, call done.",
    );
    return undefined;
  }

  async #ask(question: string): Promise<string> {
    const beganMs = performance.now();
    const text = await this.#questions.ask(this.#request.signal, () => this.#emit({ kind: "ask", question }));
    this.#budget.waited(performance.now() - beganMs);
    await this.#emit({ kind: "answered", text });
    return text;
  }

  #endOf(error: unknown): End {
    const { signal } = this.#request;
    if (!signal.aborted && this.#budget.leftMs <= 0) return limitEnd("seconds");
    return errorEnd(error, signal, "the agent", "model");
  }

  async #resultOf({ reason, explanation, claim }: End): Promise<RunResult> {
    const { assignment } = this.#request;
    const judgement = assignment.judge && reason !== "stopped" ? await this.#judge(claim) : undefined;
    const after = fileVersions(assignment.workspace);
    return {
      reason,
      explanation,
      success: claim?.success === true && reason === "done",
      output: claim?.output ?? null,
      evidence: claim?.evidence ?? "",
      steps: this.#budget.steps,
      durationMs: this.#budget.durationMs,
      usage: { ...this.#budget.usage },
      timings: this.#timings,
      model: this.#modelName,
      judgement,
      files: [...after].filter(([name, version]) => this.#filesBefore.get(name) !== version).map(([name]) => name),
      refusedHosts: [...this.#guard.refusedHosts],
      memory: this.#conversation.memory(),
      recording: this.#recorder && this.#recorded(this.#recorder.recording),
    };
  }

  /** The recording without the hosts that the run only read: a script may not act there. */
  #recorded({ calls, hosts }: Recording): Recording {
    return this.#guard.redacted({ calls, hosts: hosts.filter((host) => this.#guard.actsOn(host)) });
  }

  /** Undefined without a judge, or when the judge fails: that does not fail the run. */
  async #judge(claim: Claim | undefined): Promise<RunResult["judgement"]> {
    const { assignment, signal } = this.#request;
    if (!assignment.judge) return undefined;
    const { model, groundTruth } = assignment.judge;
    const question = {
      task: assignment.task,
      output: claim?.output,
      claimed: claim?.success === true,
      history: this.#history.slice(-12),
      picture: this.#lastPicture,
      groundTruth,
    };
    try {
      const { usage, ...judgement } = await judge(model, question, signal);
      this.#budget.add(usage);
      return judgement;
    } catch (error) {
      await this.#emit({ kind: "note", text: `the judge gave no verdict: ${describe(error, "the judge").message}` });
      return undefined;
    }
  }

  async #emit(event: RunEvent): Promise<void> {
    await this.#request.onEvent(this.#guard.redacted(event));
  }
}

/** The files of a folder by name, each with a number that changes with its content. */
function fileVersions(folder: string): Map<string, number> {
  return new Map(filesIn(folder).map(({ name, bytes, changedMs }) => [name, bytes + changedMs]));
}
