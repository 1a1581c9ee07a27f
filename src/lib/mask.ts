/** What stands for a text that is not to be seen, always as long: its length is a secret, too. */
export const DOTS = "•".repeat(8);
