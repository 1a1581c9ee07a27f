/** Placeholders of secrets: `<secret>name</secret>`, or `<secret>name:totp</secret>` for the current one-time code. */

export const TOKEN_START = "<secret>";
export const TOKEN_END = "</secret>";

const PLACEHOLDER = /<secret>\s*([^<>]+?)\s*<\/secret>/gi;

/** The names of the placeholders in a text, in order. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
}

/** Replaces each placeholder by `value(name)`. */
export function replaced(text: string, value: (name: string) => string): string {
  return text.replace(PLACEHOLDER, (_, name: string) => value(name));
}

/** The start of a placeholder, also URL- or HTML-encoded. */
const BEGINNING = /(<|%3c|&lt;)secret(>|%3e|&gt;)/i;

/** True when a text in the value contains a placeholder. */
export function asksForSecret(value: unknown): boolean {
  if (typeof value === "string") return BEGINNING.test(value);
  return Array.isArray(value) && value.some(asksForSecret);
}
