/**
 * What a conversation with a language model is, whoever serves the model. Types alone: `client.ts` asks, and the AI SDK
 * stays behind it.
 */
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
  /** It can be told how much to think; undefined: tried, and left out once it is refused. */
  readonly thinking?: boolean | undefined;
  /** The variable that holds the key, where it is not the settings that do. */
  readonly keyVariable?: string | undefined;
  /** The file that names it, where it is not the settings that do. */
  readonly file?: string | undefined;
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
  /** JSON Schema of an object. */
  readonly schema: object;
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

/** What its server wants back with a message of the model, as it came: signed thoughts. JSON that nobody else reads. */
export interface ProviderState {
  /** The server and the model that it is from: no other one is sent it. */
  readonly identity: string;
  readonly thoughts: readonly { readonly text: string; readonly metadata?: Metadata | undefined }[];
  /** By the id of the call. */
  readonly calls: Readonly<Record<string, Metadata>>;
}

export type Metadata = Record<string, Record<string, never>>;

export type Message =
  | { readonly role: "user"; readonly text: string; readonly picture?: Picture | undefined }
  /** `kept` of the reply goes with its message: some servers refuse the next turn without it. */
  | {
      readonly role: "assistant";
      readonly text: string;
      readonly calls: readonly ToolCall[];
      readonly providerState?: ProviderState | undefined;
    }
  | { readonly role: "tool"; readonly results: readonly ToolResult[] };

/** One question. `system`, `tools` and all but the last messages stay as they were, so that the server's cache holds. */
export interface Turn {
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  readonly messages: readonly Message[];
  /** A call must be made: any, or this one. */
  readonly require?: boolean | string | undefined;
  /** JSON Schema of an object that the text is to be; for turns without tools. Whether it fits is the caller's to check. */
  readonly schema?: object | undefined;
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
  readonly providerState?: ProviderState | undefined;
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
