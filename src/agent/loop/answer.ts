/** Answers to tool calls, and what they show of the page. */
import type { AnyCommand } from "../../command.ts";
import type { FailureCode } from "../../errors.ts";
import { SETTINGS } from "../../lib/settings.ts";
import type { Picture } from "../../models/model.ts";
import type { CommandEvent, Outcome } from "../../outcome.ts";
import type { Values } from "../../tools/tool.ts";
import type { Observation } from "../evidence/evidence-log.ts";
import type { AgentTool } from "./tools.ts";

/** The answer to a tool call. */
export interface ToolAnswer {
  readonly ok: boolean;
  readonly text: string;
  /** The part that counts as read: without text that the model wrote itself. */
  readonly read: string;
  /** What pages showed, as evidence. */
  readonly observations: readonly Observation[];
  readonly picture?: Picture | undefined;
  /** The text comes from pages: it is fenced for the model. */
  readonly isOfPage: boolean;
  /** The call acted on the page. */
  readonly acted: boolean;
  /** An effect, such as a new document, after which the remaining calls of the turn are not run. */
  readonly interruption: string | undefined;
  /** The code of the failure. */
  readonly code?: FailureCode | undefined;
  readonly data: object;
}

/** Maximum characters of one answer. */
const MAX_ANSWER = 16_000;

export function ownAnswer(ok: boolean, text: string): ToolAnswer {
  return {
    ok,
    text: truncate(text),
    read: "",
    observations: [],
    isOfPage: false,
    acted: false,
    interruption: undefined,
    data: {},
  };
}

export function pageAnswer(text: string): ToolAnswer {
  return { ...ownAnswer(true, text), read: text, observations: [{ text }], isOfPage: true };
}

/** What the page showed. The answer of an action starts with what it did and typed, which is no evidence; its changes are. */
export function observationOf(tool: AgentTool, args: Values, outcome: Outcome, read: string): Observation {
  if (!tool.acts) return { text: read };
  const [own = "", changes = ""] = read.split(/^changes:/m);
  const text = [...(own.match(/^(title|dialog|download|message): .*$/gm) ?? []), changes].join("\n");
  const { changes: reported } = (outcome.ok ? outcome.data : {}) as {
    changes?: { all_new?: "load" | "route" | "first" };
  };
  const isDeed = outcome.ok && tool.isDeed;
  const allNew = reported?.all_new === "first" ? "load" : reported?.all_new;
  // A page of the history restores typed text.
  const isOfHistory = tool.name === "back" || args.url === "forward" || args.url === "reload";
  const isOpened = outcome.ok && tool.name === "open" && !isOfHistory;
  const given = isDeed
    ? Object.values(args)
        .flat()
        .filter((one) => typeof one === "string")
    : [];
  return { text, isDeed, isOpened, given, allNew: isOfHistory ? undefined : allNew };
}

export function truncate(text: string): string {
  if (text.length <= MAX_ANSWER) return text;
  return `${text.slice(0, MAX_ANSWER)}\n(cut: ${text.length} characters in all; ask for less, or for a part)`;
}

/** The command with a limit, in tokens, for its report of changes. */
export function withChangesBudget(command: AnyCommand, tokens: number): AnyCommand {
  type Context = Parameters<AnyCommand["run"]>[0];
  const limit = { [SETTINGS.changes_tokens.env]: String(tokens) };
  return {
    ...command,
    run: async (context: Context) =>
      await command.run({ ...context, environment: { ...context.environment, ...limit } }),
  };
}

/** Why the remaining calls of the turn are not run: a new document, another tab in front, or an open dialog. */
export function interruptionOf(outcome: Outcome, events: readonly CommandEvent[]): string | undefined {
  const { navigated, url, changes } = (outcome.ok ? outcome.data : {}) as Record<string, unknown>;
  const event = events.find(({ kind }) => INTERRUPTIONS[kind] !== undefined);
  if (event) return INTERRUPTIONS[event.kind];
  const reported = changes as { all_new?: string } | undefined;
  // A change of only the fragment does not load another page.
  const isNew = reported ? reported.all_new !== undefined : navigated !== undefined;
  return isNew || url !== undefined ? ANOTHER_PAGE : undefined;
}

const ANOTHER_PAGE = "led to another page. Look at it first.";

const INTERRUPTIONS: Partial<Record<CommandEvent["kind"], string>> = {
  dialog: "opened a dialog. Read it, and answer it first.",
  tab: "opened or closed a tab. Look at it first.",
  navigation: ANOTHER_PAGE,
  crash: ANOTHER_PAGE,
  recovered: ANOTHER_PAGE,
};

export function pictureOf(data: object): Picture | undefined {
  const { screenshot, format } = data as { screenshot?: unknown; format?: unknown };
  if (typeof screenshot !== "string" || typeof format !== "string") return undefined;
  return { bytes: Uint8Array.fromBase64(screenshot), mediaType: `image/${format}` };
}

/** The output of a script without the numbers and strings that its code contains literally: the script did not read those. */
export function withoutLiterals(text: string, code: string): string {
  const texts = code.match(/(["'`])(?:(?!\1)[^\\\n]){3,200}\1/g) ?? [];
  const numbers = new Set((code.match(/\d[\d.]*\d/g) ?? []).map(Number));
  const rest = texts.reduce((left, one) => left.replaceAll(one.slice(1, -1), " "), text);
  return rest.replace(/\d[\d.]*\d/g, (one) => (numbers.has(Number(one)) ? " " : one));
}
