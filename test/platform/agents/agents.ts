/** An agent whose tasks are scripts of the test, with real commands on a real browser of the fleet. */
import type { Assignment, Run, RunEvent, RunResult, StartRun } from "../../../src/agent/loop/assignment.ts";
import { parseLine } from "../../../src/cli/parse.ts";
import type { CommandRunner } from "../../../src/command.ts";
import { commands } from "../../../src/commands/index.ts";
import { Failure } from "../../../src/errors.ts";
import type { Model, Usage } from "../../../src/models/model.ts";
import type { AgentParts } from "../../../src/platform/agents/runs/parts.ts";
import type { Data } from "../../fixture.ts";

/** Context of a script. */
export interface Acting {
  readonly assignment: Assignment;
  readonly runner: CommandRunner;
  readonly signal: AbortSignal;
  /** Runs a command line as one tool call, with its events, and returns its result. Throws when the run is stopped. */
  act(line: string[], summary?: string): Promise<Data>;
  think(text: string): Promise<void>;
  /** Ends a turn. */
  step(usage?: Partial<Usage>): Promise<void>;
  /** Asks a question and waits for the answer. */
  ask(question: string): Promise<string>;
}

export type Script = (acting: Acting) => Promise<Partial<RunResult> | undefined>;

/** The first bytes of a JPEG. */
const PICTURE = { bytes: new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), mediaType: "image/jpeg" };

class Stopped extends Error {}

export const read: AgentParts["read"] = (words) => {
  const { command, args, globals } = parseLine(words, commands);
  if (!command) throw new Failure("usage", "no command on the line");
  return { command, args, timeoutMs: globals.timeout, common: [] };
};

/** Scripts by the first word of the task. */
export function scripted(
  scripts: Record<string, Script>,
  models: readonly string[] = ["scripted", "second"],
): AgentParts {
  return {
    commands,
    read,
    models: { names: models, open: (name) => ({ config: { name } }) as Model },
    startRun: (asked) => begun(asked, scripts),
  };
}

function begun(asked: Parameters<StartRun>[0], scripts: Record<string, Script>): Run {
  const { assignment, runner, signal, model, onEvent: tell } = asked;
  const stopped = new AbortController();
  const answers: ((text: string) => void)[] = [];
  let number = 1;
  let usage: Usage = { input: 0, cachedInput: 0, output: 0, costUsd: 0 };
  const check = () => {
    if (stopped.signal.aborted || signal.aborted) throw new Stopped();
  };
  const acting: Acting = {
    assignment,
    runner,
    signal: AbortSignal.any([signal, stopped.signal]),
    async act(words, summary = words.join(" ")) {
      check();
      const { command, args } = runner.read(words);
      const call = { id: crypto.randomUUID(), tool: command.name, args };
      await tell({ kind: "action", step: number, call, summary });
      check();
      const outcome = await runner.run(command, args, { signal: acting.signal });
      const text = outcome.ok ? outcome.text : outcome.error.message;
      await tell({ kind: "result", step: number, call, ok: outcome.ok, text, summary: text.slice(0, 80) });
      return outcome.ok ? outcome.data : outcome.error;
    },
    think: async (text) => void (await tell({ kind: "thought", step: number, text })),
    async step(used = {}) {
      const { input = 100, output = 10, costUsd = 0.001, cachedInput = 0 } = used;
      usage = {
        input: usage.input + input,
        cachedInput: usage.cachedInput + cachedInput,
        output: usage.output + output,
        costUsd: usage.costUsd + costUsd,
      };
      const event: RunEvent = {
        kind: "step",
        step: number,
        url: "about:blank",
        title: "",
        durationMs: 1,
        usage,
        picture: PICTURE,
      };
      number++;
      await tell(event);
      check();
    },
    async ask(question) {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      answers.push(resolve);
      acting.signal.addEventListener("abort", () => reject(new Stopped()));
      await tell({ kind: "ask", question });
      check();
      const text = await promise;
      await tell({ kind: "answered", text });
      return text;
    },
  };
  const run = async (): Promise<RunResult> => {
    const made: RunResult = {
      ...{ reason: "done", explanation: "It is done.", success: true, output: null, evidence: "", steps: number - 1 },
      ...{ durationMs: 1, timings: [], usage, model: model.config.name, files: [], memory: [] },
    };
    let set: Partial<RunResult> = {};
    try {
      const script = scripts[assignment.task.split(" ")[0] ?? ""];
      if (!script) throw new Error(`no script for: ${assignment.task}`);
      set = (await script(acting)) ?? {};
    } catch (error) {
      const isStopped = error instanceof Stopped || acting.signal.aborted;
      set = {
        reason: isStopped ? "stopped" : "failed",
        explanation: isStopped ? "It was stopped." : String(error),
        success: false,
      };
    }
    const memory = [...(assignment.memory ?? []), { role: "user" as const, text: assignment.task }];
    const result = { ...made, usage, steps: number - 1, memory, ...set };
    await tell({ kind: "end", result });
    return result;
  };
  return {
    result: run(),
    stop: () => stopped.abort(),
    answer(text) {
      const waiting = answers.shift();
      waiting?.(text);
      return waiting !== undefined;
    },
  };
}

/** Opens a page and returns its title. */
export const readTitle: Script = async ({ act, step, assignment }) => {
  await act(["open", assignment.task.split(" ")[1] ?? "about:blank"]);
  await step();
  const { title } = await act(["get", "title"]);
  await step();
  return { output: title, explanation: `The title is ${title}.` };
};
