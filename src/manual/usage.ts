/** The usage line of a command, and a hint to its help. */

import type { Args } from "../args.ts";
import type { AnyCommand } from "../command.ts";

/** Such as `svc input <index> <text>`. Options are left out. */
export function usageLine(command: AnyCommand | undefined): string {
  if (!command) return "svc <command>";
  const places = Object.entries(command.args as Args).filter(
    ([, arg]) => arg.place === "positional" || arg.place === "positionals",
  );
  const shown = places.map(([key, arg]) => {
    const list = arg.type.label.includes("|") ? arg.type.label : `${key}...`;
    const label = arg.place === "positionals" ? list : arg.type.choices ? arg.type.label : key;
    return arg.required ? `<${label}>` : `[${label}]`;
  });
  return ["svc", command.name, ...shown].join(" ");
}

/** The hint of a usage error that has no better one. */
export function helpHint(command: AnyCommand | undefined): string {
  return command ? `Run \`svc ${command.name} --help\`.` : "Run `svc --help`.";
}
