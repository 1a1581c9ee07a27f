import { type Args, flag, option } from "../../args.ts";
import { type CommandRunner, command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { clearEntries, type Entry, historyFiles, readEntries } from "../../lib/history.ts";
import { DOTS } from "../../lib/mask.ts";
import { lineOf, wordsOf } from "../../manual/line.ts";
import { bool, integer } from "../../values.ts";

/** As many as a screen holds. */
const SHOWN = 50;

interface LogEntry {
  at: string;
  line: string;
  ok: boolean;
  code?: string;
  ms: number;
}

interface SessionLog {
  session: string;
  entries?: LogEntry[];
  /** Entries before those. */
  earlier?: number;
  script?: string;
  cleared?: number;
}

export const logCommand = command({
  name: "log",
  group: "scripting",
  summary: "Show the command history of the session, or print it as lines for svc batch",
  // For `--clear`, which nobody shall do who was allowed to read alone.
  effect: "write",
  needs: "nothing",
  // A fence would be a line of the script.
  pageless: true,
  args: {
    asScript: flag(bool(), "Print the successful commands as lines for svc batch; secrets become variables"),
    limit: option(integer("n", { min: 1 }), `Number of commands to show; default ${SHOWN}, or all with --as-script`),
    clear: flag(bool(), "Delete the history"),
  },
  examples: ["log", "log --as-script", "log --limit 10", "log --clear"],
  run({ home, session, runner, args }): SessionLog {
    const files = historyFiles(home, session);
    const all = readEntries(files);
    if (args.clear) {
      if (args.asScript || args.limit !== undefined)
        throw new Failure("usage", "--clear cannot be used with another option", "Run `svc log --clear`.");
      clearEntries(files);
      return { session, cleared: all.length };
    }
    const entries = all.slice(-(args.limit ?? (args.asScript ? all.length : SHOWN)));
    if (args.asScript) return { session, script: scriptOf(entries, runner) };
    return { session, entries: entries.map((one) => shown(one, runner)), earlier: all.length - entries.length };
  },
  text: ({ session, entries = [], earlier, script, cleared }) => {
    if (script !== undefined) return script;
    if (cleared !== undefined) return `deleted: ${cleared} ${cleared === 1 ? "command" : "commands"}`;
    if (entries.length === 0) return `Session ${session} has run no commands yet`;
    const head = earlier ? [`(${earlier} earlier commands: svc log --limit ${earlier + entries.length})`] : [];
    return [...head, ...entries.map(entryLine)].join("\n");
  },
});

function entryLine({ at, line, ok, code, ms }: LogEntry): string {
  const time = new Date(at);
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()]
    .map((n) => String(n).padStart(2, "0"))
    .join(":");
  return `${clock}  ${(ok ? "ok" : (code ?? "failed")).padEnd(11)} ${`${ms} ms`.padStart(9)}  ${line}`;
}

function shown(entry: Entry, runner: CommandRunner): LogEntry {
  const { at, ok, code, ms } = entry;
  return { at, line: dottedLine(entry, runner), ok, ...(code === undefined ? {} : { code }), ms };
}

/** The line with dots for what is not kept. */
function dottedLine({ command: name, args, masked = [], timeoutMs }: Entry, runner: CommandRunner): string {
  const known = runner.commands.find((one) => one.name === name);
  // The name of a variable stands for the text.
  const dotted = masked.filter((key) => !Object.keys(args).some((other) => known?.args[other]?.type.fills === key));
  const all = { ...Object.fromEntries(dotted.map((key) => [key, DOTS])), ...args };
  const words = known ? wordsOf(known, all, timeoutMs) : undefined;
  return words ? lineOf(words).replaceAll(`'${DOTS}'`, DOTS) : `${name} ${JSON.stringify(all)}`;
}

/** The lines of what succeeded, one after the other; what cannot be said again is told in a comment. */
function scriptOf(entries: readonly Entry[], runner: CommandRunner): string {
  const names = new Names();
  return entries
    .filter(({ ok }) => ok)
    .flatMap((entry) => scriptLines(entry, runner, names))
    .join("\n");
}

/** Names of variables for secrets that are not kept. */
class Names {
  #last = 0;

  next(): string {
    return `SECRET_${++this.#last}`;
  }
}

function scriptLines(entry: Entry, runner: CommandRunner, names: Names): string[] {
  const { command: name, args, masked = [], timeoutMs } = entry;
  const left = (why: string) => [`# left out: ${dottedLine(entry, runner)} (${why})`];
  const known = runner.commands.find((one) => one.name === name);
  if (!known) return left("this version of svc does not have the command");
  const declared = known.args as Args;
  const filling = Object.keys(declared).find((key) => masked.includes(declared[key]?.type.fills ?? ""));
  if (masked.some((key) => key !== declared[filling ?? ""]?.type.fills)) return left(`${masked.join(", ")} not kept`);
  // A list of them: which field each was for is not kept either.
  if (filling !== undefined && args[filling] === undefined && declared[filling]?.repeats)
    return left(`${masked.join(", ")} not kept`);
  const variable = filling === undefined || args[filling] !== undefined ? undefined : names.next();
  const words = wordsOf(known, variable === undefined ? args : { ...args, [filling ?? ""]: variable }, timeoutMs);
  if (!words) return left("it cannot be written as one line");
  const note = variable === undefined ? [] : [`# set ${variable} first: the ${masked.join(", ")} was not kept`];
  return [...note, lineOf(words)];
}
