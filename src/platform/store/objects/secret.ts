/**
 * The secret of the server, from which the keys for encryption and URL signatures are derived. Derived keys are not stored. URL tokens
 * are signatures over their subject, so there is no token table to steal.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { Failure, fileFailure } from "../../../errors.ts";
import { privateFolder } from "../../../lib/atomic-file.ts";
import type { Database } from "../database/connection.ts";

export interface Secret {
  /** Derives a key of 32 bytes for one purpose. */
  derive(purpose: string): Buffer;
  /** A token for `subject` and `purpose` that is valid until `expires` (ms since 1970). */
  token(purpose: string, subject: string, expires: number): string;
  /** Whether the token is valid for this subject and purpose. Compares in constant time. */
  opens(token: string, purpose: string, subject: string, now: number): boolean;
  /** Encrypts and authenticates `bytes`, bound to `context`. */
  seal(bytes: Uint8Array, context: string): Buffer;
  /** Decrypts. Errors: `bad_file` for bytes that were changed, or sealed with another secret or context. */
  unseal(sealed: Uint8Array, context: string): Buffer;
}

/** First byte of sealed data: version of algorithm and key. */
const SEALED_V1 = 1;

/** 32 bytes in hexadecimal, the format of the secret file. */
const HEX = /^[0-9a-f]{64}$/;

/** Layout of sealed data: version and nonce, ciphertext, tag. */
const NONCE_BYTES = 12;
const HEAD_BYTES = 1 + NONCE_BYTES;
const TAG_BYTES = 16;

/** Opens the secret of the settings, which several servers can share, or the one in the server's folder, created on first use. */
export function openSecret(home: string, setting: string | undefined): Secret {
  const master = setting === undefined ? ownSecret(home) : parseSecret(setting);
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", master, "svc", purpose, 32));
  const signing = derive("addresses");
  // JSON separates the parts unambiguously.
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

/** AES-256-GCM with a random nonce, which is safe for 2^32 uses of a key. */
function sealing(key: Buffer): Pick<Secret, "seal" | "unseal"> {
  // The version is authenticated too, which prevents downgrades.
  const about = (context: string) => Buffer.concat([Buffer.of(SEALED_V1), Buffer.from(context)]);
  return {
    seal(bytes, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(about(context));
      return Buffer.concat([Buffer.of(SEALED_V1), nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    },
    unseal(sealed, context) {
      if (sealed.length < HEAD_BYTES + TAG_BYTES) throw new Failure("bad_file", `${context}: truncated`);
      if (sealed[0] !== SEALED_V1)
        throw new Failure("bad_file", `${context}: sealed in a format that this version does not support`);
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
          `${context}: modified, or sealed with another secret`,
          "Set serve_secret to the secret with which it was sealed.",
          { cause: error },
        );
      }
    },
  };
}

/**
 * Checks that all servers of a database use the same secret, by the fingerprint that the first one stores. Errors: `conflict` for a
 * different secret: such a server could not open profiles and URLs of the others.
 */
export async function checkFingerprint(database: Database, secret: Secret): Promise<void> {
  const mine = secret.derive("fingerprint").toString("hex");
  await database.sql`insert into facts ${database.sql({ name: "secret", value: mine })} on conflict (name) do nothing`;
  const [stored] = await database.sql`select value from facts where name = 'secret'`;
  if (stored?.value === mine) return;
  throw new Failure(
    "conflict",
    "the database is used by a server with a different secret",
    "Set serve_secret to the secret of that server: its serve_secret, or the content of `server/secret` in its home. If the secret is lost, use a new database.",
  );
}

/** Parses the setting. Hexadecimal digits mean the same as in the file, so that a second server can use the first one's secret. */
export function parseSecret(setting: string): Buffer {
  const text = setting.trim();
  if (text.length < 32)
    throw new Failure(
      "usage",
      "serve_secret has less than 32 characters",
      "Run `openssl rand -hex 32` to create a secret.",
    );
  return HEX.test(text) ? Buffer.from(text, "hex") : Buffer.from(text);
}

/** Never replaces an existing file: all sealed data would be lost. */
function ownSecret(home: string): Buffer {
  const path = join(privateFolder(join(privateFolder(home), "server")), "secret");
  const text = read(path) ?? create(path);
  if (!HEX.test(text.trim()))
    throw new Failure(
      "bad_file",
      `${path} is not a valid secret file: expected 64 hexadecimal digits`,
      "Restore the file from a backup. Without it stored profiles cannot be opened.",
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

/** Creates the file and returns its content. link(2) makes it appear atomically; if another server was first, its file counts. */
function create(path: string): string {
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

/** Makes the new directory entry durable. Windows cannot open folders; it syncs them itself. */
function sync(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
