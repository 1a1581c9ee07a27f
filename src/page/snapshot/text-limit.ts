/** How long one text of a state may be. Used inside the page as well: it asks nothing of anything. */

/** The share of the budget that one text may take: what comes after it matters as well. */
const SHARE = 0.25;

/** No text is cut that is shorter than this. */
const LEAST_CHARS = 300;

export function longestText(budgetChars: number): number {
  return Math.max(LEAST_CHARS, Math.floor(budgetChars * SHARE));
}
