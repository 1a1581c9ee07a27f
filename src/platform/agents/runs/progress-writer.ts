/**
 * Writes the events of a run to the records: messages, steps, counters. Each event is written before the run continues, except
 * screenshots, which are stored in the background.
 */
import type { ReportedCall, RunEvent, RunResult } from "../../../agent/loop/assignment.ts";
import { log } from "../../../lib/log.ts";
import { shorten } from "../../../lib/shorten.ts";
import type { Picture, Usage } from "../../../models/model.ts";
import type { Allowance } from "../../billing/allowance.ts";
import type { Database } from "../../store/database/connection.ts";
import type { Objects } from "../../store/objects/objects.ts";
import type { BrowserRecords } from "../../store/records/browsers.ts";
import type { Ledger } from "../../store/records/ledger.ts";
import type { MessageRecords, NewMessage } from "../../store/records/messages.ts";
import type { SessionChange, Used } from "../../store/records/session-rows.ts";
import type { SessionRecords } from "../../store/records/sessions.ts";
import type { SkillRecords } from "../../store/records/skills.ts";
import type { TaskRecord } from "../../store/records/task-rows.ts";
import type { TaskRecords } from "../../store/records/tasks.ts";
import type { Outbox } from "../../webhooks/outbox.ts";
import type { Feed } from "../sessions/feed.ts";
import { withApiFieldNames } from "./endings.ts";

export interface Records {
  readonly database: Database;
  readonly browsers: BrowserRecords;
  readonly sessions: SessionRecords;
  readonly tasks: TaskRecords;
  readonly messages: MessageRecords;
  readonly skills: SkillRecords;
  readonly ledger: Ledger;
  readonly objects: Objects;
  readonly feed: Feed;
  readonly outbox: Outbox;
}

/** USD to nano-USD. */
function nano(usd: number): number {
  return Math.round(usd * 1e9);
}

/** Message types by tool; other tools are browser actions. */
const FILE_TOOLS: ReadonlySet<string> = new Set(["list_files", "read_file", "write_file"]);
const TYPES: Readonly<Record<string, string>> = {
  script: "code_execution",
  note: "planning",
  ask: "planning",
  done: "planning",
};

/** Most characters of a message and of a summary. */
const MAX_DATA = 100_000;
const MAX_SUMMARY = 500;

/** The current step. */
interface OpenStep {
  thoughts: string[];
  actions: string[];
  results: string[];
}

export class ProgressWriter {
  readonly #records: Records;
  readonly #task: TaskRecord;
  readonly #allowance: Allowance | undefined;
  readonly #sessionId: string;
  readonly #taskId: string;
  readonly #storing = new Set<Promise<void>>();
  #hasActed = false;
  #used: Usage = { input: 0, cachedInput: 0, output: 0, costUsd: 0 };
  #costNano = 0;
  #step: OpenStep = { thoughts: [], actions: [], results: [] };

  /** `allowance` is refreshed after each step. */
  constructor(records: Records, task: TaskRecord, allowance?: Allowance) {
    this.#records = records;
    this.#allowance = allowance;
    this.#task = task;
    this.#sessionId = task.sessionId;
    this.#taskId = task.id;
  }

  /** Errors: those of the database. */
  async write(event: RunEvent): Promise<void> {
    switch (event.kind) {
      case "note":
        return await this.addMessage({ role: "ai", type: "assistant_message", data: event.text, hidden: true });
      case "thought":
        this.#step.thoughts.push(event.text);
        return await this.addMessage({ role: "ai", type: "planning", data: event.text, step: event.step });
      case "action":
        return await this.#action(event);
      case "result":
        return await this.#result(event);
      case "step":
        return await this.#stepped(event);
      case "ask":
        return await this.addMessage(
          { role: "ai", type: "assistant_message", data: event.question, summary: "Waiting for an answer" },
          {
            question: cut(event.question, MAX_DATA),
            answer: null,
            lastStepSummary: cut(`Question: ${event.question}`, MAX_SUMMARY),
          },
        );
      case "answered":
        return await this.addMessage(
          { role: "human", type: "user_message", data: event.text },
          { question: null, answer: null },
        );
      case "end":
        return await this.#ended(event.result);
    }
  }

  /** Resolves when all screenshots are stored. */
  async settled(): Promise<void> {
    await Promise.all(this.#storing);
  }

  /** Adds a message and changes the session, in one transaction. */
  async addMessage(message: NewMessage, change: SessionChange = {}): Promise<void> {
    const { database, messages, sessions, feed } = this.#records;
    const { data, summary = "" } = message;
    const stored = { ...message, taskId: this.#taskId, data: cut(data, MAX_DATA), summary: cut(summary, MAX_SUMMARY) };
    await database.transaction(async (tx) => {
      await messages.add(this.#sessionId, stored, tx);
      if (Object.keys(change).length > 0) await sessions.change(this.#sessionId, change, { within: tx });
    });
    feed.changed(this.#sessionId);
  }

  async #action({ step, call, summary }: Extract<RunEvent, { kind: "action" }>): Promise<void> {
    // Written before the action: a run that is interrupted from here on must not restart.
    if (!this.#hasActed) await this.#records.tasks.change(this.#taskId, { hasActed: true });
    this.#hasActed = true;
    this.#step.actions.push(JSON.stringify({ [call.tool]: call.args }));
    const message = { role: "ai" as const, type: typeOf(call), data: dataOf(call), summary, step };
    await this.addMessage(message, { lastStepSummary: cut(summary, MAX_SUMMARY) });
  }

  async #result({ step, call, ok, text, summary }: Extract<RunEvent, { kind: "result" }>): Promise<void> {
    this.#step.results.push(summary);
    const type = `${typeOf(call)}_${ok ? "result" : "error"}`;
    await this.addMessage({ role: "ai", type, data: text, summary, step });
  }

  async #stepped(event: Extract<RunEvent, { kind: "step" }>): Promise<void> {
    const { step: number, url, title, durationMs, picture } = event;
    const { thoughts, actions, results } = this.#step;
    this.#step = { thoughts: [], actions: [], results: [] };
    const { database, tasks, messages, sessions, feed } = this.#records;
    const used = { steps: 1, ...this.#count(event.usage) };
    const screenshot = picture ? `sessions/${this.#sessionId}/${this.#taskId}-${number}.${extensionOf(picture)}` : null;
    const step = { taskId: this.#taskId, number, url, title, screenshot, durationMs: Math.round(durationMs) };
    await database.transaction(async (tx) => {
      const texts = { thought: cut(thoughts.join("\n"), MAX_DATA), result: cut(results.join("\n"), MAX_DATA) };
      await tasks.addStep({ ...step, ...texts, actions: actions.map((one) => cut(one, MAX_DATA)) }, tx);
      await this.#charge(used, tx);
      if (screenshot) await sessions.change(this.#sessionId, { screenshot }, { within: tx });
    });
    await this.#allowance?.refresh(this.#costNano);
    if (screenshot && picture) {
      await messages.illustrate(this.#sessionId, this.#taskId, number, screenshot);
      this.#store(screenshot, picture);
    }
    feed.changed(this.#sessionId);
  }

  /** Usage since the last call. */
  #count(usage: Usage) {
    const before = { ...this.#used, costNano: this.#costNano };
    this.#used = usage;
    this.#costNano = nano(usage.costUsd);
    return {
      inputTokens: usage.input - before.input,
      outputTokens: usage.output - before.output,
      costNano: this.#costNano - before.costNano,
    };
  }

  /** Adds to the counters of session and task, and to the ledger. */
  async #charge(used: Required<Omit<Used, "steps">> & Used, tx: Database["sql"]): Promise<void> {
    const { tasks, sessions, ledger } = this.#records;
    const { id: taskId, sessionId, projectId, keyId, model } = this.#task;
    await sessions.addUsed(sessionId, used, tx);
    await tasks.addUsed(taskId, used, tx);
    const quantity = used.inputTokens + used.outputTokens;
    const payer = { projectId, keyId, sessionId, taskId };
    await ledger.charge({ ...payer, kind: "tokens", model, quantity, nano: used.costNano }, tx);
  }

  #store(key: string, { bytes }: Picture): void {
    const storing = this.#records.objects
      .put(key, bytes)
      .catch((error) => log.warn(`session ${this.#sessionId}: storing a screenshot failed:`, error))
      .finally(() => this.#storing.delete(storing));
    this.#storing.add(storing);
  }

  async #ended(result: RunResult): Promise<void> {
    const { output, explanation, usage } = withApiFieldNames(result, this.#allowance?.by);
    const used = this.#count(usage);
    await this.#records.database.transaction((tx) => this.#charge(used, tx));
    const data = output === null || output === undefined ? explanation : textOf(output);
    await this.addMessage({ role: "ai", type: "completion", data, summary: explanation });
  }
}

/** Shortens text and removes what the databases cannot store. */
function cut(text: string, most: number): string {
  return shorten(text.replaceAll("\0", "").toWellFormed(), most);
}

/** An output as text: strings unchanged, other values as JSON. */
export function textOf(output: unknown): string {
  return typeof output === "string" ? output : JSON.stringify(output);
}

function typeOf({ tool }: ReportedCall): string {
  return TYPES[tool] ?? (FILE_TOOLS.has(tool) ? "file_operation" : "browser_action");
}

function dataOf({ id, tool, args }: ReportedCall): string {
  return JSON.stringify({ id, tool, args });
}

function extensionOf({ mediaType }: Picture): string {
  return mediaType === "image/png" ? "png" : mediaType === "image/webp" ? "webp" : "jpg";
}
