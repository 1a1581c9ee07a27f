/** Texts cut to a length. */

/** A text cut for messages: at most `most` characters, never through a surrogate pair. */
export function shorten(text: string, most = 80): string {
  const chars = [...text.slice(0, most * 2 + 2)];
  return chars.length > most ? `${chars.slice(0, most - 1).join("")}…` : text;
}
