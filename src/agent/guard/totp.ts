/** One-time codes from authenticator secrets: an `otpauth://` address or a base 32 key. */
import { HOTP, TOTP, URI } from "otpauth";
import { Failure } from "../../errors.ts";

export function isOtpauth(value: string): boolean {
  return /^otpauth:\/\//i.test(value.trim());
}

/** The current code. Throws `usage`, without the value, for a secret that is not an authenticator key. */
export function codeOf(name: string, value: string): string {
  return authenticator(name, value).generate();
}

function authenticator(name: string, value: string): TOTP {
  const wrong = (cause?: unknown) =>
    new Failure(
      "usage",
      `the secret ${name} cannot generate one-time codes`,
      "Its value must be an otpauth://totp/… address, or the key of an authenticator app in letters and digits (base 32).",
      { cause },
    );
  try {
    if (!isOtpauth(value)) return new TOTP({ secret: value.replace(/[\s-]/g, "") });
    const read = URI.parse(value.trim());
    if (read instanceof HOTP) throw wrong();
    return read;
  } catch (error) {
    throw error instanceof Failure ? error : wrong(error);
  }
}

/** The key within an `otpauth://` address, which must be redacted, too. */
export function keyOf(value: string): string | undefined {
  return isOtpauth(value) ? (URL.parse(value.trim())?.searchParams.get("secret") ?? undefined) : undefined;
}
