/**
 * What an endpoint is: from one declaration come its route, the check of what arrives, its place in the OpenAPI documents
 * and in docs/endpoints.md. A handler is a function of a checked request; it knows no HTTP beyond its status.
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

/** What handlers stand on. */
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
  /** The rules of where this server connects to for its callers. */
  readonly guard: Guard;
  readonly ledger: Ledger;
  readonly usage: UsageRecords;
  /** Requests a minute and key; 0 is any number. */
  readonly rateLimit: number;
  /** What the operator has configured. */
  models(): readonly OfferedModel[];
  /** False for a browser of another server that is not reached from here. */
  leadsTo(record: BrowserRecord): boolean;
  now(): number;
}

/** One call, checked. */
export interface Call<P, Q, B> {
  readonly platform: Platform;
  /** Whose key it was. */
  readonly projectId: string;
  readonly keyId: string;
  readonly version: Version;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** Scheme and host by which the caller reaches this server. */
  readonly base: string;
  readonly headers: Headers;
  /** Aborted when the caller has gone away. */
  readonly signal: AbortSignal;
  /** Calls `end` when the key of the call is revoked. What it returns forgets that. */
  onRevoked(end: () => void): () => void;
  links(record: BrowserRecord): Links;
  /** Address of an object under that name, for a quarter of an hour or that time. Whoever has it can read it. */
  fileLink(object: string, name: string, expiresMs?: number): string;
}

export interface Answer {
  status: number;
  body?: unknown;
  /** Server-sent events in place of a body: they go on until the caller leaves. */
  events?: ReadableStream<Uint8Array>;
  /** A file in place of a body, of the declared type. */
  file?: { name: string; content: ReadableStream<Uint8Array> };
}

type Shape = z.ZodType;
type Out<S> = S extends Shape ? z.output<S> : undefined;

/** What an endpoint says of itself: all but what it does. */
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
  /** `operationId`: one of its kind in each version. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** The body may be left out. */
  readonly bodyOptional?: true;
  /** A body as a caller would send it. Everything that takes one has an example. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** The answer when it went well; undefined is no body. */
  readonly status: 200 | 201 | 202 | 204;
  readonly answer?: Shape;
  /** Takes `Idempotency-Key`: clients may send it again when they do not know what came of it. */
  readonly takesIdempotencyKey?: true;
  /** The answer is a stream of server-sent events. */
  readonly isStream?: true;
  /** Kept for clients that still call it; the documents say so. */
  readonly isDeprecated?: true;
  /** The answer is a file of that type. */
  readonly fileType?: "text/csv";
  /** Statuses it may refuse with besides those that every call may be refused with (document.ts). */
  readonly errors?: readonly number[];
}

export interface Endpoint<
  P extends Shape | undefined = Shape | undefined,
  Q extends Shape | undefined = Shape | undefined,
  B extends Shape | undefined = Shape | undefined,
> extends Declaration<P, Q, B> {
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

/** Tags of the documents, in their order, with what they are about. */
export const TAGS = {
  Browsers: "Browsers that the server runs: start, watch, stop, and the files that go in and out.",
  Profiles: "State that browsers start with and leave behind: cookies, storage, sign-ins.",
  Sessions: "Agent sessions: a browser with somebody in it who does tasks.",
  Tasks: "Tasks: what an agent is told to do, its steps and its outcome.",
  Models: "Language models that do the tasks, as the operator of the server has configured them.",
  Workspaces: "Folders of files that outlive sessions.",
  Files: "Files of sessions, browsers and tasks.",
  Skills: "Skills: tasks that were learnt once and run as functions.",
  Marketplace: "Skills that others have made public.",
  Billing: "The account: balance, plan and limits.",
  Webhooks: "Addresses that are told when a task changes, and what was sent to them.",
} as const;

export type Tag = keyof typeof TAGS;
