/**
 * A run without a model: a script that did the task before is run over the same tools, under the same guard, and what it returns
 * is the output. It tells what it does as a run of an agent does, as one step.
 */
import { asFailure, Failure } from "../../errors.ts";
import type { JsonObject } from "../../extract/schema.ts";
import { describe } from "../../run-command.ts";
import { Seen } from "../evidence/seen.ts";
import { type Guard, guarded } from "../guard/guard.ts";
import { SCRIPT_LIMITS } from "../scripts/script.ts";
import { outputFault } from "../scripts/skill.ts";
import type { Answer } from "./answer.ts";
import type { Assignment, EndReason, Run, RunEvent, RunResult } from "./assignment.ts";
import { firstLine, summaryOf } from "./calls.ts";
import type { AgentCommands } from "./commands.ts";
import { PageWatch } from "./page-watch.ts";
import { type CodeRan, Toolbox } from "./toolbox.ts";
import { filesIn } from "./workspace.ts";

export interface Scripting extends Pick<Assignment, "secrets" | "allowedDomains" | "workspace"> {
  readonly script: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** JSON Schema of the output. */
  readonly schema: JsonObject | undefined;
  /** Hosts that it acts on, where `allowedDomains` does not limit it. */
  readonly hosts: readonly string[];
}

interface ScriptRunRequest {
  readonly scripting: Scripting;
  readonly hands: AgentCommands;
  tell(event: RunEvent): void | Promise<void>;
  readonly signal: AbortSignal;
}

/** Starts it. Its result never rejects. */
export function startScript(asked: ScriptRunRequest): Run {
  const stopped = new AbortController();
  const signal = AbortSignal.any([asked.signal, stopped.signal]);
  return {
    result: new ScriptRun({ ...asked, signal }).result(),
    stop: (why) => stopped.abort(new Failure("interrupted", why)),
    answer: () => false,
  };
}

/** It is for those who act, not for those who read of it later. */
const HINT = /\nHint: .*?( \(line \d+\))?$/s;

type Ended = Pick<RunResult, "reason" | "explanation" | "success" | "output">;

const NO_USAGE = { input: 0, cachedInput: 0, output: 0, costUsd: 0 } as const;

class ScriptRun {
  readonly #asked: ScriptRunRequest;
  readonly #guard: Guard;
  readonly #toolbox: Toolbox;
  readonly #beganMs = performance.now();
  readonly #filesBefore: ReadonlySet<string>;
  /** The browser went under it. */
  #isGone = false;

  constructor(asked: ScriptRunRequest) {
    const { scripting, hands, signal } = asked;
    this.#asked = asked;
    const { secrets, allowedDomains, workspace, hosts, schema } = scripting;
    // Whoever wrote the parameters means them to be typed; hosts are named as a task names them.
    const task = [...hosts.map((host) => `http://${host}/`), JSON.stringify(scripting.params)].join(" ");
    this.#guard = guarded(hands, { task, secrets, allowedDomains, workspace });
    this.#filesBefore = new Set(filesIn(workspace).map(({ name }) => name));
    const ask = () => Promise.reject(new Failure("denied", "a script cannot ask a person"));
    this.#toolbox = new Toolbox({ guard: this.#guard, workspace, sees: false, schema, signal, isTerse: true, ask });
  }

  async result(): Promise<RunResult> {
    const ended = await this.#run().catch((error) => this.#endOf(error));
    await this.#stepped();
    await this.#guard.end();
    const { workspace } = this.#asked.scripting;
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
    await this.#tell({ kind: "end", result });
    return result;
  }

  async #run(): Promise<Ended> {
    const { script, params, schema } = this.#asked.scripting;
    const ran = await this.#toolbox.code(script, { params, limits: SCRIPT_LIMITS, call: (call) => this.#call(call) });
    const { printed, error, value } = ran.scripted;
    if (printed.length > 0) await this.#tell({ kind: "thought", step: 1, text: printed.join("\n") });
    const fault = error?.replace(HINT, "$1") ?? outputFault(value, schema) ?? this.#parroted(ran);
    if (fault === undefined) return { reason: "done", explanation: "", success: true, output: value };
    const url = await this.#url();
    const at = url === "" ? "" : ` The page was ${url}.`;
    const reason: EndReason = this.#isGone ? "browser" : "failed";
    return { reason, explanation: `The script failed: ${fault}.${at}`, success: false, output: null };
  }

  /** A script that knows its answer by heart has not done the task. */
  #parroted({ read, scripted }: CodeRan): string | undefined {
    const { script, params } = this.#asked.scripting;
    const seen = new Seen();
    const all = seen.unseen(scripted.value, {});
    seen.add(read);
    seen.add(JSON.stringify(params));
    const written = seen.unseen(scripted.value, {}).filter((value) => isWrittenIn(value, script));
    const numbers = written.filter((value) => /\d\D*\d/.test(value));
    const told = written.length === all.length ? written : numbers;
    if (told.length === 0) return undefined;
    const some = told.slice(0, 5).map((one) => JSON.stringify(one.slice(0, 80)));
    return `the output contains values that are written in the script and that no page showed: ${some.join(", ")}`;
  }

  async #call(call: Parameters<Toolbox["run"]>[0]): Promise<Answer> {
    const told = { id: crypto.randomUUID(), tool: call.name, args: call.args };
    await this.#tell({ kind: "action", step: 1, call: told, summary: summaryOf(call) });
    const answer = await this.#toolbox.run(call);
    this.#isGone ||= answer.code === "closed" || answer.code === "crashed";
    const { ok, text } = answer;
    await this.#tell({ kind: "result", step: 1, call: told, ok, text, summary: firstLine(text) });
    return answer;
  }

  async #stepped(): Promise<void> {
    if (this.#asked.signal.aborted) return;
    const page = new PageWatch(this.#toolbox, (text) => text);
    await page.look().catch(() => undefined);
    const picture = await page.picture().catch(() => undefined);
    const durationMs = performance.now() - this.#beganMs;
    const { url, title } = page;
    await this.#tell({ kind: "step", step: 1, url, title, durationMs, usage: NO_USAGE, picture });
  }

  async #url(): Promise<string> {
    const read = await this.#toolbox.command("get url", {}).catch(() => undefined);
    return read?.ok ? String((read.data as { url?: unknown }).url ?? "") : "";
  }

  #endOf(error: unknown): Ended {
    const { signal } = this.#asked;
    const nothing = { success: false, output: null };
    if (signal.aborted)
      return {
        ...nothing,
        reason: "stopped",
        explanation: asFailure(signal.reason)?.message ?? "The run was stopped.",
      };
    const { code, message } = describe(error, "the script");
    const reason = code === "closed" || code === "crashed" ? "browser" : "failed";
    return { ...nothing, reason, explanation: message };
  }

  async #tell(event: RunEvent): Promise<void> {
    await this.#asked.tell(this.#guard.redacted(event));
  }
}

/** The value stands in the code as it is, and not as a part of something else. */
function isWrittenIn(value: string, code: string): boolean {
  return new RegExp(`(?<![\\w.])${RegExp.escape(value)}(?![\\w.])`).test(code);
}
