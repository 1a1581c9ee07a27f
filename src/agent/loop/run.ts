/**
 * One run of an agent: turn after turn the model is asked, its calls are made, and its end is checked. Knows the parts of the loop and
 * nothing of where it runs: commands come in as hands, a model as a model, and all that happens is told.
 */
import { asFailure, Failure } from "../../errors.ts";
import type { Picture, Reply } from "../../models/model.ts";
import { describe } from "../../run-command.ts";
import { type Claim, CompletionCheck } from "../evidence/done.ts";
import { Proof } from "../evidence/proof.ts";
import { Seen } from "../evidence/seen.ts";
import { type Guard, guarded } from "../guard/guard.ts";
import { Recorder } from "../scripts/recorder.ts";
import type { EndReason, Recording, Run, RunEvent, RunResult, StartRun, StepTiming } from "./assignment.ts";
import { Calls, pictured } from "./calls.ts";
import { Conversation, tokensIn } from "./conversation.ts";
import { type End, limitEnd, modelEnd, stuckEnd } from "./ends.ts";
import { judge } from "./judge.ts";
import { Budget, Progress } from "./limits.ts";
import { PageWatch } from "./page-watch.ts";
import { fencedPage, systemPrompt, taskMessage } from "./prompt.ts";
import { Questions } from "./questions.ts";
import { Toolbox } from "./toolbox.ts";
import { filesIn } from "./workspace.ts";

type RunRequest = Parameters<StartRun>[0];

/** Turns without a call in a row. */
const MAX_SILENT = 3;

/** What the first message shows of the page, in tokens: as much as a look. */
const FIRST_TOKENS = 4_000;

/** Tokens for the conversation, also with a model whose context tools and rules nearly fill. */
const MIN_ROOM = 2_000;

/** What a model has for an answer when the time of the run is over. */
const LAST_CALL_MS = 60_000;

export const startRun: StartRun = (asked) => {
  const stopped = new AbortController();
  const questions = new Questions();
  const signal = AbortSignal.any([asked.signal, stopped.signal]);
  const run: Run = {
    result: new AgentRun({ ...asked, signal }, questions).result(),
    stop: (why) => stopped.abort(new Failure("interrupted", why)),
    answer: (text) => questions.answer(text),
  };
  return run;
};

class AgentRun {
  readonly #asked: RunRequest;
  readonly #questions: Questions;
  readonly #budget: Budget;
  readonly #progress = new Progress();
  readonly #seen = new Seen();
  readonly #proof = new Proof();
  readonly #mark = Buffer.from(crypto.getRandomValues(new Uint8Array(6))).toString("hex");
  readonly #timings: StepTiming[] = [];
  readonly #filesBefore: Map<string, number>;
  readonly #guard: Guard;
  readonly #recorder: Recorder | undefined;
  #conversation: Conversation;
  #modelName: string;
  #silent = 0;
  /** The model gets a picture with each turn that acts. */
  #seesAll = false;
  #lastPicture: Picture | undefined;
  /** What was done last. */
  #trail: readonly string[] = [];

  constructor(asked: RunRequest, questions: Questions) {
    const { assignment, model, hands } = asked;
    this.#asked = asked;
    this.#recorder = assignment.record ? new Recorder() : undefined;
    this.#guard = guarded(this.#recorder?.hands(hands) ?? hands, assignment);
    this.#questions = questions;
    this.#budget = new Budget(assignment.limits);
    this.#modelName = model.config.name;
    this.#conversation = new Conversation(assignment.memory ?? [], assignment.task, model.config.contextTokens);
    this.#filesBefore = filesOf(assignment.workspace);
  }

  async result(): Promise<RunResult> {
    const end = await this.#run().catch((error) => this.#endOf(error));
    await this.#guard.end();
    const result = await this.#resultOf(end);
    await this.#tell({ kind: "end", result });
    return result;
  }

  async #run(): Promise<End> {
    const { assignment, model, signal } = this.#asked;
    model.onNote((text) => void this.#tell({ kind: "note", text }));
    const { vision } = await model.capabilities(signal);
    const { workspace, schema } = assignment;
    const sees = assignment.vision !== false && vision;
    this.#seesAll = assignment.vision === true && vision;
    const toolbox = new Toolbox({
      guard: this.#guard,
      workspace,
      sees,
      schema,
      signal,
      skills: assignment.skills,
      recorder: this.#recorder,
      ask: (question) => this.#ask(question),
    });
    const page = new PageWatch(toolbox, (text) => fencedPage(text, this.#mark));
    const gate = new CompletionCheck(schema, { seen: this.#seen, proof: this.#proof, page });
    const parts = { toolbox, gate, seen: this.#seen, proof: this.#proof, progress: this.#progress, mark: this.#mark };
    const calls = new Calls({ ...parts, tell: (event) => this.#tell(event) });
    this.#trail = calls.trail;
    this.#seen.add(assignment.task);
    const system = systemPrompt(assignment, this.#mark);
    await this.#begin(toolbox, system);
    await page.look();
    this.#progress.turn(page.shown, false);
    for (;;) {
      const end = await this.#turn({ toolbox, page, calls, system });
      if (end) return end;
    }
  }

  /** The task and the page as it is, in the first message: nobody needs a turn to look. */
  async #begin(toolbox: Toolbox, system: string): Promise<void> {
    const { assignment, model } = this.#asked;
    const { startUrl, memory = [] } = assignment;
    const first =
      startUrl === undefined
        ? await toolbox.run({ id: "", name: "state", args: {} })
        : await toolbox.run({ id: "", name: "open", args: { url: startUrl } }, FIRST_TOKENS);
    this.#seen.add(first.read);
    for (const shown of first.shown) this.#proof.add({ ...shown, isOpened: false });
    const today = new Date().toISOString().slice(0, 10);
    this.#seen.tell(today);
    const task = taskMessage(assignment, { files: filesIn(assignment.workspace).map(({ name }) => name), today });
    const shown = `${task}\n\nThe page now:\n${fencedPage(first.text, this.#mark)}`;
    // The rest of the context is taken by what is sent with each turn.
    const room = model.config.contextTokens - tokensIn(system + JSON.stringify(toolbox.specs));
    this.#conversation = new Conversation(memory, shown, Math.max(MIN_ROOM, room));
  }

  async #turn(parts: { toolbox: Toolbox; page: PageWatch; calls: Calls; system: string }): Promise<End | undefined> {
    const { toolbox, page, calls, system } = parts;
    const beganMs = performance.now();
    if (this.#budget.isOver) return limitEnd("cost");
    const last = this.#budget.spent;
    this.#warn(last);
    await this.#keepShort(toolbox);
    this.#budget.steps++;
    const step = this.#budget.steps;
    const askedMs = performance.now();
    const reply = await this.#askModel(toolbox, system, last !== undefined);
    const modelMs = performance.now() - askedMs;
    if (reply.text) await this.#tell({ kind: "thought", step, text: reply.text });
    if (reply.calls.length === 0) return last ? limitEnd(last, reply.text) : this.#silence(reply);
    this.#silent = 0;
    this.#conversation.reply(reply);
    const calledMs = performance.now();
    const { end, acted, results } = await calls.run(reply.calls, { step, isFinal: last !== undefined });
    await page.look();
    const seen = acted && this.#seesAll ? await page.picture() : undefined;
    this.#conversation.answer(pictured(results, seen));
    const toolMs = performance.now() - calledMs;
    this.#progress.turn(page.shown, acted);
    const durationMs = performance.now() - beganMs;
    this.#timings.push({ step, modelMs, toolMs, ownMs: Math.max(0, durationMs - modelMs - toolMs) });
    const picture = seen ?? (this.#asked.assignment.pictures ? await page.picture() : undefined);
    this.#lastPicture = picture ?? this.#lastPicture;
    const { url, title } = page;
    await this.#tell({ kind: "step", step, url, title, durationMs, usage: { ...this.#budget.usage }, picture });
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

  async #keepShort(toolbox: Toolbox): Promise<void> {
    const { model, signal } = this.#asked;
    this.#conversation.elide();
    const reply = await this.#conversation.compact(model, toolbox.notes, signal);
    if (!reply) return;
    this.#budget.add(reply.usage);
    await this.#tell({ kind: "note", text: "the conversation was long: its older turns were summarized" });
  }

  async #askModel(toolbox: Toolbox, system: string, isFinal: boolean): Promise<Reply> {
    const { model, assignment, signal } = this.#asked;
    const bound = AbortSignal.timeout(Math.max(0, this.#budget.leftMs) + LAST_CALL_MS);
    const reply = await model.ask(
      {
        system,
        tools: toolbox.specs,
        messages: this.#conversation.messages,
        require: isFinal ? "done" : true,
        thinking: assignment.thinking,
      },
      AbortSignal.any([signal, bound]),
    );
    this.#budget.add(reply.usage);
    this.#modelName = reply.model;
    return reply;
  }

  #silence({ text, finish }: Reply): End | undefined {
    this.#silent++;
    if (finish === "refused") return modelEnd(`The model refused: ${text || "it gave no reason"}`);
    if (this.#silent > MAX_SILENT)
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
    const text = await this.#questions.ask(this.#asked.signal, () => this.#tell({ kind: "ask", question }));
    this.#budget.waited(performance.now() - beganMs);
    await this.#tell({ kind: "answered", text });
    return text;
  }

  #endOf(error: unknown): End {
    const { signal } = this.#asked;
    if (signal.aborted)
      return { reason: "stopped", explanation: asFailure(signal.reason)?.message ?? "The run was stopped." };
    if (this.#budget.leftMs <= 0) return limitEnd("seconds");
    const { code, message, hint } = describe(error, "the agent");
    const reason = code === "closed" || code === "crashed" ? "browser" : "model";
    return { reason, explanation: [message, hint].filter(Boolean).join(" ") };
  }

  async #resultOf({ reason, explanation, claim }: End): Promise<RunResult> {
    const { assignment } = this.#asked;
    const judgement = assignment.judge && reason !== "stopped" ? await this.#judge(claim) : undefined;
    const after = filesOf(assignment.workspace);
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
      files: [...after].filter(([name, at]) => this.#filesBefore.get(name) !== at).map(([name]) => name),
      refusedHosts: [...this.#guard.refusedHosts],
      memory: this.#conversation.memory(),
      recording: this.#recorder && this.#recorded(this.#recorder.recording),
    };
  }

  /** Where it only read, a script is to do no more. */
  #recorded({ calls, hosts }: Recording): Recording {
    return this.#guard.redacted({ calls, hosts: hosts.filter((host) => this.#guard.actsOn(host)) });
  }

  /** What goes wrong with it is no fault of the run. */
  async #judge(claim: Claim | undefined): Promise<RunResult["judgement"]> {
    const { assignment, signal } = this.#asked;
    if (!assignment.judge) return undefined;
    const { model, groundTruth } = assignment.judge;
    const { task } = assignment;
    const asked = {
      task,
      output: claim?.output,
      claimed: claim?.success === true,
      trail: this.#trail.slice(-12),
      picture: this.#lastPicture,
      groundTruth,
    };
    try {
      const { usage, ...judgement } = await judge(model, asked, signal);
      this.#budget.add(usage);
      return judgement;
    } catch (error) {
      await this.#tell({ kind: "note", text: `the judge gave no verdict: ${describe(error, "the judge").message}` });
      return undefined;
    }
  }

  async #tell(event: RunEvent): Promise<void> {
    await this.#asked.tell(this.#guard.redacted(event));
  }
}

function filesOf(folder: string): Map<string, number> {
  return new Map(filesIn(folder).map(({ name, bytes, changedMs }) => [name, bytes + changedMs]));
}
