/** The client: resources of the API with helpers of our own where one call is not enough. */
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

  /** @throws {SvcError} with code `configuration` when there is no key or no address. */
  constructor(options: ClientOptions = {}) {
    super(new Http(options));
  }

  /**
   * Has an agent do a task, and waits for what comes of it. `output` is text, or typed by `schema`.
   *
   * @throws {TaskFailedError} when the task was not done.
   * @throws {ApiTimeoutError} when it takes longer than `timeoutMs`; the session goes on.
   */
  run<S extends Schema | undefined = undefined>(
    task: string,
    options: RunOptions<S> = {},
  ): Promise<RunResult<Output<S>>> {
    return run(this.sessions, task, options);
  }

  /** Has an agent do a task, and tells what happens until the session has ended. */
  async *stream(
    task: string,
    { signal, ...params }: Omit<SessionRunRequest, "task"> & { signal?: AbortSignal } = {},
  ): AsyncGenerator<SessionEvent, void> {
    const options = signal ? { signal } : {};
    const { id } = await this.sessions.create({ ...params, task }, options);
    yield* this.sessions.stream(id, options);
  }
}
