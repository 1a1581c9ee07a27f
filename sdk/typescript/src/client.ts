/** The client: all resources of the API, and the helpers that need more than one call. */
import { Browsers } from "./browsers.ts";
import { V2 } from "./generated/v2.ts";
import { V3 } from "./generated/v3.ts";
import type { SessionRunRequest } from "./generated/v3-types.ts";
import { Http } from "./http.ts";
import { type Output, type RunOptions, type RunResult, run, type Schema } from "./run.ts";
import { type SessionEvent, Sessions } from "./sessions.ts";
import type { ClientOptions } from "./types.ts";
import { Workspaces } from "./workspaces.ts";

export class Svc extends V3 {
  override readonly browsers = new Browsers(this.http);
  override readonly sessions = new Sessions(this.http);
  override readonly workspaces = new Workspaces(this.http);
  /** The endpoints of version 2 of the API. */
  readonly v2 = new V2(this.http);

  /** @throws {SvcError} with code `configuration` when the key or the address is missing or invalid. */
  constructor(options: ClientOptions = {}) {
    super(new Http(options));
  }

  /**
   * Runs a task with an agent and waits for the result. `output` is text, or has the type of `schema`.
   *
   * @throws {TaskFailedError} when the agent did not do the task, or asks a question that `onQuestion` does not answer.
   * @throws {ApiTimeoutError} when the task takes longer than `timeoutMs`; the session continues.
   */
  run<S extends Schema | undefined = undefined>(
    task: string,
    options: RunOptions<S> = {},
  ): Promise<RunResult<Output<S>>> {
    return run(this.sessions, task, options);
  }

  /** Runs a task with an agent and yields what happens until the task has ended. In a session that exists, only what is new. */
  async *stream(
    task: string,
    { signal, ...params }: Omit<SessionRunRequest, "task"> & { signal?: AbortSignal } = {},
  ): AsyncGenerator<SessionEvent, void> {
    const options = signal ? { signal } : {};
    const last = params.sessionId ? await this.sessions.lastMessage(params.sessionId, options) : undefined;
    const { id } = await this.sessions.create({ ...params, task }, options);
    yield* this.sessions.stream(id, { ...options, until: "idle", ...(last ? { after: last.id } : {}) });
  }
}
