/** Python that waits, from Python with `await`: the same code for callers without an event loop. Pure. */

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\basync (def|for|with)\b/g, "$1"],
  [/\bawait /g, ""],
  [/\b(__)a(enter|exit|iter|next)(__)\b/g, "$1$2$3"],
  [/\bAwaitable\[((?:[^[\]]|\[[^\]]*\])*)\]/g, "$1"],
  [/\bAwaitable, /g, ""],
  [/\bAsyncIterator\b/g, "Iterator"],
  [/\bAsync([A-Z]\w*)/g, "$1"],
  [/\b_async\b/g, "_sync"],
  [/\b(v2_)?aio\b/g, "$1sync"],
  [/\baclose\b/g, "close"],
];

/** `from` is the file that it comes of. */
export function unasync(text: string, from: string): string {
  const plain = WORDS.reduce((whole, [word, instead]) => whole.replace(word, instead), text);
  return plain.includes("Do not edit.") ? plain : `# Written by \`bun run gen\` from ${from}. Do not edit.\n${plain}`;
}
