/**
 * One run of an agent: turn after turn the model is asked, its calls are made, and its end is checked. Knows the parts of the loop and
 * nothing of where it runs: commands come in as hands, a model as a model, and all that happens is told.
 */
import { asFailure, Failure } from "../errors.ts";
import type { Picture, Reply, ToolCall, ToolResult } from "../models/model.ts";
import { describe } from "../outcome.ts";
import type { EndReason, Run, RunEvent, RunResult, StartRun, StepTiming } from "./assignment.ts";
import { Conversation } from "./conversation.ts";
import { type Claim, Gate } from "./done.ts";
import { type Guard, guarded } from "./guard/guard.ts";
import { judge } from "./judge.ts";
import { Budget, Progress } from "./limits.ts";
import { PageWatch } from "./page-watch.ts";
import { fencedPage, systemPrompt, taskMessage } from "./prompt.ts";
import { Seen } from "./seen.ts";
import { type Answer, filesIn, Toolbox } from "./toolbox.ts";

type Asked = Parameters<StartRun>[0];

/** Turns without a call in a row. */
const MAX_SILENT = 3;

/** What the first message shows of the page, in tokens: as much as a look. */
const FIRST_TOKENS = 4_000;

/** What a model has for an answer when the time of the run is over. */
const LAST_CALL_MS = 60_000;

export const startRun: StartRun = (asked) => {
  const stopped = new AbortController();
  const questions: PromiseWithResolvers<string>[] = [];
  const signal = AbortSignal.any([asked.signal, stopped.signal]);
  const run: Run = {
    result: new AgentRun({ ...asked, signal }, questions).result(),
    stop: (why) => stopped.abort(new Failure("interrupted", why)),
    answer(text) {
      const question = questions.shift();
      question?.resolve(text);
      return question !== undefined;
    },
  };
  return run;
};

/** The answer to a call, as it goes into the conversation. */
interface Told {
  result: ToolResult;
  isOfPage: boolean;
}

/** How a run ended, before all the rest of its result. */
interface End {
  reason: EndReason;
  explanation: string;
  claim?: Claim | undefined;
}

class AgentRun {
  readonly #asked: Asked;
  readonly #questions: PromiseWithResolvers<string>[];
  readonly #budget: Budget;
  readonly #progress = new Progress();
  readonly #seen = new Seen();
  readonly #mark = Buffer.from(crypto.getRandomValues(new Uint8Array(6))).toString("hex");
  readonly #timings: StepTiming[] = [];
  readonly #trail: string[] = [];
  readonly #filesBefore: Map<string, number>;
  readonly #guard: Guard;
  #conversation: Conversation;
  #modelName: string;
  #actedLast = false;
  #lastFailure: string | undefined;
  #silent = 0;
  /** The model gets a picture with each turn that acts. */
  #seesAll = false;
  #lastPicture: Picture | undefined;

  constructor(asked: Asked, questions: PromiseWithResolvers<string>[]) {
    const { assignment, model, hands } = asked;
    this.#asked = asked;
    this.#guard = guarded(hands, assignment);
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
      ask: (question) => this.#ask(question),
    });
    const page = new PageWatch(toolbox, (text) => fencedPage(text, this.#mark));
    const gate = new Gate(schema, this.#seen, page);
    this.#seen.add(assignment.task);
    await this.#begin(toolbox);
    await page.look();
    this.#progress.turn(page.shown, false);
    const system = systemPrompt(assignment, this.#mark);
    for (;;) {
      const end = await this.#turn({ toolbox, page, gate, system });
      if (end) return end;
    }
  }

  /** The task and the page as it is, in the first message: nobody needs a turn to look. */
  async #begin(toolbox: Toolbox): Promise<void> {
    const { assignment, model } = this.#asked;
    const { startUrl, memory = [] } = assignment;
    const first =
      startUrl === undefined
        ? await toolbox.run({ id: "", name: "state", args: {} })
        : await toolbox.run({ id: "", name: "open", args: { url: startUrl } }, FIRST_TOKENS);
    this.#seen.add(first.text);
    const task = taskMessage(assignment, {
      files: filesIn(assignment.workspace).map(({ name }) => name),
      today: new Date().toISOString().slice(0, 10),
    });
    const shown = `${task}\n\nThe page now:\n${fencedPage(first.text, this.#mark)}`;
    this.#conversation = new Conversation(memory, shown, model.config.contextTokens);
  }

  async #turn(parts: { toolbox: Toolbox; page: PageWatch; gate: Gate; system: string }): Promise<End | undefined> {
    const { toolbox, page, gate, system } = parts;
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
    this.#conversation.reply(reply.text, reply.calls);
    const calledMs = performance.now();
    const { end, acted, results } = await this.#callAll(reply.calls, {
      toolbox,
      gate,
      step,
      isFinal: last !== undefined,
    });
    await page.look();
    const seen = await this.#answer(results, page, acted);
    const toolMs = performance.now() - calledMs;
    this.#progress.turn(page.shown, acted);
    this.#actedLast = acted;
    const durationMs = performance.now() - beganMs;
    this.#timings.push({ step, modelMs, toolMs, ownMs: Math.max(0, durationMs - modelMs - toolMs) });
    const picture = seen ?? (this.#asked.assignment.pictures ? await page.picture() : undefined);
    this.#lastPicture = picture ?? this.#lastPicture;
    const { url, title } = page;
    await this.#tell({ kind: "step", step, url, title, durationMs, usage: { ...this.#budget.usage }, picture });
    if (end) return end;
    if (last) return limitEnd(last);
    const stuck = this.#progress.end;
    return stuck && { reason: stuck, explanation: STUCK[stuck] ?? "" };
  }

  #warn(last: EndReason | undefined): void {
    const warning = last
      ? "This is the last turn: call done now, with what you have. success is true only when all of it is done."
      : [this.#budget.warning(), this.#progress.warning()].filter(Boolean).join("\n");
    if (warning) this.#conversation.say(warning);
  }

  async #keepShort(toolbox: Toolbox): Promise<void> {
    const { model, signal } = this.#asked;
    this.#conversation.elide();
    const reply = await this.#conversation.compact(model, toolbox.notes, signal);
    if (!reply) return;
    this.#budget.add(reply.usage);
    await this.#tell({ kind: "note", text: "the conversation was long: its older part is summed up" });
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
    if (finish === "refused")
      return { reason: "model", explanation: `The model refused: ${text || "it said nothing"}` };
    if (this.#silent > MAX_SILENT)
      return {
        reason: "model",
        explanation: "The model called no tool, several times in a row. Use one that can call tools.",
      };
    this.#conversation.reply(text || "(nothing)", []);
    this.#conversation.say(
      finish === "length"
        ? "Your answer was cut off. Be short, and call one tool."
        : "Nothing was done: call a tool. When the task is done, or cannot be done, call done.",
    );
    return undefined;
  }

  /** Runs them in order. Every call is answered, also those that are not run. */
  async #callAll(
    calls: readonly ToolCall[],
    at: { toolbox: Toolbox; gate: Gate; step: number; isFinal: boolean },
  ): Promise<{ end: End | undefined; acted: boolean; results: Told[] }> {
    const results: Told[] = [];
    let halt: string | undefined;
    let acted = false;
    let end: End | undefined;
    for (const call of calls) {
      const told = { id: call.id, tool: call.name, args: call.args };
      await this.#tell({ kind: "action", step: at.step, call: told, summary: summaryOf(call) });
      let answer: Answer;
      if (halt) answer = words(false, `Not run: ${halt}`);
      else if (call.name === "done" && acted)
        answer = words(false, "Not run: see first what came of the other calls, then call done alone.");
      else if (call.name === "done") ({ answer, end } = await this.#done(call, at));
      else answer = await at.toolbox.run(call);
      if (!halt && call.name !== "done") this.#note(call, answer);
      acted ||= answer.acted;
      if (answer.code === "closed") end ??= { reason: "browser", explanation: `The browser is gone: ${answer.text}` };
      if (!answer.ok) halt ??= "the call before it failed.";
      else if (answer.left) halt ??= "the call before it led to another page. Look at it first.";
      const text = answer.isOfPage ? fencedPage(answer.text, this.#mark) : answer.text;
      results.push({
        result: { id: call.id, name: call.name, text, picture: answer.picture },
        isOfPage: answer.isOfPage,
      });
      const summary = firstLine(answer.text);
      await this.#tell({ kind: "result", step: at.step, call: told, ok: answer.ok, text: answer.text, summary });
      if (end) halt = "the run is over.";
    }
    return { end, acted, results };
  }

  /** Puts the answers into the conversation, with a picture where the model is to see each turn. */
  async #answer(results: readonly Told[], page: PageWatch, acted: boolean): Promise<Picture | undefined> {
    const last = results.at(-1);
    const picture = last && acted && this.#seesAll ? await page.picture() : undefined;
    const shown = last && picture ? { ...last, result: { ...last.result, picture } } : last;
    if (shown) this.#conversation.answer([...results.slice(0, -1), shown]);
    return picture;
  }

  #note(call: ToolCall, answer: Answer): void {
    this.#seen.add(answer.text);
    this.#progress.note(call, answer.text);
    this.#trail.push(`${summaryOf(call)} -> ${answer.text.slice(0, 400)}`);
    if (answer.acted) this.#lastFailure = answer.ok ? undefined : firstLine(answer.text);
  }

  async #done(
    call: ToolCall,
    { gate, isFinal }: { gate: Gate; isFinal: boolean },
  ): Promise<{ answer: Answer; end: End | undefined }> {
    const situation = { actedLast: this.#actedLast, lastFailure: this.#lastFailure, isFinal };
    const verdict = await gate.check(call.args, situation);
    if (verdict.kind === "deferred") return { answer: words(false, verdict.why), end: undefined };
    const { claim } = verdict;
    const end: End =
      verdict.kind === "refused"
        ? { reason: "refused", explanation: verdict.why, claim }
        : {
            reason: claim.success ? "done" : "failed",
            explanation: claim.evidence || firstLine(String(claim.output)),
            claim,
          };
    return { answer: words(true, "ended"), end };
  }

  async #ask(question: string): Promise<string> {
    const { signal } = this.#asked;
    const beganMs = performance.now();
    const asked = Promise.withResolvers<string>();
    this.#questions.push(asked);
    const abort = () => asked.reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    await this.#tell({ kind: "ask", question });
    try {
      const text = await asked.promise;
      await this.#tell({ kind: "answered", text });
      return text;
    } finally {
      signal.removeEventListener("abort", abort);
      this.#budget.waited(performance.now() - beganMs);
    }
  }

  #endOf(error: unknown): End {
    const { signal } = this.#asked;
    if (signal.aborted)
      return { reason: "stopped", explanation: asFailure(signal.reason)?.message ?? "It was stopped." };
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
      memory: this.#conversation.memory(),
    };
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

const STUCK: Partial<Record<EndReason, string>> = {
  loop: "It made the same call again and again, with the same answer, after it was told so.",
  stalled: "The page showed the same for many turns, after it was told so.",
};

const LIMITS: Partial<Record<EndReason, string>> = {
  steps: "The turns were used up. Give it more with --max-steps.",
  seconds: "The time was up. Give it more with --max-time.",
  cost: "The money was spent. Give it more with --max-cost.",
  tokens: "The tokens were used up.",
};

function limitEnd(reason: EndReason, text = ""): End {
  const claim = text ? { success: false, output: text, evidence: "" } : undefined;
  return { reason, explanation: LIMITS[reason] ?? "", claim };
}

function words(ok: boolean, text: string): Answer {
  return { ok, text, isOfPage: false, acted: false, left: false, data: {} };
}

/** A call in a few words. */
function summaryOf({ name, args }: ToolCall): string {
  const told = Object.entries(args).map(
    ([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return `${name} ${told.join(" ")}`.slice(0, 160).trim();
}

function firstLine(text: string): string {
  return (text.split("\n", 1)[0] ?? "").slice(0, 200);
}

function filesOf(folder: string): Map<string, number> {
  return new Map(filesIn(folder).map(({ name, bytes, changedMs }) => [name, bytes + changedMs]));
}
