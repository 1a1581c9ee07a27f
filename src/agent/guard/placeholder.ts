/** How a model writes a secret: `<secret>name</secret>`, or `<secret>name:totp</secret>` for a code of this moment. */

export const TOKEN_START = "<secret>";
export const TOKEN_END = "</secret>";

const PLACEHOLDER = /<secret>\s*([^<>]+?)\s*<\/secret>/gi;

/** The names that a text asks for, in order. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
}

/** The text with each placeholder replaced by what `value` gives for its name. */
export function replaced(text: string, value: (name: string) => string): string {
  return text.replace(PLACEHOLDER, (_, name: string) => value(name));
}

/** The beginning of one, also as addresses and HTML write it. */
const BEGINNING = /(<|%3c|&lt;)secret(>|%3e|&gt;)/i;

/** True where any text in the value asks for a secret. */
export function asksForSecret(value: unknown): boolean {
  if (typeof value === "string") return BEGINNING.test(value);
  return Array.isArray(value) && value.some(asksForSecret);
}
