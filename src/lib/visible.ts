/** Shows names from others without invisible characters and marks that change the writing direction. */

/**
 * Control and format characters, line and paragraph separators, and lone surrogates. Joiners are kept within
 * pictographs and between letters of scripts that need them.
 */
const HIDDEN =
  /(?<!\p{Extended_Pictographic}\u{fe0f}?|[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}\p{M}])[\u200c\u200d]|(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Escapes hidden characters: `photo\u202egnp.exe` would otherwise look like `photoexe.png`. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (hidden) => `\\u${(hidden.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`);
}
