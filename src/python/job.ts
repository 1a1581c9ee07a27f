/** Types of the requests to a Python process and of its replies. */

/** A command that the code calls. */
export interface Call {
  command: string;
  args: Record<string, unknown>;
  /** Current folder of the code. */
  cwd: string;
  timeoutMs: number | null;
}

/** The reply to a call. */
export type Reply =
  | { ok: true; data: object }
  | { ok: false; code: string; message: string; hint?: string; data?: object };

export interface Job {
  /** The source text; for a file its bytes as base64. */
  source: string;
  /** File name in tracebacks: a path, or a name in angle brackets. */
  name: string;
  isFile: boolean;
  cwd: string;
  signal: AbortSignal;
  /** Receives output. If it returns a promise, reading pauses until that resolves or the signal is aborted. */
  onOutput(text: string, stream: "stdout" | "stderr"): unknown;
  call(call: Call): Promise<Reply>;
}

/** How a run ended. `error` is the exception with its traceback. */
export interface CodeResult {
  result?: unknown;
  valueType?: string;
  /** The value's `repr`, if it differs from its JSON. */
  repr?: string;
  error?: string;
  hint?: string;
  variables?: Record<string, string>;
}
