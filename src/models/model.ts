/**
 * What a conversation with a language model is, whoever serves the model. Types alone: `client.ts` asks, and the AI SDK
 * stays behind it.
 */
import type { JsonSchema } from "../values.ts";

/** A model as the operator names it. */
export interface ModelConfig {
  /** What callers ask for. */
  readonly name: string;
  readonly provider: "openai" | "anthropic";
  readonly baseUrl: string;
  /** The name that its server knows it by. */
  readonly model: string;
  readonly key: string | undefined;
  /** US dollars per million tokens; undefined: it costs nothing that is known. */
  readonly prices?: { input: number; cachedInput?: number; output: number } | undefined;
  /** Tokens that it reads at most, answer included. */
  readonly contextTokens: number;
  /** It sees pictures; undefined: found out at first use. */
  readonly vision?: boolean | undefined;
  /** It can be told how much to think. */
  readonly thinking?: boolean | undefined;
}

/** What a model can do, found out at first use and remembered. Each that is false is worked around, in this order. */
export interface Capabilities {
  tools: boolean;
  streamedTools: boolean;
  requiredTool: boolean;
  jsonSchema: boolean;
  vision: boolean;
  /** It tells how many tokens it used; else they are estimated. */
  usage: boolean;
}

export type ThinkingLevel = "disabled" | "low" | "medium" | "high";

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
}

export interface Picture {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** A call that the model wants made. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** Arguments as they were read. */
  readonly args: Record<string, unknown>;
  /** Why the arguments cannot be used, where they are no JSON object. */
  readonly invalid?: string | undefined;
}

export interface ToolResult {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly picture?: Picture | undefined;
}

export type Message =
  | { readonly role: "user"; readonly text: string; readonly picture?: Picture | undefined }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly role: "tool"; readonly results: readonly ToolResult[] };

/** One question. `system`, `tools` and all but the last messages stay as they were, so that the server's cache holds. */
export interface Turn {
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  readonly messages: readonly Message[];
  /** A call must be made: any, or this one. */
  readonly require?: boolean | string | undefined;
  readonly thinking?: ThinkingLevel | undefined;
  readonly maxOutputTokens?: number | undefined;
}

export interface Usage {
  /** All of the prompt, cached part included. */
  input: number;
  cachedInput: number;
  output: number;
  /** US dollars by the prices of the model that answered. */
  costUsd: number;
  /** The server did not tell: tokens are counted by characters. */
  isEstimated?: true | undefined;
}

export interface Reply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly usage: Usage;
  /** `length`: the answer was cut off. */
  readonly finish: "calls" | "stop" | "length" | "refused";
  /** Name of the configured model that answered: the fallback where the first one failed. */
  readonly model: string;
}

/** Asks one model, or the one that takes over for it. Made by `openModel`. */
export interface Model {
  readonly config: ModelConfig;
  /** Errors: `Failure` of code `model` when no model answers; the signal's reason when it is aborted. Only this is ever retried. */
  ask(turn: Turn, signal: AbortSignal): Promise<Reply>;
  /** Asked before the first turn; a remembered answer costs nothing. */
  capabilities(signal: AbortSignal): Promise<Capabilities>;
  /** Hears in words of each fallback, retry and missing capability, once each. */
  onNote(heard: (note: string) => void): void;
}
