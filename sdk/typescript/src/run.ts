/** Runs a task and waits for its result. */
import { SvcError } from "./errors.ts";
import type { SessionResponse, SessionRunRequest } from "./generated/v3-types.ts";
import { inputSchemaOf, isStandard, type JsonSchema, type OutputOf, type StandardSchema, validated } from "./schema.ts";
import type { Sessions, WaitOptions } from "./sessions.ts";

export interface RunOptions<S> extends Omit<SessionRunRequest, "task" | "outputSchema">, WaitOptions {
  /** Form of the output: a schema of zod, arktype or another Standard Schema library, or JSON Schema. */
  schema?: S;
  /** Answers a question of the agent. Without it, a question ends the run with `TaskFailedError`. */
  onQuestion?: (question: string, session: SessionResponse) => string | Promise<string>;
}

export interface RunResult<T> {
  /** Text, or a value that fits `schema`. */
  output: T;
  session: SessionResponse;
}

/** The agent did not do the task. */
export class TaskFailedError extends SvcError {
  override readonly name = "TaskFailedError";
  readonly session: SessionResponse;

  constructor(message: string, session: SessionResponse, { hint, cause }: { hint?: string; cause?: unknown } = {}) {
    super("task_failed", message, {
      cause,
      hint: hint ?? `Read the steps of the agent: sessions.messages.list("${session.id}").`,
    });
    this.session = session;
  }
}

export type Schema = StandardSchema | JsonSchema;
export type Output<S> = S extends StandardSchema ? OutputOf<S> : S extends JsonSchema ? unknown : string;

export async function run<S extends Schema | undefined>(
  sessions: Sessions,
  task: string,
  options: RunOptions<S>,
): Promise<RunResult<Output<S>>> {
  const { schema, onQuestion, timeoutMs, intervalMs, signal, ...request } = options;
  const outputSchema = schema === undefined ? undefined : inputSchemaOf(schema);
  const calling = signal ? { signal } : {};
  const untilMs = performance.now() + (timeoutMs ?? Number.POSITIVE_INFINITY);
  const { id } = await sessions.create({ ...request, task, ...(outputSchema ? { outputSchema } : {}) }, calling);
  while (true) {
    const leftMs = untilMs - performance.now();
    const session = await sessions.wait(id, {
      ...calling,
      ...(intervalMs ? { intervalMs } : {}),
      ...(Number.isFinite(leftMs) ? { timeoutMs: Math.max(0, leftMs) } : {}),
    });
    if (typeof session.question !== "string")
      return { output: (await outputOf(session, schema)) as Output<S>, session };
    if (!onQuestion) throw questionFailure(session.question, session);
    const answer = await onQuestion(session.question, session);
    await sessions.create({ sessionId: id, task: answer }, calling);
  }
}

function questionFailure(question: string, session: SessionResponse): TaskFailedError {
  return new TaskFailedError(`The agent asks: ${question}`, session, {
    hint: `Pass onQuestion, or answer with sessions.create({ sessionId: "${session.id}", task: "<answer>" }).`,
  });
}

async function outputOf(session: SessionResponse, schema: Schema | undefined): Promise<unknown> {
  if (session.isTaskSuccessful !== true)
    throw new TaskFailedError(session.endReason ?? `The task was not done: the session is ${session.status}`, session);
  if (!isStandard(schema)) return session.output;
  try {
    return await validated(schema, session.output);
  } catch (cause) {
    throw new TaskFailedError("The output does not fit the schema", session, { cause });
  }
}
