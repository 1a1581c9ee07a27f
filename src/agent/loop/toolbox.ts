/**
 * Runs the tool calls of a model: tools that stand for commands, and the agent's own. Every call gets an answer; only the abort of
 * the run throws.
 */
import { join } from "node:path";
import type { JsonObject } from "../../extract/schema.ts";
import type { ToolCall, ToolSpec } from "../../models/model.ts";
import { type CommandEvent, type Outcome, outcomeText } from "../../outcome.ts";
import { describe } from "../../run-command.ts";
import { commandArgs, type Run, type Tool, type Values } from "../../tools/tool.ts";
import { hintOf, withToolNames } from "../../tools/words.ts";
import type { Guard } from "../guard/guard.ts";
import type { CallRecorder } from "../scripts/call-recorder.ts";
import { runScript, type ScriptLimits, type ScriptResult } from "../scripts/script.ts";
import { codeOf } from "../scripts/script-code.ts";
import { outputFault, parametersOf, type Skill, skillTool } from "../scripts/skill.ts";
import {
  interruptionOf,
  observationOf,
  ownAnswer,
  pageAnswer,
  pictureOf,
  type ToolAnswer,
  truncate,
  withChangesBudget,
  withoutLiterals,
} from "./answer.ts";
import { missingArguments, ownSpecs } from "./own-tools.ts";
import { type AgentTool, agentTools, refused, specOf } from "./tools.ts";
import { filesIn, Workspace } from "./workspace.ts";

export interface ToolboxSetup {
  readonly guard: Guard;
  readonly workspace: string;
  readonly sees: boolean;
  readonly schema: JsonObject | undefined;
  readonly signal: AbortSignal;
  /** Saved scripts that the model may call. */
  readonly skills?: readonly Skill[] | undefined;
  /** Leaves the changes of the page out of answers, which saves a third of the time. */
  readonly isTerse?: boolean;
  /** Records each call for replay. */
  readonly recorder?: CallRecorder | undefined;
  /** Asks a person and resolves with the answer. */
  ask(question: string): Promise<string>;
}

/** Options of a script run. */
export interface CodeOptions {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly limits?: ScriptLimits | undefined;
  /** Replaces `run` for the calls of the script, for example to report them. */
  call?(call: ToolCall): Promise<ToolAnswer>;
}

/** The result of a script and of the calls that it made. */
export interface CodeResult extends Pick<ToolAnswer, "read" | "observations" | "acted" | "interruption"> {
  readonly result: ScriptResult;
}

/** Deadline of one call. */
const CALL_MS = 30_000;

/** How much an action reports of the changed page, in tokens. More is cheaper than another turn to look. */
const CHANGES_TOKENS = 1_500;

/** Tools that return no text, wait for a person, or end the run. */
const NOT_IN_SCRIPTS: ReadonlySet<string> = new Set(["screenshot", "script", "skill", "ask", "done"]);

export class Toolbox {
  readonly specs: readonly ToolSpec[];
  readonly notes: string[] = [];
  readonly #tools: ReadonlyMap<string, AgentTool>;
  readonly #setup: ToolboxSetup;
  readonly #files: Workspace;

  constructor(setup: ToolboxSetup) {
    this.#setup = setup;
    this.#files = new Workspace(setup.workspace, setup.guard);
    const tools = agentTools(setup.guard.commands, setup.sees);
    this.#tools = new Map(tools.map((one) => [one.name, one]));
    const { skills = [] } = setup;
    this.specs = [...tools.map(specOf), ...(skills.length > 0 ? [skillTool(skills)] : []), ...ownSpecs(setup.schema)];
  }

  /** `changesTokens` limits how much an action reports of the changed page. */
  async run(call: ToolCall, changesTokens = CHANGES_TOKENS): Promise<ToolAnswer> {
    const answer = await this.#answer(call, changesTokens);
    this.#setup.recorder?.record(call.name, call.args, answer);
    return answer;
  }

  async #answer(call: ToolCall, changesTokens: number): Promise<ToolAnswer> {
    try {
      const { args, invalid } = call;
      if (invalid !== undefined) return ownAnswer(false, `Invalid arguments: ${invalid}. Call the tool again.`);
      const tool = this.#tools.get(call.name);
      if (tool) return await this.#runTool(tool, args, changesTokens);
      return await this.#runOwn(call.name, args);
    } catch (error) {
      this.#setup.signal.throwIfAborted();
      return ownAnswer(false, outcomeText({ ok: false, error: describe(error, call.name) }));
    }
  }

  /** Names of the files in the workspace and of finished downloads (`present`), and of unfinished downloads (`pending`). */
  async files(): Promise<{ present: string[]; pending: string[] }> {
    const listed = await this.command("downloads list", {});
    const { downloads = [] } = (listed.ok ? listed.data : {}) as { downloads?: { name: string; state: string }[] };
    const named = (wanted: RegExp) => downloads.filter(({ state }) => wanted.test(state)).map(({ name }) => name);
    const own = filesIn(this.#setup.workspace).map(({ name }) => name);
    return { present: [...own, ...named(/^completed$/)], pending: named(/progress/) };
  }

  /** Runs a command by its name, for the loop itself. */
  async command(name: string, args: Values): Promise<Outcome> {
    const { guard, signal } = this.#setup;
    const command = guard.commands.find((one) => one.name === name);
    if (!command) return refused(`there is no command '${name}'`);
    return await guard.run(command, args, { signal, timeoutMs: CALL_MS });
  }

  async #runTool(tool: AgentTool, given: Values, changesTokens: number): Promise<ToolAnswer> {
    const { timeout_ms: timeoutMs, ...args } = given;
    const events: CommandEvent[] = [];
    const runOne = this.#runCommand({ timeoutMs, changesTokens }, events);
    const outcome = await tool.run(tool.name === "upload" ? this.#inWorkspace(args) : args, runOne).catch((error) => ({
      ok: false as const,
      error: describe(error, tool.name),
    }));
    this.#setup.signal.throwIfAborted();
    const interruption = tool.acts && (outcome.ok || events.length > 0) ? interruptionOf(outcome, events) : undefined;
    const answer = this.#outcomeAnswer(outcome, events);
    const observations = [observationOf(tool, args, outcome, answer.read)];
    return { ...answer, observations, acted: tool.acts, interruption };
  }

  #runCommand(
    { timeoutMs, changesTokens }: { timeoutMs: unknown; changesTokens: number },
    events: CommandEvent[],
  ): Run {
    const { guard, signal, isTerse } = this.#setup;
    return async (name, args) => {
      const command = guard.commands.find((one) => one.name === name);
      if (!command) return refused(`there is no command '${name}'`);
      const read = commandArgs(command, args);
      const asked = "changes" in command.args && !isTerse ? { changes: true, ...read } : read;
      const ms = typeof timeoutMs === "number" ? timeoutMs : CALL_MS;
      const limited = withChangesBudget(command, changesTokens);
      const { events: more = [], ...outcome } = await guard.run(limited, asked, { signal, timeoutMs: ms });
      events.push(...more);
      return outcome;
    };
  }

  #outcomeAnswer(outcome: Outcome, events: readonly CommandEvent[]): ToolAnswer {
    const tools = [...this.#tools.values()] as Tool[];
    const withEvents = events.length === 0 ? {} : { events: [...events] };
    if (!outcome.ok) {
      const { hint, ...error } = outcome.error;
      const text = this.#short(outcomeText({ ...outcome, error: { ...error, ...hintOf(hint, tools) }, ...withEvents }));
      return { ...commandAnswer(false, text), code: error.code, data: outcome.data ?? {} };
    }
    const picture = pictureOf(outcome.data);
    const text = picture ? "the picture is below" : withToolNames(outcomeText({ ...outcome, ...withEvents }), tools);
    return { ...commandAnswer(true, this.#short(text)), picture, data: outcome.data };
  }

  /** Replaces paths of the workspace by the names that tools take, and truncates. */
  #short(text: string): string {
    return truncate(text.replaceAll(join(this.#setup.workspace, "/"), ""));
  }

  async #runOwn(name: string, args: Values): Promise<ToolAnswer> {
    const { guard } = this.#setup;
    const missing = missingArguments(name, args);
    if (missing.length > 0)
      return ownAnswer(false, `${name} requires ${missing.join(", ")}. Call it again with every required argument.`);
    switch (name) {
      case "script":
        return await this.#script(codeOf(args.code));
      case "skill":
        return await this.#skill(args);
      case "note":
        this.notes.push(String(args.text));
        return ownAnswer(true, "noted");
      case "ask":
        return await this.#ask(String(args.question));
      case "downloads":
        return await this.#downloads();
      case "list_files":
        return ownAnswer(true, this.#files.list());
      case "read_file": {
        const { text, isOwn } = this.#files.read(args.path);
        guard.noteFileText(text);
        return isOwn ? { ...ownAnswer(true, text), isOfPage: true } : pageAnswer(text);
      }
      case "write_file":
        return ownAnswer(true, `wrote ${this.#files.write(args.path, String(args.text))}`);
      default:
        return ownAnswer(
          false,
          `There is no tool '${name}'. The tools are: ${this.specs.map((one) => one.name).join(", ")}.`,
        );
    }
  }

  async #ask(question: string): Promise<ToolAnswer> {
    const text = await this.#setup.ask(question);
    // An answer of a person is as trustworthy as the task.
    await this.#setup.guard.addUserText(text);
    return { ...ownAnswer(true, `The person answered: ${text}`), read: text, observations: [{ text }] };
  }

  async #script(code: string): Promise<ToolAnswer> {
    const { result, ...calls } = await this.code(code);
    const { ok, text } = result;
    return withOutput(ownAnswer(ok, text || "(it printed nothing)"), calls, withoutLiterals(text, code));
  }

  async #skill({ name, parameters }: Values): Promise<ToolAnswer> {
    const skill = this.#setup.skills?.find((one) => one.name === name);
    if (!skill) return ownAnswer(false, `There is no skill '${name}'.`);
    const given = typeof parameters === "object" && parameters !== null ? (parameters as Values) : {};
    const checked = parametersOf(skill.parameters, given);
    if ("faults" in checked)
      return ownAnswer(false, checked.faults.map(({ name, why }) => `${name}: ${why}`).join("; "));
    const { result, ...calls } = await this.code(skill.script, { params: checked.values });
    const fault = result.error ?? outputFault(result.value, skill.schema);
    const text =
      fault === undefined ? JSON.stringify(result.value) : `The skill failed: ${fault}. Do the task step by step.`;
    return withOutput(ownAnswer(fault === undefined, text), calls, text);
  }

  /** Runs a script over these tools, except those in `NOT_IN_SCRIPTS`. */
  async code(code: string, { params, limits, call = (one) => this.run(one) }: CodeOptions = {}): Promise<CodeResult> {
    const answers: ToolAnswer[] = [];
    const result = await runScript(code, {
      tools: this.specs.map(({ name }) => name).filter((name) => !NOT_IN_SCRIPTS.has(name)),
      signal: this.#setup.signal,
      params,
      limits,
      call: async (name, args) => {
        const answer = await call({ id: "", name, args });
        answers.push(answer);
        if (!answer.ok) return { error: answer.text.replace(/^Error: /, "") };
        return { value: { ...answer.data, text: answer.text } };
      },
    });
    return {
      result,
      read: answers.map(({ read }) => read).join("\n"),
      observations: answers.flatMap(({ observations }) => observations),
      acted: answers.some(({ acted }) => acted),
      interruption: answers.find(({ interruption }) => interruption !== undefined)?.interruption,
    };
  }

  async #downloads(): Promise<ToolAnswer> {
    const listed = await this.command("downloads list", {});
    if (!listed.ok) return this.#outcomeAnswer(listed, []);
    const { downloads } = listed.data as { downloads: Parameters<Workspace["downloads"]>[0] };
    const save = (n: number, path: string) => this.command("downloads save", { download: String(n), path });
    const text = await this.#files.downloads(downloads, save);
    return pageAnswer(text);
  }

  #inWorkspace(args: Values): Values {
    const names = Array.isArray(args.paths) ? args.paths : [args.paths];
    return { ...args, paths: names.map((name) => this.#files.path(name)) };
  }
}

/** The answer of a script: what its calls read and did, and what it printed or returned. */
function withOutput(answer: ToolAnswer, calls: Omit<CodeResult, "result">, output: string): ToolAnswer {
  const read = `${calls.read}\n${output}`;
  return { ...answer, ...calls, isOfPage: true, read, observations: [...calls.observations, { text: output }] };
}

function commandAnswer(ok: boolean, text: string): ToolAnswer {
  return { ...ownAnswer(ok, ""), text, read: text, isOfPage: true };
}
