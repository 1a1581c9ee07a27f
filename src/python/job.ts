/** What is asked of a Python process, and what it answers. Types alone. */

/** A command that the code asks for. */
export interface Call {
  command: string;
  args: Record<string, unknown>;
  /** Where the code stands. */
  cwd: string;
  timeoutMs: number | null;
}

/** What the code is told of its call. */
export type Reply =
  | { ok: true; data: object }
  | { ok: false; code: string; message: string; hint?: string; data?: object };

export interface Job {
  /** The text; of a file its bytes, as base64. */
  source: string;
  /** Of the source in tracebacks: the path of a file, or one in angle brackets. */
  name: string;
  isFile: boolean;
  cwd: string;
  signal: AbortSignal;
  /** Where it returns a promise, no more is read until that resolves, or the signal is aborted. */
  printed(text: string, stream: "stdout" | "stderr"): unknown;
  call(call: Call): Promise<Reply>;
}

/** How a run ended. `error` is the exception with its traceback. */
export interface Ran {
  result?: unknown;
  valueType?: string;
  /** The value as Python writes it, where that is not what JSON writes. */
  repr?: string;
  error?: string;
  hint?: string;
  variables?: Record<string, string>;
}
