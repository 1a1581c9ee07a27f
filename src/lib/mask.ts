/** Replaces a secret text. Always of the same length, because the length is a secret too. */
export const DOTS = "•".repeat(8);
