/** Opens a conversation with a configured model, and with the one that takes over where it fails. */
import type { Environment } from "../lib/settings.ts";
import { capabilitiesOf } from "./abilities.ts";
import { ModelEndpoint } from "./endpoint.ts";
import type { Capabilities, Model, ModelConfig, Reply, Turn } from "./model.ts";
import { learn } from "./probe.ts";
import { readRequestPolicy } from "./request-policy.ts";

export interface ModelOptions {
  /** Where capabilities are remembered, and settings are. */
  readonly home: string;
  /** In the daemon, that of the caller. */
  readonly environment?: Environment | undefined;
  /** Takes over when the first one fails. */
  readonly fallback?: ModelConfig | undefined;
  /** Tries after the first one; else as the setting `llm_retries` says. */
  readonly retries?: number | undefined;
}

/** How long a model that failed is left alone: its server has just been tried several times. */
const REST_MS = 5 * 60_000;

/** Asks nobody yet. */
export function openModel(config: ModelConfig, options: ModelOptions): Model {
  const { home, environment = process.env, fallback } = options;
  const patience = readRequestPolicy(home, environment);
  if (options.retries !== undefined) patience.retries = options.retries;
  const notes = new Notes();
  const source = (one: ModelConfig) => new ModelEndpoint(one, { home, patience, note: (text) => notes.tell(text) });
  return new FallbackModel(source(config), fallback && source(fallback), notes);
}

class FallbackModel implements Model {
  readonly #first: ModelEndpoint;
  readonly #second: ModelEndpoint | undefined;
  readonly #notes: Notes;
  /** Until when the second one is asked first. */
  #restsUntil = 0;

  constructor(first: ModelEndpoint, second: ModelEndpoint | undefined, notes: Notes) {
    this.#first = first;
    this.#second = second;
    this.#notes = notes;
  }

  get config(): ModelConfig {
    const { contextTokens } = this.#order()[0] ?? this.#first;
    return { ...this.#first.config, contextTokens };
  }

  onNote(heard: (note: string) => void): void {
    this.#notes.listen(heard);
  }

  async ask(turn: Turn, signal: AbortSignal): Promise<Reply> {
    return await this.#withFallback((source) => source.ask(turn, signal), signal);
  }

  async capabilities(signal: AbortSignal): Promise<Capabilities> {
    return await this.#withFallback(async (source) => {
      await learn(source, signal);
      source.tellMissing();
      return capabilitiesOf(source.abilities);
    }, signal);
  }

  /** Who is asked, in order. */
  #order(): ModelEndpoint[] {
    if (!this.#second) return [this.#first];
    return Date.now() < this.#restsUntil ? [this.#second, this.#first] : [this.#first, this.#second];
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
      this.#restsUntil = other === this.#second ? Date.now() + REST_MS : 0;
      return await work(other);
    }
  }
}

/** Keeps what is told before anybody listens. */
class Notes {
  readonly #heard: ((note: string) => void)[] = [];
  #kept: string[] = [];

  tell(note: string): void {
    if (this.#heard.length === 0) this.#kept.push(note);
    for (const heard of this.#heard) heard(note);
  }

  listen(heard: (note: string) => void): void {
    this.#heard.push(heard);
    for (const note of this.#kept) heard(note);
    this.#kept = [];
  }
}
