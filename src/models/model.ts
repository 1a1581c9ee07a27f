/** Types of conversations with language models, independent of their servers. */
/** A configured model. */
export interface ModelConfig {
  /** The name that callers use. */
  readonly name: string;
  readonly provider: "openai" | "anthropic";
  readonly baseUrl: string;
  /** The name that its server uses. */
  readonly model: string;
  readonly key: string | undefined;
  /** US dollars per million tokens; undefined: unknown, counted as 0. */
  readonly prices?: { input: number; cachedInput?: number; output: number } | undefined;
  /** Size of the context in tokens, answer included. */
  readonly contextTokens: number;
  /** It supports images; undefined: probed at first use. */
  readonly vision?: boolean | undefined;
  /** It supports thinking levels; undefined: sent until the server refuses them. */
  readonly thinking?: boolean | undefined;
  /** The environment variable with the key, for a model of the file. */
  readonly keyVariable?: string | undefined;
  /** Path of the file that defines it, unless the settings do. */
  readonly file?: string | undefined;
}

/** Capabilities of a model, probed at first use and cached. Missing ones are worked around. */
export interface Capabilities {
  tools: boolean;
  streamedTools: boolean;
  requiredTool: boolean;
  jsonSchema: boolean;
  vision: boolean;
  /** It reports token usage; otherwise usage is estimated. */
  usage: boolean;
}

export type ThinkingLevel = "disabled" | "low" | "medium" | "high";

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly schema: object;
}

export interface Picture {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** A tool call of the model. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** The parsed arguments. */
  readonly args: Record<string, unknown>;
  /** Why the arguments are not a JSON object; undefined when they are. */
  readonly invalid?: string | undefined;
}

export interface ToolResult {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly picture?: Picture | undefined;
}

/** State that a server expects back unchanged with a message of the model, such as signed thoughts. JSON. */
export interface ProviderState {
  /** The server and model that it belongs to; it is not sent to others. */
  readonly identity: string;
  readonly thoughts: readonly { readonly text: string; readonly metadata?: Metadata | undefined }[];
  /** By the id of the call. */
  readonly calls: Readonly<Record<string, Metadata>>;
}

export type Metadata = Record<string, Record<string, never>>;

export type Message =
  | { readonly role: "user"; readonly text: string; readonly picture?: Picture | undefined }
  /** `providerState` is that of the reply: some servers refuse the next turn without it. */
  | {
      readonly role: "assistant";
      readonly text: string;
      readonly calls: readonly ToolCall[];
      readonly providerState?: ProviderState | undefined;
    }
  | { readonly role: "tool"; readonly results: readonly ToolResult[] };

/** One request. `system`, `tools` and all but the last messages must not change, so that the prompt cache holds. */
export interface Turn {
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  readonly messages: readonly Message[];
  /** Requires a tool call: any (true), or the named one. */
  readonly require?: boolean | string | undefined;
  /** JSON Schema for the text, for turns without tools. The caller validates the answer. */
  readonly schema?: object | undefined;
  readonly thinking?: ThinkingLevel | undefined;
  readonly maxOutputTokens?: number | undefined;
}

export interface Usage {
  /** Tokens of the prompt, cached ones included. */
  input: number;
  cachedInput: number;
  output: number;
  /** US dollars, by the prices of the model that answered. */
  costUsd: number;
  /** The server reported no usage: tokens are estimated from characters. */
  isEstimated?: true | undefined;
}

export interface Reply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly providerState?: ProviderState | undefined;
  readonly usage: Usage;
  /** `length`: the answer was cut off. */
  readonly finish: "calls" | "stop" | "length" | "refused";
  /** Name of the model that answered, possibly the fallback. */
  readonly model: string;
}

/** A model with its fallback. Created by `openModel`. */
export interface Model {
  readonly config: ModelConfig;
  /** Errors: `model` when no model answers; the reason of the signal when it is aborted. */
  ask(turn: Turn, signal: AbortSignal): Promise<Reply>;
  /** Probes the model unless its capabilities are cached. */
  capabilities(signal: AbortSignal): Promise<Capabilities>;
  /** Adds a listener for notes on fallbacks, retries and missing capabilities. */
  onNote(listener: (note: string) => void): void;
}
