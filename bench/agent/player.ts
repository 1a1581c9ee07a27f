/** Plays an oracle as a language model: a scripted server that answers each request with the next turn. */
import { type ScriptedServer, scriptedModel } from "../../test/models/server.ts";
import { type Call, seen, turn } from "./oracle.ts";
import { type Prompt, PromptMeter } from "./prompts.ts";
import type { Task } from "./task.ts";

export interface Player extends Disposable {
  readonly server: ScriptedServer;
  readonly prompts: readonly Prompt[];
  /** From each answer to the next question, in milliseconds. */
  readonly pauses: readonly number[];
  /** Where the oracle was at a loss: it could not find what it had to read. */
  problem(): string | undefined;
}

/**
 * Turns that come after the last one repeat it: a claim may be held back for a second look. `count` counts tokens of a text;
 * the server tells them as its usage, with the unchanged prefix of each prompt as cached.
 */
export function playOracle({ oracle }: Task, base: string, count: (text: string) => number): Player {
  const meter = new PromptMeter(count);
  const answers: string[] = [];
  const pauses: number[] = [];
  let answeredMs: number | undefined;
  let problem: string | undefined;
  let played = 0;
  const calls = (): readonly Call[] => {
    const step = oracle[Math.min(played++, oracle.length - 1)];
    try {
      return step ? turn(step, seen(base, answers)) : [];
    } catch (error) {
      problem ??= `turn ${played}: ${error instanceof Error ? error.message : String(error)}`;
      return [
        { tool: "done", args: { success: false, output: `The oracle is at a loss at ${problem}`, evidence: "" } },
      ];
    }
  };
  const server = scriptedModel((asked) => {
    if (answeredMs !== undefined) pauses.push(performance.now() - answeredMs);
    answers.push(asked.last);
    const { all, kept } = meter.read(asked);
    const made = calls().map(({ tool, args }) => ({ name: tool, args }));
    const usage = { input: all, cached: kept, output: count(JSON.stringify(made)) };
    answeredMs = performance.now();
    return { calls: made, usage };
  });
  const { prompts } = meter;
  return { server, prompts, pauses, problem: () => problem, [Symbol.dispose]: () => server[Symbol.dispose]() };
}
