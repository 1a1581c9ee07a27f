/**
 * The type of an endpoint. Its declaration is the source of its route, its validation, the OpenAPI documents and
 * docs/endpoints.md. A handler maps a validated request to a status and a body.
 */

import type { OfferedModel } from "../../../models/offered.ts";
import type { AgentSessions } from "../../agents/sessions/sessions.ts";
import type { Guard } from "../../egress/guard.ts";
import type { Files } from "../../engine/files/browser-files.ts";
import type { Fleet } from "../../engine/lifecycle/fleet.ts";
import type { Links } from "../../engine/lifecycle/links.ts";
import type { Skills } from "../../skills/skills.ts";
import type { Objects } from "../../store/objects/objects.ts";
import type { BrowserRecord } from "../../store/records/browser-rows.ts";
import type { BrowserRecords } from "../../store/records/browsers.ts";
import type { Ledger } from "../../store/records/ledger.ts";
import type { ProfileRecords } from "../../store/records/profiles.ts";
import type { UsageRecords } from "../../store/records/usage.ts";
import type { Webhooks } from "../../webhooks/webhooks.ts";
import type { Workspaces } from "../../workspaces/workspaces.ts";
import type { z } from "./hono.ts";

export const VERSIONS = ["v2", "v3"] as const;
export type Version = (typeof VERSIONS)[number];

/** The services that handlers use. */
export interface Platform {
  readonly fleet: Fleet;
  readonly browsers: BrowserRecords;
  readonly profiles: ProfileRecords;
  readonly objects: Objects;
  readonly files: Files;
  readonly workspaces: Workspaces;
  readonly agents: AgentSessions;
  readonly skills: Skills;
  readonly webhooks: Webhooks;
  /** Decides which addresses this server connects to on behalf of callers. */
  readonly guard: Guard;
  readonly ledger: Ledger;
  readonly usage: UsageRecords;
  /** Requests per minute and key; 0 means unlimited. */
  readonly rateLimit: number;
  /** The models that the operator has configured. */
  models(): readonly OfferedModel[];
  /** False if the browser runs on another server that this one cannot reach. */
  leadsTo(record: BrowserRecord): boolean;
  now(): number;
}

/** One validated request. */
export interface Call<P, Q, B> {
  readonly platform: Platform;
  /** Project of the API key. */
  readonly projectId: string;
  readonly keyId: string;
  readonly version: Version;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** Scheme and host by which the caller reaches this server. */
  readonly base: string;
  readonly headers: Headers;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
  /** Calls `end` when the API key is revoked. Returns a function that unsubscribes. */
  onRevoked(end: () => void): () => void;
  links(record: BrowserRecord): Links;
  /** Signed URL of an object with a file name, valid for 15 minutes or `expiresMs`. Anyone with the URL can read the object. */
  fileLink(object: string, name: string, expiresMs?: number): string;
}

export interface Answer {
  status: number;
  body?: unknown;
  /** Server-sent events instead of a body, until the caller disconnects. */
  events?: ReadableStream<Uint8Array>;
  /** A file of the declared type instead of a body. */
  file?: { name: string; content: ReadableStream<Uint8Array> };
}

type Shape = z.ZodType;
type Out<S> = S extends Shape ? z.output<S> : undefined;

/** An endpoint without its handler. */
export interface Declaration<
  P extends Shape | undefined = Shape | undefined,
  Q extends Shape | undefined = Shape | undefined,
  B extends Shape | undefined = Shape | undefined,
> {
  readonly method: "get" | "post" | "patch" | "put" | "delete";
  /** Below `/api/<version>`, with `{name}` for parameters. */
  readonly path: string;
  readonly versions: readonly Version[];
  readonly tag: Tag;
  /** `operationId`, unique in each version. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** The body is optional. */
  readonly bodyOptional?: true;
  /** An example body; required for every endpoint with a body. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** Status of success. Without `answer` the response has no body. */
  readonly status: 200 | 201 | 202 | 204;
  readonly answer?: Shape;
  /** Accepts `Idempotency-Key`: clients can repeat the request if they do not know its outcome. */
  readonly takesIdempotencyKey?: true;
  /** The response is a stream of server-sent events. */
  readonly isStream?: true;
  /** Marked as deprecated in the documents. */
  readonly isDeprecated?: true;
  /** The response is a file of this type. */
  readonly fileType?: "text/csv";
  /** Error statuses besides those of every endpoint (see `errorsOf` in document.ts). */
  readonly errors?: readonly number[];
}

export interface Endpoint<
  P extends Shape | undefined = Shape | undefined,
  Q extends Shape | undefined = Shape | undefined,
  B extends Shape | undefined = Shape | undefined,
> extends Declaration<P, Q, B> {
  handle(call: Call<Out<P>, Out<Q>, Out<B>>): Promise<Answer> | Answer;
}

// biome-ignore lint/suspicious/noExplicitAny: the list holds endpoints of every shape; the router validates their input
export type AnyEndpoint = Endpoint<any, any, any>;

export function endpoint<
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
>(declared: Endpoint<P, Q, B>): Endpoint<P, Q, B> {
  return declared;
}

/** Tags of the documents in their order, with descriptions. */
export const TAGS = {
  Browsers: "Browsers that the server runs: start, watch and stop them; download and upload files.",
  Profiles: "Browser state that is reused between browsers: cookies, storage, logins.",
  Sessions: "Agent sessions: a browser in which an agent does tasks.",
  Tasks: "Tasks of agents: instructions, steps and outcome.",
  Models: "Language models that the operator of the server has configured.",
  Workspaces: "Folders of files that outlive sessions.",
  Files: "Files of sessions, browsers and tasks.",
  Skills: "Skills: tasks that an agent did once and that run as functions.",
  Marketplace: "Skills that projects of this server have published.",
  Billing: "The account: balance, plan and limits.",
  Webhooks: "URLs that receive an event when a task changes, and the deliveries to them.",
} as const;

export type Tag = keyof typeof TAGS;
