/**
 * Amounts of money as they are counted and as they are told. All amounts in the database are whole numbers of nano-USD (billionths of
 * a US dollar), in which sums are exact; outside they are decimal numbers as text. Nobody else formats or parses money.
 */

const DIGITS = 9;

/** A nano-USD amount as a decimal number in text, exact and without trailing zeros: `0.0123`. */
export function dollars(nano: number): string {
  const sign = nano < 0 ? "-" : "";
  const digits = String(Math.abs(nano)).padStart(DIGITS + 1, "0");
  const fraction = digits.slice(-DIGITS).replace(/0+$/, "");
  return `${sign}${digits.slice(0, -DIGITS)}${fraction === "" ? "" : `.${fraction}`}`;
}

/** Dollars as nano-USD, rounded to the nearest. Text is read digit by digit: no float is in between. */
export function nanoOf(amount: number | string): number {
  const [, sign, whole = "", fraction = ""] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? [];
  // A number that is written as 1e-7 is a float anyway.
  if (whole === "") return Math.round(Number(amount) * 1e9);
  const nano =
    Number(whole + fraction.slice(0, DIGITS).padEnd(DIGITS, "0")) + (Number(fraction[DIGITS] ?? 0) >= 5 ? 1 : 0);
  return sign === "-" && nano !== 0 ? -nano : nano;
}

/** Bytes as decimal megabytes in text. */
export function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(3);
}
