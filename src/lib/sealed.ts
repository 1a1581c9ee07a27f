/**
 * Encrypts text with a passphrase: AES-256-GCM with a key by scrypt. The result is JSON that names its parameters, so
 * that other programs can decrypt it.
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";

export interface Sealed {
  cipher: "aes-256-gcm";
  kdf: "scrypt";
  /** Cost of the key: N, r and p of scrypt. */
  cost: [number, number, number];
  /** This and the following in base64. */
  salt: string;
  nonce: string;
  tag: string;
  data: string;
}

/** 32 MiB and about 60 ms per guess. */
const COST: Sealed["cost"] = [32_768, 8, 1];

/** Memory limit in bytes. An envelope that needs more is an attack. */
const MAX_MEMORY = 512 * 1024 * 1024;

function keyOf(passphrase: string, salt: Buffer, [N, r, p]: Sealed["cost"]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize("NFC"), salt, 32, { N, r, p, maxmem: MAX_MEMORY }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

/** The parameters are authenticated together with the data, so that they cannot be changed. */
function header(sealed: Pick<Sealed, "cipher" | "kdf" | "cost" | "salt" | "nonce">): Buffer {
  const { cipher, kdf, cost, salt, nonce } = sealed;
  return Buffer.from(JSON.stringify([cipher, kdf, cost, salt, nonce]));
}

export async function seal(text: string, passphrase: string): Promise<Sealed> {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const about = {
    cipher: "aes-256-gcm",
    kdf: "scrypt",
    cost: COST,
    salt: salt.toString("base64"),
    nonce: nonce.toString("base64"),
  } as const;
  const cipher = createCipheriv("aes-256-gcm", await keyOf(passphrase, salt, COST), nonce);
  cipher.setAAD(header(about));
  const data = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return { ...about, tag: cipher.getAuthTag().toString("base64"), data: data.toString("base64") };
}

/** Returns the text. Undefined when the passphrase is wrong or the envelope was changed. */
export async function unseal(sealed: Sealed, passphrase: string): Promise<string | undefined> {
  try {
    const bytes = (text: string) => Buffer.from(text, "base64");
    const [N, r, p] = sealed.cost;
    if (N * r * 128 > MAX_MEMORY || p > 16 || bytes(sealed.tag).length !== 16) return undefined;
    const key = await keyOf(passphrase, bytes(sealed.salt), [N, r, p]);
    const decipher = createDecipheriv("aes-256-gcm", key, bytes(sealed.nonce));
    decipher.setAAD(header(sealed));
    decipher.setAuthTag(bytes(sealed.tag));
    return Buffer.concat([decipher.update(bytes(sealed.data)), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

/** True when the value has the form of an envelope. */
export function isSealed(value: unknown): value is Sealed {
  if (typeof value !== "object" || value === null) return false;
  const { cipher, kdf, cost, salt, nonce, tag, data } = value as Record<keyof Sealed, unknown>;
  const isCost = Array.isArray(cost) && cost.length === 3 && cost.every((one) => Number.isInteger(one) && one > 0);
  return (
    cipher === "aes-256-gcm" &&
    kdf === "scrypt" &&
    isCost &&
    [salt, nonce, tag, data].every((one) => typeof one === "string")
  );
}
