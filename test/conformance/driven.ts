/**
 * A client library as the rows drive it, whatever language it is written in: its methods by name, and its helpers that run a
 * task. `published.ts` is the published one; another library needs these few functions and nothing else.
 */
import type { Data } from "../fixture.ts";

export type ApiVersion = "v2" | "v3";

export interface RunAsked {
  task: string;
  /** Fields of the request. */
  options?: object;
  /** Ask for `{title: string}` in the way in which the library asks for structured output. */
  isStructured?: boolean;
}

export interface Driven {
  readonly name: string;
  /** The methods of the library, as `browsers.create`. */
  methods(version: ApiVersion): string[];
  /** Calls one. Rejects where the library does. */
  call(version: ApiVersion, method: string, ...args: unknown[]): Promise<Data>;
  /** Runs a task and waits for its outcome. */
  run(version: ApiVersion, asked: RunAsked): Promise<Data>;
  /** Runs a task and follows it: the steps of v2, the messages of v3, and then the outcome. */
  follow(version: ApiVersion, asked: RunAsked): Promise<{ items: Data[]; result: Data }>;
}
