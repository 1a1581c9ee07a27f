/** What agent sessions stand on that the platform itself does not have: commands, models, and the agent. */
import type { StartRun } from "../../../agent/loop/assignment.ts";
import { startRun } from "../../../agent/loop/run.ts";
import type { AnyCommand, ParsedCommand, CommandRunner } from "../../../command.ts";
import { asFailure, Failure } from "../../../errors.ts";
import { log } from "../../../lib/log.ts";
import { openModel } from "../../../models/client.ts";
import type { Model } from "../../../models/model.ts";
import { chooseModel, readRegistry } from "../../../models/registry.ts";

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
  read(words: readonly string[]): ParsedCommand;
  readonly models: AgentModels;
  readonly startRun: StartRun;
}

/** Those of a server of that home. */
export function agentParts(home: string, { commands, read }: Pick<CommandRunner, "commands" | "read">): AgentParts {
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
      return discreet(openModel(config, { home, fallback }));
    },
  };
}

/** A model as callers may hear of it: where its server is, and where its settings lie, is for the operator to read. */
function discreet(model: Model): Model {
  const { name, baseUrl } = model.config;
  const { host } = new URL(baseUrl);
  const told = (text: string) => text.replaceAll(baseUrl, name).replaceAll(host, name);
  const asked = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      const failure = asFailure(error);
      if (failure?.code !== "model" && failure?.code !== "no_model") throw error;
      log.warn(`model ${name}: ${failure.message}${failure.hint ? ` ${failure.hint}` : ""}`);
      // It becomes one sentence of several.
      const message = told(failure.message).replace(/[.\s]*$/, ".");
      throw new Failure(failure.code, message, "Send the task again later, or with another model.");
    }
  };
  return {
    get config() {
      return model.config;
    },
    ask: (turn, signal) => asked(model.ask(turn, signal)),
    capabilities: (signal) => asked(model.capabilities(signal)),
    onNote: (heard) => model.onNote((note) => heard(told(note))),
  };
}
