/**
 * What stands between an agent and the browser, whatever its model wants: secrets are typed on their own sites alone and never
 * told, files stay in the workspace, what was read on one site does not go to another, and requests keep to the hosts of the run.
 * It is the same hands again, so that whoever has them cannot go past it. Knows no model.
 */

import type { Args } from "../../args.ts";
import type { Browser } from "../../browser/browser.ts";
import type { Confinement, Confining } from "../../browser/policy/confine.ts";
import type { AnyCommand, RunOptions } from "../../command.ts";
import { Failure } from "../../errors.ts";
import type { Message } from "../../models/model.ts";
import type { Outcome } from "../../outcome.ts";
import type { Page } from "../../page/core/page.ts";
import { describe } from "../../run-command.ts";
import type { Assignment } from "../loop/assignment.ts";
import type { AgentCommands } from "../loop/commands.ts";
import { CAPS, Caps } from "./caps.ts";
import { originsAround, type Values } from "./field.ts";
import { inWorkspace } from "./files.ts";
import { Flow } from "./flow.ts";
import { admitted } from "./gate.ts";
import { originOf } from "./hosts.ts";
import { prepared } from "./prepare.ts";
import { Reached } from "./reach.ts";
import { Secrets } from "./secrets.ts";
import { textsOf } from "./texts.ts";

/** What a run is bound by. */
export type GuardRules = Pick<Assignment, "task" | "startUrl" | "secrets" | "allowedDomains" | "workspace" | "memory">;

export interface Guard extends AgentCommands {
  /** The names of the secrets: all that a model is told of them. */
  readonly secretNames: readonly string[];
  /** The text with the names of secrets in the place of their values. */
  redact(text: string): string;
  /** The same for every text in a value. */
  redacted<T>(value: T): T;
  /** The path of a file by its name in the workspace. Throws `denied`. */
  path(name: string): string;
  /** The model is told a text that no command gave: that of a file. */
  told(text: string): void;
  /** A person has said this to the model: it counts as the task does. */
  hear(text: string): Promise<void>;
  /** Hosts to which requests were refused, as far as that was told. */
  readonly refusedHosts: ReadonlySet<string>;
  /** Whether the run acts on that host, with its port, and does not only read there. */
  actsOn(host: string): boolean;
  /** The run is over: the browser is as free as it was before. */
  end(): Promise<void>;
}

/** Throws `usage` for hosts that cannot be understood. */
export function guarded(hands: AgentCommands, rules: GuardRules): Guard {
  return new Guarding(hands, rules);
}

type Context = Parameters<AnyCommand["run"]>[0] & { browser?: Browser; page?: Page };

class Guarding implements Guard {
  readonly commands;
  readonly secretNames;
  readonly refusedHosts = new Set<string>();
  readonly #hands: AgentCommands;
  readonly #rules: GuardRules;
  readonly #reach: Reached;
  readonly #secrets: Secrets;
  readonly #flow: Flow;
  #held: { browser: Browser; confining: Promise<Confining> } | undefined;
  #isOver = false;

  constructor(hands: AgentCommands, rules: GuardRules) {
    this.#hands = hands;
    this.#rules = rules;
    this.commands = hands.commands;
    this.#reach = new Reached(rules);
    this.#secrets = new Secrets(rules.secrets, this.#reach);
    this.#flow = new Flow(this.#reach, this.#secrets, new Caps());
    this.#flow.hear(`${rules.task} ${rules.startUrl ?? ""}`);
    for (const message of rules.memory ?? []) this.#flow.told(saidIn(message), new Set(["before"]));
    this.secretNames = this.#secrets.names;
  }

  read(words: readonly string[]) {
    return this.#hands.read(words);
  }

  async run(command: AnyCommand, args: Values, options?: RunOptions): Promise<Outcome> {
    try {
      const { workspace } = this.#rules;
      const given = admitted(command, args, { workspace, isConfined: this.#reach.isConfined });
      const from = new Set<string>();
      const outcome = this.redacted(await this.#hands.run(this.#within(command, from), given, options));
      this.#flow.told(textsOf(outcome), from);
      for (const { hosts = [] } of (outcome.events ?? []) as { hosts?: string[] }[])
        for (const host of hosts) this.refusedHosts.add(host);
      return outcome;
    } catch (error) {
      return { ok: false, error: this.redacted(describe(error as Failure, command.name)) };
    } finally {
      this.#flow.opened();
    }
  }

  /**
   * The command as it runs: placeholders become values only behind everything that keeps or tells what was asked. `from` is
   * filled with the origins that its answer is of.
   */
  #within(command: AnyCommand, from: Set<string>): AnyCommand {
    const run = async (context: Context) => {
      const { browser } = context;
      if (browser) await this.#hold(browser, context.signal);
      await this.#open(command, context.args as Values);
      const { found, args } = await prepared(command, context, this.#secrets, this.#flow);
      try {
        const data = await command.run({ ...context, args });
        return found ? { found, ...data } : data;
      } finally {
        for (const origin of this.#originsOf(browser, command.group === "tabs")) from.add(origin);
      }
    };
    return { ...command, run };
  }

  /** Requests keep to the bounds of the run from before its first command on. */
  async #hold(browser: Browser, signal: AbortSignal): Promise<void> {
    if (this.#isOver) throw new Failure("closed", "the run is over", "Start another one.");
    if (this.#held?.browser !== browser) {
      const [page] = browser.tabs.length === 0 ? [] : [browser.current];
      if (page) this.#reach.startsAt(page.url);
      this.#held = { browser, confining: browser.confine(this.#bounds(), signal) };
    }
    await this.#held.confining;
  }

  readonly #hides = (address: string) => this.#secrets.givenTo(originOf(address) ?? "");

  #bounds(): Confinement {
    const { patterns, isConfined } = this.#reach;
    const downloads = { folder: this.#rules.workspace, most: CAPS.downloads };
    return { hosts: patterns, isClosed: isConfined, refuses: this.#flow.refuses, hides: this.#hides, downloads };
  }

  async #widen(): Promise<void> {
    await (await this.#held?.confining)?.change(this.#bounds());
  }

  /** The first address that a run opens is one of its hosts, where nothing names any. */
  async #open({ args: declared }: AnyCommand, args: Values): Promise<void> {
    const opened = Object.entries(declared as Args).filter(([, { type }]) => type.names === "address");
    const isNew = opened.some(([key]) => typeof args[key] === "string" && this.#reach.opens(args[key]));
    if (isNew) await this.#widen();
  }

  /**
   * The origins that an answer is of: that of the page, or of all tabs, and of the frames in it whose site the run knows.
   * (Frames of other sites, mostly advertising, would make every text of a page one of theirs.)
   */
  #originsOf(browser: Browser | undefined, isOfAll: boolean): string[] {
    const tabs = browser?.tabs ?? [];
    if (!browser || tabs.length === 0) return [];
    const tops = tabs.map(({ url }) => originOf(url));
    return (isOfAll ? tabs : [browser.current]).flatMap((page) => {
      const frames = [...page.frames.values()].map((frame) => originsAround(page, frame)[0]);
      const known = frames.filter((one) => one !== undefined && (!this.#flow.isOutside(one) || tops.includes(one)));
      return [originsAround(page, page.main)[0] ?? "null", ...known.filter((one) => one !== undefined)];
    });
  }

  redact(text: string): string {
    return this.#secrets.redactor.text(text);
  }

  redacted<T>(value: T): T {
    return this.#secrets.redactor.data(value);
  }

  path(name: string): string {
    return inWorkspace(this.#rules.workspace, name);
  }

  told(text: string): void {
    this.#flow.told(text, new Set(["file:"]));
  }

  async hear(text: string): Promise<void> {
    this.#flow.hear(text);
    if (this.#reach.hear(text)) await this.#widen();
  }

  actsOn(host: string): boolean {
    return [`http://${host}`, `https://${host}`].some((origin) => this.#reach.has(origin) !== false);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    const confining = await this.#held?.confining.catch(() => undefined);
    await confining?.release();
  }
}

/** What a model was told or said in a task before this one: where it read that is not known any more. */
function saidIn(message: Message): string {
  return message.role === "tool" ? message.results.map(({ text }) => text).join("\n") : message.text;
}
