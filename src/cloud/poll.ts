/** Polls a task or an agent session until it ends, reports changes, and tolerates transient failures. The signal is the deadline. */
import { Failure } from "../errors.ts";
import { sleep } from "../lib/deadline.ts";
import { shorten } from "../lib/shorten.ts";
import type { Api } from "./api.ts";
import { isTransient } from "./exchange.ts";
import type { Version } from "./openapi.ts";
import { statusOf } from "./refusals.ts";

/** A record as the platform sends it: its API documents the fields. */
type Data = Record<string, unknown>;

export interface Polling {
  api: Api;
  id: string;
  intervalMs: number;
  signal: AbortSignal;
  /** Called with a status line when it changes. */
  tell(line: string): void;
  /** Called after each poll with the record. */
  each?(record: Data): Promise<void>;
}

export interface Ended {
  /** The full record. */
  record: Data;
  /** Why it failed; undefined after a success. */
  wrong: string | undefined;
}

interface Kind {
  /** Path of the small status record. */
  status(id: string): string;
  /** Path of the full record, if it is a different one. */
  full: ((id: string) => string) | undefined;
  /** True for a final status. */
  isOver(record: Data): boolean;
  wrong(record: Data): string | undefined;
}

const KINDS: Record<Version, Kind> = {
  v2: {
    status: (id) => `/v2/tasks/${id}/status`,
    full: (id) => `/v2/tasks/${id}`,
    isOver: ({ status }) => ["finished", "failed", "stopped"].includes(String(status)),
    wrong: ({ status, isSuccess }) => {
      if (status !== "finished") return `the task ended as ${status}`;
      return isSuccess === false ? "the task finished without success" : undefined;
    },
  },
  v3: {
    status: (id) => `/v3/sessions/${id}`,
    full: undefined,
    isOver: ({ status }) => ["idle", "stopped", "timed_out", "error"].includes(String(status)),
    wrong: ({ status, isTaskSuccessful }) => {
      if (isTaskSuccessful === false) return `the session is ${status}: its task ended without success`;
      // A session without keepAlive stops by itself after a successful task.
      if (status === "idle" || (status === "stopped" && isTaskSuccessful === true)) return undefined;
      return status === "stopped" ? "the session was stopped before its task ended" : `the session ended as ${status}`;
    },
  },
};

/** Errors: failures of the API that are not transient, and the reason of the signal. */
export async function poll(version: Version, polling: Polling): Promise<Ended> {
  const { api, id, intervalMs, signal, tell, each } = polling;
  const kind = KINDS[version];
  const told = teller(tell);
  for (let wasReached = false; ; wasReached = true) {
    const record = await asked(api, kind.status(id), signal, told, wasReached);
    if (record) {
      told(lineOf(record));
      await each?.(record).catch((error) => {
        // The next poll repeats it after a transient failure, except at the end.
        if (signal.aborted || !isTransient(error) || kind.isOver(record)) throw error;
      });
      if (kind.isOver(record)) {
        const full = kind.full ? await untilAnswered(api, kind.full(id), intervalMs, signal, told) : record;
        return { record: full, wrong: kind.wrong({ ...record, ...full }) };
      }
    }
    await sleep(intervalMs, signal);
  }
}

async function untilAnswered(api: Api, path: string, intervalMs: number, signal: AbortSignal, tell: Polling["tell"]) {
  for (;;) {
    const record = await asked(api, path, signal, tell);
    if (record) return record;
    await sleep(intervalMs, signal);
  }
}

/** The record, or undefined after a transient failure. Without any earlier response (`wasReached`), no response is an error. */
async function asked(
  api: Api,
  path: string,
  signal: AbortSignal,
  tell: Polling["tell"],
  wasReached = true,
): Promise<Data | undefined> {
  try {
    const { json } = await api.request("GET", path, undefined, signal, { attempts: 1 });
    if (typeof json === "object" && json !== null && typeof (json as Data).status === "string") return json as Data;
  } catch (error) {
    if (signal.aborted || !isTransient(error) || !(wasReached || statusOf(error) !== undefined)) throw error;
    tell(`${(error as Failure).message}; retrying`);
    return undefined;
  }
  throw new Failure("api", "the platform's answer has no status", "Check the address: `svc config get base_url`.");
}

/** Skips repeated lines. */
function teller(tell: Polling["tell"]): Polling["tell"] {
  let last = "";
  return (line) => {
    if (line !== last) tell(line);
    last = line;
  };
}

/** `status: started  step: 3  cost: $0.0420`. Numbers come as such, as texts, or not at all. */
function lineOf(record: Data): string {
  const { status, cost, totalCostUsd, stepCount, lastStepSummary, steps } = record;
  const money = decimal(totalCostUsd) ?? decimal(cost);
  const step = decimal(stepCount) ?? (Array.isArray(steps) && steps.length > 0 ? steps.length : undefined);
  return [
    `status: ${shorten(String(status), 40)}`,
    step === undefined ? "" : `step: ${step}`,
    money === undefined ? "" : `cost: $${money.toFixed(4)}`,
    typeof lastStepSummary === "string" && lastStepSummary !== "" ? shorten(oneLine(lastStepSummary), 100) : "",
  ]
    .filter(Boolean)
    .join("  ");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function decimal(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}
