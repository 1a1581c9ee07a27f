/** One configured model at its server. Retries requests, and learns missing abilities from refusals. */
import { rejectOnAbort, sleep } from "../lib/deadline.ts";
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
  readonly policy: RequestPolicy;
  note(text: string): void;
}

export class ModelEndpoint {
  readonly config: ModelConfig;
  readonly #options: EndpointOptions;
  #abilities: Abilities = ALL;
  #isProbed = false;
  #isAssumed = false;
  #contextTokens: number | undefined;
  readonly #noted = new Set<Ability>();

  constructor(config: ModelConfig, options: EndpointOptions) {
    this.config = config;
    this.#options = options;
    this.recall();
  }

  /** Loads cached abilities: another run may have probed the model meanwhile. */
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

  /** Cache key of the abilities. */
  get identity(): string {
    return `${this.#options.home} ${identityOf(this.config)}`;
  }

  get abilities(): Readonly<Abilities> {
    return this.#abilities;
  }

  /** The model was probed, now or earlier. */
  get isProbed(): boolean {
    return this.#isProbed;
  }

  /** Context in tokens: the configured size, or that of the server if it is smaller. */
  get contextTokens(): number {
    return Math.min(this.config.contextTokens, this.#contextTokens ?? Number.POSITIVE_INFINITY);
  }

  /** Errors: `model`; the reason of the signal when it is aborted. */
  async ask(turn: Turn, signal: AbortSignal): Promise<Reply> {
    try {
      return await this.askWithRetries(turn, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof WireError ? modelFailure(this.config, error) : error;
    }
  }

  /** Like `ask`, without the ability `except`. Errors: `WireError`. */
  async askWithRetries(turn: Turn, signal: AbortSignal, except?: Ability): Promise<Reply> {
    const broken: Usage[] = [];
    for (let tried = 1; ; ) {
      const abilities = except === undefined ? this.#abilities : without(this.#abilities, except);
      const request = requestOf(this.config, turn, abilities);
      const form = formOf(request, abilities);
      const used = abilitiesUsedBy(request, form);
      try {
        const reply = await this.#once(turn, request, form, { signal, broken });
        return { ...reply, usage: broken.reduce(sumOf, reply.usage) };
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof WireError)) throw error;
        const refused = refusedBy(error, used);
        if (refused) {
          this.disable(refused);
          continue;
        }
        await this.#wait(error, tried++, signal);
      }
    }
  }

  /** Waits for the next attempt. Throws the error when there is none. */
  async #wait(error: WireError, tried: number, signal: AbortSignal): Promise<void> {
    const { policy, note } = this.#options;
    const ms = tried <= policy.retries && isRetryable(error) ? retryDelayMs(error, tried) : undefined;
    if (ms === undefined) throw error;
    note(`${reasonOf(this.config, error)}; retrying ${this.config.name} in ${Math.ceil(ms / 100) / 10} s`);
    await sleep(ms, signal);
  }

  /** `broken` collects the usage of incomplete answers, which the server also counts. */
  async #once(
    turn: Turn,
    request: WireRequest,
    form: WireOptions,
    { signal, broken }: { signal: AbortSignal; broken: Usage[] },
  ): Promise<Reply> {
    const { config } = this;
    using deadline = new AnswerDeadline(this.#options.policy, form.isStreamed, signal);
    const parts = ask(config, { ...request, abortSignal: deadline.signal }, form);
    const answer = noParts();
    const startedMs = performance.now();
    trace.agent?.(
      `→ ${config.name} ${turn.messages.length} messages, ${turn.tools.length} tools${form.isStreamed ? ", streamed" : ""}`,
    );
    const answering = collect(answer, parts, () => deadline.progress());
    answering.catch(() => {});
    try {
      // Does not wait for a stream that ignores the abort.
      await Promise.race([answering, rejectOnAbort(deadline.signal)]);
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
    if (usage.isEstimated) this.disable("usage");
    if (this.#isProbed && isDisobeyed(request, answer) && read.calls.length === 0) this.disable("requiredTool");
    return { ...read, usage, model: config.name };
  }

  /** Records that the model lacks an ability: notes it once, and caches it. */
  disable(ability: Ability): void {
    const before = this.#abilities;
    if (before[ability] === false || before[ability] === "none") return;
    this.#abilities = without(before, ability);
    this.#note(ability);
    if (this.#isProbed && !this.#isAssumed) this.#remember();
  }

  /** Notes all missing abilities, except those that the operator configured. */
  noteMissing(): void {
    const { vision } = this.config;
    for (const ability of ["tools", "streamedTools", "requiredTool", "format", "vision", "usage"] as const) {
      const can = this.#abilities[ability];
      const isMissing = can === false || (ability === "format" && can !== "schema");
      if (isMissing && !(ability === "vision" && vision !== undefined)) this.#note(ability);
    }
  }

  #note(ability: Ability): void {
    if (this.#noted.has(ability)) return;
    this.#noted.add(ability);
    this.#options.note(`${this.config.name} ${NOTES[ability]}`);
  }

  /** Assumes all abilities after an inconclusive probe, without caching that. */
  assumeAll(): void {
    this.#isProbed = true;
    this.#isAssumed = true;
  }

  /** Ends the probe and caches its result. */
  finishProbe(contextTokens: number | undefined): void {
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

/** The abilities that a request uses. */
function abilitiesUsedBy(
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

/** True when a call was required and the model only answered with text. */
function isDisobeyed({ toolChoice }: WireRequest, { reason, calls }: ReplyParts): boolean {
  const isRequired = toolChoice !== undefined && toolChoice.type !== "auto";
  return isRequired && calls.length === 0 && reason === "stop";
}
