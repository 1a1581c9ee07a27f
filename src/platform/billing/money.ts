/**
 * Formats and parses money. The database has whole numbers of nano-USD (billionths of a US dollar), in which sums are exact; the API
 * has decimal numbers as strings.
 */

const DIGITS = 9;

/** Nano-USD as a decimal string, exact and without trailing zeros: `0.0123`. */
export function dollars(nano: number): string {
  const sign = nano < 0 ? "-" : "";
  const digits = String(Math.abs(nano)).padStart(DIGITS + 1, "0");
  const fraction = digits.slice(-DIGITS).replace(/0+$/, "");
  return `${sign}${digits.slice(0, -DIGITS)}${fraction === "" ? "" : `.${fraction}`}`;
}

/** Dollars to nano-USD, rounded to the nearest. Strings are parsed digit by digit, without a float. */
export function nanoOf(amount: number | string): number {
  const [, sign, whole = "", fraction = ""] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? [];
  // In exponent notation, such as 1e-7, it was a float already.
  if (whole === "") return Math.round(Number(amount) * 1e9);
  const nano =
    Number(whole + fraction.slice(0, DIGITS).padEnd(DIGITS, "0")) + (Number(fraction[DIGITS] ?? 0) >= 5 ? 1 : 0);
  return sign === "-" && nano !== 0 ? -nano : nano;
}

/** Bytes as a decimal string of megabytes. */
export function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(3);
}
