/** Dependencies of agent sessions from outside the platform: commands, models and the agent. */
import type { StartRun } from "../../../agent/loop/assignment.ts";
import { startRun } from "../../../agent/loop/run.ts";
import type { AnyCommand, CommandRunner, ParsedCommand } from "../../../command.ts";
import { asFailure, Failure } from "../../../errors.ts";
import { log } from "../../../lib/log.ts";
import { openModel } from "../../../models/client.ts";
import type { Model } from "../../../models/model.ts";
import { chooseModel, readRegistry } from "../../../models/registry.ts";

/** The models that the operator configured. */
export interface AgentModels {
  /** Names that callers can request; the first is the default. Empty if no model is configured. */
  readonly names: readonly string[];
  /** One of the names. */
  open(name: string): Model;
}

export interface AgentParts {
  /** The command list. */
  readonly commands: readonly AnyCommand[];
  read(words: readonly string[]): ParsedCommand;
  readonly models: AgentModels;
  readonly startRun: StartRun;
}

/** The dependencies of a server with that home. */
export function agentParts(home: string, { commands, read }: Pick<CommandRunner, "commands" | "read">): AgentParts {
  return { commands, read, models: configuredModels(home), startRun };
}

/** Reads the registry on each access, because the operator can change it while the server runs. Errors: those of settings and file. */
function configuredModels(home: string): AgentModels {
  return {
    get names() {
      const { models, default: first } = readRegistry(home, process.env);
      return first ? [first, ...models.filter((one) => one !== first)].map(({ name }) => name) : [];
    },
    open(name) {
      const { config, fallback } = chooseModel(home, process.env, name);
      return withoutInternals(openModel(config, { home, fallback }));
    },
  };
}

/** Removes the address of the model server and paths of settings from errors and notes: only the operator may see them. */
function withoutInternals(model: Model): Model {
  const { name, baseUrl } = model.config;
  const { host } = new URL(baseUrl);
  const redacted = (text: string) => text.replaceAll(baseUrl, name).replaceAll(host, name);
  const withPlainErrors = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      const failure = asFailure(error);
      if (failure?.code !== "model" && failure?.code !== "no_model") throw error;
      log.warn(`model ${name}: ${failure.message}${failure.hint ? ` ${failure.hint}` : ""}`);
      // Other sentences follow.
      const message = redacted(failure.message).replace(/[.\s]*$/, ".");
      throw new Failure(failure.code, message, "Send the task again later or with another model.");
    }
  };
  return {
    get config() {
      return model.config;
    },
    ask: (turn, signal) => withPlainErrors(model.ask(turn, signal)),
    capabilities: (signal) => withPlainErrors(model.capabilities(signal)),
    onNote: (listener) => model.onNote((note) => listener(redacted(note))),
  };
}
