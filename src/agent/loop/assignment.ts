/** What an agent is given, what it tells while it works, and what comes of it. Types alone. */

import type { JsonObject } from "../../extract/schema.ts";
import type { Message, Model, Picture, ThinkingLevel, Usage } from "../../models/model.ts";
import type { Skill } from "../scripts/skill.ts";
import type { AgentCommands } from "./commands.ts";

/** A value that the model knows by its name alone. */
export interface Secret {
  readonly name: string;
  readonly value: string;
  /** Hosts that it may be typed on, like `example.com` and `*.example.com`; empty: those the run may reach, else the first it is typed on. */
  readonly domains: readonly string[];
}

export interface Limits {
  /** Turns of the model. */
  readonly steps: number;
  readonly seconds: number;
  readonly costUsd?: number | undefined;
  readonly tokens?: number | undefined;
}

export interface Assignment {
  readonly task: string;
  readonly startUrl?: string | undefined;
  /** JSON Schema of the answer; without one it is a text. */
  readonly schema?: JsonObject | undefined;
  readonly thinking?: ThinkingLevel | undefined;
  /** Pictures: on request by the model, never, or with each step. */
  readonly vision: boolean | "auto";
  readonly limits: Limits;
  readonly secrets: readonly Secret[];
  /** Hosts that the run may act on; undefined: any. */
  readonly allowedDomains?: readonly string[] | undefined;
  /** A picture with each step that is told; where nobody looks at them they only cost time. */
  readonly pictures?: boolean | undefined;
  /** Folder of files that it may read, write and upload. Absolute. */
  readonly workspace: string;
  /** More of the operator or the caller for the system prompt. */
  readonly instructions?: string | undefined;
  /** A second look at the outcome, apart from the claim. */
  readonly judge?: { readonly model: Model; readonly groundTruth?: string | undefined } | undefined;
  /** What was said before, for a task that follows another in one session. */
  readonly memory?: readonly Message[] | undefined;
  /** Scripts that it may run in place of single steps. */
  readonly skills?: readonly Skill[] | undefined;
  /** The result tells how to do it again. */
  readonly record?: boolean | undefined;
}

/** One call of a tool as it is told to people: secrets are names. */
export interface ToldCall {
  readonly id: string;
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

/** What a run tells while it goes on, in order. Nothing in it holds a secret. */
export type RunEvent =
  | { readonly kind: "note"; readonly text: string }
  | { readonly kind: "thought"; readonly step: number; readonly text: string }
  | { readonly kind: "action"; readonly step: number; readonly call: ToldCall; readonly summary: string }
  | {
      readonly kind: "result";
      readonly step: number;
      readonly call: ToldCall;
      readonly ok: boolean;
      readonly text: string;
      readonly summary: string;
    }
  | {
      /** The end of a turn: where the browser is, and what everything has cost so far. */
      readonly kind: "step";
      readonly step: number;
      readonly url: string;
      readonly title: string;
      readonly durationMs: number;
      readonly usage: Usage;
      readonly picture?: Picture | undefined;
    }
  /** The run waits until `answer` of the run is called. */
  | { readonly kind: "ask"; readonly question: string }
  | { readonly kind: "answered"; readonly text: string }
  | { readonly kind: "end"; readonly result: RunResult };

/** Where the time of a turn went. */
export interface StepTiming {
  readonly step: number;
  readonly modelMs: number;
  readonly toolMs: number;
  /** The loop's own. */
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
  /** In words that a person can act on. */
  readonly explanation: string;
  readonly success: boolean;
  /** Text, or what the schema says; null where there is none. */
  readonly output: unknown;
  /** What the model said it saw as proof. */
  readonly evidence: string;
  readonly steps: number;
  readonly durationMs: number;
  readonly usage: Usage;
  readonly timings: readonly StepTiming[];
  /** Name of the model that gave the last answer. */
  readonly model: string;
  readonly judgement?: Judgement | undefined;
  /** Files that it wrote or downloaded, below the workspace. */
  readonly files: readonly string[];
  /** Hosts to which requests were refused. */
  readonly refusedHosts?: readonly string[];
  /** The conversation, for a task that follows in the same session. */
  readonly memory: readonly Message[];
  readonly recording?: Recording | undefined;
}

/** A run under way. */
export interface Run {
  readonly result: Promise<RunResult>;
  /** Ends it after the call that is under way; its result says `stopped`. */
  stop(why: string): void;
  /** Gives it back after `ask`; false when it asks nothing. */
  answer(text: string): boolean;
}

/** Starts a run, whose result never rejects: whatever happens is one. Throws `usage` for an assignment that cannot be understood. */
export type StartRun = (asked: {
  readonly assignment: Assignment;
  readonly model: Model;
  readonly hands: AgentCommands;
  /** Keeps up with the run: the next event comes when this has resolved. */
  tell(event: RunEvent): void | Promise<void>;
  readonly signal: AbortSignal;
}) => Run;

export interface Recording {
  readonly calls: readonly RecordedCall[];
  /** Hosts, with their ports, of the pages that it was on. */
  readonly hosts: readonly string[];
}

export interface RecordedCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The address of the page after it. */
  readonly url: string;
  /** The beginning of its answer. */
  readonly text: string;
  readonly acted: boolean;
  /** An element of it that says nothing of itself by which it could be found again. */
  readonly isNumbered?: true;
}
