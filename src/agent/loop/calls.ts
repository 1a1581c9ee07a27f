/** Makes the calls of one turn, in order: every one is answered, also those that are not run. Knows no model and no limit. */
import type { Picture, ToolCall, ToolResult } from "../../models/model.ts";
import type { CompletionCheck } from "../evidence/done.ts";
import type { Proof } from "../evidence/proof.ts";
import type { Seen } from "../evidence/seen.ts";
import { type Answer, own } from "./answer.ts";
import type { RunEvent } from "./assignment.ts";
import type { End } from "./ends.ts";
import type { Progress } from "./limits.ts";
import { fencedPage } from "./prompt.ts";
import type { Toolbox } from "./toolbox.ts";

/** The answer to a call, as it goes into the conversation. */
export interface Told {
  readonly result: ToolResult;
  readonly isOfPage: boolean;
}

export interface CallsSetup {
  readonly toolbox: Toolbox;
  readonly gate: CompletionCheck;
  readonly seen: Seen;
  readonly proof: Proof;
  readonly progress: Progress;
  /** Fences what comes from pages. */
  readonly mark: string;
  tell(event: RunEvent): Promise<void>;
}

export class Calls {
  /** What was done last and what came of it, the newest last. */
  readonly trail: string[] = [];
  readonly #setup: CallsSetup;
  #actedLast = false;
  #lastFailure: string | undefined;

  constructor(setup: CallsSetup) {
    this.#setup = setup;
  }

  async run(
    calls: readonly ToolCall[],
    { step, isFinal }: { step: number; isFinal: boolean },
  ): Promise<{ end: End | undefined; acted: boolean; results: Told[] }> {
    const results: Told[] = [];
    let halt: string | undefined;
    let acted = false;
    let end: End | undefined;
    for (const call of calls) {
      const told = { id: call.id, tool: call.name, args: call.args };
      await this.#setup.tell({ kind: "action", step, call: told, summary: summaryOf(call) });
      let answer: Answer;
      if (halt) answer = own(false, `Not run: ${halt}`);
      else if (call.name !== "done") answer = await this.#made(call);
      else if (acted) answer = own(false, "Not run: read the results of the other calls first, then call done alone.");
      else ({ answer, end } = await this.#done(call, isFinal));
      acted ||= answer.acted;
      if (answer.code === "closed") end ??= { reason: "browser", explanation: `The browser ended: ${answer.text}` };
      halt ??= end ? "the run is over." : haltOf(answer);
      results.push(this.#told(call, answer));
      const { ok, text } = answer;
      await this.#setup.tell({ kind: "result", step, call: told, ok, text, summary: firstLine(text) });
    }
    this.#actedLast = acted;
    return { end, acted, results };
  }

  #told({ id, name }: ToolCall, { text, picture, isOfPage }: Answer): Told {
    return { result: { id, name, text: isOfPage ? fencedPage(text, this.#setup.mark) : text, picture }, isOfPage };
  }

  async #made(call: ToolCall): Promise<Answer> {
    const { toolbox, seen, proof, progress } = this.#setup;
    const answer = await toolbox.run(call);
    seen.add(answer.read);
    for (const shown of answer.shown) proof.add(shown);
    progress.note(call, answer.text);
    this.trail.push(`${summaryOf(call)} -> ${answer.text.slice(0, 400)}`);
    if (answer.acted) this.#lastFailure = answer.ok ? undefined : firstLine(answer.text);
    return answer;
  }

  async #done(call: ToolCall, isFinal: boolean): Promise<{ answer: Answer; end: End | undefined }> {
    const situation = { actedLast: this.#actedLast, lastFailure: this.#lastFailure, isFinal };
    const verdict = await this.#setup.gate.check(call.args, situation);
    if (verdict.kind === "deferred") return { answer: own(false, verdict.why), end: undefined };
    const answer = own(true, "ended");
    const { claim } = verdict;
    if (verdict.kind === "refused") return { answer, end: { reason: "refused", explanation: verdict.why, claim } };
    const explanation = claim.evidence || firstLine(String(claim.output));
    return { answer, end: { reason: claim.success ? "done" : "failed", explanation, claim } };
  }
}

/** With a picture where the model is to see each turn. */
export function pictured(results: readonly Told[], picture: Picture | undefined): readonly Told[] {
  const last = results.at(-1);
  if (!last || !picture) return results;
  return [...results.slice(0, -1), { ...last, result: { ...last.result, picture } }];
}

function haltOf({ ok, left }: Answer): string | undefined {
  if (!ok) return "the previous call failed.";
  return left && `the previous call ${left}`;
}

/** A call in a few words. */
export function summaryOf({ name, args }: ToolCall): string {
  if (name === "done") {
    const output = typeof args.output === "string" ? args.output : JSON.stringify(args.output ?? null);
    return `${String(args.success) === "true" ? "done" : "not done"}: ${firstLine(output).slice(0, 140)}`;
  }
  const told = Object.entries(args).map(
    ([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return `${name} ${told.join(" ")}`.slice(0, 160).trim();
}

export function firstLine(text: string): string {
  return (text.split("\n", 1)[0] ?? "").slice(0, 200);
}
