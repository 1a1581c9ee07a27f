/** Checksums in files and in the headers of Google's storage. */
import { existsSync } from "node:fs";
import { Failure, fileFailure } from "../errors.ts";
import { readText } from "../lib/atomic-file.ts";

export interface Checksum {
  algorithm: "sha256" | "md5" | "crc32c";
  /** Hexadecimal for sha256, Base64 for the others, as in Google's storage. */
  value: string;
}

/** The first word of the text, if it is a SHA-256 in hexadecimal. */
export function readSha256(text: string): string | undefined {
  const word = /^\s*(\S+)/.exec(text)?.[1]?.toLowerCase() ?? "";
  return /^[0-9a-f]{64}$/.test(word) ? word : undefined;
}

/** Parses `x-goog-hash: crc32c=…,md5=…`. Composed objects have no md5. */
export function storageChecksum(headers: Headers): Checksum | undefined {
  const header = headers.get("x-goog-hash") ?? "";
  const md5 = /\bmd5=([A-Za-z0-9+/]{22}==)/.exec(header)?.[1];
  if (md5 !== undefined) return { algorithm: "md5", value: md5 };
  const crc32c = /\bcrc32c=([A-Za-z0-9+/]{6}==)/.exec(header)?.[1];
  return crc32c === undefined ? undefined : { algorithm: "crc32c", value: crc32c };
}

export interface Hasher {
  update(piece: Uint8Array): void;
  /** Returns the digest in the format of `Checksum.value`. May be called once. */
  digest(): string;
}

export function hasher(algorithm: Checksum["algorithm"]): Hasher {
  if (algorithm === "crc32c") return crc32cHasher();
  const hash = new Bun.CryptoHasher(algorithm);
  return {
    update: (piece) => void hash.update(piece),
    digest: () => hash.digest(algorithm === "md5" ? "base64" : "hex"),
  };
}

/** CRC-32C (Castagnoli, RFC 3720 B.4). Bun and zlib have only the other CRC-32. */
function crc32cHasher(): Hasher {
  const table = Uint32Array.from({ length: 256 }, (_, n) => {
    let rest = n;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0x82f63b78 : rest >>> 1;
    return rest;
  });
  let crc = 0xffffffff;
  return {
    update(piece) {
      for (const byte of piece) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
    },
    digest() {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
      return bytes.toString("base64");
    },
  };
}

/** The SHA-256 of a file in hexadecimal. Throws `not_found` and `io`. */
export async function sha256OfFile(path: string, signal: AbortSignal): Promise<string> {
  const digest = hasher("sha256");
  try {
    for await (const piece of Bun.file(path).stream()) {
      signal.throwIfAborted();
      digest.update(piece);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw fileFailure(error, `cannot read ${path}`);
  }
  return digest.digest();
}

/** Verifies a file against the given SHA-256, otherwise against `<path>.sha256`. Accepts the file when there is neither. */
export async function checkFile(path: string, sha256: string | undefined, signal: AbortSignal): Promise<void> {
  const expected = sha256?.toLowerCase() ?? sha256InFile(path);
  if (expected === undefined) return;
  const found = await sha256OfFile(path, signal);
  if (found === expected) return;
  const message = `${path} does not match its checksum: its sha256 is ${found}, expected ${expected}`;
  throw new Failure("download", message, "Download the file again.");
}

function sha256InFile(path: string): string | undefined {
  const checksumFile = `${path}.sha256`;
  if (!existsSync(checksumFile)) return undefined;
  const sha256 = readSha256(readText(checksumFile));
  if (sha256 !== undefined) return sha256;
  throw new Failure(
    "bad_file",
    `${checksumFile} does not begin with a SHA-256`,
    "Add the checksum with --sha256 <hex>.",
  );
}
