/** Limit of one text of a state. The script inside the page uses this file too, so it imports nothing. */

/** Share of the budget for one text. */
const SHARE = 0.25;

/** A text up to this length is never cut. */
const MIN_CHARS = 300;

export function longestText(budgetChars: number): number {
  return Math.max(MIN_CHARS, Math.floor(budgetChars * SHARE));
}
