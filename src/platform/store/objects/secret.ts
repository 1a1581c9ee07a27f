/**
 * The server's own secret: from it come the keys that seal what is kept and that sign addresses. Nothing that is derived is
 * kept. Address tokens are a signature over what they open, so that no table of them exists to be stolen.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { Failure, fileFailure } from "../../../errors.ts";
import { privateFolder } from "../../../lib/atomic-file.ts";
import type { Database } from "../database/connection.ts";

export interface Secret {
  /** 32 bytes for one purpose. */
  derive(purpose: string): Buffer;
  /** Opens `subject` for `purpose` until `expires` (ms since 1970). Holds no secret of anybody else. */
  token(purpose: string, subject: string, expires: number): string;
  /** True while the token opens that subject for that purpose. Compared in constant time. */
  opens(token: string, purpose: string, subject: string, now: number): boolean;
  /** Sealed, so that it can be read and changed by nobody without the secret. `context` says what it is and for whom. */
  seal(bytes: Uint8Array, context: string): Buffer;
  /** The bytes again. Errors: `bad_file` for what was changed, or sealed with another secret or for another context. */
  unseal(sealed: Uint8Array, context: string): Buffer;
}

/** First byte of what is sealed: how it was done and with which key. A new way or a new key gets the next number. */
const SEALED_V1 = 1;

/** 32 bytes, as the file has them. */
const HEX = /^[0-9a-f]{64}$/;

/** Bytes before and after what is sealed: the version and the nonce; the tag. */
const NONCE_BYTES = 12;
const HEAD_BYTES = 1 + NONCE_BYTES;
const TAG_BYTES = 16;

/** The secret of the settings (several servers share one), else the one in the server's folder, made on first use. */
export function openSecret(home: string, given: string | undefined): Secret {
  const master = given === undefined ? ownSecret(home) : givenSecret(given);
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", master, "svc", purpose, 32));
  const signing = derive("addresses");
  // JSON keeps the parts apart, whatever stands in them.
  const sign = (purpose: string, subject: string, expires: number) =>
    createHmac("sha256", signing)
      .update(JSON.stringify([purpose, subject, expires]))
      .digest("base64url");
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
    ...sealing(derive("sealing")),
  };
}

/** AES-256-GCM with a random nonce: fit for the 2^32 times that one key may be used, which no server comes near. */
function sealing(key: Buffer): Pick<Secret, "seal" | "unseal"> {
  // The version is sealed with the rest: it cannot be turned into that of a weaker way.
  const about = (context: string) => Buffer.concat([Buffer.of(SEALED_V1), Buffer.from(context)]);
  return {
    seal(bytes, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(about(context));
      return Buffer.concat([Buffer.of(SEALED_V1), nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    },
    unseal(sealed, context) {
      if (sealed.length < HEAD_BYTES + TAG_BYTES) throw new Failure("bad_file", `${context}: it is cut off`);
      if (sealed[0] !== SEALED_V1)
        throw new Failure("bad_file", `${context}: it was sealed in a way that this version does not know`);
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(1, HEAD_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(about(context));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES, -TAG_BYTES)), decipher.final()]);
      } catch (error) {
        throw new Failure(
          "bad_file",
          `${context}: it was changed, or sealed with another secret`,
          "Give the server the secret that it was sealed with.",
          { cause: error },
        );
      }
    },
  };
}

/**
 * The first server of a database writes the fingerprint of its secret there, and nothing ever replaces it. Errors: `conflict`
 * for a server with another secret: it could open neither the profiles nor the addresses of the others, nor they its own.
 */
export async function holdTo(database: Database, secret: Secret): Promise<void> {
  const mine = secret.derive("fingerprint").toString("hex");
  await database.sql`insert into facts ${database.sql({ name: "secret", value: mine })} on conflict (name) do nothing`;
  const [held] = await database.sql`select value from facts where name = 'secret'`;
  if (held?.value === mine) return;
  throw new Failure(
    "conflict",
    "the database belongs to a server with another secret; nothing was changed",
    "Set serve_secret to the secret of that server: its own serve_secret, or the text of the file `server/secret` in its home. If it is lost, use a new database.",
  );
}

/** Hexadecimal digits mean the same in the settings as in the file, so that a second server can be given the first one's. */
export function givenSecret(given: string): Buffer {
  const text = given.trim();
  if (text.length < 32)
    throw new Failure("usage", "serve_secret has less than 32 characters", "Make one: `openssl rand -hex 32`.");
  return HEX.test(text) ? Buffer.from(text, "hex") : Buffer.from(text);
}

/** A file that is there is never replaced, whatever it holds: with it, all that was sealed would be lost. */
function ownSecret(home: string): Buffer {
  const path = join(privateFolder(join(privateFolder(home), "server")), "secret");
  const text = read(path) ?? made(path);
  if (!HEX.test(text.trim()))
    throw new Failure(
      "bad_file",
      `${path} does not hold the server's secret: 64 hexadecimal digits`,
      "Put it back from a backup. Without it the profiles that were kept cannot be opened again.",
    );
  return Buffer.from(text.trim(), "hex");
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw fileFailure(error, `cannot read ${path}`);
  }
}

/**
 * Makes the file and gives what it holds. It appears whole, by link(2), which fails where another server was first: then
 * theirs counts.
 */
function made(path: string): string {
  const temporary = `${path}.${process.pid}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    write(temporary, `${randomBytes(32).toString("hex")}\n`);
    try {
      linkSync(temporary, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    sync(dirname(path));
    return readFileSync(path, "utf8");
  } catch (error) {
    throw fileFailure(error, `cannot write ${path}`);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function write(path: string, text: string): void {
  const descriptor = openSync(path, "wx", 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The name of a new file is on the disk only when its folder is. Windows can open no folder, and does it by itself. */
function sync(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
