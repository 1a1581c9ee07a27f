/**
 * Fills several fields of any kind. Every field is found and checked before the first one is touched; afterwards all are
 * read once more, since a page may change one when the next is filled.
 */
import { Failure } from "../../errors.ts";
import { DOTS } from "../../lib/mask.ts";
import { canBeRead, type Effect } from "../actions/effects.ts";
import { afterwards } from "../actions/reach.ts";
import { describeFacts, type ElementHandle, goneFailure } from "../core/elements.ts";
import type { FillKind } from "../core/library-controls.ts";
import type { Page } from "../core/page.ts";
import { dialogFailure } from "../events/dialogs.ts";
import { callOn, DISABLED_HINT, patience } from "../locate/click-target.ts";
import { resolveAddress } from "../locate/locator.ts";
import { checkToggle, setChecked } from "./check.ts";
import type { Choice } from "./choice.ts";
import { checkChoice, choose } from "./choose.ts";
import { checkFill, type Fill, fill, readFill } from "./fields.ts";
import { NewEntryFailure } from "./option-errors.ts";

/** A field as the caller names it, by index or label, and what it is to hold. */
export interface Entry {
  field: string;
  value: string;
  /** Its value is not told. */
  isSecret: boolean;
  /** It came from a variable of the environment. */
  isFromEnv: boolean;
}

/** What became of a field. */
export interface FilledField {
  element: number;
  /** Its label, where it was named by one. */
  field?: string;
  /** What it holds: text, label of an option, `on` or `off`; dots for a secret. */
  value: string;
  /** It holds something else than what was asked for. */
  differs?: true;
  /** It left the page. */
  gone?: true;
  /** Its value came from a variable of the environment. */
  from_env?: true;
}

export interface FilledAll extends Pick<Effect, "navigated" | "tab_closed"> {
  filled: FilledField[];
}

/** A field that was found, with the kind that it is. */
interface Job extends Entry {
  handle: ElementHandle;
  kind: FillKind["kind"];
}

interface Where {
  page: Page;
  signal: AbortSignal;
  timeoutMs: number;
}

/** Throws the first problem with nothing touched, and all of them as data; or what went wrong, with what was filled before. */
export async function fillAll(where: Where, entries: readonly Entry[]): Promise<FilledAll> {
  const jobs = await checked(where, entries);
  const { page } = where;
  const filled: FilledField[] = [];
  let effect: Effect = {};
  for (const [n, job] of jobs.entries()) {
    try {
      const { told, ...led } = await fillOne(where, job);
      filled.push(told);
      effect = led;
      if (page.dialog && n < jobs.length - 1) throw dialogFailure(page.dialog);
    } catch (error) {
      throw error instanceof Failure ? brokenOff(error, job, filled) : error;
    }
  }
  if (canBeRead(page, effect)) for (const [n, job] of jobs.entries()) await readAgain(page, job, filled[n]);
  const { navigated, tab_closed } = effect;
  return { filled, ...(navigated ? { navigated } : {}), ...(tab_closed ? { tab_closed } : {}) };
}

/** True where the field is named by its index. */
export function isIndex(field: string): boolean {
  return /^\d+$/.test(field);
}

async function checked(where: Where, entries: readonly Entry[]): Promise<Job[]> {
  const jobs: Job[] = [];
  const problems: { field: string; failure: Failure }[] = [];
  for (const entry of entries) {
    try {
      // The page has had its time when the first field was looked for in vain.
      const job = await found(where, entry, problems.length > 0 ? 0 : patience(where.timeoutMs));
      if (jobs.some((other) => other.handle.index === job.handle.index))
        throw new Failure(
          "usage",
          `element ${job.handle.index} is given twice`,
          "Give each field once, by its number or its label.",
        );
      await check(where.page, job, problems.length > 0 ? 0 : patience(where.timeoutMs));
      jobs.push(job);
    } catch (error) {
      if (!(error instanceof Failure) || where.signal.aborted || where.page.dialog) throw error;
      problems.push({ field: entry.field, failure: error });
    }
  }
  if (problems.length > 0) throw problemFailure(problems);
  return jobs;
}

async function found({ page, signal }: Where, entry: Entry, waitMs: number): Promise<Job> {
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

async function fillOne(where: Where, job: Job): Promise<Effect & { told: FilledField }> {
  const { page, signal, timeoutMs } = where;
  const { index } = job.handle;
  const tell = (value: string, more: Pick<FilledField, "differs" | "gone"> = {}): FilledField => ({
    element: index,
    ...(job.field === String(index) ? {} : { field: job.field }),
    value,
    ...more,
    ...(job.isFromEnv ? { from_env: true } : {}),
  });
  if (job.kind === "switch") {
    const effect = await setChecked(page, index, wantedState(job), timeoutMs, signal);
    return { told: tell(wantedState(job) ? "on" : "off"), ...effect };
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
    return { told: tell(secretly(job, labels.join(", ")), holds ? { differs: true } : {}), ...effect };
  }
  const suggested = job.kind === "suggestions" ? await chooseSuggestion(where, job) : undefined;
  if (suggested) return { told: tell(secretly(job, job.value)), ...suggested };
  const { value, differs, gone, ...effect } = await fill(page, index, fillOf(job), timeoutMs, signal);
  return { told: tell(value, { ...(differs ? { differs } : {}), ...(gone ? { gone } : {}) }), ...effect };
}

/** A field that offers a list takes the option of that label where there is one; undefined where there is none. */
async function chooseSuggestion({ page, signal, timeoutMs }: Where, job: Job): Promise<Effect | undefined> {
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

/** Text that is left in the field of a list of tags is none of them. */
async function holdsTags({ handle }: Job): Promise<boolean> {
  const list = await callOn(handle, "listOf", handle.id);
  return list.ok && list.isMultiple;
}

/** What the field holds when all are filled: the page may have taken a value back. */
async function readAgain(page: Page, job: Job, told: FilledField | undefined): Promise<void> {
  if (!told || told.gone) return;
  const { handle } = job;
  if (job.kind === "text") {
    const held = await readFill(page, handle, fillOf(job), {});
    if (held && !held.isSame) Object.assign(told, { value: held.value, differs: true });
  } else if (job.kind === "switch") {
    const now = await afterwards(callOn(handle, "toggle", handle.id, wantedState(job), 0));
    if (now?.ok && now.checked !== wantedState(job))
      Object.assign(told, { value: now.checked === true ? "on" : "off", differs: true });
  } else if (job.kind === "native list" && !told.differs) {
    const labels = (await afterwards(callOn(handle, "selected", handle.id)))?.map(({ label }) => label).join(", ");
    if (labels !== undefined && secretly(job, labels) !== told.value)
      Object.assign(told, { value: secretly(job, labels), differs: true });
  }
}

function fillOf({ value, isSecret }: Job): Fill {
  return { text: value, append: false, secret: isSecret };
}

function choiceOf({ value }: Job): Choice {
  return { wanted: [value], by: null, mode: "replace" };
}

function secretly({ isSecret }: Job, value: string): string {
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
    `Write ${handle.index}=on or ${handle.index}=off.`,
  );
}

function problemFailure(problems: readonly { field: string; failure: Failure }[]): Failure {
  const [first] = problems;
  if (!first) throw new TypeError("no problem");
  const told = problems.map(({ field, failure }) => `${field}: ${failure.message}`).join("\n");
  const { hint } = first.failure;
  const failure = new Failure(first.failure.code, `nothing was filled: ${told}`, hint, { cause: first.failure });
  failure.data = {
    filled: [],
    problems: problems.map(({ field, failure: { code, message } }) => ({ field, code, message })),
  };
  return failure;
}

/** The failure of one field, with those that were filled before it. */
function brokenOff(error: Failure, { field }: Job, filled: FilledField[]): Failure {
  const before = filled.map(({ element }) => element).join(", ");
  const told = before === "" ? "nothing was filled before it" : `filled before it: ${before}`;
  const failure = new Failure(error.code, `${field}: ${error.message}; ${told}`, error.hint, { cause: error });
  failure.data = { filled, failed: field };
  failure.elaborate = async () => {
    const more = await error.elaborate?.();
    return more && `${field}: ${more}; ${told}`;
  };
  return failure;
}
