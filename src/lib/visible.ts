/** Names that others gave, as a person should see them: what is invisible, or turns the direction of writing, is written out. */

/**
 * Controls, formats, line and paragraph separators, and lone surrogates. A joiner within a pictograph is a part of it, and
 * those between letters of scripts that join are how they are spelled.
 */
const HIDDEN =
  /(?<!\p{Extended_Pictographic}\u{fe0f}?|[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}\p{M}])[\u200c\u200d]|(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** `photo\u202egnp.exe` for what else reads as `photoexe.png`. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (hidden) => `\\u${(hidden.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`);
}
