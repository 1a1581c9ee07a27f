/** What calls of tools are answered, and what that says of the page. Pure. */
import type { AnyCommand } from "../../command.ts";
import type { FailureCode } from "../../errors.ts";
import { SETTINGS } from "../../lib/settings.ts";
import type { Picture } from "../../models/model.ts";
import type { CommandEvent, Outcome } from "../../outcome.ts";
import type { Values } from "../../tools/tool.ts";
import type { Shown } from "../evidence/proof.ts";
import type { AgentTool } from "./tools.ts";

/** What a call gave. */
export interface Answer {
  readonly ok: boolean;
  readonly text: string;
  /** What of it counts as read: not what the model wrote itself. */
  readonly read: string;
  /** What pages showed in it, as far as it proves anything. */
  readonly shown: readonly Shown[];
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

/** Characters of one answer. */
const MAX_ANSWER = 16_000;

export function own(ok: boolean, text: string): Answer {
  return { ok, text: shortened(text), read: "", shown: [], isOfPage: false, acted: false, left: undefined, data: {} };
}

export function ofPage(text: string): Answer {
  return { ...own(true, text), read: text, shown: [{ text }], isOfPage: true };
}

/** What the page showed. Before its changes an action tells what it did itself, and what was typed. */
export function shownBy(tool: AgentTool, args: Values, outcome: Outcome, read: string): Shown {
  if (!tool.acts) return { text: read };
  const [own = "", changes = ""] = read.split(/^changes:/m);
  const text = [...(own.match(/^(title|dialog|download|message): .*$/gm) ?? []), changes].join("\n");
  const { changes: told } = (outcome.ok ? outcome.data : {}) as { changes?: { all_new?: "load" | "route" | "first" } };
  const isDeed = outcome.ok && tool.isDeed;
  const allNew = told?.all_new === "first" ? "load" : told?.all_new;
  // What a person typed comes back with a page of the history.
  const isOfHistory = tool.name === "back" || args.url === "forward" || args.url === "reload";
  const isOpened = outcome.ok && tool.name === "open" && !isOfHistory;
  const given = isDeed
    ? Object.values(args)
        .flat()
        .filter((one) => typeof one === "string")
    : [];
  return { text, isDeed, isOpened, given, allNew: isOfHistory ? undefined : allNew };
}

export function shortened(text: string): string {
  if (text.length <= MAX_ANSWER) return text;
  return `${text.slice(0, MAX_ANSWER)}\n(cut: ${text.length} characters in all; ask for less, or for a part)`;
}

/** The command, telling so much of what it changed. */
export function tellingMore(command: AnyCommand, tokens: number): AnyCommand {
  type Context = Parameters<AnyCommand["run"]>[0];
  const told = { [SETTINGS.changes_tokens.env]: String(tokens) };
  return {
    ...command,
    run: async (context: Context) =>
      await command.run({ ...context, environment: { ...context.environment, ...told } }),
  };
}

/** Why the calls behind it are not run: another document stands in the tab now, another tab in front, or a dialog is open. */
export function leftBy(outcome: Outcome, events: readonly CommandEvent[]): string | undefined {
  const { navigated, url, changes } = (outcome.ok ? outcome.data : {}) as Record<string, unknown>;
  const event = events.find(({ kind }) => LEAVES[kind] !== undefined);
  if (event) return LEAVES[event.kind];
  const told = changes as { all_new?: string } | undefined;
  // An address that merely got another part behind its # is that of the same page.
  const isNew = told ? told.all_new !== undefined : navigated !== undefined;
  return isNew || url !== undefined ? ANOTHER_PAGE : undefined;
}

const ANOTHER_PAGE = "led to another page. Look at it first.";

const LEAVES: Partial<Record<CommandEvent["kind"], string>> = {
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

/** What a script printed, but for the numbers and texts that were written into its code: those it did not find out. */
export function withoutLiterals(text: string, code: string): string {
  const texts = code.match(/(["'`])(?:(?!\1)[^\\\n]){3,200}\1/g) ?? [];
  const numbers = new Set((code.match(/\d[\d.]*\d/g) ?? []).map(Number));
  const rest = texts.reduce((left, one) => left.replaceAll(one.slice(1, -1), " "), text);
  return rest.replace(/\d[\d.]*\d/g, (one) => (numbers.has(Number(one)) ? " " : one));
}
