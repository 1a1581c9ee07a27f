/** The last thing that happened to a tab: an action of ours or a load. Plain data for the reads that follow it. */

/** What a page is likely to show because of an action: something else than before, new text (after typing), or nothing. */
export type Expected = "change" | "text" | "nothing";

export interface Activity {
  /** When it began and ended, by `performance.now()`. */
  beganMs: number;
  endedMs: number;
  /** The page is likely to show something new because of it. */
  expectsEffect: boolean;
  /** The document that the page showed before it. */
  documentId: string;
}

interface Place {
  readonly load: { readonly loaderId: string };
}

/** An action that begins now. */
export function activityOf({ load }: Place, expectsEffect: boolean): Activity {
  const nowMs = performance.now();
  return { beganMs: nowMs, endedMs: nowMs, expectsEffect, documentId: load.loaderId };
}

/** A navigation this long after an action is none of its effects. */
const LATE_MS = 3_000;

/** A document that has just come: the effect of the last action, or of nothing that we did. */
export function afterLoad(place: Place, last: Activity | undefined): Activity {
  const nowMs = performance.now();
  const isEffect = last !== undefined && nowMs - last.endedMs < LATE_MS;
  return isEffect ? { ...last, endedMs: nowMs } : activityOf(place, false);
}
