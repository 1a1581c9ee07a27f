/** The last action or load of a tab, for the reads that follow it. */

/** The likely effect of an action on the page: a change, new text (after typing), or nothing. */
export type Expected = "change" | "text" | "nothing";

export interface Activity {
  /** Begin and end, as `performance.now()`. */
  beganMs: number;
  endedMs: number;
  /** The page is likely to change because of it. */
  expectsEffect: boolean;
  /** Loader id of the document before it. */
  documentId: string;
}

interface LoadedPage {
  readonly load: { readonly loaderId: string };
}

/** An action that begins now. */
export function activityOf({ load }: LoadedPage, expectsEffect: boolean): Activity {
  const nowMs = performance.now();
  return { beganMs: nowMs, endedMs: nowMs, expectsEffect, documentId: load.loaderId };
}

/** A navigation this long after an action is not its effect. */
const LATE_MS = 3_000;

/** The activity after a new document has loaded: prolongs the last action if the load is its effect, else begins a new one. */
export function afterLoad(page: LoadedPage, last: Activity | undefined): Activity {
  const nowMs = performance.now();
  const isEffect = last !== undefined && nowMs - last.endedMs < LATE_MS;
  return isEffect ? { ...last, endedMs: nowMs } : activityOf(page, false);
}
