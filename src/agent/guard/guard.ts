/**
 * What stands between an agent and the browser, whatever its model wants: secrets are typed on their own sites alone and never
 * told, files stay in the workspace, what was read on one site does not go to another, and requests keep to the hosts of the run.
 * It is the same runner again, so that whoever has them cannot go past it. Knows no model.
 */
import type { Browser } from "../../browser/browser.ts";
import type { Confinement, Confining } from "../../browser/policy/confine.ts";
import type { AnyCommand, Args, CommandRunner, RunOptions } from "../../command.ts";
import { Failure } from "../../errors.ts";
import type { Message } from "../../models/model.ts";
import type { Outcome } from "../../outcome.ts";
import type { Page } from "../../page/core/page.ts";
import { describe } from "../../run-command.ts";
import type { Assignment } from "../loop/assignment.ts";
import { CAPS, Caps } from "./caps.ts";
import { authorizedArgs } from "./command-policy.ts";
import { DataFlow } from "./data-flow.ts";
import { originsAround, type Values } from "./field.ts";
import { workspacePath } from "./files.ts";
import { originOf } from "./hosts.ts";
import { prepareArgs } from "./prepare.ts";
import { RunHosts } from "./run-hosts.ts";
import { Secrets } from "./secrets.ts";
import { outcomeTexts } from "./texts.ts";

/** What a run is bound by. */
export type GuardRules = Pick<Assignment, "task" | "startUrl" | "secrets" | "allowedDomains" | "workspace" | "memory">;

export interface Guard extends CommandRunner {
  /** The names of the secrets: all that a model is told of them. */
  readonly secretNames: readonly string[];
  /** The text with the names of secrets in the place of their values. */
  redact(text: string): string;
  /** The same for every text in a value. */
  redacted<T>(value: T): T;
  /** The path of a file by its name in the workspace. Throws `denied`. */
  path(name: string): string;
  /** The model is told a text that no command gave: that of a file. */
  noteFileText(text: string): void;
  /** A person has said this to the model: it counts as the task does. */
  addUserText(text: string): Promise<void>;
  /** Hosts to which requests were refused, as far as that was told. */
  readonly refusedHosts: ReadonlySet<string>;
  /** Whether the run acts on that host, with its port, and does not only read there. */
  actsOn(host: string): boolean;
  /** The run is over: the browser is as free as it was before. */
  end(): Promise<void>;
}

/** Throws `usage` for hosts that cannot be understood. */
export function createGuard(runner: CommandRunner, rules: GuardRules): Guard {
  return new RunGuard(runner, rules);
}

type Context = Parameters<AnyCommand["run"]>[0] & { browser?: Browser; page?: Page };

class RunGuard implements Guard {
  readonly commands;
  readonly secretNames;
  readonly refusedHosts = new Set<string>();
  readonly #runner: CommandRunner;
  readonly #rules: GuardRules;
  readonly #runHosts: RunHosts;
  readonly #secrets: Secrets;
  readonly #dataFlow: DataFlow;
  #confined: { browser: Browser; confining: Promise<Confining> } | undefined;
  #isOver = false;

  constructor(runner: CommandRunner, rules: GuardRules) {
    this.#runner = runner;
    this.#rules = rules;
    this.commands = runner.commands;
    this.#runHosts = new RunHosts(rules);
    this.#secrets = new Secrets(rules.secrets, this.#runHosts);
    this.#dataFlow = new DataFlow(this.#runHosts, this.#secrets, new Caps());
    this.#dataFlow.addOwnText(`${rules.task} ${rules.startUrl ?? ""}`);
    for (const message of rules.memory ?? []) this.#dataFlow.addReading(textOf(message), new Set(["before"]));
    this.secretNames = this.#secrets.names;
  }

  read(words: readonly string[]) {
    return this.#runner.read(words);
  }

  async run(command: AnyCommand, args: Values, options?: RunOptions): Promise<Outcome> {
    try {
      const { workspace } = this.#rules;
      const given = authorizedArgs(command, args, { workspace, isConfined: this.#runHosts.isConfined });
      const from = new Set<string>();
      const outcome = this.redacted(await this.#runner.run(this.#within(command, from), given, options));
      this.#dataFlow.addReading(outcomeTexts(outcome), from);
      for (const { hosts = [] } of (outcome.events ?? []) as { hosts?: string[] }[])
        for (const host of hosts) this.refusedHosts.add(host);
      return outcome;
    } catch (error) {
      return { ok: false, error: this.redacted(describe(error as Failure, command.name)) };
    } finally {
      this.#dataFlow.opened();
    }
  }

  /**
   * The command as it runs: placeholders become values only behind everything that keeps or tells what was asked. `from` is
   * filled with the origins that its answer is of.
   */
  #within(command: AnyCommand, from: Set<string>): AnyCommand {
    const run = async (context: Context) => {
      const { browser } = context;
      if (browser) await this.#confine(browser, context.signal);
      await this.#open(command, context.args as Values);
      const { found, args } = await prepareArgs(command, context, { secrets: this.#secrets, flow: this.#dataFlow });
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
  async #confine(browser: Browser, signal: AbortSignal): Promise<void> {
    if (this.#isOver) throw new Failure("closed", "the run is over", "Start another one.");
    if (this.#confined?.browser !== browser) {
      const [page] = browser.tabs.length === 0 ? [] : [browser.current];
      if (page) this.#runHosts.addStartPage(page.url);
      this.#confined = { browser, confining: browser.confine(this.#bounds(), signal) };
    }
    await this.#confined.confining;
  }

  readonly #hides = (address: string) => this.#secrets.valuesGivenTo(originOf(address) ?? "");

  #bounds(): Confinement {
    const { patterns, isConfined } = this.#runHosts;
    const downloads = { folder: this.#rules.workspace, most: CAPS.downloads };
    return { hosts: patterns, isClosed: isConfined, refuses: this.#dataFlow.refuses, hides: this.#hides, downloads };
  }

  async #widen(): Promise<void> {
    await (await this.#confined?.confining)?.change(this.#bounds());
  }

  /** The first address that a run opens is one of its hosts, where nothing names any. */
  async #open({ args: declared }: AnyCommand, args: Values): Promise<void> {
    const opened = Object.entries(declared as Args).filter(([, { type }]) => type.names === "address");
    const isNew = opened.some(([key]) => typeof args[key] === "string" && this.#runHosts.addFirstOpened(args[key]));
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
      const known = frames.filter((one) => one !== undefined && (!this.#dataFlow.isOutside(one) || tops.includes(one)));
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
    return workspacePath(this.#rules.workspace, name);
  }

  noteFileText(text: string): void {
    this.#dataFlow.addReading(text, new Set(["file:"]));
  }

  async addUserText(text: string): Promise<void> {
    this.#dataFlow.addOwnText(text);
    if (this.#runHosts.addFromText(text)) await this.#widen();
  }

  actsOn(host: string): boolean {
    return [`http://${host}`, `https://${host}`].some((origin) => this.#runHosts.has(origin) !== false);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    const confining = await this.#confined?.confining.catch(() => undefined);
    await confining?.release();
  }
}

/** What a model was told or said in a task before this one: where it read that is not known any more. */
function textOf(message: Message): string {
  return message.role === "tool" ? message.results.map(({ text }) => text).join("\n") : message.text;
}
