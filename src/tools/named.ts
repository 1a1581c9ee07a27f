/** The tools with names of their own. Each accepts the arguments of its command too, besides those listed. */
import type { AnyCommand } from "../command.ts";
import { pageTools } from "./page-tools.ts";
import { sessionTools } from "./session-tools.ts";
import { checkOwn, propertiesOf, type Tool } from "./tool.ts";

/** The tools offered by default. More tools would cost every conversation tokens and are seldom needed. */
export const CORE: readonly string[] = [
  "browser_navigate",
  "browser_get_state",
  "browser_click",
  "browser_type",
  "browser_keys",
  "browser_fill",
  "browser_upload",
  "browser_scroll",
  "browser_wait",
  "browser_screenshot",
  "browser_extract_content",
  "browser_eval",
  "browser_switch_tab",
  "browser_dialog",
];

/** The named tools whose commands exist, or have a substitute. */
export function namedTools(commands: readonly AnyCommand[]): Tool[] {
  const byName = new Map(commands.map((one) => [one.name, one]));
  const standIns: Record<string, string> = { extract: "get text" };
  return [...pageTools, ...sessionTools].flatMap(({ runs, effect, own = {}, shown, replies, run, ...named }) => {
    const first = byName.get(runs[0] ?? "") ?? byName.get(standIns[runs[0] ?? ""] ?? "");
    if (!first) return [];
    // A tool with arguments of its own lists only those, unless `shown` names more.
    const keys = shown ?? (Object.keys(own).length > 0 ? [] : undefined);
    const tool: Tool = {
      name: named.name,
      description: named.description,
      effect: effect ?? first.effect,
      isIdempotent: named.isIdempotent ?? first.effect === "read",
      isOpenWorld: first.needs !== "nothing",
      commands: runs.filter((name) => byName.has(name)),
      properties: { ...own, ...propertiesOf(first, keys) },
      required: named.required ?? [],
      replies: replies ?? runs.filter((name) => byName.has(name)),
      run(args, runCommand) {
        checkOwn(own, args);
        return run(args, runCommand, (name) => byName.has(name));
      },
    };
    return [tool];
  });
}
