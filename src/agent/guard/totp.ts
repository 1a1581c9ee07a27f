/** One-time codes from the secrets of authenticator apps: an `otpauth://` address, or the letters and digits of its key. */
import { HOTP, TOTP, URI } from "otpauth";
import { Failure } from "../../errors.ts";

export function isOtpauth(value: string): boolean {
  return /^otpauth:\/\//i.test(value.trim());
}

/** The code of this moment. Throws `usage`, without the value, where it is no secret of an authenticator. */
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

/** What must not be seen besides the value itself: the key within the address. */
export function keyOf(value: string): string | undefined {
  return isOtpauth(value) ? (URL.parse(value.trim())?.searchParams.get("secret") ?? undefined) : undefined;
}
