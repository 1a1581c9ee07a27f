/** The options of an address, told in one sentence in place of a line each: nearly every command on elements has them. */
import { type Args, optionName } from "../args.ts";

/** The arguments without those of an address. */
export function withoutAddress(args: Args): Args {
  return Object.fromEntries(Object.entries(args).filter(([, { type }]) => type.addresses === undefined));
}

/** What can be given in place of an index, or undefined where the command takes no element. */
export function addressNote(args: Args): string | undefined {
  const names = Object.entries(args)
    .filter(([, { type }]) => type.addresses !== undefined)
    .map(([key, arg]) => `--${optionName(key, arg)}`);
  if (names.length === 0) return undefined;
  const second = names.some((name) => name.startsWith("--to-")) ? "; the same with --to- for the end of the drag" : "";
  const own = names.filter((name) => !name.startsWith("--to-")).join(" ");
  return `In place of an index: ${own}${second} (svc help addressing)`;
}
