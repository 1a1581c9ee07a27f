/** Verifies signatures of minisign (https://jedisct1.github.io/minisign/): Ed25519 over the BLAKE2b-512 of a file, and over a trusted comment. */
import { createHash, createPublicKey, verify } from "node:crypto";
import { Failure } from "../errors.ts";

export interface PublicKey {
  /** Key id, 8 bytes. */
  id: Buffer;
  /** Ed25519 public key, 32 bytes. */
  bytes: Buffer;
}

const KEY_BYTES = 42;
const SIGNATURE_BYTES = 74;

/** Reads a public key: a file of minisign, or only its second line. Throws `bad_file`. */
export function readPublicKey(text: string): PublicKey {
  const bytes = Buffer.from(lastLine(text), "base64");
  if (bytes.length !== KEY_BYTES || bytes.toString("latin1", 0, 2) !== "Ed") {
    throw new Failure("bad_file", "this is not a public key of minisign", "Give the line that begins with RW.");
  }
  return { id: bytes.subarray(2, 10), bytes: bytes.subarray(10) };
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1)?.trim() ?? "";
}

/** The start of an Ed25519 public key in DER, before its 32 bytes. */
const DER_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

/** Verifies that `signature`, the text of a `.minisig` file, was made of `data` with `key`. Returns the trusted comment. Throws `download`. */
export function verifySignature(data: Uint8Array, signature: string, key: PublicKey): string {
  const [, first = "", comment = "", second = ""] = signature.split(/\r?\n/);
  const bytes = Buffer.from(first, "base64");
  const trusted = comment.replace(/^trusted comment: /, "");
  if (bytes.length !== SIGNATURE_BYTES || trusted === comment) throw untrusted("it is not a signature of minisign");
  if (bytes.toString("latin1", 0, 2) !== "ED") throw untrusted("it is of the legacy form, which minisign -S -l makes");
  const id = bytes.subarray(2, 10);
  if (!id.equals(key.id)) {
    const hint = "Export SVC_INSTALL_KEY with the public key of these releases, if they are your own.";
    throw untrusted(`it was made with another key (${keyName(id)} instead of ${keyName(key.id)})`, hint);
  }
  const made = bytes.subarray(10);
  const publicKey = createPublicKey({ key: Buffer.concat([DER_PREFIX, key.bytes]), format: "der", type: "spki" });
  const isOf = (content: Uint8Array, signed: Uint8Array) => verify(null, content, publicKey, signed);
  if (!isOf(digest(data), made)) throw untrusted("it is not of this file");
  const both = Buffer.concat([made, Buffer.from(trusted)]);
  if (!isOf(both, Buffer.from(second, "base64"))) throw untrusted("its comment was changed");
  return trusted;
}

/** The digest that is signed. */
export function digest(data: Uint8Array): Buffer {
  return createHash("blake2b512").update(data).digest();
}

/** A key id as minisign prints it. */
function keyName(id: Buffer): string {
  return Buffer.from(id).reverse().toString("hex").toUpperCase();
}

function untrusted(reason: string, hint = "Install from a source that you trust."): Failure {
  return new Failure("download", `the signature is refused: ${reason}`, hint);
}
