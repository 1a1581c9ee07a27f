/**
 * Runs the calls that a model makes: tools of the list through the hands, and those of the agent's own. Every call gets an answer,
 * and never throws but for the end of the run.
 */
import { mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { AnyCommand } from "../command.ts";
import { asFailure, Failure, type FailureCode } from "../errors.ts";
import type { JsonObject } from "../extract/schema.ts";
import { isWithin } from "../lib/contain.ts";
import { writeWhole } from "../lib/files.ts";
import { SETTINGS } from "../lib/settings.ts";
import type { Picture, ToolCall, ToolSpec } from "../models/model.ts";
import { describe, type Happening, type Outcome, outcomeText } from "../outcome.ts";
import { commandArgs, type Run, type Tool, type Values } from "../tools/tool.ts";
import { hintOf, spoken } from "../tools/words.ts";
import type { Guard } from "./guard/guard.ts";
import { ownSpecs } from "./own-tools.ts";
import { codeOf, runScript } from "./script.ts";
import { type AgentTool, agentTools, refused, specOf } from "./tools.ts";

/** What a call gave. */
export interface Answer {
  readonly ok: boolean;
  readonly text: string;
  readonly picture?: Picture | undefined;
  /** It comes from pages: data, not words of ours. */
  readonly isOfPage: boolean;
  /** It acted on the page. */
  readonly acted: boolean;
  /** Another document is there now: what was meant for the old one is not run. */
  readonly left: boolean;
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

/** Notes are for the model: it needs no second copy of a book. */
const MAX_FILE = 40_000;

export class Toolbox {
  readonly specs: readonly ToolSpec[];
  readonly notes: string[] = [];
  readonly #tools: ReadonlyMap<string, AgentTool>;
  readonly #setup: ToolboxSetup;
  /** Numbers of downloads that lie in the workspace already. */
  readonly #kept = new Set<number>();

  constructor(setup: ToolboxSetup) {
    this.#setup = setup;
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
    const left = tool.acts && (outcome.ok || events.length > 0) && hasLeft(outcome, events);
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
      const told = { ok: false, text: this.#short(text), isOfPage: true, acted: false, left: false };
      return { ...told, code: error.code, data: outcome.data ?? {} };
    }
    const picture = pictureOf(outcome.data);
    const text = picture ? "the picture is below" : spoken(outcomeText({ ...outcome, ...beside }), tools);
    return {
      ok: true,
      text: this.#short(text),
      picture,
      isOfPage: true,
      acted: false,
      left: false,
      data: outcome.data,
    };
  }

  /** Files are told by the names that tools take. */
  #short(text: string): string {
    return shortened(text.replaceAll(join(this.#setup.workspace, "/"), ""));
  }

  async #runOwn(name: string, args: Values): Promise<Answer> {
    const { workspace } = this.#setup;
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
        return own(
          true,
          filesIn(workspace)
            .map(({ name, bytes }) => `${name}  ${bytes} bytes`)
            .join("\n") || "no files",
        );
      case "read_file":
        return this.#readFile(this.#pathOf(args.path));
      case "write_file": {
        const path = this.#pathOf(args.path);
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        writeWhole(path, String(args.text ?? ""));
        return own(true, `wrote ${relative(workspace, path)}`);
      }
      default:
        return own(false, `There is no tool '${name}'. There are: ${this.specs.map((one) => one.name).join(", ")}.`);
    }
  }

  async #ask(question: string): Promise<Answer> {
    const text = await this.#setup.ask(question);
    // What a person says counts as the task does.
    await this.#setup.guard.hear(text);
    return own(true, `The answer of the person: ${text}`);
  }

  #readFile(path: string): Answer {
    const text = this.#setup.guard.redact(textOf(path));
    this.#setup.guard.told(text);
    return { ...own(true, text), isOfPage: true };
  }

  async #script(code: string): Promise<Answer> {
    let left = false;
    let acted = false;
    const ran = await runScript(code, {
      tools: [...this.#tools.values()].map((one) => one.name).filter((one) => one !== "screenshot"),
      signal: this.#setup.signal,
      call: async (name, args) => {
        const answer = await this.run({ id: "", name, args });
        left ||= answer.left;
        acted ||= answer.acted;
        return answer.ok
          ? { value: { ...answer.data, text: answer.text } }
          : { error: answer.text.replace(/^Error: /, "") };
      },
    });
    return {
      ok: ran.ok,
      text: ran.text || "(it printed nothing)",
      isOfPage: true,
      acted,
      left,
      data: {},
    };
  }

  /** Finished downloads that do not lie in the workspace by themselves are copied there, once. */
  async #downloads(): Promise<Answer> {
    const listed = await this.command("downloads list", {});
    if (!listed.ok) return this.#told(listed, []);
    const { downloads } = listed.data as {
      downloads: { n: number; name: string; state: string; bytes: number; path?: string }[];
    };
    const lines: string[] = [];
    for (const { n, name, state, bytes, path: saved } of downloads) {
      if (saved !== undefined && isWithin(saved, this.#setup.workspace)) {
        lines.push(
          `${relative(realpathSync(this.#setup.workspace), realpathSync(saved))}  ${bytes} bytes  in the workspace`,
        );
        continue;
      }
      if (state !== "completed" || this.#kept.has(n)) {
        lines.push(`${name}  ${bytes} bytes  ${state === "completed" ? "in the workspace" : state}`);
        continue;
      }
      const path = this.#free(name);
      const copied = await this.command("downloads save", { download: String(n), path });
      if (copied.ok) this.#kept.add(n);
      lines.push(
        copied.ok
          ? `${relative(this.#setup.workspace, path)}  ${bytes} bytes  saved in the workspace`
          : outcomeText(copied),
      );
    }
    return { ...own(true, lines.join("\n") || "no downloads"), isOfPage: true };
  }

  /** A name in the workspace that is not taken. */
  #free(name: string): string {
    const [, stem = name, ending = ""] = /^(.+?)(\.[^.]{1,10})?$/.exec(name.replace(/[/\\\0]/g, "_")) ?? [];
    for (let n = 1; ; n++) {
      const path = join(this.#setup.workspace, n === 1 ? `${stem}${ending}` : `${stem} (${n})${ending}`);
      if (!statSync(path, { throwIfNoEntry: false })) return path;
    }
  }

  #inWorkspace(args: Values): Values {
    const names = Array.isArray(args.paths) ? args.paths : [args.paths];
    return { ...args, paths: names.map((name) => this.#pathOf(name)) };
  }

  #pathOf(name: unknown): string {
    return this.#setup.guard.path(String(name ?? ""));
  }
}

function own(ok: boolean, text: string): Answer {
  return { ok, text: shortened(text), isOfPage: false, acted: false, left: false, data: {} };
}

function shortened(text: string): string {
  if (text.length <= MAX_ANSWER) return text;
  return `${text.slice(0, MAX_ANSWER)}\n(cut: ${text.length} characters in all; ask for less, or for a part)`;
}

/** The command, telling so much of what it changed. */
function tellingMore(command: AnyCommand, tokens: number): AnyCommand {
  type Context = Parameters<AnyCommand["run"]>[0];
  return {
    ...command,
    run: async (context: Context) =>
      await command.run({
        ...context,
        environment: { ...context.environment, [SETTINGS.changes_tokens.env]: String(tokens) },
      }),
  };
}

/** True where another document stands in the tab now, or another tab in front. */
function hasLeft(outcome: Outcome, events: readonly Happening[]): boolean {
  const { navigated, url, changes } = (outcome.ok ? outcome.data : {}) as Record<string, unknown>;
  const told = changes as { all_new?: string } | undefined;
  // An address that merely got another part behind its # is that of the same page.
  const isNew = told ? told.all_new !== undefined : navigated !== undefined;
  return isNew || url !== undefined || events.some(({ kind }) => LEAVES.has(kind));
}

const LEAVES: ReadonlySet<string> = new Set(["navigation", "tab", "dialog", "crash", "recovered"]);

function pictureOf(data: object): Picture | undefined {
  const { screenshot, format } = data as { screenshot?: unknown; format?: unknown };
  if (typeof screenshot !== "string" || typeof format !== "string") return undefined;
  return { bytes: Uint8Array.fromBase64(screenshot), mediaType: `image/${format}` };
}

/** Files of a folder and below, by their names in it. */
export function filesIn(folder: string): { name: string; bytes: number; changedMs: number }[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return names.flatMap((name) => {
    const stat = statSync(join(folder, name), { throwIfNoEntry: false });
    return stat?.isFile() ? [{ name, bytes: stat.size, changedMs: stat.mtimeMs }] : [];
  });
}

function textOf(path: string): string {
  try {
    const bytes = readFileSync(path);
    if (bytes.subarray(0, 8_000).includes(0)) return `(no text: ${bytes.length} bytes)`;
    const text = bytes.toString("utf8");
    return text.length > MAX_FILE ? `${text.slice(0, MAX_FILE)}\n(cut: ${text.length} characters in all)` : text;
  } catch (error) {
    throw asFailure(error) ?? new Failure("not_found", "there is no such file in the workspace", "Call list_files.");
  }
}
