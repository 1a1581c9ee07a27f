/** One-time codes as a site checks them (RFC 6238): written here once more, so that the agent's own are checked by another hand. */
import { createHmac } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const PERIOD_MS = 30_000;

/** Whether a code is that of now, or of the period before. */
export function isCode(secret: string, code: string): boolean {
  const now = Math.floor(Date.now() / PERIOD_MS);
  return code === codeAt(secret, now) || code === codeAt(secret, now - 1);
}

function codeAt(secret: string, counter: number): string {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const digest = createHmac("sha1", key).update(message).digest();
  const number = digest.readUInt32BE((digest[19] ?? 0) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}
