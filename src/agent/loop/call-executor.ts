/** Makes the calls of one turn, in order. Every call gets an answer, also one that is not run. */
import type { Picture, ToolCall, ToolResult } from "../../models/model.ts";
import type { CompletionCheck } from "../evidence/completion-check.ts";
import type { EvidenceLog } from "../evidence/evidence-log.ts";
import type { ReadValues } from "../evidence/read-values.ts";
import { ownAnswer, type ToolAnswer } from "./answer.ts";
import type { RunEvent } from "./assignment.ts";
import type { End } from "./ends.ts";
import type { Progress } from "./limits.ts";
import { fencedPage } from "./prompt.ts";
import type { Toolbox } from "./toolbox.ts";

/** The answer to a call, as the conversation takes it. */
export interface CallResult {
  readonly result: ToolResult;
  readonly isOfPage: boolean;
}

export interface CallExecutorSetup {
  readonly toolbox: Toolbox;
  readonly check: CompletionCheck;
  readonly readValues: ReadValues;
  readonly evidenceLog: EvidenceLog;
  readonly progress: Progress;
  /** Marks the text of pages. */
  readonly mark: string;
  emit(event: RunEvent): Promise<void>;
}

export class CallExecutor {
  /** Each call with the beginning of its answer, the newest last. */
  readonly history: string[] = [];
  readonly #setup: CallExecutorSetup;
  #actedLast = false;
  #lastFailure: string | undefined;

  constructor(setup: CallExecutorSetup) {
    this.#setup = setup;
  }

  async run(
    calls: readonly ToolCall[],
    { step, isFinal }: { step: number; isFinal: boolean },
  ): Promise<{ end: End | undefined; acted: boolean; results: CallResult[] }> {
    const results: CallResult[] = [];
    let halt: string | undefined;
    let acted = false;
    let end: End | undefined;
    for (const call of calls) {
      const reported = { id: call.id, tool: call.name, args: call.args };
      await this.#setup.emit({ kind: "action", step, call: reported, summary: summaryOf(call) });
      let answer: ToolAnswer;
      if (halt) answer = ownAnswer(false, `Not run: ${halt}`);
      else if (call.name !== "done") answer = await this.#make(call);
      else if (acted)
        answer = ownAnswer(false, "Not run: read the results of the other calls first, then call done alone.");
      else ({ answer, end } = await this.#done(call, isFinal));
      acted ||= answer.acted;
      if (answer.code === "closed") end ??= { reason: "browser", explanation: `The browser ended: ${answer.text}` };
      halt ??= end ? "the run is over." : haltOf(answer);
      results.push(this.#result(call, answer));
      const { ok, text } = answer;
      await this.#setup.emit({ kind: "result", step, call: reported, ok, text, summary: firstLine(text) });
    }
    this.#actedLast = acted;
    return { end, acted, results };
  }

  #result({ id, name }: ToolCall, { text, picture, isOfPage }: ToolAnswer): CallResult {
    return { result: { id, name, text: isOfPage ? fencedPage(text, this.#setup.mark) : text, picture }, isOfPage };
  }

  async #make(call: ToolCall): Promise<ToolAnswer> {
    const { toolbox, readValues, evidenceLog, progress } = this.#setup;
    const answer = await toolbox.run(call);
    readValues.addText(answer.read);
    for (const observation of answer.observations) evidenceLog.add(observation);
    progress.note(call, answer.text);
    this.history.push(`${summaryOf(call)} -> ${answer.text.slice(0, 400)}`);
    if (answer.acted) this.#lastFailure = answer.ok ? undefined : firstLine(answer.text);
    return answer;
  }

  async #done(call: ToolCall, isFinal: boolean): Promise<{ answer: ToolAnswer; end: End | undefined }> {
    const situation = { actedLast: this.#actedLast, lastFailure: this.#lastFailure, isFinal };
    const verdict = await this.#setup.check.check(call.args, situation);
    if (verdict.kind === "deferred") return { answer: ownAnswer(false, verdict.why), end: undefined };
    const answer = ownAnswer(true, "ended");
    const { claim } = verdict;
    if (verdict.kind === "refused") return { answer, end: { reason: "refused", explanation: verdict.why, claim } };
    const explanation = claim.evidence.replaceAll(/\s*\n\s*/g, " ") || firstLine(String(claim.output));
    return { answer, end: { reason: claim.success ? "done" : "failed", explanation, claim } };
  }
}

/** Adds the picture, if there is one, to the last result. */
export function withPicture(results: readonly CallResult[], picture: Picture | undefined): readonly CallResult[] {
  const last = results.at(-1);
  if (!last || !picture) return results;
  return [...results.slice(0, -1), { ...last, result: { ...last.result, picture } }];
}

/** Why the calls after this one are not run; undefined when they are. */
function haltOf({ ok, interruption }: ToolAnswer): string | undefined {
  if (!ok) return "the previous call failed.";
  return interruption && `the previous call ${interruption}`;
}

/** One line that names the call and its arguments. */
export function summaryOf({ name, args }: ToolCall): string {
  if (name === "done") {
    const output = typeof args.output === "string" ? args.output : JSON.stringify(args.output ?? null);
    return `${String(args.success) === "true" ? "done" : "not done"}: ${firstLine(output).slice(0, 140)}`;
  }
  const values = Object.entries(args).map(
    ([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return `${name} ${values.join(" ")}`.slice(0, 160).trim();
}

export function firstLine(text: string): string {
  return (text.split("\n", 1)[0] ?? "").slice(0, 200);
}
