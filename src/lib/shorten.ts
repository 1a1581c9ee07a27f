/** Shortens texts. */

/** Shortens a text for messages to at most `most` characters. Never splits a surrogate pair. */
export function shorten(text: string, most = 80): string {
  const chars = [...text.slice(0, most * 2 + 2)];
  return chars.length > most ? `${chars.slice(0, most - 1).join("")}…` : text;
}
