/**
 * Enforces the safety rules of a run, independent of its model: secrets are typed only on their own sites and never shown, files stay
 * in the workspace, data read on one site does not reach another, and requests stay within the hosts of the run. A guard is itself a
 * command runner, so that nothing can bypass it.
 */

import type { Args } from "../../args.ts";
import type { Browser } from "../../browser/browser.ts";
import type { Confinement, Confining } from "../../browser/policy/confine.ts";
import type { AnyCommand, CommandRunner, RunOptions } from "../../command.ts";
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

/** The parts of an assignment that limit a run. */
export type GuardRules = Pick<Assignment, "task" | "startUrl" | "secrets" | "allowedDomains" | "workspace" | "memory">;

export interface Guard extends CommandRunner {
  /** The names of the secrets; the model sees nothing else of them. */
  readonly secretNames: readonly string[];
  /** Replaces secret values in a text by their names. */
  redact(text: string): string;
  /** Replaces secret values in every text of a value. */
  redacted<T>(value: T): T;
  /** The path of a file in the workspace. Throws `denied` for a path outside of it. */
  path(name: string): string;
  /** Records text that the model read from a file. */
  noteFileText(text: string): void;
  /** Adds text of a person. It may name hosts, as the task may. */
  addUserText(text: string): Promise<void>;
  /** Hosts whose requests were refused. */
  readonly refusedHosts: ReadonlySet<string>;
  /** True when the run may act on that host (with its port), not only read. */
  actsOn(host: string): boolean;
  /** Ends the run: removes its limits from the browser. */
  end(): Promise<void>;
}

/** Throws `usage` for an invalid host pattern. */
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
      const outcome = this.redacted(await this.#runner.run(this.#wrap(command, from), given, options));
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
   * Wraps a command. Secrets are revealed here, below everything that records or reports arguments. Adds the origins of the answer to
   * `from`.
   */
  #wrap(command: AnyCommand, from: Set<string>): AnyCommand {
    const run = async (context: Context) => {
      const { browser } = context;
      if (browser) await this.#confine(browser, context.signal);
      await this.#addOpenedHost(command, context.args as Values);
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

  /** Limits the requests of the browser before the first command runs. */
  async #confine(browser: Browser, signal: AbortSignal): Promise<void> {
    if (this.#isOver) throw new Failure("closed", "the run is over", "Start another one.");
    if (this.#confined?.browser !== browser) {
      const [page] = browser.tabs.length === 0 ? [] : [browser.current];
      if (page) this.#runHosts.addStartPage(page.url);
      this.#confined = { browser, confining: browser.confine(this.#confinement(), signal) };
    }
    await this.#confined.confining;
  }

  readonly #valuesToHide = (address: string) => this.#secrets.valuesGivenTo(originOf(address) ?? "");

  #confinement(): Confinement {
    const { patterns, isConfined } = this.#runHosts;
    const downloads = { folder: this.#rules.workspace, most: CAPS.downloads };
    return {
      hosts: patterns,
      isClosed: isConfined,
      refuses: this.#dataFlow.refuses,
      hides: this.#valuesToHide,
      downloads,
    };
  }

  async #updateConfinement(): Promise<void> {
    await (await this.#confined?.confining)?.change(this.#confinement());
  }

  /** Without named hosts, the first opened address becomes a host of the run. */
  async #addOpenedHost({ args: declared }: AnyCommand, args: Values): Promise<void> {
    const opened = Object.entries(declared as Args).filter(([, { type }]) => type.names === "address");
    const isNew = opened.some(([key]) => typeof args[key] === "string" && this.#runHosts.addFirstOpened(args[key]));
    if (isNew) await this.#updateConfinement();
  }

  /**
   * The origins of an answer: of the page or of all tabs, and of frames from hosts of the run. Other frames are left out: they are
   * mostly advertising, and would make every text of the page theirs.
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
    if (this.#runHosts.addFromText(text)) await this.#updateConfinement();
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

/** The text of a message of an earlier task. The origin of that text is unknown. */
function textOf(message: Message): string {
  return message.role === "tool" ? message.results.map(({ text }) => text).join("\n") : message.text;
}
