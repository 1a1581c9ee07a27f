/** What agent sessions stand on that the platform itself does not have: commands, models, and the agent. */
import type { StartRun } from "../../agent/assignment.ts";
import type { AnyCommand, Line, Runner } from "../../command.ts";
import type { Model } from "../../models/model.ts";
import { Refusal } from "../refusal.ts";

/** The models that the operator configured. */
export interface AgentModels {
  /** Names that callers may ask for; the first one is the default. Empty: there is no model. */
  readonly names: readonly string[];
  /** One of the names. */
  open(name: string): Model;
}

export interface AgentParts {
  /** The list of commands, and how a line of them is read. */
  readonly commands: readonly AnyCommand[];
  read(words: readonly string[]): Line;
  readonly models: AgentModels;
  readonly startRun: StartRun;
}

/** Those of a server of that home. */
export function agentParts(_home: string, { commands, read }: Pick<Runner, "commands" | "read">): AgentParts {
  const none = () => {
    throw new Refusal(422, "This server has no language model");
  };
  return { commands, read, models: { names: [], open: none }, startRun: none };
}
