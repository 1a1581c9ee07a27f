/**
 * What stands between an agent and the browser, whatever its model wants: secrets are typed on their own sites alone and never
 * told, files stay in the workspace, and what is read from pages is marked as such. It is the same hands again, so that
 * whoever has them cannot go past it. Knows no model.
 */
import type { AnyCommand, RunOptions } from "../../command.ts";
import type { Failure } from "../../errors.ts";
import { fenced, newBoundary } from "../../lib/boundary.ts";
import { describe, type Outcome } from "../../outcome.ts";
import type { Page } from "../../page/page.ts";
import type { Assignment, Hands } from "../assignment.ts";
import { type Asking, aim, aimPair, type Values } from "./field.ts";
import { inWorkspace } from "./files.ts";
import { admitted } from "./gate.ts";
import { hostsOf } from "./hosts.ts";
import { asksForSecret } from "./placeholder.ts";
import { Secrets } from "./secrets.ts";

/** What a run is bound by. */
export type GuardRules = Pick<Assignment, "task" | "startUrl" | "secrets" | "allowedDomains" | "workspace">;

export interface Guard extends Hands {
  /** The names of the secrets: all that a model is told of them. */
  readonly secretNames: readonly string[];
  /** The text with the names of secrets in the place of their values. */
  redact(text: string): string;
  /** The same for every text in a value. */
  redacted<T>(value: T): T;
  /** Text that comes from outside, between two lines with a mark that no page can know. */
  fence(text: string): string;
  /** The path of a file by its name in the workspace. Throws `denied`. */
  path(name: string): string;
  /** The run is over: the browser is as free as it was before. */
  end(): Promise<void>;
}

/** Throws `usage` for hosts that cannot be understood. */
export function guarded(hands: Hands, rules: GuardRules): Guard {
  return new Guarding(hands, rules);
}

type Context = Parameters<AnyCommand["run"]>[0];

class Guarding implements Guard {
  readonly commands;
  readonly secretNames;
  readonly #hands: Hands;
  readonly #rules: GuardRules;
  readonly #secrets: Secrets;
  readonly #boundary = newBoundary();

  constructor(hands: Hands, rules: GuardRules) {
    this.#hands = hands;
    this.#rules = rules;
    this.commands = hands.commands;
    const { allowedDomains } = rules;
    const allowed = allowedDomains && hostsOf(allowedDomains, "allowed domains");
    this.#secrets = new Secrets(rules.secrets, {
      isConfined: allowed !== undefined,
      has: (origin) => allowed?.has(origin),
    });
    this.secretNames = this.#secrets.names;
  }

  read(words: readonly string[]) {
    return this.#hands.read(words);
  }

  async run(command: AnyCommand, args: Values, options?: RunOptions): Promise<Outcome> {
    try {
      const { workspace, allowedDomains } = this.#rules;
      const given = admitted(command, args, { workspace, isConfined: allowedDomains !== undefined });
      return this.redacted(await this.#hands.run(this.#within(command), given, options));
    } catch (error) {
      return { ok: false, error: describe(error as Failure, command.name) };
    }
  }

  /** The command as it runs: placeholders become values only behind everything that keeps or tells what was asked. */
  #within(command: AnyCommand): AnyCommand {
    const run = async (context: Context) => {
      const { found, ...asked } = await this.#prepared(command, context);
      const data = await command.run({ ...context, ...asked });
      return found ? { found, ...data } : data;
    };
    return { ...command, run };
  }

  async #prepared(command: AnyCommand, context: Context & { page?: Page }): Promise<{ args: Values; found?: object }> {
    const { page, timeoutMs, signal } = context;
    const args = context.args as Values;
    const typed = Object.entries(args).filter(([key, value]) => command.args[key]?.type.typed && asksForSecret(value));
    if (!page || typed.length === 0) return { args };
    const asking = { page, timeoutMs, signal };
    if (command.args.fields) return { args: await this.#filled(args, asking) };
    const { field, found, args: aimed } = await aim(command, args, asking);
    const reveal = (text: unknown): unknown =>
      Array.isArray(text) ? text.map(reveal) : typeof text === "string" ? this.#secrets.reveal(text, field) : text;
    const revealed = Object.fromEntries(typed.map(([key, value]) => [key, reveal(value)]));
    const silently = command.args.secret ? { secret: true } : {};
    return { args: { ...aimed, ...revealed, ...silently }, ...(found ? { found } : {}) };
  }

  /** Fields with a secret are those whose values are never told. */
  async #filled(args: Values, asking: Asking): Promise<Values> {
    const pairs = args.fields as string[];
    const open = pairs.filter((pair) => !asksForSecret(pair));
    const hidden: string[] = [];
    for (const pair of pairs.filter(asksForSecret)) {
      const { index, value, field } = await aimPair(pair, asking);
      hidden.push(`${index}=${this.#secrets.reveal(value, field)}`);
    }
    return { ...args, fields: open, hidden };
  }

  redact(text: string): string {
    return this.#secrets.redactor.text(text);
  }

  redacted<T>(value: T): T {
    return this.#secrets.redactor.data(value);
  }

  fence(text: string): string {
    return fenced(text, this.#boundary);
  }

  path(name: string): string {
    return inWorkspace(this.#rules.workspace, name);
  }

  async end(): Promise<void> {}
}
