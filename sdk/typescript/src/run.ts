/** A task from its words to its result. */
import { SvcError } from "./errors.ts";
import type { SessionResponse, SessionRunRequest } from "./generated/v3-types.ts";
import { inputSchemaOf, isStandard, type JsonSchema, type OutputOf, type StandardSchema, validated } from "./schema.ts";
import type { Sessions, WaitOptions } from "./sessions.ts";

export interface RunOptions<S> extends Omit<SessionRunRequest, "task" | "outputSchema">, WaitOptions {
  /** What the output is to look like: an object of zod or another Standard Schema, or plain JSON Schema. */
  schema?: S;
  /** Answers what the agent asks. Without it a question ends the run. */
  onQuestion?: (question: string, session: SessionResponse) => string | Promise<string>;
}

export interface RunResult<T> {
  /** Text, or what `schema` says. */
  output: T;
  session: SessionResponse;
}

/** The agent did not do the task. */
export class TaskFailedError extends SvcError {
  override readonly name = "TaskFailedError";
  readonly session: SessionResponse;

  constructor(message: string, session: SessionResponse, cause?: unknown) {
    super("task_failed", message, { cause, hint: `Read what happened: sessions.messages.list("${session.id}").` });
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
  const begun = await sessions.create({ ...request, task, ...(outputSchema ? { outputSchema } : {}) }, calling);
  while (true) {
    const leftMs = untilMs - performance.now();
    const waiting = {
      ...calling,
      ...(intervalMs ? { intervalMs } : {}),
      ...(Number.isFinite(leftMs) ? { timeoutMs: Math.max(0, leftMs) } : {}),
    };
    const session = await sessions.wait(begun.id, waiting);
    if (typeof session.question !== "string")
      return { output: (await outputOf(session, schema)) as Output<S>, session };
    if (!onQuestion) throw new TaskFailedError(`The agent asks: ${session.question}`, session);
    const answer = await onQuestion(session.question, session);
    await sessions.create({ sessionId: session.id, task: answer }, calling);
  }
}

async function outputOf(session: SessionResponse, schema: Schema | undefined): Promise<unknown> {
  if (session.isTaskSuccessful !== true)
    throw new TaskFailedError(
      session.endReason ?? `The session is ${session.status}, and the task was not done`,
      session,
    );
  if (!isStandard(schema)) return session.output;
  try {
    return await validated(schema, session.output);
  } catch (error) {
    throw new TaskFailedError("The output does not fit the schema", session, error);
  }
}
