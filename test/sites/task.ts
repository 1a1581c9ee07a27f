/** What a task on a site is. */
import type { Agent } from "./agent.ts";
import type { Answers, Told } from "./serve.ts";

export interface Task {
  site: string;
  answers?: Answers;
  /** Does the task and returns what it was to find out. */
  run(agent: Agent): Promise<string>;
  found: string;
  /** What the site was told, in this order; other things than these are not looked at. */
  told: Told[];
}
