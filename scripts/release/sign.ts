/**
 * Keys and signatures in the formats of minisign, with unencrypted secret keys (`minisign -G -W`).
 *
 *   bun scripts/release/sign.ts SECRET_FILE PUBLIC_FILE    makes a pair of keys
 */
import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { digest } from "../../src/setup/minisign.ts";

/** The start of an Ed25519 private key in DER, before its 32 bytes. */
const DER_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** Signs data with the secret key in a file. Returns the text of the `.minisig` file; the same input gives the same text. */
export function signature(data: Uint8Array, secretFile: string, trustedComment: string): string {
  const { id, seed } = readSecret(secretFile);
  const key = createPrivateKey({ key: Buffer.concat([DER_PREFIX, seed]), format: "der", type: "pkcs8" });
  const made = sign(null, digest(data), key);
  const both = sign(null, Buffer.concat([made, Buffer.from(trustedComment)]), key);
  return [
    "untrusted comment: signature from the release key of svc",
    Buffer.concat([Buffer.from("ED"), id, made]).toString("base64"),
    `trusted comment: ${trustedComment}`,
    both.toString("base64"),
    "",
  ].join("\n");
}

/** Algorithms, then the salt and the limits of a password, which an unencrypted key has as zeros. */
const HEAD_BYTES = 54;

function readSecret(path: string): { id: Buffer; seed: Buffer } {
  const line = readFileSync(path, "utf8").trim().split("\n").at(-1) ?? "";
  const bytes = Buffer.from(line, "base64");
  if (bytes.toString("latin1", 0, 2) !== "Ed") throw new Error(`${path} is not a secret key of minisign`);
  if (bytes.readUInt16LE(2) !== 0) {
    throw new Error(`${path} has a password: sign SHA256SUMS with the program minisign instead`);
  }
  return { id: bytes.subarray(HEAD_BYTES, HEAD_BYTES + 8), seed: bytes.subarray(HEAD_BYTES + 8, HEAD_BYTES + 40) };
}

/** A new pair of keys: the text of the secret file and that of the public one. */
export function newKeys(): { secret: string; public: string } {
  const pair = generateKeyPairSync("ed25519");
  const seed = pair.privateKey.export({ format: "der", type: "pkcs8" }).subarray(DER_PREFIX.length);
  const key = pair.publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  const id = randomBytes(8);
  const name = Buffer.from(id).reverse().toString("hex").toUpperCase();
  const both = Buffer.concat([id, seed, key]);
  const checksum = new Bun.CryptoHasher("blake2b256").update(Buffer.concat([Buffer.from("Ed"), both])).digest();
  const head = Buffer.concat([Buffer.from("Ed\0\0B2", "latin1"), Buffer.alloc(HEAD_BYTES - 6)]);
  const secret = Buffer.concat([head, both, checksum]).toString("base64");
  const open = Buffer.concat([Buffer.from("Ed"), id, key]).toString("base64");
  return {
    secret: `untrusted comment: minisign secret key ${name}\n${secret}\n`,
    public: `untrusted comment: minisign public key ${name}\n${open}\n`,
  };
}

if (import.meta.main) {
  const [secretFile, publicFile] = process.argv.slice(2);
  if (!secretFile || !publicFile) throw new Error("usage: bun scripts/release/sign.ts SECRET_FILE PUBLIC_FILE");
  const keys = newKeys();
  writeFileSync(secretFile, keys.secret, { mode: 0o600, flag: "wx" });
  writeFileSync(publicFile, keys.public);
}
