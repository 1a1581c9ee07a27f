/** What agent sessions stand on that the platform itself does not have: commands, models, and the agent. */
import type { StartRun } from "../../agent/assignment.ts";
import { startRun } from "../../agent/run.ts";
import type { AnyCommand, Line, Runner } from "../../command.ts";
import { openModel } from "../../models/client.ts";
import type { Model } from "../../models/model.ts";
import { chooseModel, readRegistry } from "../../models/registry.ts";

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
export function agentParts(home: string, { commands, read }: Pick<Runner, "commands" | "read">): AgentParts {
  return { commands, read, models: configuredModels(home), startRun };
}

/** Read each time: the operator may change the file while the server runs. Errors: those of the settings and the file. */
function configuredModels(home: string): AgentModels {
  return {
    get names() {
      const { models, default: first } = readRegistry(home, process.env);
      return first ? [first, ...models.filter((one) => one !== first)].map(({ name }) => name) : [];
    },
    open(name) {
      const { config, fallback } = chooseModel(home, process.env, name);
      return openModel(config, { home, fallback });
    },
  };
}
