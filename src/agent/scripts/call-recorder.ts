/**
 * Records the successful calls of a run, to generate a script from them. Replaces element indices by stable locators, since indices
 * are only valid on one page. It runs below the guard, so it sees only the names of secrets.
 */

import type { Args } from "../../args.ts";
import type { Browser } from "../../browser/browser.ts";
import type { AnyCommand, CommandRunner } from "../../command.ts";
import { isIndex } from "../../page/controls/fill.ts";
import type { Page } from "../../page/core/page.ts";
import { type Addressing, resolveAddress } from "../../page/locate/locator.ts";
import { addressOf } from "../../page/locate/stable-locator.ts";
import { splitPair } from "../../values.ts";
import type { RecordedCall, Recording } from "../loop/assignment.ts";

/** Tools that a script does not need. */
const EXCLUDED_TOOLS: ReadonlySet<string> = new Set([
  "state",
  "screenshot",
  "note",
  "ask",
  "done",
  "list_files",
  "skill",
]);

const MAX_CALLS = 200;
const MAX_TEXT = 1_200;

type Values = Record<string, unknown>;
type Context = Parameters<AnyCommand["run"]>[0] & { browser?: Browser; page?: Page };

export class CallRecorder {
  readonly #calls: RecordedCall[] = [];
  readonly #hosts = new Set<string>();
  /** Locators of the elements of the current call, by index. */
  readonly #locators = new Map<number, Addressing | undefined>();
  #url = "about:blank";
  /** Address of the first page. */
  #startUrl: string | undefined;

  /** The same runner, looking at each element before it is acted on. */
  wrap(runner: CommandRunner): CommandRunner {
    return {
      commands: runner.commands,
      read: (words) => runner.read(words),
      run: (command, args, options) => runner.run(this.#within(command), args, options),
    };
  }

  #within(command: AnyCommand): AnyCommand {
    const run = async (context: Context) => {
      if (context.page) await this.#locate(command, context, context.page);
      try {
        return await command.run(context);
      } finally {
        this.#noteUrl(context);
      }
    };
    return { ...command, run };
  }

  #noteUrl({ browser, page }: Context): void {
    this.#url = (browser && browser.tabs.length > 0 ? browser.current.url : page?.url) ?? this.#url;
    this.#startUrl ??= this.#url;
    const url = URL.parse(this.#url);
    if (url && /^https?:$/.test(url.protocol)) this.#hosts.add(url.host);
  }

  async #locate({ args: declared }: AnyCommand, { args, signal }: Context, page: Page): Promise<void> {
    const indices = Object.entries(declared as Args).flatMap(([key, { type }]) => {
      const value = (args as Values)[key];
      if (type.elements) return [value].flat().filter((one) => typeof one === "number");
      if (type.typed && type.label.includes("="))
        return [value].flat().flatMap((one) => indexIn(String(one ?? "")) ?? []);
      return [];
    });
    const near = (args as Values).near;
    // An element without a locator fails in the command itself.
    for (const index of indices) this.#locators.set(index, await addressOf(page, index, signal).catch(() => undefined));
    if (typeof near === "number") await this.#locateNear(args as Values, near, page, signal);
  }

  /** Finds the element that the command addresses near another one. Stored under the negative index. */
  async #locateNear(args: Values, near: number, page: Page, signal: AbortSignal): Promise<void> {
    const { text, role, name, label } = args as Addressing;
    const given = { text, role, name, label, near } as Addressing;
    const wanted = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Addressing;
    const found = await resolveAddress(page, wanted, 0, signal).catch(() => undefined);
    this.#locators.set(-near, found && (await addressOf(page, found.index, signal).catch(() => undefined)));
  }

  /** Records a call with its answer. */
  record(tool: string, args: Values, { ok, acted, text }: { ok: boolean; acted: boolean; text: string }): void {
    const locators = new Map(this.#locators);
    this.#locators.clear();
    if (!ok || EXCLUDED_TOOLS.has(tool) || this.#calls.length >= MAX_CALLS) return;
    if (this.#calls.length === 0 && tool !== "open" && /^https?:/.test(this.#startUrl ?? ""))
      this.#calls.push({
        tool: "open",
        args: { url: this.#startUrl },
        url: this.#startUrl ?? "",
        text: "",
        acted: true,
      });
    const stable = withLocators(tool, args, locators);
    this.#calls.push({ tool, ...stable, url: this.#url, text: text.slice(0, MAX_TEXT), acted });
  }

  get recording(): Recording {
    return { calls: this.#calls, hosts: [...this.#hosts] };
  }
}

type Locators = ReadonlyMap<number, Addressing | undefined>;

function indexIn(pair: string): number | undefined {
  const { field = "" } = splitPair(pair) ?? {};
  return isIndex(field) ? Number(field) : undefined;
}

/** The arguments with locators instead of indices. */
function withLocators(tool: string, args: Values, locators: Locators): Pick<RecordedCall, "args" | "isNumbered"> {
  const { index, near, target, fields, ...rest } = args;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== null));
  if (fields !== undefined) return fieldsWithLabels(given, [fields].flat().map(String), locators);
  if (Array.isArray(target)) {
    const [from, to] = target.map((one) => locators.get(Number(one)));
    if (!from || (target.length > 1 && !to)) return { args, isNumbered: true };
    const end = Object.entries(to ?? {}).map(([key, value]) => [`to_${key}`, value]);
    return { args: { ...given, ...from, ...Object.fromEntries(end) } };
  }
  const number = typeof near === "number" ? -near : index;
  if (number === undefined || number === null) return { args: given };
  const address = locators.get(Number(number));
  // `text` of `type` is what to type, so it cannot be a locator.
  if (!address || (tool === "type" && address.text !== undefined)) return { args, isNumbered: true };
  const { text, role, name, label, nth, ...others } = given;
  return typeof near === "number" ? { args: { ...others, ...address } } : { args: { ...given, ...address } };
}

/** Each pair as `label=value`; a field without a unique label keeps its index. */
function fieldsWithLabels(
  rest: Values,
  pairs: readonly string[],
  locators: Locators,
): Pick<RecordedCall, "args" | "isNumbered"> {
  let isNumbered = false;
  const labelled = pairs.map((pair) => {
    const { field = "", value = "" } = splitPair(pair) ?? {};
    if (!isIndex(field)) return pair;
    const { label, name, text, nth } = locators.get(Number(field)) ?? {};
    const words = label ?? name ?? text;
    if (words === undefined || nth !== undefined || words.includes("=")) isNumbered = true;
    return `${words ?? field}=${value}`;
  });
  return { args: { ...rest, fields: labelled }, ...(isNumbered ? { isNumbered } : {}) };
}
