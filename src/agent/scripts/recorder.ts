/**
 * Records what a run does so that it can be done again: its calls that went well, each element by what it says of itself, since
 * its number means nothing on another day. Stands below the guard: of secrets it sees the names alone.
 */

import type { Args } from "../../args.ts";
import type { Browser } from "../../browser/browser.ts";
import type { AnyCommand } from "../../command.ts";
import { isIndex } from "../../page/controls/fill.ts";
import type { Page } from "../../page/core/page.ts";
import { type Addressing, resolveAddress } from "../../page/locate/locator.ts";
import { addressOf } from "../../page/locate/stable-locator.ts";
import { splitPair } from "../../values.ts";
import type { RecordedCall, Recording } from "../loop/assignment.ts";
import type { AgentCommands } from "../loop/commands.ts";

/** Those that neither act nor tell what a script could use. */
const LEFT_OUT: ReadonlySet<string> = new Set(["state", "screenshot", "note", "ask", "done", "list_files", "skill"]);

const MAX_CALLS = 200;
const MAX_TEXT = 1_200;

type Values = Record<string, unknown>;
type Context = Parameters<AnyCommand["run"]>[0] & { browser?: Browser; page?: Page };

export class Recorder {
  readonly #calls: RecordedCall[] = [];
  readonly #hosts = new Set<string>();
  /** The elements of the call that is under way, by their numbers. */
  readonly #found = new Map<number, Addressing | undefined>();
  #url = "about:blank";
  /** The page on which it began. */
  #began: string | undefined;

  /** The same hands, looking at each element before it is acted on. */
  hands(hands: AgentCommands): AgentCommands {
    return {
      commands: hands.commands,
      read: (words) => hands.read(words),
      run: (command, args, options) => hands.run(this.#within(command), args, options),
    };
  }

  #within(command: AnyCommand): AnyCommand {
    const run = async (context: Context) => {
      if (context.page) await this.#look(command, context, context.page);
      try {
        return await command.run(context);
      } finally {
        this.#went(context);
      }
    };
    return { ...command, run };
  }

  #went({ browser, page }: Context): void {
    this.#url = (browser && browser.tabs.length > 0 ? browser.current.url : page?.url) ?? this.#url;
    this.#began ??= this.#url;
    const url = URL.parse(this.#url);
    if (url && /^https?:$/.test(url.protocol)) this.#hosts.add(url.host);
  }

  async #look({ args: declared }: AnyCommand, { args, signal }: Context, page: Page): Promise<void> {
    const numbers = Object.entries(declared as Args).flatMap(([key, { type }]) => {
      const value = (args as Values)[key];
      if (type.elements) return [value].flat().filter((one) => typeof one === "number");
      if (type.typed && type.label.includes("="))
        return [value].flat().flatMap((one) => indexIn(String(one ?? "")) ?? []);
      return [];
    });
    const near = (args as Values).near;
    // A command that fails says so itself.
    for (const index of numbers) this.#found.set(index, await addressOf(page, index, signal).catch(() => undefined));
    if (typeof near === "number") await this.#lookNear(args as Values, near, page, signal);
  }

  /** What lies near an element is found by its own words. */
  async #lookNear(args: Values, near: number, page: Page, signal: AbortSignal): Promise<void> {
    const { text, role, name, label } = args as Addressing;
    const asked = { text, role, name, label, near } as Addressing;
    const wanted = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as Addressing;
    const found = await resolveAddress(page, wanted, 0, signal).catch(() => undefined);
    this.#found.set(-near, found && (await addressOf(page, found.index, signal).catch(() => undefined)));
  }

  /** A call was made, and this came of it. */
  made(tool: string, args: Values, { ok, acted, text }: { ok: boolean; acted: boolean; text: string }): void {
    const found = new Map(this.#found);
    this.#found.clear();
    if (!ok || LEFT_OUT.has(tool) || this.#calls.length >= MAX_CALLS) return;
    if (this.#calls.length === 0 && tool !== "open" && /^https?:/.test(this.#began ?? ""))
      this.#calls.push({ tool: "open", args: { url: this.#began }, url: this.#began ?? "", text: "", acted: true });
    const again = addressed(tool, args, found);
    this.#calls.push({ tool, ...again, url: this.#url, text: text.slice(0, MAX_TEXT), acted });
  }

  get recording(): Recording {
    return { calls: this.#calls, hosts: [...this.#hosts] };
  }
}

type Found = ReadonlyMap<number, Addressing | undefined>;

function indexIn(pair: string): number | undefined {
  const { field = "" } = splitPair(pair) ?? {};
  return isIndex(field) ? Number(field) : undefined;
}

/** The arguments with addresses in the place of numbers. */
function addressed(tool: string, args: Values, found: Found): Pick<RecordedCall, "args" | "isNumbered"> {
  const { index, near, target, fields, ...rest } = args;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== null));
  if (fields !== undefined) return filled(given, [fields].flat().map(String), found);
  if (Array.isArray(target)) {
    const [from, to] = target.map((one) => found.get(Number(one)));
    if (!from || (target.length > 1 && !to)) return { args, isNumbered: true };
    const end = Object.entries(to ?? {}).map(([key, value]) => [`to_${key}`, value]);
    return { args: { ...given, ...from, ...Object.fromEntries(end) } };
  }
  const number = typeof near === "number" ? -near : index;
  if (number === undefined || number === null) return { args: given };
  const address = found.get(Number(number));
  // What is typed is a text itself: another one cannot say where.
  if (!address || (tool === "type" && address.text !== undefined)) return { args, isNumbered: true };
  const { text, role, name, label, nth, ...others } = given;
  return typeof near === "number" ? { args: { ...others, ...address } } : { args: { ...given, ...address } };
}

/** `label=value` for each; a field without a label cannot be named so. */
function filled(rest: Values, pairs: readonly string[], found: Found): Pick<RecordedCall, "args" | "isNumbered"> {
  let isNumbered = false;
  const again = pairs.map((pair) => {
    const { field = "", value = "" } = splitPair(pair) ?? {};
    if (!isIndex(field)) return pair;
    const { label, name, text, nth } = found.get(Number(field)) ?? {};
    const called = label ?? name ?? text;
    if (called === undefined || nth !== undefined || called.includes("=")) isNumbered = true;
    return `${called ?? field}=${value}`;
  });
  return { args: { ...rest, fields: again }, ...(isNumbered ? { isNumbered } : {}) };
}
