/** Reads from the headers of an executable what it was made for. */
import { closeSync, openSync, readSync } from "node:fs";

export type BinaryFormat = "ELF" | "Mach-O" | "PE";

export interface Binary {
  format: BinaryFormat;
  machine: "x64" | "arm64";
  /** Of ELF: the C library that its loader belongs to. */
  libc?: "glibc" | "musl";
  /** Of Mach-O: whether it is signed. macOS on arm64 starts nothing that is not. */
  signed?: boolean;
}

/** Headers, load commands and the path of the loader lie within the first bytes of the file. */
const HEAD_BYTES = 65_536;

/** Throws for a file that is none of these formats, or one for another processor. */
export function inspectBinary(path: string): Binary {
  const head = Buffer.alloc(HEAD_BYTES);
  const file = openSync(path, "r");
  try {
    readSync(file, head, 0, HEAD_BYTES, 0);
  } finally {
    closeSync(file);
  }
  if (head.readUInt32BE(0) === 0x7f454c46) return elf(head);
  if (head.readUInt32LE(0) === 0xfeedfacf) return macho(head);
  if (head.toString("latin1", 0, 2) === "MZ") return pe(head);
  throw new Error(`${path} is not an executable of a known format`);
}

function elf(head: Buffer): Binary {
  const start = Number(head.readBigUInt64LE(32));
  const size = head.readUInt16LE(54);
  const count = head.readUInt16LE(56);
  const machine = named(head.readUInt16LE(18), { 62: "x64", 183: "arm64" });
  for (let at = start; at < start + count * size; at += size) {
    // PT_INTERP: the path of the loader.
    if (head.readUInt32LE(at) !== 3) continue;
    const path = Number(head.readBigUInt64LE(at + 8));
    const loader = head.toString("latin1", path, path + Number(head.readBigUInt64LE(at + 32)));
    return { format: "ELF", machine, libc: loader.includes("musl") ? "musl" : "glibc" };
  }
  return { format: "ELF", machine };
}

function macho(head: Buffer): Binary {
  const machine = named(head.readUInt32LE(4), { 16777223: "x64", 16777228: "arm64" });
  let signed = false;
  for (let at = 32, left = head.readUInt32LE(16); left > 0; left--, at += head.readUInt32LE(at + 4)) {
    // LC_CODE_SIGNATURE
    if (head.readUInt32LE(at) === 0x1d) signed = true;
  }
  return { format: "Mach-O", machine, signed };
}

function pe(head: Buffer): Binary {
  const machine = head.readUInt16LE(head.readUInt32LE(0x3c) + 4);
  return { format: "PE", machine: named(machine, { 34404: "x64", 43620: "arm64" }) };
}

function named(code: number, names: Record<number, Binary["machine"]>): Binary["machine"] {
  const name = names[code];
  if (!name) throw new Error(`unknown processor 0x${code.toString(16)}`);
  return name;
}
