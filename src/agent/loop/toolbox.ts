/**
 * Runs the calls that a model makes: tools of the list through the hands, and those of the agent's own. Every call gets an answer,
 * and never throws but for the end of the run.
 */
import { join } from "node:path";
import type { JsonObject } from "../../extract/schema.ts";
import type { ToolCall, ToolSpec } from "../../models/model.ts";
import { type CommandEvent, type Outcome, outcomeText } from "../../outcome.ts";
import { describe } from "../../run-command.ts";
import { commandArgs, type Run, type Tool, type Values } from "../../tools/tool.ts";
import { hintOf, spoken } from "../../tools/words.ts";
import type { Shown } from "../evidence/proof.ts";
import type { Guard } from "../guard/guard.ts";
import type { Recorder } from "../scripts/recorder.ts";
import { runScript, type Scripted, type ScriptLimits } from "../scripts/script.ts";
import { codeOf } from "../scripts/script-code.ts";
import { outputFault, parametersOf, type Skill, skillTool } from "../scripts/skill.ts";
import {
  type Answer,
  leftBy,
  ofPage,
  own,
  pictureOf,
  shortened,
  shownBy,
  tellingMore,
  withoutLiterals,
} from "./answer.ts";
import { lacking, ownSpecs } from "./own-tools.ts";
import { type AgentTool, agentTools, refused, specOf } from "./tools.ts";
import { filesIn, Workspace } from "./workspace.ts";

export interface ToolboxSetup {
  /** Everything goes through it. */
  readonly guard: Guard;
  readonly workspace: string;
  readonly sees: boolean;
  readonly schema: JsonObject | undefined;
  readonly signal: AbortSignal;
  /** Scripts that did such tasks before. */
  readonly skills?: readonly Skill[] | undefined;
  /** Nobody reads what actions changed: looking for it takes a third of the time. */
  readonly isTerse?: boolean;
  /** Hears of each call, so that it can be made again. */
  readonly recorder?: Recorder | undefined;
  /** Puts a question to a person, and waits. */
  ask(question: string): Promise<string>;
}

/** What code may be given besides the tools. */
export interface CodeGiven {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly limits?: ScriptLimits | undefined;
  /** Makes its calls in place of `run`, where somebody is to hear of them. */
  call?(call: ToolCall): Promise<Answer>;
}

/** What code did. */
export interface CodeRan {
  readonly scripted: Scripted;
  /** What its calls read. */
  readonly read: string;
  readonly shown: readonly Shown[];
  readonly acted: boolean;
  readonly left: string | undefined;
}

/** An action of an agent that takes longer is told as failed; the page may go on. */
const CALL_MS = 30_000;

/** What an action tells of the page, in tokens: another look for the rest costs a turn, which is dearer. */
const TOLD_TOKENS = 1_500;

/** What gives no text, waits for a person, or ends the run. */
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

  /** `toldTokens`: how much an action tells of what the page shows after it. */
  async run(call: ToolCall, toldTokens = TOLD_TOKENS): Promise<Answer> {
    const answer = await this.#answered(call, toldTokens);
    this.#setup.recorder?.made(call.name, call.args, answer);
    return answer;
  }

  async #answered(call: ToolCall, toldTokens: number): Promise<Answer> {
    try {
      const { args, invalid } = call;
      if (invalid !== undefined) return own(false, `Invalid arguments: ${invalid}. Call the tool again.`);
      const tool = this.#tools.get(call.name);
      if (tool) return await this.#runTool(tool, args, toldTokens);
      return await this.#runOwn(call.name, args);
    } catch (error) {
      this.#setup.signal.throwIfAborted();
      return own(false, outcomeText({ ok: false, error: describe(error, call.name) }));
    }
  }

  /** Names of the files in the workspace and of downloads, and of downloads that are not finished. */
  async files(): Promise<{ kept: string[]; coming: string[] }> {
    const listed = await this.command("downloads list", {});
    const { downloads = [] } = (listed.ok ? listed.data : {}) as { downloads?: { name: string; state: string }[] };
    const named = (wanted: RegExp) => downloads.filter(({ state }) => wanted.test(state)).map(({ name }) => name);
    const own = filesIn(this.#setup.workspace).map(({ name }) => name);
    return { kept: [...own, ...named(/^completed$/)], coming: named(/progress/) };
  }

  /** A command of the list by its name, for the loop's own looks. */
  async command(name: string, args: Values): Promise<Outcome> {
    const { guard, signal } = this.#setup;
    const command = guard.commands.find((one) => one.name === name);
    if (!command) return refused(`there is no command '${name}'`);
    return await guard.run(command, args, { signal, timeoutMs: CALL_MS });
  }

  async #runTool(tool: AgentTool, given: Values, toldTokens: number): Promise<Answer> {
    const { timeout_ms: timeoutMs, ...args } = given;
    const events: CommandEvent[] = [];
    const runOne = this.#runCommand({ timeoutMs, toldTokens }, events);
    const outcome = await tool.run(tool.name === "upload" ? this.#inWorkspace(args) : args, runOne).catch((error) => ({
      ok: false as const,
      error: describe(error, tool.name),
    }));
    this.#setup.signal.throwIfAborted();
    const left = tool.acts && (outcome.ok || events.length > 0) ? leftBy(outcome, events) : undefined;
    const told = this.#told(outcome, events);
    return { ...told, shown: [shownBy(tool, args, outcome, told.read)], acted: tool.acts, left };
  }

  #runCommand({ timeoutMs, toldTokens }: { timeoutMs: unknown; toldTokens: number }, events: CommandEvent[]): Run {
    const { guard, signal, isTerse } = this.#setup;
    return async (name, args) => {
      const command = guard.commands.find((one) => one.name === name);
      if (!command) return refused(`there is no command '${name}'`);
      const read = commandArgs(command, args);
      const asked = "changes" in command.args && !isTerse ? { changes: true, ...read } : read;
      const ms = typeof timeoutMs === "number" ? timeoutMs : CALL_MS;
      const telling = tellingMore(command, toldTokens);
      const { events: beside = [], ...outcome } = await guard.run(telling, asked, { signal, timeoutMs: ms });
      events.push(...beside);
      return outcome;
    };
  }

  #told(outcome: Outcome, events: readonly CommandEvent[]): Answer {
    const tools = [...this.#tools.values()] as Tool[];
    const beside = events.length === 0 ? {} : { events: [...events] };
    if (!outcome.ok) {
      const { hint, ...error } = outcome.error;
      const text = outcomeText({ ...outcome, error: { ...error, ...hintOf(hint, tools) }, ...beside });
      const told = {
        ok: false,
        text: this.#short(text),
        read: this.#short(text),
        shown: [],
        isOfPage: true,
        acted: false,
        left: undefined,
      };
      return { ...told, code: error.code, data: outcome.data ?? {} };
    }
    const picture = pictureOf(outcome.data);
    const text = picture ? "the picture is below" : spoken(outcomeText({ ...outcome, ...beside }), tools);
    const shown = this.#short(text);
    return {
      ok: true,
      text: shown,
      read: shown,
      shown: [],
      picture,
      isOfPage: true,
      acted: false,
      left: undefined,
      data: outcome.data,
    };
  }

  /** Files are told by the names that tools take. */
  #short(text: string): string {
    return shortened(text.replaceAll(join(this.#setup.workspace, "/"), ""));
  }

  async #runOwn(name: string, args: Values): Promise<Answer> {
    const { guard } = this.#setup;
    const missing = lacking(name, args);
    if (missing.length > 0)
      return own(false, `${name} requires ${missing.join(", ")}. Call it again with every required argument.`);
    switch (name) {
      case "script":
        return await this.#script(codeOf(args.code));
      case "skill":
        return await this.#skill(args);
      case "note":
        this.notes.push(String(args.text));
        return own(true, "noted");
      case "ask":
        return await this.#ask(String(args.question));
      case "downloads":
        return await this.#downloads();
      case "list_files":
        return own(true, this.#files.list());
      case "read_file": {
        const { text, isOwn } = this.#files.read(args.path);
        guard.told(text);
        return isOwn ? { ...own(true, text), isOfPage: true } : ofPage(text);
      }
      case "write_file":
        return own(true, `wrote ${this.#files.write(args.path, String(args.text))}`);
      default:
        return own(
          false,
          `There is no tool '${name}'. The tools are: ${this.specs.map((one) => one.name).join(", ")}.`,
        );
    }
  }

  async #ask(question: string): Promise<Answer> {
    const text = await this.#setup.ask(question);
    // What a person says counts as the task does.
    await this.#setup.guard.hear(text);
    return { ...own(true, `The person answered: ${text}`), read: text, shown: [{ text }] };
  }

  async #script(code: string): Promise<Answer> {
    const { scripted, read, shown, acted, left } = await this.code(code);
    const { ok, text } = scripted;
    const told = { ...own(ok, text || "(it printed nothing)"), isOfPage: true, acted, left };
    const printed = withoutLiterals(text, code);
    return { ...told, read: `${read}\n${printed}`, shown: [...shown, { text: printed }] };
  }

  async #skill({ name, parameters }: Values): Promise<Answer> {
    const skill = this.#setup.skills?.find((one) => one.name === name);
    if (!skill) return own(false, `There is no skill '${name}'.`);
    const given = typeof parameters === "object" && parameters !== null ? (parameters as Values) : {};
    const checked = parametersOf(skill.parameters, given);
    if ("faults" in checked) return own(false, checked.faults.map(({ name, why }) => `${name}: ${why}`).join("; "));
    const { scripted, read, shown, acted, left } = await this.code(skill.script, { params: checked.values });
    const fault = scripted.error ?? outputFault(scripted.value, skill.schema);
    const text =
      fault === undefined ? JSON.stringify(scripted.value) : `The skill failed: ${fault}. Do the task step by step.`;
    const told = { ...own(fault === undefined, text), isOfPage: true, acted, left };
    return { ...told, read: `${read}\n${text}`, shown: [...shown, { text }] };
  }

  /** Runs code over these tools, all but those that make no sense without a model. */
  async code(code: string, { params, limits, call = (one) => this.run(one) }: CodeGiven = {}): Promise<CodeRan> {
    let left: string | undefined;
    let acted = false;
    const read: string[] = [];
    const shown: Shown[] = [];
    const scripted = await runScript(code, {
      tools: this.specs.map(({ name }) => name).filter((name) => !NOT_IN_SCRIPTS.has(name)),
      signal: this.#setup.signal,
      params,
      limits,
      call: async (name, args) => {
        const answer = await call({ id: "", name, args });
        left ??= answer.left;
        acted ||= answer.acted;
        read.push(answer.read);
        shown.push(...answer.shown);
        if (!answer.ok) return { error: answer.text.replace(/^Error: /, "") };
        return { value: { ...answer.data, text: answer.text } };
      },
    });
    return { scripted, read: read.join("\n"), shown, acted, left };
  }

  async #downloads(): Promise<Answer> {
    const listed = await this.command("downloads list", {});
    if (!listed.ok) return this.#told(listed, []);
    const { downloads } = listed.data as { downloads: Parameters<Workspace["downloads"]>[0] };
    const save = (n: number, path: string) => this.command("downloads save", { download: String(n), path });
    const text = await this.#files.downloads(downloads, save);
    return ofPage(text);
  }

  #inWorkspace(args: Values): Values {
    const names = Array.isArray(args.paths) ? args.paths : [args.paths];
    return { ...args, paths: names.map((name) => this.#files.path(name)) };
  }
}
