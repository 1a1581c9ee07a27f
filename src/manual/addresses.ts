/** One sentence of help about the addressing options (`--text`, `--role`, …), which nearly every command has. */
import { type Args, optionName } from "../args.ts";

/** The arguments without the addressing options. */
export function withoutAddress(args: Args): Args {
  return Object.fromEntries(Object.entries(args).filter(([, { type }]) => type.addresses === undefined));
}

/** The sentence, or undefined for a command that takes no element. */
export function addressNote(args: Args): string | undefined {
  const names = Object.entries(args)
    .filter(([, { type }]) => type.addresses !== undefined)
    .map(([key, arg]) => `--${optionName(key, arg)}`);
  if (names.length === 0) return undefined;
  const second = names.some((name) => name.startsWith("--to-"))
    ? "; the same options with --to- choose the end of the drag"
    : "";
  const own = names.filter((name) => !name.startsWith("--to-")).join(" ");
  return `Instead of an index: ${own}${second} (svc help addressing)`;
}
