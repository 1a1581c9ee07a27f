/**
 * A run without a model: runs a saved script over the tools of the agent, under the same guard. Its return value is the output.
 * Reports the same events as a run of an agent, as one step.
 */

import type { CommandRunner } from "../../command.ts";
import { Failure } from "../../errors.ts";
import type { JsonObject } from "../../extract/schema.ts";
import { ReadValues } from "../evidence/read-values.ts";
import { createGuard, type Guard } from "../guard/guard.ts";
import { SCRIPT_LIMITS } from "../scripts/script.ts";
import { outputFault } from "../scripts/skill.ts";
import type { ToolAnswer } from "./answer.ts";
import type { Assignment, EndReason, Run, RunEvent, RunResult } from "./assignment.ts";
import { firstLine, summaryOf } from "./call-executor.ts";
import { errorEnd } from "./ends.ts";
import { PageWatch } from "./page-watch.ts";
import { type CodeResult, Toolbox } from "./toolbox.ts";
import { filesIn } from "./workspace.ts";

export interface ScriptAssignment extends Pick<Assignment, "secrets" | "allowedDomains" | "workspace"> {
  readonly script: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** JSON Schema of the output. */
  readonly schema: JsonObject | undefined;
  /** Hosts that the script acts on, unless `allowedDomains` limits them. */
  readonly hosts: readonly string[];
}

interface ScriptRunRequest {
  readonly scripting: ScriptAssignment;
  readonly runner: CommandRunner;
  onEvent(event: RunEvent): void | Promise<void>;
  readonly signal: AbortSignal;
}

/** Starts a script run. Its result never rejects. */
export function startScript(request: ScriptRunRequest): Run {
  const stopped = new AbortController();
  const signal = AbortSignal.any([request.signal, stopped.signal]);
  return {
    result: new ScriptRun({ ...request, signal }).result(),
    stop: (why) => stopped.abort(new Failure("interrupted", why)),
    answer: () => false,
  };
}

/** The hint of an error: it is not useful in a result. */
const HINT = /\nHint: .*?( \(line \d+\))?$/s;

type Ended = Pick<RunResult, "reason" | "explanation" | "success" | "output">;

const NO_USAGE = { input: 0, cachedInput: 0, output: 0, costUsd: 0 } as const;

class ScriptRun {
  readonly #request: ScriptRunRequest;
  readonly #guard: Guard;
  readonly #toolbox: Toolbox;
  readonly #beganMs = performance.now();
  readonly #filesBefore: ReadonlySet<string>;
  /** The browser ended during the run. */
  #browserEnded = false;

  constructor(request: ScriptRunRequest) {
    const { scripting, runner, signal } = request;
    this.#request = request;
    const { secrets, allowedDomains, workspace, hosts, schema } = scripting;
    // Whoever wrote the parameters means them to be typed; hosts are named as a task names them.
    const task = [...hosts.map((host) => `http://${host}/`), JSON.stringify(scripting.params)].join(" ");
    this.#guard = createGuard(runner, { task, secrets, allowedDomains, workspace });
    this.#filesBefore = new Set(filesIn(workspace).map(({ name }) => name));
    const ask = () => Promise.reject(new Failure("denied", "a script cannot ask a person"));
    this.#toolbox = new Toolbox({ guard: this.#guard, workspace, sees: false, schema, signal, isTerse: true, ask });
  }

  async result(): Promise<RunResult> {
    const ended = await this.#run().catch(
      (error): Ended => ({
        ...errorEnd(error, this.#request.signal, "the script", "failed"),
        success: false,
        output: null,
      }),
    );
    await this.#emitStep();
    await this.#guard.end();
    const { workspace } = this.#request.scripting;
    const result: RunResult = {
      ...ended,
      evidence: "",
      steps: 1,
      durationMs: performance.now() - this.#beganMs,
      usage: NO_USAGE,
      timings: [],
      model: "",
      files: filesIn(workspace).flatMap(({ name }) => (this.#filesBefore.has(name) ? [] : [name])),
      memory: [],
    };
    await this.#emit({ kind: "end", result });
    return result;
  }

  async #run(): Promise<Ended> {
    const { script, params, schema } = this.#request.scripting;
    const ran = await this.#toolbox.code(script, { params, limits: SCRIPT_LIMITS, call: (call) => this.#call(call) });
    const { printed, error, value } = ran.result;
    if (printed.length > 0) await this.#emit({ kind: "thought", step: 1, text: printed.join("\n") });
    const fault = error?.replace(HINT, "$1") ?? outputFault(value, schema) ?? this.#literalOutput(ran);
    if (fault === undefined) return { reason: "done", explanation: "", success: true, output: value };
    const url = await this.#url();
    const at = url === "" ? "" : ` The page was ${url}.`;
    const reason: EndReason = this.#browserEnded ? "browser" : "failed";
    return { reason, explanation: `The script failed: ${fault}.${at}`, success: false, output: null };
  }

  /** Why the output proves nothing: its values are literals of the script that no page showed. Undefined when it is fine. */
  #literalOutput({ read, result: scripted }: CodeResult): string | undefined {
    const { script, params } = this.#request.scripting;
    const readValues = new ReadValues();
    const all = readValues.unseen(scripted.value, {});
    readValues.addText(read);
    readValues.addText(JSON.stringify(params));
    const written = readValues.unseen(scripted.value, {}).filter((value) => isWrittenIn(value, script));
    const numbers = written.filter((value) => /\d\D*\d/.test(value));
    const literals = written.length === all.length ? written : numbers;
    if (literals.length === 0) return undefined;
    const some = literals.slice(0, 5).map((one) => JSON.stringify(one.slice(0, 80)));
    return `the output contains values that are written in the script and that no page showed: ${some.join(", ")}`;
  }

  async #call(call: Parameters<Toolbox["run"]>[0]): Promise<ToolAnswer> {
    const reported = { id: crypto.randomUUID(), tool: call.name, args: call.args };
    await this.#emit({ kind: "action", step: 1, call: reported, summary: summaryOf(call) });
    const answer = await this.#toolbox.run(call);
    this.#browserEnded ||= answer.code === "closed" || answer.code === "crashed";
    const { ok, text } = answer;
    await this.#emit({ kind: "result", step: 1, call: reported, ok, text, summary: firstLine(text) });
    return answer;
  }

  async #emitStep(): Promise<void> {
    if (this.#request.signal.aborted) return;
    const page = new PageWatch(this.#toolbox, (text) => text);
    await page.refresh().catch(() => undefined);
    const picture = await page.picture().catch(() => undefined);
    const durationMs = performance.now() - this.#beganMs;
    const { url, title } = page;
    await this.#emit({ kind: "step", step: 1, url, title, durationMs, usage: NO_USAGE, picture });
  }

  async #url(): Promise<string> {
    const read = await this.#toolbox.command("get url", {}).catch(() => undefined);
    return read?.ok ? String((read.data as { url?: unknown }).url ?? "") : "";
  }

  async #emit(event: RunEvent): Promise<void> {
    await this.#request.onEvent(this.#guard.redacted(event));
  }
}

/** True when the code contains the value as a whole word. */
function isWrittenIn(value: string, code: string): boolean {
  return new RegExp(`(?<![\\w.])${RegExp.escape(value)}(?![\\w.])`).test(code);
}
