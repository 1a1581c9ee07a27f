/**
 * What an endpoint is: from one declaration come its route, the check of what arrives, its place in the OpenAPI documents
 * and in docs/endpoints.md. A handler is a function of a checked request; it knows no HTTP beyond its status.
 */
import type { Files } from "../engine/files.ts";
import type { Fleet } from "../engine/fleet.ts";
import type { Links } from "../engine/links.ts";
import type { BrowserRecord, BrowserRecords } from "../store/browsers.ts";
import type { Objects } from "../store/objects.ts";
import type { ProfileRecords } from "../store/profiles.ts";
import type { z } from "./hono.ts";

export type Version = "v2" | "v3";

/** What handlers stand on. */
export interface Platform {
  readonly fleet: Fleet;
  readonly browsers: BrowserRecords;
  readonly profiles: ProfileRecords;
  readonly objects: Objects;
  readonly files: Files;
  now(): number;
}

/** One call, checked. */
export interface Call<P, Q, B> {
  readonly platform: Platform;
  /** Whose key it was. */
  readonly projectId: string;
  readonly version: Version;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** Scheme and host by which the caller reaches this server. */
  readonly base: string;
  links(record: BrowserRecord): Links;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
}

export interface Answer {
  status: number;
  body?: unknown;
}

type Shape = z.ZodType;
type Out<S> = S extends Shape ? z.output<S> : undefined;

export interface Endpoint<
  P extends Shape | undefined = Shape | undefined,
  Q extends Shape | undefined = Shape | undefined,
  B extends Shape | undefined = Shape | undefined,
> {
  readonly method: "get" | "post" | "patch" | "put" | "delete";
  /** Below `/api/<version>`, with `{name}` for parameters. */
  readonly path: string;
  readonly versions: readonly Version[];
  readonly tag: string;
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** The body may be left out. */
  readonly bodyOptional?: true;
  /** The answer when it went well; undefined is no body. */
  readonly status: 200 | 201 | 202 | 204;
  readonly answer?: Shape;
  /** Statuses it may refuse with besides 401, 422, 429 and 500. */
  readonly errors?: readonly number[];
  handle(call: Call<Out<P>, Out<Q>, Out<B>>): Promise<Answer> | Answer;
}

// biome-ignore lint/suspicious/noExplicitAny: the list holds endpoints of every shape; the router checks them at its border
export type AnyEndpoint = Endpoint<any, any, any>;

export function endpoint<
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
>(declared: Endpoint<P, Q, B>): Endpoint<P, Q, B> {
  return declared;
}
