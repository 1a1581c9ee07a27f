/** Converts texts to numbers and booleans. */

/**
 * The first number in a text, in common notations: `1,299.00 €`, `1.299,00`, `3,5 %`, `-2`. With both comma and point,
 * the last one is the decimal separator. One kind alone separates thousands when it occurs twice or is a comma before
 * three digits.
 */
export function numberIn(text: string): number | null {
  const found = /[-+−]?\d(?:[\d.,'’\u00a0\u202f]*\d)?(?:[eE][-+]?\d+)?/.exec(text)?.[0];
  if (found === undefined) return null;
  const plain = found.replace(/['’\u00a0\u202f]/g, "").replace("−", "-");
  const comma = plain.lastIndexOf(",");
  const point = plain.lastIndexOf(".");
  const value = Number(withPoint(plain, comma, point));
  return Number.isFinite(value) ? value : null;
}

function withPoint(text: string, comma: number, point: number): string {
  if (comma >= 0 && point >= 0)
    return comma > point ? text.replaceAll(".", "").replace(",", ".") : text.replaceAll(",", "");
  if (text.split(".").length > 2) return text.replaceAll(".", "");
  if (text.split(",").length > 2 || /,\d{3}(?!\d)/.test(text)) return text.replaceAll(",", "");
  return text.replace(",", ".");
}

const YES = /^(true|yes|on|1|checked|selected)$/i;
const NO = /^(false|no|off|0|)$/i;

/** The boolean value of a word; null for another text. */
export function booleanIn(text: string): boolean | null {
  const word = text.trim();
  return YES.test(word) ? true : NO.test(word) ? false : null;
}
