/**
 * The server's own secret: from it come the keys that seal profiles and sign addresses. Nothing that is derived is kept.
 * Address tokens are a signature over what they open, so that no table of them exists to be stolen.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../../errors.ts";
import { privateFolder, writeWhole } from "../../lib/files.ts";

export interface Secret {
  /** 32 bytes for one purpose. */
  derive(purpose: string): Buffer;
  /** Opens `subject` for `purpose` until `expires` (ms since 1970). Holds no secret of anybody else. */
  token(purpose: string, subject: string, expires: number): string;
  /** True while the token opens that subject for that purpose. Compared in constant time. */
  opens(token: string, purpose: string, subject: string, now: number): boolean;
}

/** The secret of the settings (several servers share one), else the one in the server's folder, made on first use. */
export function openSecret(home: string, given: string | undefined): Secret {
  if (given !== undefined && given.length < 32)
    throw new Failure("usage", "serve_secret has less than 32 characters", "Make one: `openssl rand -hex 32`.");
  const master = given === undefined ? ownSecret(home) : Buffer.from(given);
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", master, "svc", purpose, 32));
  const signing = derive("addresses");
  const sign = (purpose: string, subject: string, expires: number) =>
    createHmac("sha256", signing).update(`${purpose}\n${subject}\n${expires}`).digest("base64url");
  return {
    derive,
    token: (purpose, subject, expires) => `${expires.toString(36)}.${sign(purpose, subject, expires)}`,
    opens(token, purpose, subject, now) {
      const [, until = "", signature = ""] = /^([0-9a-z]{1,11})\.([\w-]{43})$/.exec(token) ?? [];
      const expires = Number.parseInt(until, 36);
      const expected = sign(purpose, subject, expires);
      const isSame = timingSafeEqual(Buffer.from(expected), Buffer.from(signature.padEnd(43)));
      return isSame && now < expires;
    },
  };
}

function ownSecret(home: string): Buffer {
  const path = join(privateFolder(join(privateFolder(home), "server")), "secret");
  if (!existsSync(path)) writeWhole(path, `${randomBytes(32).toString("hex")}\n`);
  return Buffer.from(readFileSync(path, "utf8").trim(), "hex");
}
