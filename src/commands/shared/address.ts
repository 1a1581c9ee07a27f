/**
 * Addressing without a look: wherever a command takes the index of an element, it also takes `--text`, `--role`, `--name`,
 * `--label`, `--placeholder`, `--near` and `--nth`. Added to every command of the list by one function.
 */

import { type Arg, type Args, option } from "../../args.ts";
import { type AnyCommand, keyValueLines } from "../../command.ts";
import { Failure } from "../../errors.ts";
import type { Page } from "../../page/core/page.ts";
import { readyTimeout } from "../../page/locate/click-target.ts";
import { type Addressing, type FoundElement, resolveAddress } from "../../page/locate/locator.ts";
import type { ValueType } from "../../value-type.ts";
import { integer, text } from "../../values.ts";
import { comeToRest, SETTLE_VARIABLE } from "./settling.ts";

/** What an address is made of, in the order of help. */
const PARTS: Record<keyof Addressing, [type: ValueType<unknown>, doc: string]> = {
  text: [text("text", { nonEmpty: true }), "Instead of an index: the element with this text or name"],
  role: [
    text("role", { nonEmpty: true }),
    "Instead of an index: the element with this role: button, link, checkbox, …",
  ],
  name: [
    text("name", { nonEmpty: true }),
    "Instead of an index: the element with this accessible name; usually with --role",
  ],
  label: [text("label", { nonEmpty: true }), "Instead of an index: the field with this label"],
  placeholder: [text("text", { nonEmpty: true }), "Instead of an index: the field with this placeholder"],
  near: [
    integer("index", { min: 0 }),
    "Of several matches, the one nearest to this element; the same row or card first",
  ],
  nth: [integer("n", { min: 1 }), "Of several matches, the n-th, counted from 1"],
};

const KEYS = Object.keys(PARTS) as (keyof Addressing)[];

/** The arguments of one address by its parts, such as `{ text: "byText", … }`. */
type Keys = Record<keyof Addressing, string>;

/** The command, with addresses where it takes the index of an element. */
export function addressable(command: AnyCommand): AnyCommand {
  const args = command.args as Args;
  const [into, arg] = Object.entries(args).find(([, { type }]) => type.elements) ?? [];
  if (into === undefined || arg === undefined) return command;
  const first = keysOf(args, "");
  const second = arg.type.elements === 2 ? keysOf(args, "to") : undefined;
  const ends = [first, ...(second ? [second] : [])];
  return {
    ...command,
    environment: [...(command.environment ?? []), SETTLE_VARIABLE],
    args: { ...args, ...optionsOf(first, "", into), ...(second ? optionsOf(second, "to-", into) : {}) },
    run(context) {
      if (!ends.some((keys) => KEYS.some((key) => context.args[keys[key]] !== undefined))) return command.run(context);
      return runAddressed(command, context, command.addressed?.(context.args) ?? into, first, second);
    },
    text({ found, found_to: foundTo, ...data }) {
      const told = [found && foundLine("found", found), foundTo && foundLine("found_to", foundTo)].filter(Boolean);
      return [...told, (command.text ?? keyValueLines)(data)].join("\n");
    },
  };
}

/** Keys that the command uses for something else get another name; on a line they are the same everywhere. */
function keysOf(args: Args, prefix: "" | "to"): Keys {
  const keyOf = (part: string) => {
    if (prefix !== "") return `${prefix}${capitalized(part)}`;
    return Object.hasOwn(args, part) ? `by${capitalized(part)}` : part;
  };
  return Object.fromEntries(KEYS.map((part) => [part, keyOf(part)])) as Keys;
}

function capitalized(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

function optionsOf(keys: Keys, prefix: string, into: string): Args {
  const options = KEYS.map((part): [string, Arg] => {
    const [type, doc] = PARTS[part];
    const told = prefix === "" ? doc : `For the end of the drag. ${doc}`;
    return [keys[part], { ...option({ ...type, addresses: into }, told), written: `${prefix}${part}` }];
  });
  return Object.fromEntries(options);
}

function foundLine(key: string, { index, element }: FoundElement): string {
  return `${key}: [${index}]${element}`;
}

type Context = Parameters<AnyCommand["run"]>[0];

/** Finds the elements, and runs the command as if their indices had been given. */
async function runAddressed(
  command: AnyCommand,
  context: Context,
  into: string,
  first: Keys,
  second: Keys | undefined,
): Promise<object> {
  const { args } = context;
  const [one, other] = [addressingOf(args, first), second && addressingOf(args, second)];
  const given = args[into];
  if (!second && (Array.isArray(given) ? given.length > 0 : given !== undefined)) throw bothFailure(one);
  // To address is to look: what an action before this one has done to the page must be there. Reads have waited already.
  if (command.settles === undefined) await comeToRest({ ...context, args: {} }, false);
  const find = async (wanted: Addressing | undefined) => wanted && (await resolved(context, wanted));
  const from = await find(one);
  const to = await find(other);
  const numbers = [...(from ? [from.index] : []), ...(Array.isArray(given) ? given : []), ...(to ? [to.index] : [])];
  const own = Object.fromEntries(Object.entries(args).filter(([key]) => !isPart(key, first) && !isPart(key, second)));
  own[into] = Array.isArray(given) ? numbers : numbers[0];
  const data = await command.run({ ...context, args: own });
  return { ...(from ? { found: from } : {}), ...(to ? { found_to: to } : {}), ...data };
}

async function resolved({ page, signal, timeoutMs }: Context & { page?: Page }, wanted: Addressing) {
  if (!page) throw new TypeError("a command without a page cannot address an element");
  return await resolveAddress(page, wanted, readyTimeout(timeoutMs), signal);
}

function isPart(key: string, keys: Keys | undefined): boolean {
  return keys !== undefined && Object.values(keys).includes(key);
}

/** The parts that are given, or undefined where there are none. `usage` for those that say nothing by themselves. */
function addressingOf(args: Readonly<Record<string, unknown>>, keys: Keys): Addressing | undefined {
  const given = KEYS.filter((part) => args[keys[part]] !== undefined);
  if (given.length === 0) return undefined;
  if (given.every((part) => part === "near" || part === "nth"))
    throw new Failure(
      "usage",
      `--${given.join(" and --")} can only be used with --text, --role, --name, --label or --placeholder`,
      "Add --text <text>, --role <role> or --label <label>.",
    );
  return Object.fromEntries(given.map((part) => [part, args[keys[part]]])) as Addressing;
}

function bothFailure(addressing: Addressing | undefined): Failure {
  const [part = "text"] = Object.keys(addressing ?? {});
  return new Failure("usage", `an index and --${part} cannot be used together`, "Leave out one of them.");
}
