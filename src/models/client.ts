/** Opens a configured model with its fallback. */
import type { Environment } from "../lib/settings.ts";
import { capabilitiesOf } from "./abilities.ts";
import { ModelEndpoint } from "./endpoint.ts";
import type { Capabilities, Model, ModelConfig, Reply, Turn } from "./model.ts";
import { learn } from "./probe.ts";
import { readRequestPolicy } from "./request-policy.ts";

export interface ModelOptions {
  /** Folder of the settings and of cached capabilities. */
  readonly home: string;
  /** The environment of the caller. */
  readonly environment?: Environment | undefined;
  /** Used when the first model fails. */
  readonly fallback?: ModelConfig | undefined;
  /** Attempts after the first one; default: the setting `llm_retries`. */
  readonly retries?: number | undefined;
}

/** How long a failed model is skipped. */
const SKIP_MS = 5 * 60_000;

/** Sends nothing yet. */
export function openModel(config: ModelConfig, options: ModelOptions): Model {
  const { home, environment = process.env, fallback } = options;
  const policy = readRequestPolicy(home, environment);
  if (options.retries !== undefined) policy.retries = options.retries;
  const notes = new Notes();
  const source = (one: ModelConfig) => new ModelEndpoint(one, { home, policy, note: (text) => notes.tell(text) });
  return new FallbackModel(source(config), fallback && source(fallback), notes);
}

class FallbackModel implements Model {
  readonly #first: ModelEndpoint;
  readonly #second: ModelEndpoint | undefined;
  readonly #notes: Notes;
  /** Until this time the fallback is used first. */
  #skipFirstUntil = 0;

  constructor(first: ModelEndpoint, second: ModelEndpoint | undefined, notes: Notes) {
    this.#first = first;
    this.#second = second;
    this.#notes = notes;
  }

  get config(): ModelConfig {
    const { contextTokens } = this.#order()[0] ?? this.#first;
    return { ...this.#first.config, contextTokens };
  }

  onNote(listener: (note: string) => void): void {
    this.#notes.listen(listener);
  }

  async ask(turn: Turn, signal: AbortSignal): Promise<Reply> {
    return await this.#withFallback((source) => source.ask(turn, signal), signal);
  }

  async capabilities(signal: AbortSignal): Promise<Capabilities> {
    return await this.#withFallback(async (source) => {
      await learn(source, signal);
      source.noteMissing();
      return capabilitiesOf(source.abilities);
    }, signal);
  }

  /** The models in the order of use. */
  #order(): ModelEndpoint[] {
    if (!this.#second) return [this.#first];
    return Date.now() < this.#skipFirstUntil ? [this.#second, this.#first] : [this.#first, this.#second];
  }

  async #withFallback<T>(work: (source: ModelEndpoint) => Promise<T>, signal: AbortSignal): Promise<T> {
    const [source, other] = this.#order();
    try {
      return await work(source as ModelEndpoint);
    } catch (error) {
      signal.throwIfAborted();
      if (!other) throw error;
      const why = error instanceof Error ? error.message : String(error);
      this.#notes.tell(`${source?.config.name} failed (${why}); using ${other.config.name} instead`);
      this.#skipFirstUntil = other === this.#second ? Date.now() + SKIP_MS : 0;
      return await work(other);
    }
  }
}

/** Delivers notes to listeners, also notes from before the first listener. */
class Notes {
  readonly #listeners: ((note: string) => void)[] = [];
  #pending: string[] = [];

  tell(note: string): void {
    if (this.#listeners.length === 0) this.#pending.push(note);
    for (const listener of this.#listeners) listener(note);
  }

  listen(listener: (note: string) => void): void {
    this.#listeners.push(listener);
    for (const note of this.#pending) listener(note);
    this.#pending = [];
  }
}
