/** Types of a run: its assignment, its events and its result. */

import type { CommandRunner } from "../../command.ts";
import type { JsonObject } from "../../extract/schema.ts";
import type { Message, Model, Picture, ThinkingLevel, Usage } from "../../models/model.ts";
import type { Skill } from "../scripts/skill.ts";

/** A secret value. The model sees only its name. */
export interface Secret {
  readonly name: string;
  readonly value: string;
  /** Hosts that it may be typed on, like `example.com` and `*.example.com`. Empty: the hosts of the run, or else the first host that it is typed on. */
  readonly domains: readonly string[];
}

export interface Limits {
  /** Maximum turns of the model. */
  readonly steps: number;
  readonly seconds: number;
  readonly costUsd?: number | undefined;
  readonly tokens?: number | undefined;
}

export interface Assignment {
  readonly task: string;
  readonly startUrl?: string | undefined;
  /** JSON Schema of the output. Without one the output is text. */
  readonly schema?: JsonObject | undefined;
  readonly thinking?: ThinkingLevel | undefined;
  /** Pictures for the model: with each turn that acts (true), never (false), or on its request (`auto`). */
  readonly vision: boolean | "auto";
  readonly limits: Limits;
  readonly secrets: readonly Secret[];
  /** The only hosts that the run may reach; undefined: any. */
  readonly allowedDomains?: readonly string[] | undefined;
  /** Adds a picture to each step event, which costs time. */
  readonly pictures?: boolean | undefined;
  /** Absolute path of the folder whose files the run may read, write and upload. */
  readonly workspace: string;
  /** Additional instructions for the system prompt, from the operator or the caller. */
  readonly instructions?: string | undefined;
  /** A second model that judges the outcome. */
  readonly judge?: { readonly model: Model; readonly groundTruth?: string | undefined } | undefined;
  /** The conversation of the previous task in the same session. */
  readonly memory?: readonly Message[] | undefined;
  /** Scripts that it may run in place of single steps. */
  readonly skills?: readonly Skill[] | undefined;
  /** The result tells how to do it again. */
  readonly record?: boolean | undefined;
}

/** A tool call as events report it: secrets are replaced by their names. */
export interface ReportedCall {
  readonly id: string;
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

/** The events of a run, in order. They contain no secrets. */
export type RunEvent =
  | { readonly kind: "note"; readonly text: string }
  | { readonly kind: "thought"; readonly step: number; readonly text: string }
  | { readonly kind: "action"; readonly step: number; readonly call: ReportedCall; readonly summary: string }
  | {
      readonly kind: "result";
      readonly step: number;
      readonly call: ReportedCall;
      readonly ok: boolean;
      readonly text: string;
      readonly summary: string;
    }
  | {
      /** The end of a turn: the open page, and the usage of the run so far. */
      readonly kind: "step";
      readonly step: number;
      readonly url: string;
      readonly title: string;
      readonly durationMs: number;
      readonly usage: Usage;
      readonly picture?: Picture | undefined;
    }
  /** A question to a person. The run waits for `Run.answer`. */
  | { readonly kind: "ask"; readonly question: string }
  | { readonly kind: "answered"; readonly text: string }
  | { readonly kind: "end"; readonly result: RunResult };

/** How long the parts of a turn took. */
export interface StepTiming {
  readonly step: number;
  readonly modelMs: number;
  readonly toolMs: number;
  /** Time of the loop itself. */
  readonly ownMs: number;
}

/** Why a run ended. */
export type EndReason =
  | "done"
  | "failed"
  | "stopped"
  | "steps"
  | "seconds"
  | "cost"
  | "tokens"
  | "loop"
  | "stalled"
  | "model"
  | "browser"
  | "refused";

export interface Judgement {
  readonly verdict: boolean;
  readonly reason: string;
}

export interface RunResult {
  readonly reason: EndReason;
  /** A sentence for people. */
  readonly explanation: string;
  readonly success: boolean;
  /** Text, or a value that fits the schema; null without an output. */
  readonly output: unknown;
  /** The words of pages that the model gave as proof. */
  readonly evidence: string;
  readonly steps: number;
  readonly durationMs: number;
  readonly usage: Usage;
  readonly timings: readonly StepTiming[];
  /** Name of the model that gave the last answer. */
  readonly model: string;
  readonly judgement?: Judgement | undefined;
  /** Names of the files in the workspace that the run wrote or downloaded. */
  readonly files: readonly string[];
  /** Hosts whose requests were refused. */
  readonly refusedHosts?: readonly string[];
  /** The conversation, for the next task of the same session. */
  readonly memory: readonly Message[];
  readonly recording?: Recording | undefined;
}

/** An active run. */
export interface Run {
  readonly result: Promise<RunResult>;
  /** Stops the run after the current call. The result has the reason `stopped`. */
  stop(why: string): void;
  /** Answers the open question. Returns false when there is none. */
  answer(text: string): boolean;
}

/** Starts a run. Its result never rejects. Throws `usage` for an invalid assignment. */
export type StartRun = (request: {
  readonly assignment: Assignment;
  readonly model: Model;
  readonly runner: CommandRunner;
  /** Called for each event. The run waits for the returned promise. */
  onEvent(event: RunEvent): void | Promise<void>;
  readonly signal: AbortSignal;
}) => Run;

export interface Recording {
  readonly calls: readonly RecordedCall[];
  /** Hosts, with their ports, of the pages that the run visited. */
  readonly hosts: readonly string[];
}

export interface RecordedCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Address of the page after the call. */
  readonly url: string;
  /** The beginning of the answer. */
  readonly text: string;
  readonly acted: boolean;
  /** An element of the call has no stable locator: the call contains its index. */
  readonly isNumbered?: true;
}
