/** Measures how much of each prompt is an unchanged prefix of the one before: what prompt caches can hold. Knows no task. */
import type { Conversation } from "../../test/models/server.ts";

/** One prompt, in tokens. */
export interface Prompt {
  readonly all: number;
  /** Of them those that the prompt before had at the same place; 0 for the first one. */
  readonly kept: number;
}

export class PromptMeter {
  readonly prompts: Prompt[] = [];
  readonly #count: (text: string) => number;
  #before = "";
  #tokens = 0;

  /** `count` counts tokens of a text. */
  constructor(count: (text: string) => number) {
    this.#count = count;
  }

  /** The next prompt of the same run. */
  read({ body }: Conversation): Prompt {
    // In the order in which servers put them into the prompt.
    const text = [body.tools, body.system, ...body.messages].map((part) => JSON.stringify(part)).join("\n");
    const same = commonPrefix(this.#before, text);
    const kept = same === this.#before.length ? this.#tokens : this.#count(text.slice(0, same));
    const prompt = { all: kept + this.#count(text.slice(same)), kept };
    this.#before = text;
    this.#tokens = prompt.all;
    this.prompts.push(prompt);
    return prompt;
  }
}

function commonPrefix(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return at;
}
