/**
 * Fills several fields of any kind. All fields are found and checked before the first one is changed. Afterwards all are read
 * again, since a page may change one when the next is filled.
 */
import { Failure } from "../../errors.ts";
import { DOTS } from "../../lib/mask.ts";
import { canBeRead, type Effect } from "../actions/effects.ts";
import { afterwards } from "../actions/reach.ts";
import { describeFacts, type ElementHandle, goneFailure } from "../core/elements.ts";
import type { FillKind } from "../core/library-controls.ts";
import type { Page } from "../core/page.ts";
import { dialogFailure } from "../events/dialogs.ts";
import { callOn, DISABLED_HINT, readyTimeout } from "../locate/click-target.ts";
import { resolveAddress } from "../locate/locator.ts";
import { checkToggle, setChecked } from "./check.ts";
import type { Choice } from "./choice.ts";
import { checkChoice, choose } from "./choose.ts";
import { checkFill, type Fill, fill, readFill } from "./fields.ts";
import { NewEntryFailure } from "./option-errors.ts";

/** A field by index or label, with its new value. */
export interface Entry {
  field: string;
  value: string;
  /** The value is not reported. */
  isSecret: boolean;
  /** The value is from an environment variable. */
  isFromEnv: boolean;
}

/** Result of a field. */
export interface FilledField {
  element: number;
  /** Its label, if the caller named it by one. */
  field?: string;
  /** Its value: text, label of an option, `on` or `off`; dots for a secret. */
  value: string;
  /** The value is not the requested one. */
  differs?: true;
  /** It was removed from the page. */
  gone?: true;
  /** Its value is from an environment variable. */
  from_env?: true;
}

export interface FilledAll extends Pick<Effect, "navigated" | "tab_closed"> {
  filled: FilledField[];
}

/** A field that was found, with its kind. */
interface Job extends Entry {
  handle: ElementHandle;
  kind: FillKind["kind"];
}

interface Context {
  page: Page;
  signal: AbortSignal;
  timeoutMs: number;
}

/**
 * Fills all fields. Errors: the first problem that the checks found, with all problems as data and no field changed; or the
 * failure of one field, with the fields filled before it as data.
 */
export async function fillAll(context: Context, entries: readonly Entry[]): Promise<FilledAll> {
  const jobs = await checkAll(context, entries);
  const { page } = context;
  const filled: FilledField[] = [];
  let effect: Effect = {};
  for (const [n, job] of jobs.entries()) {
    try {
      const { result, ...effectOfOne } = await fillOne(context, job);
      filled.push(result);
      effect = effectOfOne;
      if (page.dialog && n < jobs.length - 1) throw dialogFailure(page.dialog);
    } catch (error) {
      throw error instanceof Failure ? fieldFailure(error, job, filled) : error;
    }
  }
  if (canBeRead(page, effect)) for (const [n, job] of jobs.entries()) await readAgain(page, job, filled[n]);
  const { navigated, tab_closed } = effect;
  return { filled, ...(navigated ? { navigated } : {}), ...(tab_closed ? { tab_closed } : {}) };
}

/** True if the field is named by its index. */
export function isIndex(field: string): boolean {
  return /^\d+$/.test(field);
}

async function checkAll(context: Context, entries: readonly Entry[]): Promise<Job[]> {
  const jobs: Job[] = [];
  const problems: { field: string; failure: Failure }[] = [];
  for (const entry of entries) {
    try {
      // After the first field that was not found, the page has had enough time.
      const waitMs = problems.length > 0 ? 0 : readyTimeout(context.timeoutMs);
      const job = await findField(context, entry, waitMs);
      if (jobs.some((other) => other.handle.index === job.handle.index))
        throw new Failure(
          "usage",
          `element ${job.handle.index} is given twice`,
          "Give each field once, by its index or its label.",
        );
      await check(context.page, job, waitMs);
      jobs.push(job);
    } catch (error) {
      if (!(error instanceof Failure) || context.signal.aborted || context.page.dialog) throw error;
      problems.push({ field: entry.field, failure: error });
    }
  }
  if (problems.length > 0) throw problemFailure(problems);
  return jobs;
}

async function findField({ page, signal }: Context, entry: Entry, waitMs: number): Promise<Job> {
  const { index } = isIndex(entry.field)
    ? { index: Number(entry.field) }
    : await resolveAddress(page, { label: entry.field }, waitMs, signal);
  const handle = page.elements.get(index);
  const answer = await callOn(handle, "fillKind", handle.id);
  if (!answer) throw goneFailure(handle);
  const { kind, facts } = answer;
  const what = `element ${index}, ${describeFacts(facts)},`;
  if (kind === "file")
    throw new Failure("unsuitable", `${what} is a file input`, `Run \`svc upload ${index} <path>\`.`);
  if (kind === "none")
    throw new Failure(
      "unsuitable",
      `${what} is not a field`,
      "Run `svc state` and choose a field, a list or a switch.",
    );
  return { ...entry, handle, kind };
}

async function check(page: Page, job: Job, waitMs: number): Promise<void> {
  const { handle, kind } = job;
  if (kind === "native list") return await checkChoice(handle, choiceOf(job));
  if (kind === "switch") return void (await checkToggle(page, handle, wantedState(job), waitMs));
  if (kind === "text" || kind === "suggestions") return void (await checkFill(page, handle, fillOf(job), waitMs));
  const list = await callOn(handle, "listOf", handle.id);
  if (!list.ok && list.reason === "disabled")
    throw new Failure("disabled", `element ${handle.index} is disabled`, DISABLED_HINT);
}

async function fillOne(context: Context, job: Job): Promise<Effect & { result: FilledField }> {
  const { page, signal, timeoutMs } = context;
  const { index } = job.handle;
  const resultOf = (value: string, more: Pick<FilledField, "differs" | "gone"> = {}): FilledField => ({
    element: index,
    ...(job.field === String(index) ? {} : { field: job.field }),
    value,
    ...more,
    ...(job.isFromEnv ? { from_env: true } : {}),
  });
  if (job.kind === "switch") {
    const effect = await setChecked(page, index, wantedState(job), timeoutMs, signal);
    return { result: resultOf(wantedState(job) ? "on" : "off"), ...effect };
  }
  if (job.kind === "list" || job.kind === "native list") {
    const {
      chosen,
      holds,
      isChanged: _,
      created: __,
      ...effect
    } = await choose(page, index, choiceOf(job), timeoutMs, signal);
    const labels = holds ?? chosen.map(({ label }) => label);
    return { result: resultOf(masked(job, labels.join(", ")), holds ? { differs: true } : {}), ...effect };
  }
  const suggested = job.kind === "suggestions" ? await chooseSuggestion(context, job) : undefined;
  if (suggested) return { result: resultOf(masked(job, job.value)), ...suggested };
  const { value, differs, gone, ...effect } = await fill(page, index, fillOf(job), timeoutMs, signal);
  return { result: resultOf(value, { ...(differs ? { differs } : {}), ...(gone ? { gone } : {}) }), ...effect };
}

/** Chooses the suggestion with the value as its label. Undefined if there is none. */
async function chooseSuggestion({ page, signal, timeoutMs }: Context, job: Job): Promise<Effect | undefined> {
  if (job.value === "" || job.isSecret) return undefined;
  try {
    const {
      chosen: _,
      holds: __,
      isChanged: ___,
      created: ____,
      ...effect
    } = await choose(page, job.handle.index, { ...choiceOf(job), by: "label" }, timeoutMs, signal);
    return effect;
  } catch (error) {
    if (error instanceof NewEntryFailure && (await holdsTags(job))) throw error;
    if (error instanceof Failure && (error.code === "no_option" || error.code === "unsuitable")) return undefined;
    throw error;
  }
}

/** True for a list of tags: text that is only typed into its field does not become a tag. */
async function holdsTags({ handle }: Job): Promise<boolean> {
  const list = await callOn(handle, "listOf", handle.id);
  return list.ok && list.isMultiple;
}

/** Updates the result with the value of the field after all are filled: the page may have changed it. */
async function readAgain(page: Page, job: Job, result: FilledField | undefined): Promise<void> {
  if (!result || result.gone) return;
  const value = await changedValue(page, job, result);
  if (value !== undefined) Object.assign(result, { value, differs: true });
}

/** The value of the field if it differs from the filled one, else undefined. */
async function changedValue(page: Page, job: Job, result: FilledField): Promise<string | undefined> {
  const { handle } = job;
  if (job.kind === "text") {
    const readBack = await readFill(page, handle, fillOf(job), {});
    return readBack && !readBack.isSame ? readBack.value : undefined;
  }
  if (job.kind === "switch") {
    const now = await afterwards(callOn(handle, "toggle", handle.id, wantedState(job), 0));
    if (!now?.ok || now.checked === wantedState(job)) return undefined;
    return now.checked === true ? "on" : "off";
  }
  if (job.kind !== "native list" || result.differs) return undefined;
  const labels = (await afterwards(callOn(handle, "selected", handle.id)))?.map(({ label }) => label).join(", ");
  const value = labels === undefined ? undefined : masked(job, labels);
  return value === result.value ? undefined : value;
}

function fillOf({ value, isSecret }: Job): Fill {
  return { text: value, append: false, secret: isSecret };
}

function choiceOf({ value }: Job): Choice {
  return { wanted: [value], by: null, mode: "replace" };
}

function masked({ isSecret }: Job, value: string): string {
  return isSecret ? DOTS : value;
}

const STATES: Record<string, boolean> = { on: true, true: true, off: false, false: false };

function wantedState({ handle, value, isSecret }: Job): boolean {
  const state = STATES[value.trim().toLowerCase()];
  if (state !== undefined) return state;
  const got = isSecret ? "" : `, got '${value.slice(0, 60)}'`;
  throw new Failure(
    "usage",
    `element ${handle.index}, ${handle.seen}, is a switch: expected on or off${got}`,
    `Give ${handle.index}=on or ${handle.index}=off.`,
  );
}

function problemFailure(problems: readonly { field: string; failure: Failure }[]): Failure {
  const [first] = problems;
  if (!first) throw new TypeError("no problem");
  const list = problems.map(({ field, failure }) => `${field}: ${failure.message}`).join("\n");
  const { hint } = first.failure;
  const failure = new Failure(first.failure.code, `no field was filled: ${list}`, hint, { cause: first.failure });
  failure.data = {
    filled: [],
    problems: problems.map(({ field, failure: { code, message } }) => ({ field, code, message })),
  };
  return failure;
}

/** The failure of one field, with the fields that were filled before it. */
function fieldFailure(error: Failure, { field }: Job, filled: FilledField[]): Failure {
  const elements = filled.map(({ element }) => element).join(", ");
  const before = elements === "" ? "no field was filled before it" : `filled before it: ${elements}`;
  const failure = new Failure(error.code, `${field}: ${error.message}; ${before}`, error.hint, { cause: error });
  failure.data = { filled, failed: field };
  failure.elaborate = async () => {
    const more = await error.elaborate?.();
    return more && `${field}: ${more}; ${before}`;
  };
  return failure;
}
