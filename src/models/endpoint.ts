/** One configured model at its server: asks it with patience, and learns what it cannot do from what it refuses. */
import { rejectOnAbort } from "../lib/deadline.ts";
import { outlineOf, since, trace } from "../lib/trace.ts";
import { type Abilities, type Ability, ALL, NOTES, recall, refusedBy, remember, without } from "./abilities.ts";
import { modelFailure, reasonOf } from "./failures.ts";
import type { ModelConfig, Reply, Turn, Usage } from "./model.ts";
import { collect, noParts, type ReplyParts, readReply, sumOf, usageOf } from "./reply.ts";
import { identityOf, requestOf } from "./request.ts";
import { AnswerDeadline, isRetryable, type RequestPolicy, retryDelayMs } from "./request-policy.ts";
import { ask, WireError, type WireOptions } from "./wire.ts";

type WireRequest = ReturnType<typeof requestOf>;
type Part = Exclude<WireRequest["prompt"][number]["content"], string>[number];

export interface EndpointOptions {
  readonly home: string;
  readonly patience: RequestPolicy;
  note(text: string): void;
}

export class ModelEndpoint {
  readonly config: ModelConfig;
  readonly #options: EndpointOptions;
  #abilities: Abilities = ALL;
  #isProbed = false;
  #isAssumed = false;
  #contextTokens: number | undefined;
  readonly #told = new Set<Ability>();

  constructor(config: ModelConfig, options: EndpointOptions) {
    this.config = config;
    this.#options = options;
    this.recall();
  }

  /** Takes over what is remembered: another run may have found it out meanwhile. */
  recall(): void {
    const { vision, thinking } = this.config;
    const known = recall(this.#options.home, identityOf(this.config));
    this.#isProbed = known?.isProbed ?? false;
    this.#contextTokens = known?.contextTokens;
    this.#abilities = {
      ...(known?.abilities ?? ALL),
      ...(vision === undefined ? {} : { vision }),
      ...(thinking === undefined ? {} : { thinking }),
    };
  }

  /** Tells apart what is found out about models. */
  get identity(): string {
    return `${this.#options.home} ${identityOf(this.config)}`;
  }

  get abilities(): Readonly<Abilities> {
    return this.#abilities;
  }

  /** Everything was tried, now or earlier. */
  get isProbed(): boolean {
    return this.#isProbed;
  }

  /** Tokens that it reads at most: as configured, or what its server holds where that is less. */
  get contextTokens(): number {
    return Math.min(this.config.contextTokens, this.#contextTokens ?? Number.POSITIVE_INFINITY);
  }

  /** Errors: `Failure` of code `model`; the signal's reason when it is aborted. */
  async ask(turn: Turn, signal: AbortSignal): Promise<Reply> {
    try {
      return await this.tries(turn, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof WireError ? modelFailure(this.config, error) : error;
    }
  }

  /** As `ask`, with nothing sent that takes this ability. Errors: `WireError`. */
  async tries(turn: Turn, signal: AbortSignal, leaving?: Ability): Promise<Reply> {
    const broken: Usage[] = [];
    for (let tried = 1; ; ) {
      const abilities = leaving === undefined ? this.#abilities : without(this.#abilities, leaving);
      const request = requestOf(this.config, turn, abilities);
      const form = formOf(request, abilities);
      const sent = sentOf(request, form);
      try {
        const reply = await this.#once(turn, request, form, { signal, broken });
        return { ...reply, usage: broken.reduce(sumOf, reply.usage) };
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof WireError)) throw error;
        const refused = refusedBy(error, sent);
        if (refused) {
          this.lose(refused);
          continue;
        }
        await this.#wait(error, tried++, signal);
      }
    }
  }

  /** Until the next try. Throws the error where there is none. */
  async #wait(error: WireError, tried: number, signal: AbortSignal): Promise<void> {
    const { patience, note } = this.#options;
    const ms = tried <= patience.retries && isRetryable(error) ? retryDelayMs(error, tried) : undefined;
    if (ms === undefined) throw error;
    note(`${reasonOf(this.config, error)}; retrying ${this.config.name} in ${Math.ceil(ms / 100) / 10} s`);
    await Promise.race([Bun.sleep(ms), rejectOnAbort(signal)]);
  }

  /** `broken` gets what an answer costs that began and did not end: its server counts that as well. */
  async #once(
    turn: Turn,
    request: WireRequest,
    form: WireOptions,
    { signal, broken }: { signal: AbortSignal; broken: Usage[] },
  ): Promise<Reply> {
    const { config } = this;
    using watch = new AnswerDeadline(this.#options.patience, form.isStreamed, signal);
    const parts = ask(config, { ...request, abortSignal: watch.signal }, form);
    const answer = noParts();
    const startedMs = performance.now();
    trace.agent?.(
      `→ ${config.name} ${turn.messages.length} messages, ${turn.tools.length} tools${form.isStreamed ? ", streamed" : ""}`,
    );
    const answering = collect(answer, parts, () => watch.heard());
    answering.catch(() => {});
    try {
      // A stream that does not end when it is aborted is left behind.
      await Promise.race([answering, rejectOnAbort(watch.signal)]);
    } catch (error) {
      trace.agent?.(`← ${config.name} failed after ${since(startedMs)}: ${outlineOf(String(error))}`);
      const hasBegun = answer.text !== "" || answer.thoughts.length > 0 || answer.calls.length > 0;
      if (hasBegun) broken.push(usageOf(config, turn, answer));
      throw error;
    }
    const { isMisplaced, ...read } = readReply(config, turn, answer, request.tools !== undefined);
    if (isMisplaced) this.#options.note(`${config.name} writes tool calls into its text: they are parsed from it`);
    const usage = usageOf(config, turn, answer);
    trace.agent?.(
      `← ${config.name} ${since(startedMs)}, ${usage.input} tokens read (${usage.cachedInput} of them cached), ${usage.output} written: ${outlineOf(read.calls.map(({ name, args }) => ({ [name]: args })))}`,
    );
    if (usage.isEstimated) this.lose("usage");
    if (this.#isProbed && isDisobeyed(request, answer) && read.calls.length === 0) this.lose("requiredTool");
    return { ...read, usage, model: config.name };
  }

  /** It turned out that it cannot do this. CallerRules once, and remembered. */
  lose(ability: Ability): void {
    const before = this.#abilities;
    if (before[ability] === false || before[ability] === "none") return;
    this.#abilities = without(before, ability);
    this.#tell(ability);
    if (this.#isProbed && !this.#isAssumed) this.#remember();
  }

  /** Says what it does without, in the order in which that is done. What the operator says of it is no news. */
  tellMissing(): void {
    const { vision } = this.config;
    for (const ability of ["tools", "streamedTools", "requiredTool", "format", "vision", "usage"] as const) {
      const can = this.#abilities[ability];
      const isMissing = can === false || (ability === "format" && can !== "schema");
      if (isMissing && !(ability === "vision" && vision !== undefined)) this.#tell(ability);
    }
  }

  #tell(ability: Ability): void {
    if (this.#told.has(ability)) return;
    this.#told.add(ability);
    this.#options.note(`${this.config.name} ${NOTES[ability]}`);
  }

  /** It could not be found out what it can do: everything, until it turns out otherwise. Nobody else is told. */
  assume(): void {
    this.#isProbed = true;
    this.#isAssumed = true;
  }

  /** What was found out holds from now on, in other processes as well. */
  settle(contextTokens: number | undefined): void {
    this.#isProbed = true;
    this.#contextTokens = contextTokens;
    if (contextTokens !== undefined && contextTokens < this.config.contextTokens)
      this.#options.note(
        `the server of ${this.config.name} has a context of ${contextTokens} tokens, not ${this.config.contextTokens}`,
      );
    this.#remember();
  }

  #remember(): void {
    const { home } = this.#options;
    const found = { isProbed: this.#isProbed, abilities: this.#abilities, contextTokens: this.#contextTokens };
    remember(home, identityOf(this.config), found);
  }
}

function formOf({ tools }: WireRequest, { usage, format, streamedTools }: Abilities): WireOptions {
  return { isStreamed: !tools || streamedTools, asksUsage: usage, sendsSchemas: format === "schema" };
}

/** What of its abilities a request makes use of. */
function sentOf(
  { tools, toolChoice, responseFormat, reasoning, prompt }: WireRequest,
  { isStreamed, asksUsage }: WireOptions,
): Set<Ability> {
  const parts: Part[] = prompt.flatMap(({ content }): Part[] => (typeof content === "string" ? [] : [...content]));
  const hasPicture = parts.some(
    (part) => part.type === "file" || (part.type === "tool-result" && part.output.type === "content"),
  );
  const sent: Record<Ability, boolean> = {
    tools: tools !== undefined,
    streamedTools: tools !== undefined && isStreamed,
    requiredTool: toolChoice !== undefined && toolChoice.type !== "auto",
    format: responseFormat !== undefined,
    vision: hasPicture,
    usage: asksUsage && isStreamed,
    thinking: reasoning !== undefined,
    thoughts: parts.some(({ type }) => type === "reasoning"),
  };
  return new Set((Object.keys(sent) as Ability[]).filter((one) => sent[one]));
}

/** A call was required, and words came. */
function isDisobeyed({ toolChoice }: WireRequest, { reason, calls }: ReplyParts): boolean {
  const isRequired = toolChoice !== undefined && toolChoice.type !== "auto";
  return isRequired && calls.length === 0 && reason === "stop";
}
