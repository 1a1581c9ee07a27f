/**
 * Runs the calls that a model makes: tools of the list through the hands, and those of the agent's own. Every call gets an answer,
 * and never throws but for the end of the run.
 */
import { join } from "node:path";
import type { AnyCommand } from "../command.ts";
import type { FailureCode } from "../errors.ts";
import type { JsonObject } from "../extract/schema.ts";
import { SETTINGS } from "../lib/settings.ts";
import type { Picture, ToolCall, ToolSpec } from "../models/model.ts";
import { describe, type Happening, type Outcome, outcomeText } from "../outcome.ts";
import { commandArgs, type Run, type Tool, type Values } from "../tools/tool.ts";
import { hintOf, spoken } from "../tools/words.ts";
import type { Guard } from "./guard/guard.ts";
import { ownSpecs } from "./own-tools.ts";
import { codeOf, runScript } from "./script.ts";
import { type AgentTool, agentTools, refused, specOf } from "./tools.ts";
import { Workspace } from "./workspace.ts";

/** What a call gave. */
export interface Answer {
  readonly ok: boolean;
  readonly text: string;
  /** What of it counts as read: not what the model wrote itself. */
  readonly read: string;
  readonly picture?: Picture | undefined;
  /** It comes from pages: data, not words of ours. */
  readonly isOfPage: boolean;
  /** It acted on the page. */
  readonly acted: boolean;
  /** What came between, such as another document: what was meant for the page before is not run. */
  readonly left: string | undefined;
  /** How it failed. */
  readonly code?: FailureCode | undefined;
  readonly data: object;
}

export interface ToolboxSetup {
  /** Everything goes through it. */
  readonly guard: Guard;
  readonly workspace: string;
  readonly sees: boolean;
  readonly schema: JsonObject | undefined;
  readonly signal: AbortSignal;
  /** Puts a question to a person, and waits. */
  ask(question: string): Promise<string>;
}

/** Characters of one answer. */
const MAX_ANSWER = 16_000;

/** An action of an agent that takes longer is told as failed; the page may go on. */
const CALL_MS = 30_000;

/** What an action tells of the page, in tokens: another look for the rest costs a turn, which is dearer. */
const TOLD_TOKENS = 1_500;

/** What gives no text, waits for a person, or ends the run. */
const NOT_IN_SCRIPTS: ReadonlySet<string> = new Set(["screenshot", "script", "ask", "done"]);

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
    this.specs = [...tools.map(specOf), ...ownSpecs(setup.schema)];
  }

  /** `toldTokens`: how much an action tells of what the page shows after it. */
  async run(call: ToolCall, toldTokens = TOLD_TOKENS): Promise<Answer> {
    try {
      const { args, invalid } = call;
      if (invalid !== undefined) return own(false, `The arguments are no JSON object: ${invalid}. Call it again.`);
      const tool = this.#tools.get(call.name);
      if (tool) return await this.#runTool(tool, args, toldTokens);
      return await this.#runOwn(call.name, args);
    } catch (error) {
      this.#setup.signal.throwIfAborted();
      return own(false, outcomeText({ ok: false, error: describe(error, call.name) }));
    }
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
    const events: Happening[] = [];
    const runOne = this.#runCommand({ timeoutMs, toldTokens }, events);
    const outcome = await tool.run(tool.name === "upload" ? this.#inWorkspace(args) : args, runOne).catch((error) => ({
      ok: false as const,
      error: describe(error, tool.name),
    }));
    this.#setup.signal.throwIfAborted();
    const left = tool.acts && (outcome.ok || events.length > 0) ? leftBy(outcome, events) : undefined;
    return { ...this.#told(outcome, events), acted: tool.acts, left };
  }

  #runCommand({ timeoutMs, toldTokens }: { timeoutMs: unknown; toldTokens: number }, events: Happening[]): Run {
    const { guard, signal } = this.#setup;
    return async (name, args) => {
      const command = guard.commands.find((one) => one.name === name);
      if (!command) return refused(`there is no command '${name}'`);
      const read = commandArgs(command, args);
      const asked = "changes" in command.args ? { changes: true, ...read } : read;
      const ms = typeof timeoutMs === "number" ? timeoutMs : CALL_MS;
      const telling = tellingMore(command, toldTokens);
      const { events: beside = [], ...outcome } = await guard.run(telling, asked, { signal, timeoutMs: ms });
      events.push(...beside);
      return outcome;
    };
  }

  #told(outcome: Outcome, events: readonly Happening[]): Answer {
    const tools = [...this.#tools.values()] as Tool[];
    const beside = events.length === 0 ? {} : { events: [...events] };
    if (!outcome.ok) {
      const { hint, ...error } = outcome.error;
      const text = outcomeText({ ...outcome, error: { ...error, ...hintOf(hint, tools) }, ...beside });
      const told = {
        ok: false,
        text: this.#short(text),
        read: this.#short(text),
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
    switch (name) {
      case "script":
        return await this.#script(codeOf(args.code));
      case "note":
        this.notes.push(String(args.text ?? ""));
        return own(true, "noted");
      case "ask":
        return await this.#ask(String(args.question ?? ""));
      case "downloads":
        return await this.#downloads();
      case "list_files":
        return own(true, this.#files.list());
      case "read_file": {
        const { text, isOwn } = this.#files.read(args.path);
        guard.told(text);
        return { ...own(true, text), read: isOwn ? "" : text, isOfPage: true };
      }
      case "write_file":
        return own(true, `wrote ${this.#files.write(args.path, String(args.text ?? ""))}`);
      default:
        return own(false, `There is no tool '${name}'. There are: ${this.specs.map((one) => one.name).join(", ")}.`);
    }
  }

  async #ask(question: string): Promise<Answer> {
    const text = await this.#setup.ask(question);
    // What a person says counts as the task does.
    await this.#setup.guard.hear(text);
    return { ...own(true, `The answer of the person: ${text}`), read: text };
  }

  async #script(code: string): Promise<Answer> {
    let left: string | undefined;
    let acted = false;
    const read: string[] = [];
    const { ok, text } = await runScript(code, {
      tools: this.specs.map(({ name }) => name).filter((name) => !NOT_IN_SCRIPTS.has(name)),
      signal: this.#setup.signal,
      call: async (name, args) => {
        const answer = await this.run({ id: "", name, args });
        left ??= answer.left;
        acted ||= answer.acted;
        read.push(answer.read);
        if (!answer.ok) return { error: answer.text.replace(/^Error: /, "") };
        return { value: { ...answer.data, text: answer.text } };
      },
    });
    const told = { ...own(ok, text || "(it printed nothing)"), isOfPage: true, acted, left };
    return { ...told, read: [...read, withoutLiterals(text, code)].join("\n") };
  }

  async #downloads(): Promise<Answer> {
    const listed = await this.command("downloads list", {});
    if (!listed.ok) return this.#told(listed, []);
    const { downloads } = listed.data as { downloads: Parameters<Workspace["downloads"]>[0] };
    const save = (n: number, path: string) => this.command("downloads save", { download: String(n), path });
    const text = await this.#files.downloads(downloads, save);
    return { ...own(true, text), read: text, isOfPage: true };
  }

  #inWorkspace(args: Values): Values {
    const names = Array.isArray(args.paths) ? args.paths : [args.paths];
    return { ...args, paths: names.map((name) => this.#files.path(name)) };
  }
}

function own(ok: boolean, text: string): Answer {
  return { ok, text: shortened(text), read: "", isOfPage: false, acted: false, left: undefined, data: {} };
}

function shortened(text: string): string {
  if (text.length <= MAX_ANSWER) return text;
  return `${text.slice(0, MAX_ANSWER)}\n(cut: ${text.length} characters in all; ask for less, or for a part)`;
}

/** The command, telling so much of what it changed. */
function tellingMore(command: AnyCommand, tokens: number): AnyCommand {
  type Context = Parameters<AnyCommand["run"]>[0];
  const told = { [SETTINGS.changes_tokens.env]: String(tokens) };
  return {
    ...command,
    run: async (context: Context) =>
      await command.run({ ...context, environment: { ...context.environment, ...told } }),
  };
}

/** Why the calls behind it are not run: another document stands in the tab now, another tab in front, or a dialog is open. */
function leftBy(outcome: Outcome, events: readonly Happening[]): string | undefined {
  const { navigated, url, changes } = (outcome.ok ? outcome.data : {}) as Record<string, unknown>;
  const event = events.find(({ kind }) => LEAVES[kind] !== undefined);
  if (event) return LEAVES[event.kind];
  const told = changes as { all_new?: string } | undefined;
  // An address that merely got another part behind its # is that of the same page.
  const isNew = told ? told.all_new !== undefined : navigated !== undefined;
  return isNew || url !== undefined ? ANOTHER_PAGE : undefined;
}

const ANOTHER_PAGE = "led to another page. Look at it first.";

const LEAVES: Partial<Record<Happening["kind"], string>> = {
  dialog: "opened a dialog. Read it, and answer it first.",
  tab: "opened or closed a tab. Look at it first.",
  navigation: ANOTHER_PAGE,
  crash: ANOTHER_PAGE,
  recovered: ANOTHER_PAGE,
};

function pictureOf(data: object): Picture | undefined {
  const { screenshot, format } = data as { screenshot?: unknown; format?: unknown };
  if (typeof screenshot !== "string" || typeof format !== "string") return undefined;
  return { bytes: Uint8Array.fromBase64(screenshot), mediaType: `image/${format}` };
}

/** What a script printed, but for the numbers and texts that were written into its code: those it did not find out. */
function withoutLiterals(text: string, code: string): string {
  const texts = code.match(/(["'`])(?:(?!\1)[^\\\n]){3,200}\1/g) ?? [];
  const numbers = new Set((code.match(/\d[\d.]*\d/g) ?? []).map(Number));
  const rest = texts.reduce((left, one) => left.replaceAll(one.slice(1, -1), " "), text);
  return rest.replace(/\d[\d.]*\d/g, (one) => (numbers.has(Number(one)) ? " " : one));
}
